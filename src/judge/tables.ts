// Reading the rows of ordinary tables as text, for the page and for the default judge. Views and virtual tables
// are never read: a stranger may have written them.
import type { Database } from 'sql.js';
import { literal, quoted, rows } from './sqlite.ts';

export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
  /** Indices (from 0) of the primary key's columns, in the key's order; empty where none is declared. */
  readonly key: readonly number[];
  /** The CREATE statement, white space made single. */
  readonly sql: string;
}

/** Ordinary tables of a schema by name, SQLite's own left out. */
export function tablesOf(db: Database, schema = 'main'): readonly TableShape[] {
  return rows(
    db,
    `SELECT name, sql FROM ${schema}.sqlite_schema
     WHERE type = 'table' AND rootpage > 0 AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`,
  ).map(([name, sql]) => {
    const columns = rows(
      db,
      `SELECT name, pk FROM pragma_table_xinfo(${literal(String(name))}, '${schema}') WHERE hidden <> 1 ORDER BY cid`,
    );
    const key = columns
      .map(([, pk], index) => ({ pk: Number(pk), index }))
      .filter(({ pk }) => pk > 0)
      .sort((a, b) => a.pk - b.pk)
      .map(({ index }) => index);
    return {
      name: String(name),
      columns: columns.map(([column]) => String(column)),
      key,
      sql: String(sql ?? '').replace(/\s+/g, ' '),
    };
  });
}

/** At most `most` rows in the order of the key, else of the rowid. `cell` turns a column's SQL into text SQL. */
export function readRows(
  db: Database,
  table: TableShape,
  most: number,
  cell: (column: string) => string,
): readonly (readonly string[])[] {
  if (table.columns.length === 0) return [];
  const columns = table.columns.map((column) => `t.${quoted(column)}`);
  const order = orderOf(table);
  const found = rows(
    db,
    `SELECT ${columns.map(cell).join()} FROM main.${quoted(table.name)} AS t${order === null ? '' : ` ORDER BY ${order}`} LIMIT ${most}`,
  );
  return found.map((row) => row.map(String));
}

/** What the rows of a table called `t` are sorted by, as SQL: the key, else the rowid; null where there is neither. */
export function orderOf(table: TableShape): string | null {
  if (table.key.length === 0) return rowid(table);
  return table.key.map((index) => `t.${quoted(table.columns[index] ?? '')}`).join();
}

/** A name for the row number that no column has taken, or null. */
function rowid(table: TableShape): string | null {
  const taken = new Set(table.columns.map((column) => column.toLowerCase()));
  const free = ['rowid', '_rowid_', 'oid'].find((name) => !taken.has(name));
  return free === undefined ? null : `t.${free}`;
}

/** Text as it is, cut at `most` characters; blobs as x'…', cut at half as many bytes; NULL and numbers as SQL. */
export function shownCell(most: number): (column: string) => string {
  const bytes = Math.floor(most / 2);
  const blob = (value: string): string =>
    `'x''' || hex(substr(${value}, 1, ${bytes})) || iif(length(${value}) > ${bytes}, '…', '') || ''''`;
  return (column) => `CASE typeof(${column})
    WHEN 'text' THEN iif(instr(${column}, char(0)), ${blob(`CAST(${column} AS BLOB)`)},
      substr(${column}, 1, ${most}) || iif(length(${column}) > ${most}, '…', ''))
    WHEN 'blob' THEN ${blob(column)}
    ELSE quote(${column}) END`;
}

/** The whole value behind one letter for its type: two cells are the same exactly where these texts are. */
export function comparedCell(column: string): string {
  return `CASE typeof(${column})
    WHEN 'text' THEN iif(instr(${column}, char(0)), 'h' || hex(${column}), 't' || ${column})
    WHEN 'blob' THEN 'b' || hex(${column})
    ELSE 'n' || quote(${column}) END`;
}
