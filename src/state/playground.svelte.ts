// What the page is doing: the chosen task, its code, the run that goes on and the last answer. Components show
// it and call its methods; it knows neither the DOM nor a worker.
import type { AnswerReading, Candidate } from '../answer/answer.ts';
import type { LoadProgress } from '../model/progress.ts';
import type { Task } from '../model/task.ts';
import type { CrashTestResult } from '../model/verdict.ts';
import { Drafts, readSetting, writeSetting, type Shelf } from '../storage/drafts.ts';
import { causeOf, type CrashTestClient } from './client.ts';
import { advance, liveMatrix, startOf, type LiveTest } from './live.ts';
import { firstChoice, matrixOf, type Choice, type Matrix } from './matrix.ts';
import { readSolution, type Reading } from './reading.ts';

export type Phase =
  | { readonly kind: 'empty' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'load-failed'; readonly sentence: string }
  | { readonly kind: 'running'; readonly live: LiveTest }
  | { readonly kind: 'done'; readonly result: CrashTestResult; readonly source: string; readonly reading: Reading }
  /** `live` is null where it was stopped before the first run. */
  | { readonly kind: 'stopped'; readonly live: LiveTest | null }
  | { readonly kind: 'failed'; readonly sentence: string }
  | { readonly kind: 'no-code'; readonly sentence: string }
  | { readonly kind: 'several'; readonly candidates: readonly Candidate[]; readonly preferred: number };

/** The editor's text was replaced by a part of it. */
export interface Taking {
  readonly sentence: string;
  readonly before: string;
  readonly source: string;
}

export interface PlaygroundParts {
  readonly client: CrashTestClient;
  /** At least one. */
  readonly tasks: readonly Task[];
  /** Id of the task that a first visit opens; where there is none of it, the first one is opened. */
  readonly startTask: string;
  /** Sentences about tasks that could not be loaded. */
  readonly taskProblems: readonly string[];
  readonly readAnswer: (text: string, wanted: Pick<Task, 'function' | 'parameters'>) => AnswerReading;
  readonly shelf: Shelf | null;
  /** Ends whatever else uses the client. Called before each crash test. */
  readonly makeWay: () => Promise<void>;
}

export class Playground {
  readonly tasks: readonly Task[];
  readonly taskProblems: readonly string[];
  readonly #client: CrashTestClient;
  readonly #readAnswer: PlaygroundParts['readAnswer'];
  readonly #shelf: Shelf | null;
  readonly #makeWay: PlaygroundParts['makeWay'];
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
  taking: Taking | null = $state.raw(null);
  draftProblem: string | null = $state(null);
  /** What was loaded could not be kept; the next visit loads again. */
  storageProblem: string | null = $state(null);
  /** A line the editor is asked to show; a new object each time. */
  wantedLine: { readonly line: number } | null = $state.raw(null);

  readonly busy: boolean = $derived(this.phase.kind === 'loading' || this.phase.kind === 'running');
  readonly outdated: boolean = $derived(this.phase.kind === 'done' && this.phase.source !== this.source);
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
    this.#readAnswer = parts.readAnswer;
    this.#shelf = parts.shelf;
    this.#makeWay = parts.makeWay;
    this.#drafts = new Drafts(parts.shelf, (sentence) => (this.draftProblem = sentence));
    const named = (id: string | null): Task | undefined => parts.tasks.find((candidate) => candidate.id === id);
    const task = named(readSetting(parts.shelf, 'task')) ?? named(parts.startTask) ?? parts.tasks[0];
    if (task === undefined) throw new Error('a playground needs at least one task');
    this.task = task;
    this.source = this.#drafts.read(task.id);
  }

  selectTask(id: string): void {
    const task = this.tasks.find((candidate) => candidate.id === id);
    if (task === undefined || task === this.task) return;
    this.stop();
    this.#turn += 1;
    this.#kept[this.task.id] = { phase: this.phase, choice: this.choice };
    this.task = task;
    this.source = this.#drafts.read(id);
    const kept = this.#kept[id];
    this.phase = kept?.phase ?? { kind: 'empty' };
    this.choice = kept?.choice ?? null;
    this.taking = null;
    this.wantedLine = null;
    writeSetting(this.#shelf, 'task', id);
  }

  /** Called for every change in the editor. The first one starts loading, so that Run finds Python ready. */
  edit(text: string): void {
    if (text === this.source) return;
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
    const reading = this.#readAnswer(this.source, this.task);
    if (reading.kind === 'none') this.phase = { kind: 'no-code', sentence: reading.sentence };
    else if (reading.kind === 'several')
      this.phase = { kind: 'several', candidates: reading.candidates, preferred: reading.preferred ?? 0 };
    else await this.runCandidate(reading.candidate);
  }

  /** Puts the candidate's code into the editor, so that lines match, and tests it. */
  async runCandidate(candidate: Candidate): Promise<void> {
    if (this.busy) return;
    const before = this.source;
    if (candidate.source !== before) {
      this.edit(candidate.source);
      this.taking = { sentence: takingSentence(candidate), before, source: candidate.source };
    }
    await this.#test(candidate.source);
  }

  undoTaking(): void {
    if (this.taking !== null) this.edit(this.taking.before);
  }

  stop(): void {
    if (!this.busy) return;
    this.#turn += 1;
    const live = this.phase.kind === 'running' ? this.phase.live : null;
    if (live !== null) this.#client.stop();
    this.phase = { kind: 'stopped', live };
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
    let live = startOf(this.task);
    this.phase = { kind: 'running', live };
    try {
      const answer = await this.#client.run({ task: this.task, source }, (progress) => {
        if (!current()) return;
        live = advance(live, progress);
        this.phase = { kind: 'running', live };
      });
      if (!current()) return;
      if (answer.kind === 'result') {
        const { verdict } = answer.result;
        this.choice = firstChoice(verdict, matrixOf(verdict));
        const reading = readSolution(source, this.task.function, verdict);
        this.phase = { kind: 'done', result: answer.result, source, reading };
      } else if (answer.kind === 'stopped') this.phase = { kind: 'stopped', live };
      else this.phase = { kind: 'failed', sentence: answer.sentence };
    } catch (error) {
      if (current()) this.phase = { kind: 'failed', sentence: causeOf(error) };
    }
  }

  /** One load at a time, shared by everybody who waits. A failed one is forgotten, so the next call tries again. */
  #ready(): Promise<void> {
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
