// The rounds of one task as a list with lasting numbers: added to, cut to its caps, compared, written as text and
// read back. Pure; what is shown and where it is kept is known to `rounds.svelte.ts`.
import * as v from 'valibot';
import type { Verdict } from '../model/verdict.ts';
import { compareRounds, type Comparison } from '../repair/compare.ts';
import type { FailureKind, RepairTask } from '../repair/failures.ts';
import { kindsText } from '../repair/kind-words.ts';
import { roundOf, type Round } from '../repair/rounds.ts';
import { canonicalCode } from '../repair/same-code.ts';

export const MOST_ROUNDS = 20;
/** Characters of code that the rounds of a task hold together; the last two are kept whatever their length. */
export const MOST_CHARACTERS = 100_000;

export interface KeptRound {
  /** From 1, in the order of the runs. It stays when older rounds are dropped. */
  readonly number: number;
  readonly round: Round;
  /** The verdict's shortest failing story; null where it has none. */
  readonly story: string | null;
  /** Digest of the task that it was tested on, 64 hex digits. */
  readonly task: string;
  /** Number of the last earlier round with the same code, which may be dropped by now. */
  readonly sameCodeAs: number | null;
}

/** Oldest first; each number is one more than that before. */
export type RoundList = readonly KeptRound[];

/** How many older rounds are no longer kept. */
export function droppedOf(list: RoundList): number {
  return (list[0]?.number ?? 1) - 1;
}

/** `again` is the number of the last round where this is that round once more; then nothing is added. */
export function added(
  list: RoundList,
  task: RepairTask,
  source: string,
  verdict: Verdict,
): { readonly list: RoundList; readonly again: number | null } {
  const last = list.at(-1);
  if (last !== undefined && last.round.source === source && last.round.digest === verdict.digest) {
    return { list, again: last.number };
  }
  const code = canonicalCode(source);
  const same = list.findLast(({ round }) => round.source === source || canonicalCode(round.source) === code);
  const kept: KeptRound = {
    number: (last?.number ?? 0) + 1,
    round: roundOf(task, source, verdict),
    story: verdict.story?.sentence ?? null,
    task: verdict.task.digest,
    sameCodeAs: same?.number ?? null,
  };
  return { list: capped([...list, kept]), again: null };
}

function capped(list: RoundList): RoundList {
  const characters = list.reduce((sum, { round }) => sum + round.source.length, 0);
  const tooMany = list.length > MOST_ROUNDS || characters > MOST_CHARACTERS;
  return tooMany && list.length > 2 ? capped(list.slice(1)) : list;
}

/** Kinds of failure that a round has and the round before was seen to be free of. */
export interface Introduced {
  readonly since: number;
  /** One or more kinds in words, without a full stop. */
  readonly text: string;
}

/** Null where nothing is new, or where nothing can be said: the first round, or another state of the task. */
export function introducedBy(list: RoundList, kept: KeptRound): Introduced | null {
  const before = list.find(({ number }) => number === kept.number - 1);
  if (before === undefined || before.task !== kept.task) return null;
  const { introduced } = compareRounds(before.round, kept.round, []);
  if (introduced.length === 0) return null;
  return { since: before.number, text: kindsText(introduced, kept.round.modes.length > 1) };
}

export interface KeptComparison extends Comparison {
  /** The task was changed between the two: they were not tested on the same. */
  readonly taskChanged: boolean;
}

/** Both are rounds of the list. */
export function compareKept(list: RoundList, before: KeptRound, after: KeptRound): KeptComparison {
  const earlier = list.filter(({ number }) => number < after.number).map(({ round }) => round);
  const comparison = compareRounds(before.round, after.round, earlier, droppedOf(list) + 1);
  return { ...comparison, taskChanged: before.task !== after.task };
}

const digest = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const count = v.pipe(v.number(), v.integer(), v.minValue(1));
const mode = v.picklist(['default', 'autocommit']);
const kind: v.GenericSchema<unknown, FailureKind> = v.object({
  mode,
  when: v.picklist(['clean', 'soft', 'hard', 'repeat']),
  harm: v.picklist(['torn', 'double-applied', 'half-done', 're-run-fails', 'does-not-work']),
});
const round: v.GenericSchema<unknown, Round> = v.object({
  source: v.string(),
  digest,
  status: v.picklist(['judged', 'does-not-work', 'not-judged']),
  safety: v.nullable(v.picklist(['unsafe', 'safe-by-accident', 'safe-by-design'])),
  doubleApplies: v.nullable(v.boolean()),
  fullyCrashSafe: v.nullable(v.boolean()),
  headline: v.string(),
  modes: v.array(v.object({ mode, works: v.boolean(), kinds: v.array(kind), complete: v.boolean() })),
});
const schema: v.GenericSchema<unknown, RoundList> = v.pipe(
  v.array(
    v.object({ number: count, round, story: v.nullable(v.string()), task: digest, sameCodeAs: v.nullable(count) }),
  ),
  v.check((list) => list.every(({ number }, at) => number === (list[0]?.number ?? 1) + at)),
);

export function textOfRounds(list: RoundList): string {
  return JSON.stringify(list);
}

/** The list that `textOfRounds` wrote; empty where the text is none of ours. */
export function keptRounds(text: string | null): RoundList {
  try {
    const read = v.safeParse(schema, JSON.parse(text ?? '[]'));
    if (read.success) return read.output;
  } catch {
    // Not JSON, so not ours.
  }
  return [];
}
