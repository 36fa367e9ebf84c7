// Runs every reference of every task through the client, one after another, and tallies what did not come out as
// intended. Pure but for the client; when a check starts and ends on the page is known to `gate.svelte.ts`.
import { checkReference } from '../engine/gate.ts';
import type { LoadProgress } from '../model/progress.ts';
import type { Reference, Task } from '../model/task.ts';
import { causeOf, type CrashTestClient, type RunAnswer } from './client.ts';

export interface GateFailure {
  readonly task: string;
  readonly reference: string;
  /** What was found and what was expected. */
  readonly sentence: string;
}

export interface Tally {
  readonly done: number;
  readonly total: number;
  readonly failures: readonly GateFailure[];
  /** Sentences about tasks that could not be loaded: their references cannot be checked. */
  readonly unloaded: readonly string[];
}

/** `broken-off` could not go on, for the reason in the sentence. */
export type GateEnd =
  | { readonly kind: 'checked'; readonly tally: Tally }
  | { readonly kind: 'stopped'; readonly tally: Tally }
  | { readonly kind: 'broken-off'; readonly tally: Tally; readonly sentence: string };

export type GateState =
  | { readonly kind: 'not-checked' }
  /** `now` names the reference that is being run; null while Python loads. */
  | { readonly kind: 'checking'; readonly tally: Tally; readonly now: string | null }
  | GateEnd;

export interface GateTasks {
  readonly tasks: readonly Task[];
  readonly unloaded: readonly string[];
}

export interface GateListener {
  readonly onLoad: (progress: LoadProgress) => void;
  readonly onCheck: (tally: Tally, now: string | null) => void;
}

/** Ends at once when `signal` aborts, and leaves the client free by then. */
export async function checkReferences(
  client: Pick<CrashTestClient, 'load' | 'run' | 'stop'>,
  { tasks, unloaded }: GateTasks,
  signal: AbortSignal,
  { onLoad, onCheck }: GateListener,
): Promise<GateEnd> {
  const jobs = tasks.flatMap((task) => task.references.map((reference) => ({ task, reference })));
  let tally: Tally = { done: 0, total: jobs.length, failures: [], unloaded };
  const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  onCheck(tally, null);
  try {
    await Promise.race([client.load(onLoad), aborted]);
    for (const { task, reference } of jobs) {
      if (signal.aborted) break;
      onCheck(tally, `${task.title}, ${reference.name}`);
      const stop = (): void => client.stop();
      signal.addEventListener('abort', stop, { once: true });
      const answer = await client.run({ task, source: reference.source }, () => undefined);
      signal.removeEventListener('abort', stop);
      if (signal.aborted || answer.kind === 'stopped') return { kind: 'stopped', tally };
      tally = { ...tally, done: tally.done + 1, failures: [...tally.failures, ...failuresOf(task, reference, answer)] };
    }
    return { kind: signal.aborted ? 'stopped' : 'checked', tally };
  } catch (error) {
    return { kind: 'broken-off', tally, sentence: causeOf(error) };
  }
}

/** None or one. */
function failuresOf(
  task: Task,
  reference: Reference,
  answer: Exclude<RunAnswer, { kind: 'stopped' }>,
): readonly GateFailure[] {
  const named = { task: task.title, reference: reference.name };
  if (answer.kind !== 'result') {
    const why = answer.kind === 'failed' ? answer.sentence : answer.cause;
    return [{ ...named, sentence: `no verdict (${why}), expected ${reference.intended}` }];
  }
  const { ok, sentence } = checkReference(reference, answer.result.verdict);
  return ok ? [] : [{ ...named, sentence }];
}

/** Null before the first check. */
export function tallyOf(state: GateState): Tally | null {
  return state.kind === 'not-checked' ? null : state.tally;
}

/** Whether something is known that no verdict should be trusted with. */
export function isFaulty({ failures, unloaded }: Tally): boolean {
  return failures.length > 0 || unloaded.length > 0;
}
