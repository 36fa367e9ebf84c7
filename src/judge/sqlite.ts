// The judge's own SQLite: sql.js loaded from bytes, a way to put files on its disk, and recovery after a trap.
// What is asked of a database lives in the other files of this folder.
import initSqlJs, { type Database, type SqlJsConfig, type SqlJsStatic, type SqlValue } from 'sql.js';
import { DATABASE_SUFFIXES } from '../model/world.ts';

/**
 * Imports of the wasm file of sql.js 1.17.0, whose names are minified. sql.js exposes no file system, and a
 * journal must lie beside its database; so these five calls are taken from the imports. `selfCheck` fails
 * loudly when another version of sql.js has other names.
 */
const CALL = { openat: 'x', read: 't', write: 'q', close: 'e', unlinkat: 'o' } as const;
const MEMORY_EXPORT = 'O';

const AT_FDCWD = -100;
const O_RDONLY = 0;
const O_WRONLY_CREATE_TRUNCATE = 0o1101;
/** Bytes SQLite may allocate: a query that wants more gets an error instead of the machine's memory. */
const HEAP_LIMIT_BYTES = 256 * 1024 * 1024;
const CHUNK_BYTES = 1 << 20;

type Syscall = (...args: number[]) => number;
type SqlModule = SqlJsStatic & {
  readonly stackSave: () => number;
  readonly stackRestore: (pointer: number) => void;
  readonly _malloc: (bytes: number) => number;
  readonly _free: (pointer: number) => void;
};

/** SQLite itself fell over (a wasm trap), not merely an SQL error. The instance has been restored. */
export class SqliteTrapped extends Error {}

export interface Sqlite {
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
  /** Writes a file for ATTACH; overwrites. Paths are absolute on SQLite's private disk. */
  writeFile(path: string, bytes: Uint8Array): void;
  /** Throws where there is no such file. */
  readFile(path: string): Uint8Array;
  /** Quiet where there is no such file. */
  removeFile(path: string): void;
}

let loading: Promise<Sqlite> | null = null;

/** One SQLite a realm: sql.js keeps a single instance, so later calls get the first one whatever their bytes. */
export function loadSqlite(wasmBinary: Uint8Array | ArrayBuffer): Promise<Sqlite> {
  loading ??= load(wasmBinary);
  return loading;
}

async function load(wasmBinary: Uint8Array | ArrayBuffer): Promise<Sqlite> {
  const compiled = await WebAssembly.compile(wasmBinary as BufferSource);
  let imports: Record<string, Syscall> = {};
  let memory: WebAssembly.Memory | undefined;
  /** File descriptors that SQLite holds open; closed after a trap, which skips every clean-up. */
  const openFiles = new Set<number>();

  const config = {
    useOldExtensionFunctions: false,
    instantiateWasm(given: WebAssembly.Imports, receive: (instance: WebAssembly.Instance) => void): object {
      imports = { ...(given['a'] as Record<string, Syscall>) };
      const { [CALL.openat]: openat, [CALL.close]: close } = imports;
      if (!openat || !close) throw new Error('sql.js has other import names than expected');
      const watched = {
        ...imports,
        [CALL.openat]: (...args: number[]) => {
          const fd = openat(...args);
          if (fd >= 0) openFiles.add(fd);
          return fd;
        },
        [CALL.close]: (fd: number) => {
          openFiles.delete(fd);
          return close(fd);
        },
      };
      void WebAssembly.instantiate(compiled, { a: watched }).then((instance) => {
        memory = instance.exports[MEMORY_EXPORT] as WebAssembly.Memory;
        receive(instance);
      });
      return {};
    },
  };
  const sql = (await initSqlJs(config as SqlJsConfig)) as SqlModule;
  if (!(memory instanceof WebAssembly.Memory)) throw new Error('sql.js exports no memory where expected');
  const heap = memory;

  function call(name: keyof typeof CALL, ...args: number[]): number {
    const result = imports[CALL[name]]?.(...args);
    if (result === undefined) throw new Error(`sql.js does not import ${name}`);
    return result;
  }

  function withPath<T>(path: string, use: (pointer: number) => T): T {
    const text = new TextEncoder().encode(`${path}\0`);
    const pointer = sql._malloc(text.length);
    try {
      new Uint8Array(heap.buffer).set(text, pointer);
      return use(pointer);
    } finally {
      sql._free(pointer);
    }
  }

  /** Opens, then calls `step` with a buffer and a transfer of `bytes` of it, which returns the bytes moved. */
  function withStream(
    path: string,
    flags: number,
    use: (buffer: number, transfer: (name: 'read' | 'write', bytes: number) => number) => void,
  ): void {
    // Layout: an iovec (pointer, length), a result, the mode for a created file, then the buffer.
    const scratch = sql._malloc(16 + CHUNK_BYTES);
    try {
      const buffer = scratch + 16;
      new Int32Array(heap.buffer).set([buffer, 0, 0, 0o666], scratch >> 2);
      const fd = withPath(path, (pointer) => call('openat', AT_FDCWD, pointer, flags, scratch + 12));
      if (fd < 0) throw new Error(`${path}: cannot be opened`);
      try {
        use(buffer, (name, bytes) => {
          new Int32Array(heap.buffer)[(scratch >> 2) + 1] = bytes;
          if (call(name, fd, scratch, 1, scratch + 8) !== 0) throw new Error(`${path}: ${name} fails`);
          return new Int32Array(heap.buffer)[(scratch >> 2) + 2] ?? 0;
        });
      } finally {
        call('close', fd);
      }
    } finally {
      sql._free(scratch);
    }
  }

  function writeFile(path: string, bytes: Uint8Array): void {
    withStream(path, O_WRONLY_CREATE_TRUNCATE, (buffer, transfer) => {
      for (let done = 0; done < bytes.length; done += CHUNK_BYTES) {
        const part = bytes.subarray(done, done + CHUNK_BYTES);
        new Uint8Array(heap.buffer).set(part, buffer);
        if (transfer('write', part.length) !== part.length) throw new Error(`${path}: short write`);
      }
    });
  }

  function readFile(path: string): Uint8Array {
    const parts: Uint8Array[] = [];
    withStream(path, O_RDONLY, (buffer, transfer) => {
      for (;;) {
        const got = transfer('read', CHUNK_BYTES);
        if (got === 0) return;
        parts.push(new Uint8Array(heap.buffer).slice(buffer, buffer + got));
      }
    });
    const [only] = parts;
    if (parts.length === 1 && only) return only;
    const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }

  const removeFile = (path: string): void => {
    withPath(path, (pointer) => call('unlinkat', AT_FDCWD, pointer, 0));
  };

  selfCheck({ writeFile, readFile, removeFile });
  const db = new sql.Database();
  db.exec(`PRAGMA hard_heap_limit = ${HEAP_LIMIT_BYTES}`);
  db.close();

  const pristine = copyOfHeap(heap);
  const stack = sql.stackSave();
  function restoreAfterTrap(path: string): void {
    const bytes = new Uint8Array(heap.buffer);
    bytes.set(pristine);
    bytes.fill(0, pristine.length);
    sql.stackRestore(stack);
    for (const fd of openFiles) call('close', fd);
    openFiles.clear();
    for (const suffix of ['', ...DATABASE_SUFFIXES]) removeFile(path + suffix);
  }

  return {
    writeFile,
    readFile,
    removeFile,
    withDatabase(bytes, beside, use) {
      const db = new sql.Database(bytes ?? undefined);
      const path = `/${(db as unknown as { filename: string }).filename}`;
      let trapped = false;
      try {
        for (const [suffix, content] of beside) writeFile(path + suffix, content);
        return use(db, path);
      } catch (error) {
        if (!isTrap(error)) throw error;
        trapped = true;
        throw new SqliteTrapped(`SQLite could not go on: ${messageOf(error)}`);
      } finally {
        // After a trap the connection is garbage: no clean-up of its own may run.
        if (trapped) restoreAfterTrap(path);
        else {
          db.close();
          for (const suffix of beside.keys()) removeFile(path + suffix);
        }
      }
    },
  };
}

function isTrap(error: unknown): error is Error {
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
}

/** Memory as it is now, without the zeros at its end. */
function copyOfHeap(memory: WebAssembly.Memory): Uint8Array {
  const words = new BigUint64Array(memory.buffer);
  let end = words.length;
  while (end > 0 && words[end - 1] === 0n) end--;
  return new Uint8Array(memory.buffer).slice(0, end * 8);
}

function selfCheck(disk: Pick<Sqlite, 'writeFile' | 'readFile' | 'removeFile'>): void {
  const path = '/self-check';
  disk.writeFile(path, Uint8Array.of(7, 0, 255));
  const back = disk.readFile(path);
  disk.removeFile(path);
  let gone = false;
  try {
    disk.readFile(path);
  } catch {
    gone = true;
  }
  if (back.join() !== '7,0,255' || !gone) throw new Error('the file calls of sql.js are not where they are expected');
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
