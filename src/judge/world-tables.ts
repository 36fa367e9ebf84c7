// The schema `world` that judge.sql reads: everything outside the database as tables, plus the call and where
// the case started. The database itself is `main`, the starting one is `start`; both are opened elsewhere.
import type { Database, SqlValue } from 'sql.js';
import type { JudgeContext } from '../engine/ports.ts';
import { digestBytes } from '../model/digest.ts';
import type { Argument } from '../model/task.ts';
import type { ExitStatus } from '../model/trace.ts';
import type { WorldData, WorldFile } from '../model/world.ts';
import { plainFiles } from './databases.ts';
import { DATABASE_CELLS, DATABASES, fillDatabases } from './database-tables.ts';
import { namesIn } from './sql-names.ts';
import { literal, quoted, type Sqlite } from './sqlite.ts';
import { orderOf, tablesOf } from './tables.ts';

type Row = readonly SqlValue[];

/** As a judge has it; `exit` is null where no process has run yet. */
export type TablesContext = Omit<JudgeContext, 'exit'> & { readonly exit: JudgeContext['exit'] | null };

interface WorldTable {
  readonly name: string;
  readonly columns: string;
  /** `names` are the words of the SQL that will read the table, in lower case. */
  readonly rows: (world: WorldData, context: TablesContext, names: ReadonlySet<string>) => readonly Row[];
  /** True where every world of the same call has the same rows. */
  readonly fixed?: true;
}

/**
 * Numbers `n` count from 1. `bytes` is a size in bytes; `text` is NULL where the file is not UTF-8; `content` holds the
 * bytes of every file.
 */
const WORLD_TABLES: readonly WorldTable[] = [
  { name: 'file', columns: 'path TEXT, bytes INTEGER, text TEXT, content BLOB', rows: fileRows },
  { name: 'line', columns: 'path TEXT, n INTEGER, text TEXT', rows: (world) => plainFiles(world).flatMap(lineRows) },
  {
    name: 'mail',
    columns: 'n INTEGER, recipient TEXT, subject TEXT, body TEXT, idempotency_key TEXT, sent_at TEXT',
    rows: (world) =>
      world.mail.map((m, i) => [i + 1, m.to, m.subject, m.body, m.idempotencyKey, m.sentAt] satisfies Row),
  },
  { name: 'cache', columns: 'key TEXT, value TEXT', rows: (world) => world.cache },
  {
    name: 'run',
    columns: 'status TEXT, error_type TEXT, error_message TEXT, returned TEXT',
    rows: (_world, context) => (context.exit === null ? [] : [runRow(context.exit.status)]),
  },
  {
    name: 'argument',
    columns: 'n INTEGER, value',
    rows: (_world, context) => context.args.map((argument, i) => [i + 1, argumentValue(argument)]),
    fixed: true,
  },
  {
    name: 'start_file',
    columns: 'path TEXT, bytes INTEGER, text TEXT, content BLOB',
    rows: (_world, context, names) => fileRows(context.start, context, names),
    fixed: true,
  },
  { name: 'start_cache', columns: 'key TEXT, value TEXT', rows: (_world, context) => context.start.cache, fixed: true },
];

/**
 * Every cell of every ordinary table of `main`, so that a judge can ask about a table that need not be there. `row`
 * counts from 1 in the order of the key, else of the rowid.
 */
const CELL = { name: 'cell', columns: 'table_name TEXT, row INTEGER, column TEXT, value' };

const ALL_TABLES = [...WORLD_TABLES, CELL, DATABASES, DATABASE_CELLS];

export const WORLD_TABLE_NAMES: readonly string[] = ALL_TABLES.map(({ name }) => name);

/** `world.file(path, bytes, text)` and so on, as people write of them. */
export const WORLD_TABLE_SHAPES: readonly string[] = ALL_TABLES.map(({ name, columns }) => {
  const names = columns.split(', ').map((column) => column.split(' ')[0]);
  return `world.${name}(${names.join(', ')})`;
});

const CREATE = ALL_TABLES.map(({ name, columns }) => `CREATE TABLE world.${name}(${columns});`).join('\n');

/** The schema `world` over one connection, `main` being the world's database. Only what the SQL names is filled. */
export class WorldTables {
  readonly #db: Database;
  readonly #tables: readonly WorldTable[];
  readonly #names: ReadonlySet<string>;
  readonly #needsCells: boolean;
  /** Null where the SQL names no table of them. */
  readonly #databases: Sqlite | null;
  /** The rows of each table, as JSON: what already stands there need not be written again. */
  readonly #standing = new Map<WorldTable, string>();

  /** Attaches `world` in memory, its tables empty. */
  constructor(db: Database, sqlite: Sqlite, sql: string) {
    this.#db = db;
    const names = new Set(sql.toLowerCase().match(/\w+|\*/g));
    this.#names = names;
    this.#tables = WORLD_TABLES.filter((table) => names.has(table.name));
    this.#needsCells = names.has(CELL.name);
    this.#databases = asksForDatabases(sql) ? sqlite : null;
    db.exec(`ATTACH ':memory:' AS world;\n${CREATE}`);
  }

  /** Called for each world, once it is `main`; `context` is that of the same call each time. */
  fill(world: WorldData, context: TablesContext): void {
    if (this.#needsCells) fillCells(this.#db);
    if (this.#databases !== null) fillDatabases(this.#db, this.#databases, world);
    for (const table of this.#tables) {
      const standing = this.#standing.get(table);
      if (table.fixed && standing !== undefined) continue;
      const rows = table.rows(world, context, this.#names);
      const text = JSON.stringify(rows, (_key, value: unknown) =>
        value instanceof Uint8Array ? digestBytes(value) : value,
      );
      this.#standing.set(table, text);
      if (text === (standing ?? '[]')) continue;
      if (standing !== undefined) this.#db.exec(`DELETE FROM world.${table.name}`);
      const [first] = rows;
      if (!first) continue;
      const insert = this.#db.prepare(`INSERT INTO world.${table.name} VALUES (${first.map(() => '?').join()})`);
      for (const row of rows) insert.run([...row]);
      insert.free();
    }
  }
}

/** Whether SQL reads the tables that are filled by attaching each database: once a connection, outside a transaction. */
export function asksForDatabases(sql: string): boolean {
  const wanted: ReadonlySet<string> = new Set([DATABASES.name, DATABASE_CELLS.name]);
  return namesIn(sql).some(({ name }) => wanted.has(name.toLowerCase()));
}

function fillCells(db: Database): void {
  db.exec(`DELETE FROM world.${CELL.name}`);
  for (const table of tablesOf(db)) {
    const order = orderOf(table);
    for (const column of table.columns) {
      db.exec(
        `INSERT INTO world.${CELL.name}
         SELECT ${literal(table.name)}, row_number() OVER (ORDER BY ${order ?? '1'}), ${literal(column)}, t.${quoted(column)}
         FROM main.${quoted(table.name)} AS t`,
      );
    }
  }
}

/** The text of a file, or null where it is not UTF-8. A byte order mark stays. */
export function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Lines without their ends; a newline at the end of the text opens no further line. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function fileRows(world: WorldData, _context: TablesContext, names: ReadonlySet<string>): readonly Row[] {
  // Bytes are handed over only where the SQL may ask for them; a star asks for every column.
  const asks = names.has('content') || names.has('*');
  return plainFiles(world).map(({ path, bytes }) => [path, bytes.length, textOf(bytes), asks ? bytes : null]);
}

function lineRows(file: WorldFile): readonly Row[] {
  return linesOf(textOf(file.bytes) ?? '').map((line, i) => [file.path, i + 1, line]);
}

function runRow(status: ExitStatus): Row {
  const returned = status.kind === 'returned' ? status.value : null;
  if (status.kind === 'raised') return [status.kind, status.errorType, status.message, returned];
  if (status.kind === 'unusable') return [status.kind, status.reason, status.message, returned];
  return [status.kind, null, null, returned];
}

/** JSON scalars as SQL values, arrays and objects as JSON text, helpers as NULL. */
function argumentValue(argument: Argument): SqlValue {
  if ('helper' in argument) return null;
  const { value } = argument;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value === null || typeof value === 'number' || typeof value === 'string') return value;
  return JSON.stringify(value);
}
