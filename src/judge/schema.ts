// What tables a database has, and which of them a world has lost. Rows live elsewhere.
import type { Database } from 'sql.js';
import { literal, rows } from './sqlite.ts';

export interface SchemaEntry {
  /** As the database spells it. */
  readonly name: string;
  readonly kind: 'table' | 'view' | 'virtual table';
  /** Asked for only when an error names a column. */
  readonly columns: () => readonly string[];
}

/** Tables and views by lower-case name, SQLite's own left out. */
export type Schema = ReadonlyMap<string, SchemaEntry>;

/** Schema of the attached database `database`. */
export function schemaOf(db: Database, database: 'main' | 'start'): Schema {
  const found = rows(
    db,
    `SELECT name, type, rootpage FROM ${database}.sqlite_schema
     WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
  );
  return new Map(
    found.map(([name, type, rootpage]) => {
      const text = String(name);
      const kind = type === 'view' ? 'view' : rootpage === 0 ? 'virtual table' : 'table';
      return [text.toLowerCase(), { name: text, kind, columns: () => columnsOf(db, database, text) }];
    }),
  );
}

function columnsOf(db: Database, database: string, table: string): readonly string[] {
  return rows(db, `SELECT name FROM pragma_table_xinfo(${literal(table)}, '${database}')`).map(([name]) =>
    String(name),
  );
}

/**
 * Sentences for tables that are now something else. Reading a view that a stranger wrote could take for ever, so
 * such a world is not asked anything further.
 */
export function changedNames(before: Schema, now: Schema): readonly string[] {
  const changed: string[] = [];
  for (const [key, { name, kind }] of before) {
    const after = now.get(key)?.kind;
    if (kind === 'table' && after !== undefined && after !== 'table')
      changed.push(`the table ${name} is now a ${after}`);
  }
  return changed;
}

/** The sentence for an SQL error that says the world lost a table or a column it started with, else null. */
export function findGone(message: string, before: Schema, now: Schema): string | null {
  const table = /^no such table: (?:main\.)?(.+)$/s.exec(message)?.[1];
  if (table !== undefined) {
    const was = before.get(table.toLowerCase());
    return was && !now.has(table.toLowerCase()) ? `the table ${was.name} is gone` : null;
  }
  const column = /^no such column: (?:.*\.)?(.+)$/s.exec(message)?.[1]?.toLowerCase();
  if (column === undefined) return null;
  for (const [key, was] of before) {
    const name = was.columns().find((one) => one.toLowerCase() === column);
    if (name === undefined) continue;
    const left = now.get(key)?.columns() ?? [];
    if (!left.some((one) => one.toLowerCase() === column)) return `the column ${name} of the table ${was.name} is gone`;
  }
  return null;
}
