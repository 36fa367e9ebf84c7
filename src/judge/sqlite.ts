// The judge's own SQLite: sql.js loaded from bytes, and recovery after a trap. Its files are in `disk.ts`; what
// is asked of a database lives in the other files of this folder.
import initSqlJs, { type Database, type SqlJsConfig, type SqlJsStatic, type SqlValue } from 'sql.js';
import { DATABASE_SUFFIXES } from '../model/world.ts';
import { type Syscall, type WatchedCalls, watchCalls } from './calls.ts';
import { type Allocator, type Disk, openDisk } from './disk.ts';

/** The memory among the exports of the wasm file, whose names are minified; see `calls.ts`. */
const MEMORY_EXPORT = 'O';

/** Bytes SQLite may allocate: a query that wants more gets an error instead of the machine's memory. */
const HEAP_LIMIT_BYTES = 256 * 1024 * 1024;

type SqlModule = SqlJsStatic &
  Allocator & {
    readonly stackSave: () => number;
    readonly stackRestore: (pointer: number) => void;
  };

/** SQLite itself fell over (a wasm trap), not merely an SQL error. The instance has been restored. */
export class SqliteTrapped extends Error {}

/** A database that stays open between calls. */
export interface OpenDatabase {
  readonly db: Database;
  /** Of its file on SQLite's disk. */
  readonly path: string;
  /** True once SQLite was restored after a trap: the connection is garbage then. */
  readonly lost: boolean;
  /** Quiet where it is lost. */
  close(): void;
}

export interface Sqlite extends Disk {
  /** Opens a private copy of `bytes` as `main` of a fresh connection. Whoever uses it does so inside `guarded`. */
  open(bytes: Uint8Array | null): OpenDatabase;
  /** Calls `use`; a trap in it restores SQLite, loses every open database, and is thrown as `SqliteTrapped`. */
  guarded<T>(use: () => T): T;
  /**
   * Opens a private copy of `bytes` as `main` of a fresh connection, calls `use`, closes and removes it.
   * `beside` gives files that lie beside it before SQLite looks: suffix of the path → bytes.
   * Throws SQLite's error, or `SqliteTrapped`.
   */
  withDatabase<T>(
    bytes: Uint8Array | null,
    beside: ReadonlyMap<string, Uint8Array>,
    use: (db: Database, path: string) => T,
  ): T;
}

let loading: Promise<Sqlite> | null = null;

/** One SQLite a realm: sql.js keeps a single instance, so later calls get the first one whatever their bytes. */
export function loadSqlite(wasmBinary: Uint8Array | ArrayBuffer): Promise<Sqlite> {
  loading ??= load(wasmBinary);
  return loading;
}

async function load(wasmBinary: Uint8Array | ArrayBuffer): Promise<Sqlite> {
  const compiled = await WebAssembly.compile(wasmBinary as BufferSource);
  let calls: WatchedCalls | undefined;
  let memory: WebAssembly.Memory | undefined;

  const config = {
    useOldExtensionFunctions: false,
    instantiateWasm(given: WebAssembly.Imports, receive: (instance: WebAssembly.Instance) => void): object {
      calls = watchCalls(
        given['a'] as Record<string, Syscall>,
        () => new Uint8Array(memory?.buffer ?? new ArrayBuffer(0)),
      );
      void WebAssembly.instantiate(compiled, { a: calls.imports }).then((instance) => {
        memory = instance.exports[MEMORY_EXPORT] as WebAssembly.Memory;
        receive(instance);
      });
      return {};
    },
  };
  const sql = (await initSqlJs(config as SqlJsConfig)) as SqlModule;
  if (!calls || !(memory instanceof WebAssembly.Memory)) throw new Error('sql.js exports no memory where expected');
  const heap = memory;
  const { closeAll } = calls;

  const disk = openDisk(calls, heap, sql);
  const db = new sql.Database();
  db.exec(`PRAGMA hard_heap_limit = ${HEAP_LIMIT_BYTES}`);
  db.close();

  const pristine = copyOfHeap(heap);
  const stack = sql.stackSave();
  /** Files of the databases that are open. */
  const paths = new Set<string>();
  let traps = 0;
  function restoreAfterTrap(): void {
    traps++;
    const bytes = new Uint8Array(heap.buffer);
    bytes.set(pristine);
    bytes.fill(0, pristine.length);
    sql.stackRestore(stack);
    closeAll();
    for (const path of paths) for (const suffix of ['', ...DATABASE_SUFFIXES]) disk.removeFile(path + suffix);
    paths.clear();
  }

  function open(bytes: Uint8Array | null): OpenDatabase {
    const born = traps;
    const db = new sql.Database(bytes ?? undefined);
    const path = `/${(db as unknown as { filename: string }).filename}`;
    paths.add(path);
    return {
      db,
      path,
      get lost() {
        return born !== traps;
      },
      close() {
        // After a trap the connection is garbage: no clean-up of its own may run.
        if (born === traps && paths.delete(path)) db.close();
      },
    };
  }

  function guarded<T>(use: () => T): T {
    try {
      return use();
    } catch (error) {
      if (!isTrap(error)) throw error;
      restoreAfterTrap();
      throw new SqliteTrapped(`SQLite could not go on: ${messageOf(error)}`);
    }
  }

  return {
    ...disk,
    open,
    guarded,
    withDatabase(bytes, beside, use) {
      const { db, path, close } = open(bytes);
      try {
        return guarded(() => {
          for (const [suffix, content] of beside) disk.writeFile(path + suffix, content);
          return use(db, path);
        });
      } finally {
        close();
        for (const suffix of beside.keys()) disk.removeFile(path + suffix);
      }
    },
  };
}

function isTrap(error: unknown): error is Error {
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
}

/** Memory as it is now, without the zeros at its end. */
function copyOfHeap(memory: WebAssembly.Memory): Uint8Array {
  // Not of 64 bits: each word would be made into an object, for 16 MB of zeros.
  const words = new Uint32Array(memory.buffer);
  let end = words.length;
  while (end > 0 && words[end - 1] === 0) end--;
  return new Uint8Array(memory.buffer).slice(0, end * 4);
}

/** Rows of one query. Throws SQLite's error. */
export function rows(db: Database, sql: string): readonly (readonly SqlValue[])[] {
  return db.exec(sql)[0]?.values ?? [];
}

/** First column of the first row as text, or null. */
export function oneText(db: Database, sql: string): string | null {
  const value = rows(db, sql)[0]?.[0];
  return value === undefined || value === null ? null : String(value);
}

/** A name as SQL: double quotes, doubled inside. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text as SQL: single quotes, doubled inside. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Message of whatever was thrown, on one line. */
export function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').trim();
}
