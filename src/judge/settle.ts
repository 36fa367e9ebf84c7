// Recovery of databases after a crash: SQLite finds the journals a dead process left, as the next process
// would. Nothing here reads a journal itself.
import { DATABASE_PATH, databaseOfSideFile, WORLD_ROOT, type WorldData, type WorldFile } from '../model/world.ts';
import { literal, rows, type Sqlite } from './sqlite.ts';

const WAL = '-wal';
/** Rebuilt from the log by the first process that comes; never needed. */
const SHARED_MEMORY = '-shm';

/**
 * Bytes of each database that had SQLite's own files beside it, as the next process would find them; null
 * where no database had any. The journal mode that a database remembers (WAL) stays. A file that SQLite
 * cannot recover comes back as far as it got; judging it then says what is wrong.
 *
 * All are recovered together and where they lay: a journal that names a super-journal is hot only while that
 * exists (https://www.sqlite.org/atomiccommit.html#_multi_file_commit), and it names it by its path.
 */
export function settle(
  sqlite: Sqlite,
  world: WorldData,
  databases: readonly string[] = world.databases,
): ReadonlyMap<string, Uint8Array> | null {
  const beside = sideFiles(world, databases);
  if (beside.length === 0) return null;
  const owners = new Set(beside.map(({ path }) => databaseOfSideFile(path)));
  const found = world.files.filter(({ path }) => owners.has(path) && databases.includes(path));
  const settled = new Map(found.map(({ path, bytes }) => [path, bytes]));
  const needed = beside.filter(({ path }) => !path.endsWith(SHARED_MEMORY));
  if (found.length === 0 || needed.length === 0) return settled;
  for (const [path, bytes] of recovered(sqlite, found, needed)) settled.set(path, bytes);
  return settled;
}

/** What SQLite keeps for itself beside `databases`: journals, logs and their indexes, super-journals. */
export function sideFiles(world: WorldData, databases: readonly string[]): readonly WorldFile[] {
  const known = new Set(databases);
  return world.files.filter(({ path }) => {
    const owner = databaseOfSideFile(path);
    return owner !== null && known.has(owner) && !known.has(path);
  });
}

/** Bytes of one regular file of the world, or null. */
export function fileBytes(world: WorldData, path: string): Uint8Array | null {
  return world.files.find((file) => file.path === path)?.bytes ?? null;
}

function recovered(
  sqlite: Sqlite,
  databases: readonly WorldFile[],
  beside: readonly WorldFile[],
): readonly (readonly [path: string, bytes: Uint8Array])[] {
  const placed = (path: string): string => `${WORLD_ROOT}/${path}`;
  const logged = new Set(beside.filter(({ path }) => path.endsWith(WAL)).map(({ path }) => path.slice(0, -WAL.length)));
  try {
    for (const { path, bytes } of [...databases, ...beside]) sqlite.writeFile(placed(path), bytes);
    // In the order of the next process, which opens `app.db` first.
    const first = (path: string): number => (path === DATABASE_PATH ? 0 : 1);
    const order = databases.map(({ path }) => path).sort((a, b) => first(a) - first(b));
    for (const path of order) recover(sqlite, placed(path), logged.has(path));
    return order.map((path) => [path, sqlite.readFile(placed(path))]);
  } catch {
    return [];
  } finally {
    for (const { path } of [...databases, ...beside]) sqlite.removeFile(placed(path));
    const folders = new Set([...databases, ...beside].flatMap(({ path }) => foldersOf(placed(path))));
    for (const folder of [...folders].sort().reverse()) sqlite.removeFolder(folder);
  }
}

/** `path` is on SQLite's disk. */
function recover(sqlite: Sqlite, path: string, logged: boolean): void {
  try {
    sqlite.withDatabase(null, new Map(), (db) => {
      // Without shared memory, a log can only be read by a connection that has the file to itself.
      if (logged) rows(db, 'PRAGMA locking_mode = EXCLUSIVE');
      rows(db, `ATTACH ${literal(path)} AS found`);
      // The cheapest read that takes a lock, and so recovers.
      rows(db, 'PRAGMA found.user_version');
      if (logged) rows(db, 'PRAGMA found.wal_checkpoint(TRUNCATE)');
    });
  } catch {
    // Not a database, or malformed: what lies there is what the next process finds, too.
  }
}

/** Every folder above `path`, which is absolute. */
function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let at = path.indexOf('/', 1); at > 0; at = path.indexOf('/', at + 1)) folders.push(path.slice(0, at));
  return folders;
}
