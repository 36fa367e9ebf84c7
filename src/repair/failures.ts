// Kinds of failure that a verdict shows, so that two rounds of a repair can be compared. Pure; which kinds are new,
// and what is said of them, is decided in `compare.ts`.
import type { Task } from '../model/task.ts';
import type { Exit, Mode } from '../model/trace.ts';
import type { Cell, ModeReport, Verdict } from '../model/verdict.ts';

/**
 * Two failures are of one kind when they were seen in the same mode, after the same thing happened (`when`), and did
 * the same harm. Crash points and judge's sentences do not count: a repair moves the lines and words the errors anew.
 */
export interface FailureKind {
  readonly mode: Mode;
  /** `clean`: the first run, which nothing disturbed. `repeat`: the same call once more, after a clean run. */
  readonly when: 'clean' | 'soft' | 'hard' | 'repeat';
  /**
   * `torn`: the world right after the crash contradicts itself, in a task that is judged on that. The next three are
   * outcomes other than `recovered`. `does-not-work` goes with `clean`, and with autocommit only.
   */
  readonly harm: 'torn' | 'double-applied' | 'half-done' | 're-run-fails' | 'does-not-work';
}

/** What one mode shows. */
export interface ModeFailures {
  readonly mode: Mode;
  readonly works: boolean;
  /** In the order of the run, each kind once. */
  readonly kinds: readonly FailureKind[];
  /** True where the code works and every scenario of the mode was judged: only then is a kind known to be absent. */
  readonly complete: boolean;
}

export type RepairTask = Pick<Task, 'finishesInterruptedWork'>;

/** One entry for each mode of the verdict, in its order. A clean run that could not be judged is no failure. */
export function failuresOf(task: RepairTask, verdict: Verdict): readonly ModeFailures[] {
  return verdict.modes.map((report, at) => {
    const kinds = report.works ? kindsOfCrashes(task, report) : kindsOfCleanRun(verdict, report, at);
    return { mode: report.mode, works: report.works, kinds: distinct(kinds), complete: isComplete(report) };
  });
}

export function isSameKind(a: FailureKind, b: FailureKind): boolean {
  return a.mode === b.mode && a.when === b.when && a.harm === b.harm;
}

function kindsOfCrashes(task: RepairTask, { mode, cells, repeat }: ModeReport): FailureKind[] {
  const kinds = cells.flatMap((cell) => harmsOf(task, cell).map((harm) => ({ mode, when: cell.fault, harm })));
  if (repeat === null || repeat.outcome === 'recovered') return kinds;
  return [...kinds, { mode, when: 'repeat', harm: repeat.outcome }];
}

function harmsOf(task: RepairTask, cell: Cell): FailureKind['harm'][] {
  if (cell.status === 'not-judged') return [];
  const harms: FailureKind['harm'][] = [];
  // A task that finishes interrupted work is judged after the re-run: half the work in between is part of the job.
  if (cell.torn && !task.finishesInterruptedWork) harms.push('torn');
  if (cell.outcome !== 'recovered') harms.push(cell.outcome);
  return harms;
}

/** Code that does not work in the first mode is set aside: that is said of the round, and is no kind of failure. */
function kindsOfCleanRun(verdict: Verdict, { mode, normal }: ModeReport, at: number): FailureKind[] {
  const last = normal.at(-1);
  const exit = last === undefined ? undefined : verdict.exits[last.exit];
  if (at === 0 || last?.world == null || exit === undefined || isInconclusive(exit)) return [];
  return [{ mode, when: 'clean', harm: 'does-not-work' }];
}

/** Ways to end from which nothing can be concluded. */
function isInconclusive({ status, refusals }: Exit): boolean {
  if (status.kind === 'timed-out' || status.kind === 'over-limit' || status.kind === 'died') return true;
  return refusals.length > 0;
}

function isComplete(report: ModeReport): boolean {
  return report.works && report.repeat !== null && report.cells.every((cell) => cell.status === 'judged');
}

function distinct(kinds: readonly FailureKind[]): FailureKind[] {
  return kinds.filter((kind, at) => kinds.findIndex((other) => isSameKind(kind, other)) === at);
}
