// One table before and after a clean run, and sets of its rows as SQL and as words. What changed in it is found in
// `draft-rows.ts`.
import type { Affinity } from './sql-text.ts';
import { cellIs } from './sql-write.ts';

export type Row = readonly string[];

/** One table that is there before and after, seen through the columns that it keeps. */
export interface Table {
  readonly name: string;
  /** As SQL: `main.orders`. */
  readonly main: string;
  readonly columns: readonly string[];
  readonly affinities: readonly Affinity[];
  /** Indices of the columns that tell rows apart; empty where none do. */
  readonly key: readonly number[];
  /** True where the key is the table's own, and not merely found to be one. */
  readonly keyDeclared: boolean;
  readonly before: readonly Row[];
  readonly after: readonly Row[];
  /** Null where there was no second run. */
  readonly twice: readonly Row[] | null;
}

/** A set of rows by what some columns hold. */
export interface RowSet {
  /** SQL, '' for every row. */
  readonly where: string;
  readonly words: string;
  readonly has: (row: Row) => boolean;
}

/** What was found out about one table, for the guards. */
export interface RowChanges {
  /** Rows of before and after with the same key and other cells, and the indices of those. */
  readonly changed: readonly { readonly row: Row; readonly cells: readonly number[] }[];
  readonly removed: readonly Row[];
  readonly added: readonly RowSet[];
}

export function rowSet(table: Table, row: Row, fields: readonly number[]): RowSet {
  return {
    where: whereOf(table, fields, row),
    words: fields.length === 0 ? '' : ` with ${wordsOf(table, fields, row)}`,
    has: (other) => fields.every((at) => other[at] === row[at]),
  };
}

export function distinct(sets: readonly RowSet[]): readonly RowSet[] {
  return [...new Map(sets.map((set) => [set.where, set])).values()];
}

export function whereOf(table: Table, fields: readonly number[], row: Row): string {
  return fields
    .map((at) => cellIs(table.columns[at] ?? '', table.affinities[at] ?? 'none', row[at] ?? 'NULL'))
    .join(' AND ');
}

const MOST_WORDS = 3;

/** `order_id 7, amount 50`: the first few columns, enough to know the row by. */
export function wordsOf(table: Table, fields: readonly number[], row: Row): string {
  const words = fields.slice(0, MOST_WORDS).map((at) => {
    const cell = (row[at] ?? 'NULL').replace(/\s+/g, ' ');
    return `${table.columns[at]} ${cell.length > 40 ? `${cell.slice(0, 39)}…` : cell}`;
  });
  return words.join(', ');
}

export function allFields(table: Table): number[] {
  return table.columns.map((_, at) => at);
}
