// Worlds, databases and crashed databases for the tests of this folder; no product code imports this.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { SqlValue } from 'sql.js';
import type { JudgeContext } from '../engine/ports.ts';
import type { Argument } from '../model/task.ts';
import type { Exit, ExitStatus } from '../model/trace.ts';
import type { Mail, WorldData } from '../model/world.ts';
import { loadSqlite, rows } from './sqlite.ts';

export const WASM = new Uint8Array(readFileSync(createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm')));
export const sqlite = await loadSqlite(WASM);

interface Parts {
  readonly database?: Uint8Array;
  /** Text or bytes by path. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly mail?: readonly Partial<Mail>[];
  readonly cache?: Readonly<Record<string, string>>;
  readonly databases?: readonly string[];
}

/** A world; `database` lies at `app.db`. */
export function dataOf(parts: Parts): WorldData {
  const files = Object.entries(parts.files ?? {}).map(([path, content]) => ({
    path,
    bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content,
    modifiedMs: 0,
  }));
  if (parts.database) files.push({ path: 'app.db', bytes: parts.database, modifiedMs: 0 });
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return {
    files,
    directories: [],
    links: [],
    mail: (parts.mail ?? []).map((mail) => ({
      to: 'ann@example.org',
      subject: 'Hello',
      body: 'text',
      idempotencyKey: null,
      sentAt: '2030-01-01T00:00:00Z',
      ...mail,
    })),
    cache: Object.entries(parts.cache ?? {}),
    databases: parts.databases ?? (parts.database ? ['app.db'] : []),
  };
}

/** Bytes of a new database after `sql`. */
export function makeDatabase(sql: string): Uint8Array {
  return changed(null, sql);
}

/** Bytes of a database after `sql` was run on it. */
export function changed(bytes: Uint8Array | null, sql: string): Uint8Array {
  return sqlite.withDatabase(bytes, new Map(), (db, path) => {
    db.exec(sql);
    return sqlite.readFile(path);
  });
}

export function cells(bytes: Uint8Array, sql: string): readonly (readonly SqlValue[])[] {
  const readable = bytes.slice();
  if (readable[18] === 2) readable[18] = readable[19] = 1;
  return sqlite.withDatabase(readable, new Map(), (db) => rows(db, sql));
}

/** A database and its hot journal in the middle of a transaction whose pages were spilled to the file. */
export function crashedRollback(bytes: Uint8Array, sql: string): { database: Uint8Array; journal: Uint8Array } {
  return sqlite.withDatabase(bytes, new Map(), (db, path) => {
    db.exec(`PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN; ${sql}`);
    return { database: sqlite.readFile(path), journal: sqlite.readFile(`${path}-journal`) };
  });
}

/** A database and its log, with nothing checkpointed; the last of `steps` may leave a transaction open. */
export function crashedWal(schema: string, steps: readonly string[]): { database: Uint8Array; wal: Uint8Array } {
  const wal = new Map([['-wal', new Uint8Array(0)]]);
  return sqlite.withDatabase(makeDatabase(schema), wal, (db, path) => {
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0');
    db.exec('PRAGMA cache_size = 1; PRAGMA cache_spill = 1');
    for (const step of steps) db.exec(step);
    return { database: sqlite.readFile(path), wal: sqlite.readFile(`${path}-wal`) };
  });
}

export const RETURNED: ExitStatus = { kind: 'returned', value: 'None' };

export function exitOf(status: ExitStatus): Exit {
  return {
    status,
    stdout: '',
    stderr: '',
    traceback: '',
    refusals: [],
    steps: 0,
    facts: [],
    transactionOpen: false,
  };
}

export function contextOf(start: WorldData, args: readonly Argument[] = [], status = RETURNED): JudgeContext {
  return { start, args, exit: exitOf(status) };
}
