// Tables of databases that only the function makes: SQL that names one before it is there finds it empty. What SQLite
// misses is made, a table or a column at a time, until the SQL can be run.
import type { Database } from 'sql.js';
import { isThere, tablesAtStart, type NamedDatabase } from './attached.ts';
import type { WorldData } from '../model/world.ts';
import { messageOf, quoted, rows, type Sqlite } from './sqlite.ts';

const MOST_STEPS = 200;
/** A table has at least one column. */
const NO_COLUMN = ' ';

/** A table that the starting world had, in a database that is still there. */
export class TableGone extends Error {}

export class AbsentTables {
  readonly #db: Database;
  readonly #sqlite: Sqlite;
  readonly #named: readonly NamedDatabase[];
  readonly #world: WorldData;
  readonly #start: WorldData;
  readonly #made: { readonly table: string; readonly columns: Set<string> }[] = [];

  /** `named` are attached to `db`. */
  constructor(db: Database, sqlite: Sqlite, named: readonly NamedDatabase[], world: WorldData, start: WorldData) {
    this.#db = db;
    this.#sqlite = sqlite;
    this.#named = named;
    this.#world = world;
    this.#start = start;
  }

  /** Calls `use`, which can be called again, until nothing is missing that can be made. Throws what then is wrong. */
  run<T>(use: () => T): T {
    for (let step = 0; ; step++) {
      try {
        return use();
      } catch (error) {
        if (step === MOST_STEPS || !this.#make(messageOf(error))) throw error;
      }
    }
  }

  /** False where the complaint is about something else. */
  #make(complaint: string): boolean {
    const table = /^no such table: (.+)$/s.exec(complaint)?.[1];
    if (table !== undefined) return this.#makeTable(table);
    const column = /^(?:no such column: (?:.*\.)?|cannot join using column )(\S+?)(?: - column not present.*)?$/s;
    const name = column.exec(complaint)?.[1];
    return name !== undefined && this.#addColumn(name);
  }

  #makeTable(missing: string): boolean {
    const owner = this.#named.find(({ schema }) => missing.toLowerCase().startsWith(`${schema.toLowerCase()}.`));
    if (owner === undefined) return false;
    const name = missing.slice(owner.schema.length + 1);
    const { path, atStart } = owner;
    const lost = !atStart && isThere(owner, this.#world, this.#start);
    if (lost && tablesAtStart(this.#sqlite, this.#start, path).has(name.toLowerCase())) {
      throw new TableGone(`the table ${name} of ${path} is gone`);
    }
    const table = `${quoted(owner.schema)}.${quoted(name)}`;
    if (this.#made.some((one) => one.table === table)) return false;
    // An archive is like what it is an archive of.
    const alike = rows(this.#db, `SELECT name FROM pragma_table_info('${name.replaceAll("'", "''")}', 'main')`);
    const columns = alike.length > 0 ? alike.map(([column]) => String(column)) : [NO_COLUMN];
    this.#writing(`CREATE TABLE ${table}(${columns.map(quoted).join()})`);
    this.#made.push({ table, columns: new Set(columns.map((column) => column.toLowerCase())) });
    return true;
  }

  #addColumn(column: string): boolean {
    const without = this.#made.filter(({ columns }) => !columns.has(column.toLowerCase()));
    for (const { table, columns } of without) {
      this.#writing(`ALTER TABLE ${table} ADD COLUMN ${quoted(column)}`);
      columns.add(column.toLowerCase());
    }
    return without.length > 0;
  }

  #writing(sql: string): void {
    const [[wasOn = 0] = []] = rows(this.#db, 'PRAGMA query_only');
    this.#db.exec(`PRAGMA query_only = OFF; ${sql}; PRAGMA query_only = ${Number(wasOn)}`);
  }
}
