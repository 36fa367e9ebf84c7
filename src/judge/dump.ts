// A world as plain texts that can be compared: every row of every database, file, mail and cache entry. What may differ between
// two equally good runs is decided in `volatile.ts`.
import type { Database } from 'sql.js';
import { DATABASE_PATH, type Mail, type WorldData } from '../model/world.ts';
import { type Reading, beginReading, databaseBytes, readDatabase } from './database.ts';
import { type Sqlite, rows } from './sqlite.ts';
import { type TableShape, comparedCell, readRows, tablesOf } from './tables.ts';
import { otherDatabases, plainFiles } from './databases.ts';
import { fileBytes } from './settle.ts';
import { textOf } from './world-tables.ts';

/** More rows than this in one table are not compared: the world is then not judged. */
export const MOST_COMPARED_ROWS = 50_000;

export interface TableDump extends TableShape {
  /** Cells as `comparedCell` gives them: a letter for the type, then the value. */
  readonly rows: readonly (readonly string[])[];
}

export interface Dump {
  /** By name; of another database than `app.db` as `orders in archive.db`, which is the dump's name, too. */
  readonly tables: ReadonlyMap<string, TableDump>;
  /** Indexes, triggers, views and virtual tables: name, as above → CREATE statement. */
  readonly otherSchema: ReadonlyMap<string, string>;
  /**
   * By path: `t` and the text, or `b` and the bytes in hex; `l` and the target for a link. A database that can be read
   * is in `tables` only.
   */
  readonly files: ReadonlyMap<string, string>;
  /** Databases other than `app.db` that can be read: path → the names under which tables and others stand above. */
  readonly databases: ReadonlyMap<string, readonly string[]>;
  /** Databases other than `app.db` that cannot be read, which stand among the files: path → why. */
  readonly unreadable: ReadonlyMap<string, string>;
  readonly mail: readonly Mail[];
  readonly cache: ReadonlyMap<string, string>;
}

export type DumpResult =
  { readonly kind: 'dump'; readonly dump: Dump } | { readonly kind: 'corrupt'; readonly sentence: string };

/** Throws where a database can be opened but not read. Folders, modification times and `tmp/` are left out. */
export function dumpOf(sqlite: Sqlite, world: WorldData): DumpResult {
  const main = schemaDump(sqlite, world, DATABASE_PATH);
  if (main.kind === 'corrupt') return main;
  const tables = new Map(main.value.tables);
  const otherSchema = new Map(main.value.otherSchema);
  const files = filesOf(world);
  const databases = new Map<string, readonly string[]>();
  const unreadable = new Map<string, string>();
  for (const path of otherDatabases(world).filter(lasts)) {
    const other = schemaDump(sqlite, world, path);
    if (other.kind === 'corrupt') {
      unreadable.set(path, other.sentence);
      files.set(path, `b${hex(fileBytes(world, path) ?? new Uint8Array(0))}`);
      continue;
    }
    const names = [...other.value.tables.keys(), ...other.value.otherSchema.keys()];
    databases.set(
      path,
      names.map((name) => inDatabase(name, path)),
    );
    for (const [name, table] of other.value.tables) {
      const placed = inDatabase(name, path);
      tables.set(placed, { ...table, name: placed });
    }
    for (const [name, sql] of other.value.otherSchema) otherSchema.set(inDatabase(name, path), sql);
  }
  return {
    kind: 'dump',
    dump: { tables, otherSchema, files, databases, unreadable, mail: world.mail, cache: new Map(world.cache) },
  };
}

/** How a table of a database other than `app.db` is called where a sentence names it. */
function inDatabase(name: string, path: string): string {
  return `${name} in ${path}`;
}

function schemaDump(sqlite: Sqlite, world: WorldData, path: string): Reading<Pick<Dump, 'tables' | 'otherSchema'>> {
  const database = databaseBytes(sqlite, world, path);
  if (database.kind === 'refused') return { kind: 'corrupt', sentence: database.sentence };
  const read = (db: Database): Pick<Dump, 'tables' | 'otherSchema'> => {
    beginReading(db);
    const tables = new Map<string, TableDump>();
    for (const shape of tablesOf(db)) {
      const found = readRows(db, shape, MOST_COMPARED_ROWS + 1, comparedCell);
      if (found.length > MOST_COMPARED_ROWS) {
        throw new Error(`the table ${shape.name} has more than ${MOST_COMPARED_ROWS} rows`);
      }
      tables.set(shape.name, { ...shape, rows: found });
    }
    const others = rows(
      db,
      `SELECT name, sql FROM main.sqlite_schema WHERE sql IS NOT NULL AND NOT (type = 'table' AND rootpage > 0)`,
    );
    return { tables, otherSchema: new Map(others.map(([name, sql]) => [String(name), String(sql)])) };
  };
  return readDatabase(sqlite, database.kind === 'bytes' ? database.bytes : null, read, path);
}

/** Whether what lies at `path` is compared. */
function lasts(path: string): boolean {
  return !path.startsWith('tmp/');
}

function filesOf(world: WorldData): Map<string, string> {
  const files = new Map<string, string>();
  for (const { path, bytes } of plainFiles(world)) {
    const text = textOf(bytes);
    files.set(path, text === null ? `b${hex(bytes)}` : `t${text}`);
  }
  for (const { path, target } of world.links) files.set(path, `l${target}`);
  for (const path of files.keys()) if (!lasts(path)) files.delete(path);
  return files;
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
