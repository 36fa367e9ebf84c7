// The world as plain data: everything outside the process, at one moment. How it is stored, copied and
// digested lives in `world/`; how it is judged lives in `judge/`.

/** One mail as the mailbox keeps it. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly body: string;
  /** Null where the sender gave none. */
  readonly idempotencyKey: string | null;
  /** Simulated time of sending, ISO 8601 in UTC. */
  readonly sentAt: string;
}

/** One regular file. The bytes are shared, never to be written to. */
export interface WorldFile {
  /** Relative to the world's root, `/` between the parts, no leading slash. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Milliseconds since 1970 on the simulated clock. */
  readonly modifiedMs: number;
}

/** A world as plain data. Lists are sorted by path or key, mail is in the order of sending. */
export interface WorldData {
  readonly files: readonly WorldFile[];
  readonly directories: readonly string[];
  readonly links: readonly { readonly path: string; readonly target: string }[];
  readonly mail: readonly Mail[];
  /** Cache values are JSON texts. */
  readonly cache: readonly (readonly [key: string, value: string])[];
  /** Paths that SQLite has opened as databases, whether or not something is there; their journals are not listed. */
  readonly databases: readonly string[];
}

/** Where the world is mounted, and the working directory of every process. */
export const WORLD_ROOT = '/world';

/** The database that the harness opens as `conn`, relative to the world's root. */
export const DATABASE_PATH = 'app.db';

/** Names that SQLite adds to a database's path for files of its own. */
export const DATABASE_SUFFIXES = ['-journal', '-wal', '-shm'] as const;

/**
 * The end of a super-journal's path, which begins with the path of one of the databases that are committed together; six
 * and two digits are random. Source: `vdbeCommit` in vdbeaux.c.
 */
const SUPER_JOURNAL_END = /-mj[0-9A-F]{6}9[0-9A-F]{2}$/;

/** Path of the database beside which SQLite would keep `path` for itself, or null; whether there is one is not asked. */
export function databaseOfSideFile(path: string): string | null {
  const suffix = DATABASE_SUFFIXES.find((one) => path.endsWith(one)) ?? SUPER_JOURNAL_END.exec(path)?.[0];
  return suffix === undefined || path.length === suffix.length ? null : path.slice(0, -suffix.length);
}

/** One table as a person can read it. Cells are SQL literals in text, capped in length. */
export interface TableView {
  readonly name: string;
  /** Path of its database where that is another than `app.db`. */
  readonly database?: string;
  readonly columns: readonly string[];
  /** Index of the columns that identify a row (the primary key), else empty. */
  readonly key: readonly number[];
  readonly rows: readonly (readonly string[])[];
  /** Rows in the table; greater than `rows.length` where the view was cut. */
  readonly total: number;
}

export interface FileView {
  readonly path: string;
  /** Null where the file is not UTF-8 text. Cut at a fixed length. */
  readonly text: string | null;
  readonly bytes: number;
  /** SHA-256 in hex of all its bytes, where the text does not tell them: two files that look alike may differ. */
  readonly digest?: string;
}

/** A world as a page shows it: what a person may read, nothing else. */
export interface WorldView {
  readonly tables: readonly TableView[];
  readonly files: readonly FileView[];
  readonly mail: readonly Mail[];
  readonly cache: readonly (readonly [key: string, value: string])[];
  /** Set where a database could not be read; the sentence says which and why. */
  readonly unreadable: string | null;
  /** How many more there are of each than are listed; absent where all are. */
  readonly hidden?: { readonly files: number; readonly mail: number; readonly cache: number };
}

/** How a table is called beside those of all databases: `orders`, or `orders in archive.db`. */
export function tableTitle({ name, database }: Pick<TableView, 'name' | 'database'>): string {
  return database === undefined ? name : `${name} in ${database}`;
}
