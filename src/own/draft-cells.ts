// A cell that a clean run changes, as a line of the drafted judge, and what a second run makes of it.
import type { Change } from './draft-change.ts';
import { type Row, type Table, whereOf, wordsOf } from './draft-table.ts';
import { NOTHING, cellIs, cellSql, isNumber } from './sql-write.ts';
import type { Varying } from './varying.ts';

/** One cell that a clean run changes. What varies from run to run is only seen to be another value than before. */
export function cellChange(table: Table, row: Row, now: Row, at: number, varying: Varying): Change {
  const column = table.columns[at] ?? '';
  const affinity = table.affinities[at] ?? 'none';
  const [was, is] = [row[at] ?? 'NULL', now[at] ?? 'NULL'];
  const later = table.twice?.find((one) => table.key.every((key) => one[key] === row[key]))?.[at] ?? null;
  const from = `FROM ${table.main} WHERE ${whereOf(table, table.key, row)}`;
  const line = { rank: 3, what: `${table.name}, ${wordsOf(table, table.key, row)}: ${column}`, twice: null } as const;
  const second = secondValue(was, is, later);
  if (varying.has(is) || second === 'varies') {
    const [old, words] = was === 'NULL' ? [NOTHING, `'filled'`] : [`'as before'`, `'changed'`];
    const read = `(SELECT iif(${cellIs(column, affinity, was)}, ${old}, ${words}) ${from})`;
    return { ...line, before: old, after: words, now: `coalesce(${read}, ${NOTHING})` };
  }
  const { read, literal } = cellSql(column, affinity, [was, is, ...(second === null ? [] : [second])]);
  return {
    ...line,
    before: literal(was),
    after: literal(is),
    twice: second === null || isNumber(literal(second)) ? null : literal(second),
    now: `coalesce((SELECT ${read} ${from}), ${NOTHING})`,
  };
}

/** What a second run makes of a changed cell: null where that says nothing, 'varies' where no rule leads there. */
function secondValue(was: string, is: string, later: string | null): string | null {
  if (later === null || later === is || later === was) return null;
  if (is === 'NULL' || later === 'NULL') return null;
  if (!isNumber(is) || !isNumber(later)) return later.includes(is) ? later : 'varies';
  const [first, second, third] = [was, is, later].map((cell) => (isNumber(cell) ? Number(cell) : 0)) as [
    number,
    number,
    number,
  ];
  const near = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));
  const byDifference = near(third - second, second - first);
  const byRatio = first !== 0 && near(third * first, second * second);
  return byDifference || byRatio ? later : 'varies';
}
