// Which files of a world are databases, and their bytes as a next process would find them. How one is opened without
// being trusted lives in `database.ts`.
import { DATABASE_PATH, DATABASE_SUFFIXES, type WorldData, type WorldFile } from '../model/world.ts';
import { fileBytes, settle, sideFiles } from './settle.ts';
import type { Sqlite } from './sqlite.ts';

/** The first bytes of every database that is not empty (https://www.sqlite.org/fileformat.html, offset 0). */
const MAGIC = new TextEncoder().encode('SQLite format 3\0');

/**
 * Paths of all databases but `app.db`, sorted: what SQLite has opened and is empty, and what looks like a database,
 * whoever wrote it. What SQLite has opened and somebody has written something else to is a file like any other.
 */
export function otherDatabases(world: WorldData): readonly string[] {
  const opened = new Set(world.databases);
  return world.files
    .filter(
      ({ path, bytes }) => path !== DATABASE_PATH && (beginsLikeOne(bytes) || (bytes.length === 0 && opened.has(path))),
    )
    .map(({ path }) => path);
}

function beginsLikeOne(bytes: Uint8Array): boolean {
  return bytes.length >= MAGIC.length && MAGIC.every((byte, index) => bytes[index] === byte);
}

/** Files that are neither a database nor one of SQLite's own files beside one. */
export function plainFiles(world: WorldData): readonly WorldFile[] {
  const databases = [DATABASE_PATH, ...otherDatabases(world)];
  const hidden = new Set(sideFiles(world, [...databases, ...world.databases]).map(({ path }) => path));
  for (const path of databases) hidden.add(path);
  // Nobody needs to have opened `app.db` for its journal to be known as one.
  for (const suffix of DATABASE_SUFFIXES) hidden.add(DATABASE_PATH + suffix);
  return world.files.filter(({ path }) => !hidden.has(path));
}

const recovered = new WeakMap<WorldData, ReadonlyMap<string, Uint8Array>>();

/** Bytes of a database once its journals are applied, in the mode that it remembers; null where nothing is there. */
export function settledBytes(sqlite: Sqlite, world: WorldData, path: string): Uint8Array | null {
  let settled = recovered.get(world);
  if (settled === undefined) {
    settled = settle(sqlite, world, [...new Set([...world.databases, ...otherDatabases(world)])]) ?? new Map();
    recovered.set(world, settled);
  }
  return settled.get(path) ?? fileBytes(world, path);
}
