// Recovery of databases after a crash: SQLite finds the journals a dead process left, as the next process
// would. Nothing here reads a journal itself.
import { DATABASE_SUFFIXES, type WorldData } from '../model/world.ts';
import { type Sqlite, rows } from './sqlite.ts';

const WAL = '-wal';

/**
 * Bytes of each database that had SQLite's own files beside it, as the next process would find them; null
 * where no database had any. The journal mode that a database remembers (WAL) stays. A file that SQLite
 * cannot recover comes back as far as it got; judging it then says what is wrong.
 */
export function settle(sqlite: Sqlite, world: WorldData): ReadonlyMap<string, Uint8Array> | null {
  let settled: Map<string, Uint8Array> | null = null;
  for (const path of world.databases) {
    const beside = new Map<string, Uint8Array>();
    for (const suffix of DATABASE_SUFFIXES) {
      const bytes = fileBytes(world, path + suffix);
      if (bytes) beside.set(suffix, bytes);
    }
    if (beside.size === 0) continue;
    settled ??= new Map();
    settled.set(path, recovered(sqlite, fileBytes(world, path) ?? new Uint8Array(0), beside));
  }
  return settled;
}

/** Bytes of one regular file of the world, or null. */
export function fileBytes(world: WorldData, path: string): Uint8Array | null {
  return world.files.find((file) => file.path === path)?.bytes ?? null;
}

function recovered(sqlite: Sqlite, bytes: Uint8Array, beside: ReadonlyMap<string, Uint8Array>): Uint8Array {
  // The shared-memory index is rebuilt from the log by the first process that comes; it is never needed.
  const needed = new Map([...beside].filter(([suffix]) => suffix !== '-shm'));
  if (needed.size === 0) return bytes;
  try {
    return sqlite.withDatabase(bytes, needed, (db, path) => {
      try {
        // Without shared memory, a log can only be read by a connection that has the file to itself.
        if (needed.has(WAL)) rows(db, 'PRAGMA locking_mode = EXCLUSIVE');
        // The cheapest read that takes a lock, and so recovers, without parsing a schema nobody vouches for.
        rows(db, 'PRAGMA user_version');
        if (needed.has(WAL)) rows(db, 'PRAGMA wal_checkpoint(TRUNCATE)');
      } catch {
        // Not a database, or malformed: what lies there is what the next process finds, too.
      }
      return sqlite.readFile(path);
    });
  } catch {
    return bytes;
  }
}
