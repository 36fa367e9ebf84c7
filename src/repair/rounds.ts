// The rounds of a repair as plain data, for a strip of them: the code, and what of its verdict is shown and compared.
// Small enough to be kept by the dozen; the verdict itself is kept elsewhere, by its digest.
import type { Safety, Verdict, VerdictStatus } from '../model/verdict.ts';
import { failuresOf, type ModeFailures, type RepairTask } from './failures.ts';

export interface Round {
  readonly source: string;
  /** Digest of the verdict, 64 hex digits. */
  readonly digest: string;
  readonly status: VerdictStatus;
  readonly safety: Safety | null;
  readonly doubleApplies: boolean | null;
  readonly fullyCrashSafe: boolean | null;
  readonly headline: string;
  /** In the order of the verdict; one mode for a task without a database, else two. */
  readonly modes: readonly ModeFailures[];
}

export function roundOf(task: RepairTask, source: string, verdict: Verdict): Round {
  const { digest, status, safety, doubleApplies, fullyCrashSafe, headline } = verdict;
  return { source, digest, status, safety, doubleApplies, fullyCrashSafe, headline, modes: failuresOf(task, verdict) };
}

/**
 * It works, and no scenario fails in either mode, double-applying included. What was not judged counts as failing:
 * nothing good is said of it. Source: method, "Repair".
 */
export function isRepaired(verdict: Pick<Verdict, 'status' | 'safety' | 'fullyCrashSafe'>): boolean {
  return verdict.status === 'judged' && verdict.safety === 'safe-by-design' && verdict.fullyCrashSafe === true;
}

/** Whether the code works in the default mode; null where that could not be decided. */
export function works(round: Pick<Round, 'status' | 'modes'>): boolean | null {
  if (round.status !== 'not-judged') return round.status === 'judged';
  return round.modes[0]?.works === true ? true : null;
}
