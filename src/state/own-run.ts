// What a finished run tells about the own function's judge: whether one can be drafted from it, and whether the
// person's own judge failed. Pure.
import type { OwnFunction } from '../model/own.ts';
import type { CrashTestResult } from '../model/verdict.ts';
import type { WorldView } from '../model/world.ts';
import type { Phase } from './playground.svelte.ts';
import { testsTheSame } from './own-draft.ts';

/** The worlds a judge is drafted from; `twice` is null where there was no second clean run. */
export interface CleanWorlds {
  readonly before: WorldView;
  readonly after: WorldView;
  readonly twice: WorldView | null;
}

export type Draftable =
  | { readonly kind: 'yes'; readonly worlds: CleanWorlds }
  /** A sentence that says what to do first. */
  | { readonly kind: 'no'; readonly sentence: string };

/** `own` and `source` are as they stand now. */
export function draftableFrom(phase: Phase, own: OwnFunction, source: string): Draftable {
  if (phase.kind !== 'done' || phase.own === null) {
    return no('Run the function first: the draft is made from what its clean run changes.');
  }
  if (phase.source !== source || !startsTheSame(phase.own, own)) {
    return no('Run it again first: something has changed since the last run.');
  }
  const { result } = phase;
  const [report] = result.verdict.modes;
  const clean = report?.normal[0];
  // A judge that does not fit may say that the run does not work; drafting another one is the way out.
  const works = report?.works === true || (phase.own.judgeSql.trim() !== '' && returned(result, clean?.exit));
  const before = worldOf(result, report?.startWorld);
  const after = worldOf(result, clean?.world);
  if (!works || before === null || after === null) {
    return no('The clean run has to work first: there is nothing to make a draft from.');
  }
  return { kind: 'yes', worlds: { before, after, twice: worldOf(result, report?.repeat?.world) } };
}

/** Null where the judge did not fail, or is another one by now. */
export function judgeFailure(phase: Phase, own: OwnFunction): string | null {
  if (phase.kind !== 'done' || phase.own === null || phase.own.judgeSql !== own.judgeSql) return null;
  const { reason } = phase.result.verdict;
  return reason?.code === 'judge-failed' && own.judgeSql.trim() !== '' ? reason.sentence : null;
}

function no(sentence: string): Draftable {
  return { kind: 'no', sentence };
}

/** The judge, and when it looks, change nothing in a clean run. */
function startsTheSame(one: OwnFunction, other: OwnFunction): boolean {
  const { judgeSql, finishesInterruptedWork } = other;
  return testsTheSame({ ...one, judgeSql, finishesInterruptedWork }, other);
}

function returned({ verdict }: CrashTestResult, exit: number | undefined): boolean {
  return exit !== undefined && verdict.exits[exit]?.status.kind === 'returned';
}

function worldOf({ verdict, evidence }: CrashTestResult, index: number | null | undefined): WorldView | null {
  const digest = index == null ? undefined : verdict.worlds[index]?.digest;
  return digest === undefined ? null : (evidence.worlds[digest] ?? null);
}
