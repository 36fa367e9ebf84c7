// One change that a clean run makes, as a line of the drafted judge. Which changes there are is found in `draft-rows.ts`
// and `draft-outside.ts`; the SQL around the lines is written in `judge-draft.ts`.
import { sqlText } from './sql-write.ts';

/**
 * What may be ahead of what without contradicting it: 1 new files and dropped cache entries (nobody knows of them yet),
 * 2 replaced files, 3 rows, mails and cache entries, 4 files to be removed (nobody looks for them any more).
 */
export type Rank = 1 | 2 | 3 | 4;

/** `before`, `after`, `twice` and `now` are SQL: literals, and an expression that reads the world and is never NULL. */
export interface Change {
  readonly rank: Rank;
  /** Begins a sentence that goes on with `is` and the value. */
  readonly what: string;
  readonly before: string;
  readonly after: string;
  /** What a second clean run leaves, where it is known and not a number. */
  readonly twice: string | null;
  readonly now: string;
}

export interface Draft {
  readonly changes: readonly Change[];
  /** SELECTs of one sentence each: things that a clean run leaves alone, and finds otherwise. */
  readonly guards: readonly string[];
  /** What the person should know of, one comment each. */
  readonly notes: readonly string[];
}

/** A number of things: `counted` is SQL up to its WHERE. */
export function countOf(
  rank: Rank,
  what: string,
  counted: { readonly from: string; readonly where: string },
  [before, after, twice]: readonly [number, number, number | null],
): Change {
  const where = counted.where === '' ? '' : ` WHERE ${counted.where}`;
  // Numbers that go on growing are seen without being told; the second run matters where the first leaves none.
  const later = twice !== null && before === after && twice !== after ? String(twice) : null;
  return {
    rank,
    what: `the number of ${what}`,
    before: String(before),
    after: String(after),
    twice: later,
    now: `(SELECT count(*) FROM ${counted.from}${where})`,
  };
}

/** Whether something is there, in words. */
export function presenceOf(rank: Rank, what: string, there: 'before' | 'after', counted: string): Change {
  const words = [`'not there'`, `'there'`] as const;
  const [before, after] = there === 'after' ? words : ([...words].reverse() as [string, string]);
  return {
    rank,
    what,
    before,
    after,
    twice: null,
    now: `(SELECT iif(count(*) = 0, ${words.join(', ')}) FROM ${counted})`,
  };
}

/** One line of the view `expected`. */
export function lineOf(change: Change, n: number): string {
  const values = [n, change.rank, sqlText(change.what), change.before, change.after, change.twice ?? 'NULL'];
  return `  SELECT ${values.join(', ')},\n    ${change.now}`;
}

/** How often each item is in `left` and not in `right`, as a list with repetitions. */
export function surplus<T>(left: readonly T[], right: readonly T[], keyOf: (item: T) => string): T[] {
  const counts = new Map<string, number>();
  for (const item of right) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return left.filter((item) => {
    const count = counts.get(keyOf(item)) ?? 0;
    counts.set(keyOf(item), count - 1);
    return count <= 0;
  });
}

/** Of `candidates` the one that shares most fields with `item`, and which fields (indices) differ; null where none does. */
export function closest(
  item: readonly string[],
  candidates: readonly (readonly string[])[],
  fields: readonly number[],
): readonly number[] | null {
  let best: readonly number[] | null = null;
  for (const candidate of candidates) {
    const differing = fields.filter((field) => candidate[field] !== item[field]);
    if (differing.length < fields.length && (best === null || differing.length < best.length)) best = differing;
  }
  return best;
}
