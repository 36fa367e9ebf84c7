// Databases other than `app.db` for SQL that names them: `"archive.db".orders`, and as it was at first
// `"start.archive.db".orders`. Each is a private copy, trusted as little as `main`.
import type { Database } from 'sql.js';
import { DATABASE_PATH, type WorldData } from '../model/world.ts';
import { databaseBytes, readDatabase } from './database.ts';
import { otherDatabases } from './databases.ts';
import { JudgeError } from './judge-error.ts';
import { fileBytes } from './settle.ts';
import { namesIn } from './sql-names.ts';
import { literal, messageOf, oneText, quoted, rows, type Sqlite } from './sqlite.ts';

/** SQLite attaches ten (SQLITE_MAX_ATTACHED); `start` and `world` are two of them. */
export const MOST_ATTACHED = 8;
const START = 'start.';
const OWN_NAMES: ReadonlySet<string> = new Set(['main', 'temp', 'start', 'world']);
const FOLDER = '/attached';

/** A database as SQL names it. */
export interface NamedDatabase {
  /** Name of its schema. */
  readonly schema: string;
  readonly path: string;
  /** True for the database of the starting world. */
  readonly atStart: boolean;
}

/** The databases that stand before a dot in `sql`, each once; whether they are there is not asked. */
export function namedDatabases(sql: string, world: WorldData, start: WorldData): readonly NamedDatabase[] {
  const there = new Set([...otherDatabases(world), ...otherDatabases(start)]);
  const found = new Map<string, NamedDatabase>();
  for (const { name: schema, quoted: isQuoted } of namesIn(sql).filter(({ owns }) => owns)) {
    if (OWN_NAMES.has(schema.toLowerCase()) || found.has(schema.toLowerCase())) continue;
    const atStart = schema.startsWith(START);
    const path = atStart ? schema.slice(START.length) : schema;
    // What is not there is known by its name only: a file's, quoted.
    if (!there.has(path) && !(isQuoted && /[./]/.test(path))) continue;
    found.set(schema.toLowerCase(), { schema, path, atStart });
  }
  return [...found.values()];
}

/** Whether the world has what is named. */
export function isThere({ path, atStart }: NamedDatabase, world: WorldData, start: WorldData): boolean {
  return path !== DATABASE_PATH && fileBytes(atStart ? start : world, path) !== null;
}

/**
 * Attaches each of `named`; an empty one where there is none. Returns a sentence for each that cannot be read, and for
 * what is no database. `placed` collects the files on SQLite's disk, which the caller removes once `db` is closed. Views
 * are taken out: a stranger may have written them. Throws where there are more than SQLite can attach.
 */
export function attachNamed(
  db: Database,
  sqlite: Sqlite,
  named: readonly NamedDatabase[],
  world: WorldData,
  start: WorldData,
  placed: string[],
): readonly string[] {
  if (named.length > MOST_ATTACHED) {
    throw new JudgeError(
      null,
      null,
      `${named.length} databases are named beside ${DATABASE_PATH}; at most ${MOST_ATTACHED} can be read`,
    );
  }
  const complaints: string[] = [];
  for (const [index, one] of named.entries()) {
    const found = databaseBytes(sqlite, one.atStart ? start : world, one.path);
    if (found.kind === 'refused') complaints.push(found.sentence);
    const file = `${FOLDER}/${index}.db`;
    if (found.kind === 'bytes') {
      sqlite.writeFile(file, found.bytes);
      placed.push(file);
    }
    const complaint = attachOne(db, found.kind === 'bytes' ? file : ':memory:', one.schema);
    if (complaint !== null) complaints.push(`the database file ${one.schema.slice(0, 100)} is corrupt: ${complaint}`);
  }
  return complaints;
}

function attachOne(db: Database, file: string, schema: string): string | null {
  try {
    db.exec(`ATTACH ${literal(file)} AS ${quoted(schema)}`);
    const answer = oneText(db, `PRAGMA ${quoted(schema)}.quick_check(1)`);
    if (answer !== 'ok') return answer?.replace(/\*\*\* in database .* \*\*\*\s*/, '').slice(0, 200) ?? 'no answer';
    const views = rows(db, `SELECT name FROM ${quoted(schema)}.sqlite_schema WHERE type = 'view'`);
    for (const [name] of views) db.exec(`DROP VIEW ${quoted(schema)}.${quoted(String(name))}`);
    return null;
  } catch (error) {
    return messageOf(error).slice(0, 200);
  }
}

/** Lower-case names of the tables that a database of the starting world has. */
export function tablesAtStart(sqlite: Sqlite, start: WorldData, path: string): ReadonlySet<string> {
  const found = databaseBytes(sqlite, start, path);
  if (found.kind !== 'bytes') return new Set();
  const reading = readDatabase(sqlite, found.bytes, (db) =>
    rows(db, `SELECT lower(name) FROM main.sqlite_schema WHERE type = 'table'`).map(([name]) => String(name)),
  );
  return new Set(reading.kind === 'read' ? reading.value : []);
}
