// Opening a database of a world without trusting it: size cap, hardening, integrity check. What is then
// read from it lives in the callers; which databases there are, in `databases.ts`.
import type { Database } from 'sql.js';
import { DATABASE_PATH, type WorldData } from '../model/world.ts';
import { settledBytes } from './databases.ts';
import { fileBytes } from './settle.ts';
import { type Sqlite, SqliteTrapped, messageOf, oneText } from './sqlite.ts';

export const LARGEST_DATABASE_BYTES = 64 * 1024 * 1024;

/** A database as bytes to open, none where the world has none, or a sentence why nobody will open it. */
export type DatabaseBytes =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly sentence: string };

/** What came out of reading a database that may be corrupt. Any other failure is thrown. */
export type Reading<T> =
  { readonly kind: 'read'; readonly value: T } | { readonly kind: 'corrupt'; readonly sentence: string };

/** The bytes of a database once its journals are applied, switched to a mode that needs no shared memory. */
export function databaseBytes(sqlite: Sqlite, world: WorldData, path = DATABASE_PATH): DatabaseBytes {
  if ((fileBytes(world, path)?.length ?? 0) > LARGEST_DATABASE_BYTES) return refused(path);
  const bytes = settledBytes(sqlite, world, path);
  if (!bytes) return { kind: 'none' };
  if (bytes.length > LARGEST_DATABASE_BYTES) return refused(path);
  return { kind: 'bytes', bytes: withoutWal(bytes) };
}

function refused(path: string): DatabaseBytes {
  return {
    kind: 'refused',
    sentence: `${fileCalled(path)} is larger than ${LARGEST_DATABASE_BYTES / 1024 / 1024} MiB`,
  };
}

function fileCalled(path: string): string {
  return path === DATABASE_PATH ? 'the database file' : `the database file ${path.slice(0, 100)}`;
}

/** Opens `bytes` as `main`, checks it, then calls `read`. An empty file is an empty database. */
export function readDatabase<T>(
  sqlite: Sqlite,
  bytes: Uint8Array | null,
  read: (db: Database) => T,
  path = DATABASE_PATH,
): Reading<T> {
  const corrupt = (message: string): Reading<T> => {
    const detail = message.replace(/\*\*\* in database main \*\*\*/, '').replace(/\s+/g, ' ');
    return { kind: 'corrupt', sentence: `${fileCalled(path)} is corrupt: ${detail.trim().slice(0, 200)}` };
  };
  try {
    return sqlite.withDatabase(bytes, new Map(), (db) => {
      if (bytes !== null) {
        const complaint = check(db);
        if (complaint !== null) return corrupt(complaint);
      }
      return { kind: 'read', value: read(db) };
    });
  } catch (error) {
    if (error instanceof SqliteTrapped || isCorruption(messageOf(error))) return corrupt(messageOf(error));
    throw error;
  }
}

/**
 * From now on one transaction: SQLite takes its locks and looks for journals once, and not with each statement. It ends
 * with `COMMIT`, or with the connection. Nothing can be attached meanwhile.
 */
export function beginReading(db: Database): void {
  db.exec('BEGIN');
}

/** Called on each fresh connection. CHECK constraints are the code's business, not the file's health. */
export function distrust(db: Database): void {
  db.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA ignore_check_constraints = ON');
}

/** First complaint about the file, or null. */
function check(db: Database): string | null {
  distrust(db);
  const answer = oneText(db, 'PRAGMA main.quick_check(1)');
  return answer === 'ok' ? null : (answer ?? 'no answer');
}

function isCorruption(message: string): boolean {
  return /disk image is malformed|malformed database schema|not a database|unsupported file format|disk I\/O error/.test(
    message,
  );
}

/**
 * A write-ahead database cannot be opened without shared memory; once its log is empty, the two version bytes
 * of the header are all that tells it from any other (https://www.sqlite.org/fileformat.html, offsets 18, 19).
 */
export function withoutWal(bytes: Uint8Array): Uint8Array {
  if (bytes[18] !== 2 && bytes[19] !== 2) return bytes;
  const copy = bytes.slice();
  copy[18] = 1;
  copy[19] = 1;
  return copy;
}
