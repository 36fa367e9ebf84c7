// What a person does with a function of their own beside running it: fill its fields, start over, draft a judge, save
// and open zips. Whatever replaces something can be undone. Texts are kept by the playground; files and the DOM are
// known to `ui/own/`.
import type { OwnFile, OwnFunction } from '../model/own.ts';
import { pragmasWithoutEffect, withoutEffect } from '../model/pragmas.ts';
import type { Problem } from '../model/result.ts';
import { openZip, slugOf, zipTask } from '../own/archive.ts';
import { exampleOwn } from '../own/example.ts';
import { judgeDraft } from '../own/judge-draft.ts';
import { taskOf } from '../own/task.ts';
import { draftableFrom, judgeFailure, type Draftable } from './own-run.ts';
import { EMPTY_OWN, keepLineEnds, testsTheSame } from './own-draft.ts';
import { besideField, ownSentence, zipSentence } from './own-words.ts';
import type { Playground } from './playground.svelte.ts';

/** What the last step did, or why it did nothing. */
export interface Notice {
  readonly kind: 'done' | 'refused';
  readonly sentence: string;
  readonly details: readonly string[];
  /** Null where there is nothing to undo. Undoing can be undone. */
  readonly undo: (() => void) | null;
}

export interface ZipToSave {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Everything that starting over replaces. */
interface Whole {
  readonly own: OwnFunction;
  readonly source: string;
  readonly origin: string;
}

export class OwnWork {
  readonly #playground: Playground;
  notice: Notice | null = $state.raw(null);
  /** True while a draft waits for a word, because there is a judge already. */
  asking: boolean = $state(false);

  /** In a peek the sender's function, which nobody edits. */
  readonly shown: OwnFunction = $derived.by(() => {
    const subject = this.#playground.peek?.shared.subject;
    return subject?.kind === 'own' ? subject.own : this.#playground.own;
  });
  readonly readOnly: boolean = $derived.by(() => this.#playground.peek !== null);
  readonly draftable: Draftable = $derived.by(() =>
    draftableFrom(this.#playground.phase, this.shown, this.#playground.source),
  );

  /** Sentences to know of the schema and rows, which are no mistake. */
  readonly sqlNotices: readonly string[] = $derived.by(() =>
    pragmasWithoutEffect(this.shown.sql).map((pragma) => `Line ${pragma.line}: ${withoutEffect(pragma)}.`),
  );

  constructor(playground: Playground) {
    this.#playground = playground;
  }

  /** Sentences to stand beside a field, named as in `OwnFunction`: `call`, `files[0].path`. */
  problemsOf(field: string): readonly string[] {
    if (this.readOnly) return [];
    const failed = field === 'judgeSql' ? judgeFailure(this.#playground.phase, this.shown) : null;
    const found = this.#playground.ownProblems.filter((one) => one.field === field && !this.#isEarly(one));
    return [...found.map(besideField), ...(failed === null ? [] : [failed])];
  }

  /** An empty field is no mistake before somebody wants to run it. */
  #isEarly({ field }: Problem): boolean {
    if (this.#playground.phase.kind === 'bad-input') return false;
    const file = /^files\[(\d+)\]\.path$/.exec(field ?? '');
    const text = file === null ? field === 'call' && this.shown.call : this.shown.files[Number(file[1])]?.path;
    return typeof text === 'string' && text.trim() === '';
  }

  edit(changes: Partial<OwnFunction>): void {
    if (this.readOnly) return;
    this.#playground.editOwn({ ...this.#playground.own, ...changes });
  }

  addFile(): void {
    this.edit({ files: [...this.shown.files, { path: '', text: '' }] });
  }

  editFile(index: number, changes: Partial<OwnFile>): void {
    this.edit({
      files: this.shown.files.map((file, n) => (n === index ? { ...file, ...keepLineEnds(file, changes) } : file)),
    });
  }

  removeFile(index: number): void {
    const file = this.shown.files[index];
    if (file === undefined) return;
    const rest = this.shown.files.filter((_, n) => n !== index);
    if (file.path === '' && file.text === '') this.edit({ files: rest });
    else this.#setFiles(rest, `The file ${file.path === '' ? 'without a path' : file.path} is removed.`);
  }

  #setFiles(files: readonly OwnFile[], sentence: string): void {
    const before = this.shown.files;
    this.edit({ files });
    this.#tell(sentence, [], () => this.#setFiles(before, 'The files are as they were before.'));
  }

  startFromExample(): void {
    const { own, solution } = exampleOwn();
    this.#replace({ own, source: solution, origin: solution }, 'This is the example.');
  }

  startEmpty(): void {
    this.#replace({ own: EMPTY_OWN, source: '', origin: '' }, 'All fields and the editor are empty.');
  }

  /** Nothing has changed where the zip is refused. */
  open(name: string, zip: Uint8Array): void {
    const opened = openZip(zip);
    if (!opened.ok) {
      this.refuse(`${name} was not opened, and nothing has changed.`, opened.problems.map(zipSentence));
      return;
    }
    const { own, solution, leftOut } = opened.value;
    const source = solution ?? '';
    const noCode = solution === null ? ['There is no solution.py in it, so the editor is empty.'] : [];
    this.#replace({ own, source, origin: source }, `${name} is open.`, [...noCode, ...leftOut]);
  }

  /** Null where the function is not complete; the notice then says why. */
  save(): ZipToSave | null {
    const { source } = this.#playground;
    const task = taskOf(this.shown);
    const zip = zipTask(this.shown, source.trim() === '' ? null : source);
    if (!task.ok || !zip.ok) {
      const problems = zip.ok ? [] : zip.problems;
      this.refuse('It cannot be saved as a task folder yet.', problems.map(ownSentence));
      return null;
    }
    const name = `${slugOf(task.value.title, task.value.function)}.zip`;
    this.#tell(
      `${name} is saved: a task folder${source.trim() === '' ? '' : ', and solution.py beside it'}.`,
      [],
      null,
    );
    return { name, bytes: zip.value };
  }

  /** Fills the judge's views from what the clean run changed. Asks first where there is a judge. */
  draft(): void {
    if (this.readOnly || this.draftable.kind === 'no') return;
    if (this.shown.judgeSql.trim() !== '' && !this.asking) {
      this.asking = true;
      return;
    }
    this.asking = false;
    const { before, after, twice } = this.draftable.worlds;
    const judgeSql = judgeDraft(this.shown, before, after, twice);
    this.#setJudge(
      judgeSql,
      'The judge is drafted from what the clean run changed. Read it, change it, and run again.',
    );
  }

  keepJudge(): void {
    this.asking = false;
  }

  useDefaultJudge(): void {
    this.asking = false;
    this.#setJudge('', 'The default judge is used again.');
  }

  #setJudge(judgeSql: string, sentence: string): void {
    if (this.readOnly) return;
    const before = this.shown.judgeSql;
    this.edit({ judgeSql });
    this.#tell(sentence, [], () => this.#setJudge(before, 'The judge is as it was before.'));
  }

  refuse(sentence: string, details: readonly string[]): void {
    this.notice = { kind: 'refused', sentence, details, undo: null };
  }

  closeNotice(): void {
    this.notice = null;
  }

  #tell(sentence: string, details: readonly string[], undo: (() => void) | null): void {
    this.notice = { kind: 'done', sentence, details, undo };
  }

  #replace({ own, source, origin }: Whole, sentence: string, details: readonly string[] = []): void {
    const playground = this.#playground;
    playground.leavePeek();
    this.asking = false;
    const before: Whole = { own: playground.own, source: playground.source, origin: playground.origin };
    playground.editOwn(own);
    playground.start(origin);
    playground.edit(source);
    const isSame = testsTheSame(before.own, own) && before.own.title === own.title && before.source === source;
    const back = (): void => this.#replace(before, 'Everything is as it was before.');
    this.#tell(sentence, details, isSame ? null : back);
  }
}
