// What the page is doing: the chosen task, its code, the run that goes on and the last answer. Components show
// it and call its methods; it knows neither the DOM nor a worker.
import type { Candidate } from '../answer/answer.ts';
import type { OwnFunction } from '../model/own.ts';
import type { LoadProgress } from '../model/progress.ts';
import type { Problem } from '../model/result.ts';
import type { QueryAnswer, WorldQuery } from '../model/query.ts';
import type { Shared, Step } from '../model/shared.ts';
import type { Task } from '../model/task.ts';
import type { CrashTestResult } from '../model/verdict.ts';
import { exampleOwn } from '../own/example.ts';
import { OWN_TASK_ID, taskOf } from '../own/task.ts';
import type { Reader } from '../reader/reader.ts';
import { compareWithSender, type SenderComparison } from '../share/compare.ts';
import { Drafts, readSetting, writeSetting, type Shelf } from '../storage/drafts.ts';
import { causeOf, type CrashTestClient } from './client.ts';
import { advance, liveMatrix, startOf, type LiveTest } from './live.ts';
import { firstChoice, matrixOf, type Choice, type Matrix } from './matrix.ts';
import { isExample, keptOwn, testsTheSame, textOfOwn } from './own-draft.ts';
import { exchange, keptAside, putAside, textOfAside, type AsideDraft } from './put-aside.ts';
import { faultProblem, ownSentence } from './own-words.ts';
import { choiceIn, sharedOf } from './sharing.ts';
import { readingOf, type Reading } from './reading.ts';

export type Phase =
  | { readonly kind: 'empty' }
  /** The function is looked for in the text. */
  | { readonly kind: 'reading' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'load-failed'; readonly sentence: string }
  | { readonly kind: 'running'; readonly live: LiveTest }
  | {
      readonly kind: 'done';
      readonly result: CrashTestResult;
      readonly source: string;
      /** The own function as it was tested; null for a task. */
      readonly own: OwnFunction | null;
      readonly reading: Reading;
    }
  /** `live` is null where it was stopped before the first run. */
  | { readonly kind: 'stopped'; readonly live: LiveTest | null }
  | { readonly kind: 'failed'; readonly sentence: string }
  /** What surrounds the code is not as it should be: nothing was run. */
  | { readonly kind: 'bad-input'; readonly sentence: string }
  | { readonly kind: 'no-code'; readonly sentence: string }
  | { readonly kind: 'several'; readonly candidates: readonly Candidate[]; readonly preferred: number };

/** The editor's text was replaced by a part of it. */
export interface Taking {
  readonly sentence: string;
  readonly before: string;
  readonly source: string;
}

/** Somebody else's code, looked at: it is not edited, and the visitor's drafts are not touched. */
export interface Peek {
  readonly shared: Shared;
  /** What is offered beside Run: a person's link, or the page's own opening scenario. */
  readonly from: 'link' | 'opening';
}

export interface PlaygroundParts {
  readonly client: CrashTestClient;
  /** At least one. */
  readonly tasks: readonly Task[];
  /** Id of the task that a first visit opens; where there is none of it, the first one is opened. */
  readonly startTask: string;
  /** Sentences about tasks that could not be loaded. */
  readonly taskProblems: readonly string[];
  readonly reader: Reader;
  readonly shelf: Shelf | null;
  /** This tab's own, so that two tabs do not write over each other's drafts. */
  readonly tabShelf?: Shelf | null;
  /** Ends whatever else uses the client. Called before each crash test. */
  readonly makeWay: () => Promise<void>;
  /** Hears once of every result of the visitor's own code; not of code that is only looked at. */
  readonly onResult?: (task: Task, source: string, result: CrashTestResult) => void;
}

export class Playground {
  readonly tasks: readonly Task[];
  readonly taskProblems: readonly string[];
  readonly #client: CrashTestClient;
  readonly #reader: Reader;
  readonly #shelf: Shelf | null;
  readonly #makeWay: PlaygroundParts['makeWay'];
  readonly #onResult: NonNullable<PlaygroundParts['onResult']>;
  readonly #drafts: Drafts;
  /** Answers of this visit, by task id. */
  readonly #kept: Record<string, { readonly phase: Phase; readonly choice: Choice | null }> = {};
  #loading: Promise<void> | null = null;
  /** Raised by every run, stop and change of task: what an older run still says is dropped. */
  #turn = 0;

  task: Task = $state.raw() as Task;
  source: string = $state('');
  phase: Phase = $state.raw({ kind: 'empty' });
  load: LoadProgress | null = $state.raw(null);
  choice: Choice | null = $state.raw(null);
  /** The moment that the chosen scenario is looked at. */
  step: Step = $state('after-rerun');
  /** The function without a task; kept also while a task is chosen. */
  own: OwnFunction = $state.raw() as OwnFunction;
  /** What the last run found wrong with the own function's SQL, and the function as it was then. */
  ownFault: { readonly own: OwnFunction; readonly problem: Problem } | null = $state.raw(null);
  peek: Peek | null = $state.raw(null);
  /** What the visitor's own link held when the page was opened again; it stands until the code or the task changes. */
  #resumed: Shared | null = $state.raw(null);
  /** Drafts of this task that a fork took the place of, the newest first. */
  aside: readonly AsideDraft[] = $state.raw([]);
  /** The text as it was pasted, taken, forked or first run; '' where there was none. */
  origin: string = $state('');
  taking: Taking | null = $state.raw(null);
  draftProblem: string | null = $state(null);
  /** What was loaded could not be kept; the next visit loads again. */
  storageProblem: string | null = $state(null);
  /** A line the editor is asked to show; a new object each time. */
  wantedLine: { readonly line: number } | null = $state.raw(null);

  readonly busy: boolean = $derived(['reading', 'loading', 'running'].includes(this.phase.kind));
  readonly outdated: boolean = $derived.by(() => {
    if (this.phase.kind !== 'done') return false;
    const { source, own } = this.phase;
    return source !== this.source || (own !== null && this.peek === null && !testsTheSame(own, this.own));
  });
  readonly isOwn: boolean = $derived(this.task.id === OWN_TASK_ID);
  readonly modified: boolean = $derived(this.peek === null && this.origin !== '' && this.origin !== this.source);
  /** What is wrong with the own function as it is typed; empty for a task. */
  readonly ownProblems: readonly Problem[] = $derived.by(() => {
    if (!this.isOwn) return [];
    const read = taskOf(this.own);
    const fault = this.ownFault !== null && stillStands(this.ownFault, this.own) ? [this.ownFault.problem] : [];
    return read.ok ? fault : [...read.problems, ...fault];
  });
  /** What a link made now would hold. */
  readonly shared: Shared = $derived.by(() => {
    const mine = this.isOwn ? ({ kind: 'own', own: this.own } as const) : ({ kind: 'task', id: this.task.id } as const);
    const subject = this.peek?.shared.subject ?? mine;
    const verdict = this.phase.kind === 'done' && !this.outdated ? this.phase.result.verdict : null;
    const before = this.peek?.shared ?? this.#resumed;
    if (verdict === null && before !== null && (this.peek !== null || before.code === this.source)) return before;
    return sharedOf(subject, this.source, verdict, this.matrix, this.choice, this.step);
  });
  /** After a run of shared code: whether it came to what its sender saw. */
  readonly comparison: SenderComparison | null = $derived.by(() => {
    const expected = this.peek?.shared.expected ?? null;
    return expected === null || this.phase.kind !== 'done'
      ? null
      : compareWithSender(expected, this.phase.result.verdict);
  });
  /** The table of crash points, as far as it is known; null where nothing was run. */
  readonly matrix: Matrix | null = $derived(matrixIn(this.phase));
  /** Line of the chosen crash point; null where the editor's text is not what was run. */
  readonly markedLine: number | null = $derived.by(() => {
    if (this.phase.kind !== 'done' || this.outdated) return null;
    return this.matrix?.rows.find((row) => row.key === this.choice?.row)?.point.line ?? null;
  });

  constructor(parts: PlaygroundParts) {
    this.tasks = parts.tasks;
    this.taskProblems = parts.taskProblems;
    this.#client = parts.client;
    this.#reader = parts.reader;
    this.#shelf = parts.shelf;
    this.#makeWay = parts.makeWay;
    this.#onResult = parts.onResult ?? (() => undefined);
    this.#drafts = new Drafts(parts.shelf, (sentence) => (this.draftProblem = sentence), {
      tab: parts.tabShelf ?? null,
    });
    this.own = keptOwn(this.#drafts.read(OWN_DRAFT));
    const task = this.#named(readSetting(parts.shelf, 'task')) ?? this.#named(parts.startTask) ?? parts.tasks[0];
    if (task === undefined) throw new Error('a playground needs at least one task');
    this.task = task;
    this.#readDraft();
  }

  /** Also ends a peek. */
  selectTask(id: string): void {
    const task = this.#named(id);
    if (task === null || (task.id === this.task.id && this.peek === null)) return;
    this.#leave();
    this.peek = null;
    this.task = task;
    this.#readDraft();
    const kept = this.#kept[id];
    this.phase = kept?.phase ?? { kind: 'empty' };
    this.choice = kept?.choice ?? null;
    writeSetting(this.#shelf, 'task', id);
  }

  /** Shows somebody's code without touching a draft and without running it. False where the task is not known. */
  look(shared: Shared, from: Peek['from']): boolean {
    const read = shared.subject.kind === 'own' ? taskOf(shared.subject.own) : null;
    const task = shared.subject.kind === 'task' ? this.#named(shared.subject.id) : read?.ok ? read.value : null;
    if (task === null || (shared.subject.kind === 'task' && task.id === OWN_TASK_ID)) return false;
    this.#leave();
    this.task = task;
    this.source = shared.code;
    this.origin = '';
    this.phase = { kind: 'empty' };
    this.choice = null;
    this.step = shared.view?.step ?? 'after-rerun';
    this.peek = { shared, from };
    return true;
  }

  /** Opens the visitor's own draft where `shared` holds nothing else, as after a reload. False where it does. */
  resume(shared: Shared): boolean {
    const { subject, code } = shared;
    const id = subject.kind === 'own' ? OWN_TASK_ID : subject.id;
    const isMine = subject.kind === 'own' ? textOfOwn(subject.own) === textOfOwn(this.own) : id !== OWN_TASK_ID;
    if (this.#named(id) === null || !isMine || this.#draftOf(id) !== code) return false;
    this.selectTask(id);
    this.#resumed = shared;
    this.step = shared.view?.step ?? 'after-rerun';
    return true;
  }

  /** Makes a draft of what is looked at. An earlier draft is put aside and can be brought back. */
  fork(): void {
    const { peek } = this;
    if (peek === null) return;
    const { subject } = peek.shared;
    const earlier = this.#currentDraft();
    const isReplaced =
      earlier.text !== this.source || (subject.kind === 'own' && textOfOwn(subject.own) !== textOfOwn(this.own));
    if (isReplaced) this.#keepAside(putAside(keptAside(this.#drafts.read(ASIDE + this.task.id)), earlier));
    else this.aside = keptAside(this.#drafts.read(ASIDE + this.task.id));
    this.peek = null;
    if (subject.kind === 'own') this.editOwn(subject.own);
    this.#takeAsOrigin(this.source);
    this.#drafts.write(this.task.id, this.source);
    writeSetting(this.#shelf, 'task', this.task.id);
  }

  /** Back to the visitor's own draft of the same task. */
  leavePeek(): void {
    if (this.peek !== null) this.selectTask(this.task.id);
  }

  /** The newest draft that was put aside comes back; what was there takes its place behind the others. */
  bringBack(): void {
    const exchanged = this.peek === null ? exchange(this.aside, this.#currentDraft()) : null;
    if (exchanged === null) return;
    const { back, rest } = exchanged;
    this.#keepAside(rest);
    if (back.own !== null) this.editOwn(back.own);
    this.edit(back.text);
    this.#takeAsOrigin('');
  }

  /** Forgets the newest draft that was put aside. */
  discardAside(): void {
    this.#keepAside(this.aside.slice(1));
  }

  /** Called for every change of the own function; what is wrong with it is said in `ownProblems`. */
  editOwn(own: OwnFunction): void {
    this.own = own;
    this.#resumed = null;
    this.#drafts.write(OWN_DRAFT, textOfOwn(own));
    if (!this.isOwn || this.peek !== null) return;
    const read = taskOf(own);
    if (read.ok) this.task = read.value;
    this.#ready().catch(() => undefined);
  }

  /** Puts a whole text into the editor that later edits are compared with: an example, an opened folder. */
  start(text: string): void {
    this.edit(text);
    this.#takeAsOrigin(text);
  }

  /** Undoes every edit since the text was pasted, taken or forked. */
  reset(): void {
    if (this.modified) this.edit(this.origin);
  }

  /** Called for every change in the editor. The first one starts loading, so that Run finds Python ready. */
  edit(text: string): void {
    if (text === this.source || this.peek !== null) return;
    this.source = text;
    if (this.taking !== null && text !== this.taking.source) this.taking = null;
    this.#drafts.write(this.task.id, text);
    // A failure is told when somebody waits for it, at Run.
    this.#ready().catch(() => undefined);
  }

  /** Keeps the draft now: the page is being hidden or left. */
  keepDraft(): void {
    this.#drafts.flush();
  }

  async run(): Promise<void> {
    if (this.busy) return;
    const read = this.isOwn && this.peek === null ? taskOf(this.own) : null;
    if (read?.ok === false) {
      this.phase = { kind: 'bad-input', sentence: read.problems.map(ownSentence).join('\n') };
      return;
    }
    this.#turn += 1;
    const turn = this.#turn;
    this.phase = { kind: 'reading' };
    let text = this.source;
    let reading = await this.#reader.readAnswer(text, this.task);
    // What was typed meanwhile is what is meant, and must not be replaced by a part of the earlier text.
    while (turn === this.#turn && text !== this.source) {
      text = this.source;
      reading = await this.#reader.readAnswer(text, this.task);
    }
    if (turn !== this.#turn) return;
    // Whoever takes it on from here begins with a page that does nothing.
    this.phase = { kind: 'empty' };
    if (reading.kind === 'unread') this.phase = { kind: 'failed', sentence: reading.sentence };
    else if (reading.kind === 'none') this.phase = { kind: 'no-code', sentence: reading.sentence };
    else if (reading.kind === 'several')
      this.phase = { kind: 'several', candidates: reading.candidates, preferred: reading.preferred ?? 0 };
    else await this.runCandidate(reading.candidate);
  }

  /** Puts the candidate's code into the editor, so that lines match, and tests it. */
  async runCandidate(candidate: Candidate): Promise<void> {
    if (this.busy) return;
    const before = this.source;
    if (this.peek === null && (this.origin === '' || candidate.source !== before)) this.#takeAsOrigin(candidate.source);
    if (candidate.source !== before && this.peek === null) {
      this.edit(candidate.source);
      this.taking = { sentence: takingSentence(candidate), before, source: candidate.source };
    }
    // What was sent stays as it is; what is tested of it is shown, so that lines match.
    if (this.peek !== null) this.source = candidate.source;
    await this.#test(candidate.source);
  }

  undoTaking(): void {
    if (this.taking !== null) this.edit(this.taking.before);
  }

  stop(): void {
    if (!this.busy) return;
    this.#turn += 1;
    this.#reader.stop();
    const live = this.phase.kind === 'running' ? this.phase.live : null;
    if (live !== null) this.#client.stop();
    this.phase = { kind: 'stopped', live };
  }

  /** Takes the answer off the page; the code stays. */
  clearAnswer(): void {
    this.stop();
    this.phase = { kind: 'empty' };
    this.choice = null;
  }

  /** Reads a world of the verdict with SQL, in the worker that tested the code. Always resolves. */
  query(query: WorldQuery): Promise<QueryAnswer> {
    return this.#client.query(query);
  }

  choose(choice: Choice): void {
    this.choice = choice;
  }

  goToLine(line: number): void {
    this.wantedLine = { line };
  }

  async #test(source: string): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    const current = (): boolean => turn === this.#turn;
    const { task, peek } = this;
    const subject = peek?.shared.subject;
    const own = !this.isOwn ? null : subject?.kind === 'own' ? subject.own : this.own;
    this.choice = null;
    this.phase = { kind: 'loading' };
    try {
      await this.#makeWay();
      await this.#ready();
    } catch (error) {
      if (current()) this.phase = { kind: 'load-failed', sentence: causeOf(error) };
      return;
    }
    if (!current()) return;
    let live = startOf(task);
    this.phase = { kind: 'running', live };
    // Read while the code is tested, so that nobody waits for it.
    const style = this.#reader.readStyle(source, task.function);
    try {
      const answer = await this.#client.run({ task, source }, (progress) => {
        if (!current()) return;
        live = advance(live, progress);
        this.phase = { kind: 'running', live };
      });
      // What is kept is kept while nobody waits for it, so that it was not is known only now.
      this.storageProblem = this.#client.storageProblem;
      if (!current()) return;
      if (answer.kind === 'result') {
        const { verdict } = answer.result;
        const reading = readingOf(await style, verdict);
        if (!current()) return;
        const matrix = matrixOf(verdict);
        this.choice =
          choiceIn((this.peek?.shared ?? this.#resumed)?.view ?? null, matrix) ?? firstChoice(verdict, matrix);
        this.phase = { kind: 'done', result: answer.result, source, own, reading };
        if (peek === null) this.#onResult(task, source, answer.result);
      } else if (answer.kind === 'bad-input') {
        const problem = faultProblem(answer.part, answer.line, answer.cause);
        if (own !== null && peek === null) this.ownFault = { own, problem };
        this.phase = { kind: 'bad-input', sentence: ownSentence(problem) };
      } else if (answer.kind === 'stopped') this.phase = { kind: 'stopped', live };
      else this.phase = { kind: 'failed', sentence: answer.sentence };
    } catch (error) {
      if (current()) this.phase = { kind: 'failed', sentence: causeOf(error) };
    }
  }

  /** Null where there is no such task. The own function is one, also while it cannot be made a task of. */
  #named(id: string | null): Task | null {
    if (id !== OWN_TASK_ID) return this.tasks.find((candidate) => candidate.id === id) ?? null;
    const read = taskOf(this.own);
    return read.ok ? read.value : UNFINISHED;
  }

  /** Ends what goes on, and remembers the answer of the visitor's own code. */
  #leave(): void {
    this.stop();
    this.#turn += 1;
    if (this.peek === null) this.#kept[this.task.id] = { phase: this.phase, choice: this.choice };
    this.taking = null;
    this.wantedLine = null;
    this.#resumed = null;
    this.aside = [];
  }

  #readDraft(): void {
    this.source = this.#draftOf(this.task.id);
    this.origin = this.#drafts.read(`${ORIGIN}${this.task.id}`);
    this.aside = keptAside(this.#drafts.read(ASIDE + this.task.id));
  }

  #draftOf(taskId: string): string {
    const draft = this.#drafts.read(taskId);
    // The own function starts as the example, and the example comes with its code.
    return draft === '' && taskId === OWN_TASK_ID && isExample(this.own) ? exampleOwn().solution : draft;
  }

  /** The visitor's own, also during a peek; an untouched example is none. */
  #currentDraft(): AsideDraft {
    const text = this.#drafts.read(this.task.id);
    return { text, own: this.isOwn && !(text === '' && isExample(this.own)) ? this.own : null };
  }

  #keepAside(drafts: readonly AsideDraft[]): void {
    this.aside = drafts;
    this.#drafts.write(ASIDE + this.task.id, textOfAside(drafts));
  }

  #takeAsOrigin(text: string): void {
    this.origin = text;
    this.#drafts.write(`${ORIGIN}${this.task.id}`, text);
  }

  /** One load at a time, shared by everybody who waits. A failed one is forgotten, so the next call tries again. */
  #ready(): Promise<void> {
    this.#reader.warm();
    this.#loading ??= this.#client
      .load((progress) => (this.load = progress))
      .then(() => {
        this.storageProblem = this.#client.storageProblem;
      })
      .catch((error: unknown) => {
        this.#loading = null;
        this.load = null;
        throw error;
      });
    return this.#loading;
  }
}

/** A judge is at fault for one function; schema and rows that do not run are so whatever else there is. */
function stillStands(fault: { readonly own: OwnFunction; readonly problem: Problem }, own: OwnFunction): boolean {
  return fault.problem.field === 'sql' ? fault.own.sql === own.sql : testsTheSame(fault.own, own);
}

/** Where the drafts of the own function, the texts as they came and the drafts put aside are kept. */
const OWN_DRAFT = 'own-function/world';
const ORIGIN = 'origin/';
const ASIDE = 'aside/';

/** Stands for an own function that cannot be made a task of yet. */
const UNFINISHED: Task = {
  id: OWN_TASK_ID,
  title: 'Your own function',
  category: 'database',
  function: 'your_function',
  parameters: ['conn'],
  finishesInterruptedWork: false,
  judgesRepeats: true,
  prompt: '',
  cases: [],
  judgeSql: null,
  references: [],
};

function matrixIn(phase: Phase): Matrix | null {
  if (phase.kind === 'done') return matrixOf(phase.result.verdict);
  if (phase.kind === 'running' || phase.kind === 'stopped') return phase.live === null ? null : liveMatrix(phase.live);
  return null;
}

function takingSentence({ where, adapted }: Candidate): string {
  const isWhole = where.startsWith('the whole text');
  if (isWhole) return adapted ?? 'Cleaned line ends and spaces.';
  return `Took ${where} of the pasted text.${adapted === null ? '' : ` ${adapted}`}`;
}
