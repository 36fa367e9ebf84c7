// A world as plain texts that can be compared: every row, file, mail and cache entry. What may differ between
// two equally good runs is decided in `volatile.ts`.
import type { Mail, WorldData } from '../model/world.ts';
import { beginReading, databaseBytes, readDatabase } from './database.ts';
import { type Sqlite, rows } from './sqlite.ts';
import { type TableShape, comparedCell, readRows, tablesOf } from './tables.ts';
import { plainFiles, textOf } from './world-tables.ts';

/** More rows than this in one table are not compared: the world is then not judged. */
export const MOST_COMPARED_ROWS = 50_000;

export interface TableDump extends TableShape {
  /** Cells as `comparedCell` gives them: a letter for the type, then the value. */
  readonly rows: readonly (readonly string[])[];
}

export interface Dump {
  readonly tables: ReadonlyMap<string, TableDump>;
  /** Indexes, triggers, views and virtual tables: name → CREATE statement. */
  readonly otherSchema: ReadonlyMap<string, string>;
  /** By path: `t` and the text, or `b` and the bytes in hex; `l` and the target for a link. */
  readonly files: ReadonlyMap<string, string>;
  readonly mail: readonly Mail[];
  readonly cache: ReadonlyMap<string, string>;
}

export type DumpResult =
  { readonly kind: 'dump'; readonly dump: Dump } | { readonly kind: 'corrupt'; readonly sentence: string };

/** Throws where the database can be opened but not read. Folders, modification times and `tmp/` are left out. */
export function dumpOf(sqlite: Sqlite, world: WorldData): DumpResult {
  const database = databaseBytes(sqlite, world);
  if (database.kind === 'refused') return { kind: 'corrupt', sentence: database.sentence };
  const reading = readDatabase(sqlite, database.kind === 'bytes' ? database.bytes : null, (db) => {
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
  });
  if (reading.kind === 'corrupt') return reading;
  return {
    kind: 'dump',
    dump: { ...reading.value, files: filesOf(world), mail: world.mail, cache: new Map(world.cache) },
  };
}

function filesOf(world: WorldData): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const { path, bytes } of plainFiles(world)) {
    const text = textOf(bytes);
    files.set(path, text === null ? `b${hex(bytes)}` : `t${text}`);
  }
  for (const { path, target } of world.links) files.set(path, `l${target}`);
  for (const path of files.keys()) if (/^tmp\//.test(path)) files.delete(path);
  return files;
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
