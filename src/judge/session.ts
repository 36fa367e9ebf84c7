// A judge's views, kept ready over one connection, so that the next world costs no parsing and no planning: its bytes
// are put in the place of the last one's. Only for worlds whose schema is that of the start; any other world, and any
// trouble, is for `judge-sql.ts`, which opens a connection for each.
//
// SQLite drops its page cache when the file's change counter is another one than it saw
// (https://www.sqlite.org/fileformat.html, offset 24), so each world gets a counter of its own. The parsed schema is
// kept, which is why `sqlite_schema` and the header's settings must be those of the start.
import type { Database, SqlValue, Statement } from 'sql.js';
import type { JudgeContext } from '../engine/ports.ts';
import type { WorldData } from '../model/world.ts';
import { beginReading, distrust } from './database.ts';
import type { OpenDatabase, Sqlite } from './sqlite.ts';
import { WorldTables } from './world-tables.ts';

const HEADER_BYTES = 100;
const CHANGE_COUNTER = 24;
/** Equal to the change counter where the header's other numbers can be believed. */
const VERSION_VALID_FOR = 92;
/** Page size and reserved bytes, schema format, encoding: what a connection reads once. Offsets from, to. */
const SETTINGS = [
  [16, 24],
  [44, 48],
  [52, 60],
] as const;

const SCHEMA = 'SELECT type, name, tbl_name, rootpage, sql FROM main.sqlite_schema';

/** What the rows of each view say, as text; null where this world must be judged over a connection of its own. */
export type ViewTexts = Readonly<Record<string, readonly SqlValue[]>> | null;

export class JudgeSession {
  readonly #sqlite: Sqlite;
  readonly #opened: OpenDatabase;
  /** Of the starting database, which is attached as `start`. */
  readonly #startPath: string;
  readonly #start: Uint8Array | null;
  readonly #ready: {
    readonly world: WorldTables;
    readonly check: Statement;
    readonly readSchema: Statement;
    readonly schema: string;
    readonly views: readonly (readonly [name: string, query: Statement])[];
  };
  #counter = 0;

  /**
   * `start` is the starting database, without a log; `queries` has the query of each view. Throws where any of it does
   * not run on the start.
   */
  constructor(
    sqlite: Sqlite,
    judgeSql: string,
    context: JudgeContext,
    start: Uint8Array | null,
    createViews: (db: Database, judgeSql: string) => void,
    queries: readonly (readonly [name: string, sql: string])[],
  ) {
    this.#sqlite = sqlite;
    this.#start = start;
    this.#opened = sqlite.open(start);
    const { db, path } = this.#opened;
    this.#startPath = `${path}-start`;
    try {
      this.#ready = sqlite.guarded(() => {
        distrust(db);
        const world = new WorldTables(db, sqlite, judgeSql);
        world.fill(context.start, context);
        if (start !== null) sqlite.writeFile(this.#startPath, start);
        attach(db, start === null ? ':memory:' : this.#startPath);
        createViews(db, judgeSql);
        const readSchema = db.prepare(SCHEMA);
        return {
          world,
          check: db.prepare('PRAGMA main.quick_check(1)'),
          readSchema,
          schema: textOf(readSchema),
          views: queries.map(([name, sql]) => [name, db.prepare(sql)] as const),
        };
      });
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** True once SQLite was restored after a trap. */
  get lost(): boolean {
    return this.#opened.lost;
  }

  close(): void {
    this.#opened.close();
    this.#sqlite.removeFile(this.#startPath);
  }

  /** `bytes` is the world's database, settled and without a log; null where it has none. Throws on any trouble. */
  read(bytes: Uint8Array | null, world: WorldData, context: JudgeContext): ViewTexts {
    if ((bytes === null) !== (this.#start === null)) return null;
    if (bytes !== null && this.#start !== null && !sameSettings(bytes, this.#start)) return null;
    const { db, path } = this.#opened;
    const { world: tables, check, readSchema, schema, views } = this.#ready;
    return this.#sqlite.guarded(() => {
      if (bytes !== null) {
        this.#sqlite.writeFile(path, withCounter(bytes, ++this.#counter));
      }
      beginReading(db);
      let found: ViewTexts = null;
      if (bytes === null || (columnOf(check)[0] === 'ok' && textOf(readSchema) === schema)) {
        tables.fill(world, context);
        db.exec('PRAGMA query_only = ON');
        found = Object.fromEntries(views.map(([name, query]) => [name, columnOf(query)]));
        db.exec('PRAGMA query_only = OFF');
      }
      db.exec('COMMIT');
      return found;
    });
  }
}

/** Attaches the starting database. `path` is on SQLite's disk. */
export function attach(db: Database, path: string): void {
  db.exec(`ATTACH '${path}' AS start`);
}

/** True where a connection that has read the one can read the other. */
function sameSettings(bytes: Uint8Array, start: Uint8Array): boolean {
  if (bytes.length < HEADER_BYTES || start.length < HEADER_BYTES) return false;
  return SETTINGS.every(([from, to]) => {
    for (let at = from; at < to; at++) if (bytes[at] !== start[at]) return false;
    return true;
  });
}

function withCounter(bytes: Uint8Array, counter: number): Uint8Array {
  const copy = bytes.slice();
  const header = new DataView(copy.buffer);
  const believed = header.getUint32(CHANGE_COUNTER) === header.getUint32(VERSION_VALID_FOR);
  header.setUint32(CHANGE_COUNTER, counter);
  header.setUint32(VERSION_VALID_FOR, believed ? counter : counter + 1);
  return copy;
}

function columnOf(statement: Statement): SqlValue[] {
  const values: SqlValue[] = [];
  while (statement.step()) values.push(statement.get()[0] ?? null);
  statement.reset();
  return values;
}

function textOf(statement: Statement): string {
  const all: unknown[] = [];
  while (statement.step()) all.push(statement.get());
  statement.reset();
  return JSON.stringify(all);
}
