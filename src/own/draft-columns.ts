// Columns that a clean run adds or takes away, as lines of the drafted judge. Rows live in `draft-rows.ts`.
import type { TableView } from '../model/world.ts';
import { type Change, presenceOf } from './draft-change.ts';
import { type Table, whereOf, wordsOf } from './draft-table.ts';
import { NOTHING, cellSql, sqlName, sqlText } from './sql-write.ts';
import type { Varying } from './varying.ts';

export function columnChanges(was: TableView, is: TableView, table: Table, varying: Varying): Change[] {
  const listed = (column: string): string =>
    `pragma_table_info(${sqlText(table.name)}, 'main') WHERE name = ${sqlText(column)}`;
  const gone = was.columns.filter((column) => !is.columns.includes(column));
  const made = is.columns.filter((column) => !was.columns.includes(column));
  return [
    ...gone.map((one) => presenceOf(3, `the column ${one} of ${table.name}`, 'before', listed(one))),
    ...made.flatMap((column) => [
      presenceOf(3, `the column ${column} of ${table.name}`, 'after', listed(column)),
      ...filledColumn(column, is, table, varying),
    ]),
  ];
}

/**
 * The cells of a column that the call adds. Where there is no such column yet, SQL takes the name for the one of the
 * SELECT around it.
 */
function filledColumn(column: string, is: TableView, table: Table, varying: Varying): Change[] {
  if (!table.keyDeclared) return [];
  const at = is.columns.indexOf(column);
  const rows = is.rows.map((row, index) => ({ cell: row[at] ?? 'NULL', kept: table.after[index] ?? [] }));
  const filled = rows.filter(({ cell }) => cell !== 'NULL');
  if (filled.some(({ cell }) => varying.has(cell))) return [];
  const { read, literal } = cellSql(
    column,
    'none',
    filled.map(({ cell }) => cell),
  );
  const outer = `FROM (SELECT 'no column' AS ${sqlName(column)})`;
  return filled.map(({ cell, kept }) => ({
    rank: 3,
    what: `${table.name}, ${wordsOf(table, table.key, kept)}: ${column}`,
    before: `'no column'`,
    after: literal(cell),
    twice: null,
    now: `(SELECT coalesce((SELECT ${read} FROM ${table.main} WHERE ${whereOf(table, table.key, kept)}), ${NOTHING}) ${outer})`,
  }));
}
