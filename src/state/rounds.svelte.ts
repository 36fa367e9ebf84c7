// The rounds of answers to each task, which two of them are compared, and what goes back to an assistant. Kept in
// this browser; what a round holds and how two compare lives in `round-list.ts` and `repair/`.
import type { Task } from '../model/task.ts';
import type { Verdict } from '../model/verdict.ts';
import { FEEDBACK_KINDS, type FeedbackKind } from '../repair/prompt.ts';
import { readSetting, writeSetting, type Shelf } from '../storage/drafts.ts';
import { added, keptRounds, textOfRounds, type KeptRound, type RoundList } from './round-list.ts';

export class Rounds {
  readonly #shelf: Shelf | null;
  /** Lists as the shelf had them when they were first looked at; one that has changed here is in `#lists`. */
  readonly #opened: Record<string, RoundList> = {};
  /** Tasks whose last change is only in memory. */
  #unkept: readonly string[] = [];

  #lists: Readonly<Record<string, RoundList>> = $state.raw({});
  /** Number of the round that is compared with the latest, by task id, where a person has chosen one. */
  #chosen: Readonly<Record<string, number>> = $state.raw({});
  /** The last run was that of the latest round once more, so it made no round of its own. */
  again: { readonly taskId: string; readonly number: number } | null = $state.raw(null);
  /** What `clear` took away last; it can be had back until the next round. */
  cleared: { readonly taskId: string; readonly list: RoundList } | null = $state.raw(null);
  problem: string | null = $state(null);
  feedback: FeedbackKind = $state('runtime');

  constructor(shelf: Shelf | null) {
    this.#shelf = shelf;
    const feedback = readSetting(shelf, 'feedback');
    this.feedback = FEEDBACK_KINDS.find((kind) => kind === feedback) ?? 'runtime';
  }

  of(taskId: string): RoundList {
    return this.#lists[taskId] ?? (this.#opened[taskId] ??= this.#onShelf(taskId));
  }

  /** Called for every result of the visitor's own code; not for code that is only looked at. */
  add(task: Pick<Task, 'id' | 'finishesInterruptedWork'>, source: string, verdict: Verdict): void {
    // Another tab may have added rounds since: the shelf knows.
    const known = this.#unkept.includes(task.id) ? this.of(task.id) : this.#onShelf(task.id);
    const { list, again } = added(known, task, source, verdict);
    this.again = again === null ? null : { taskId: task.id, number: again };
    if (again === null) {
      this.cleared = null;
      this.#chosen = { ...this.#chosen, [task.id]: 0 };
    }
    this.#set(task.id, list);
  }

  /** The latest round and that which it is measured by: the one before, unless another was chosen. */
  compared(taskId: string): { readonly before: KeptRound; readonly after: KeptRound } | null {
    const list = this.of(taskId);
    const after = list.at(-1);
    const before = list.slice(0, -1).find(({ number }) => number === this.#chosen[taskId]) ?? list.at(-2);
    return before === undefined || after === undefined ? null : { before, after };
  }

  compareWithLatest(taskId: string, number: number): void {
    this.#chosen = { ...this.#chosen, [taskId]: number };
  }

  clear(taskId: string): void {
    this.cleared = { taskId, list: this.of(taskId) };
    this.again = null;
    this.#set(taskId, []);
  }

  undoClear(): void {
    const { cleared } = this;
    if (cleared === null) return;
    this.cleared = null;
    this.#set(cleared.taskId, cleared.list);
  }

  chooseFeedback(kind: FeedbackKind): void {
    this.feedback = kind;
    writeSetting(this.#shelf, 'feedback', kind);
  }

  #onShelf(taskId: string): RoundList {
    return keptRounds(readSetting(this.#shelf, `rounds/${taskId}`));
  }

  #set(taskId: string, list: RoundList): void {
    this.#lists = { ...this.#lists, [taskId]: list };
    const kept = writeSetting(this.#shelf, `rounds/${taskId}`, list.length === 0 ? null : textOfRounds(list));
    this.#unkept = [...this.#unkept.filter((id) => id !== taskId), ...(kept ? [] : [taskId])];
    this.problem =
      this.#unkept.length === 0
        ? null
        : 'This browser does not keep the rounds: they are gone when the page is closed. Copy the code you need.';
  }
}
