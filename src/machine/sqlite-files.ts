// Tells SQLite's own input and output from Python's, by call and by stream and not by path: SQLite's is no file write
// point (there the statement is the point), while Python writing over a database's path is one.
//
// SQLite's unix VFS opens every file with O_NOFOLLOW (os_unix.c, `unixOpen` and `unixOpenSharedMemory`). Python does so
// only where code asks for it, and tells of that, and of each removal, just before: see `_audit` in `process.py`.
import type { FSStream } from './emscripten.ts';
import { databaseOfSideFile } from '../model/world.ts';

/** musl's number on this platform. */
const O_NOFOLLOW = 0o400000;
const WAL = '-wal';

export type Announced = 'open' | 'remove';

export interface SqliteFilesHooks {
  /** SQLite has opened a file of the world, whose path is relative to the world's root. */
  opened(path: string): void;
  /** One statement has written to several databases of the world, and at least one of them is in WAL mode. */
  committedApart(): void;
}

export class SqliteFiles {
  readonly #hooks: SqliteFilesHooks;
  /** What Python said last, and not done yet. */
  #announced: { readonly call: Announced; readonly name: string } | null = null;
  #streams = new Map<FSStream, string>();
  /** Databases that SQLite has written to since the last write point: those whose log it was, and the others. */
  #logged = new Set<string>();
  #written = new Set<string>();

  constructor(hooks: SqliteFilesHooks) {
    this.#hooks = hooks;
  }

  /** Called before every process. */
  startOver(): void {
    this.#announced = null;
    this.#streams.clear();
    this.nextPoint();
  }

  /** Python is about to open (with O_NOFOLLOW) or remove a file itself. */
  announce(call: Announced, path: string): void {
    this.#announced = { call, name: nameOf(path) };
  }

  /** Whether it is SQLite that opens; called once for each `FS.open`. */
  opens(path: unknown, flags: number | string): boolean {
    const announced = this.#take('open', path);
    return typeof flags === 'number' && (flags & O_NOFOLLOW) !== 0 && !announced;
  }

  /** Whether it is SQLite that removes a file; called once for each `FS.unlink`. */
  removes(path: unknown): boolean {
    return !this.#take('remove', path);
  }

  /** SQLite has opened `stream` on a file of the world. */
  opened(stream: FSStream, path: string): void {
    this.#streams.set(stream, path);
    this.#hooks.opened(path);
  }

  owns(stream: FSStream): boolean {
    return this.#streams.has(stream);
  }

  closed(stream: FSStream): void {
    this.#streams.delete(stream);
  }

  /** Called before each write to a stream that SQLite owns. */
  wrote(stream: FSStream): void {
    const path = this.#streams.get(stream) ?? '';
    const database = databaseOfSideFile(path);
    if (database === null) {
      // What is copied from a log into its database was committed before.
      if (![...this.#streams.values()].includes(path + WAL)) this.#written.add(path);
    } else if (path.endsWith(WAL)) this.#logged.add(database);
    else return;
    if (this.#logged.size > 0 && this.#logged.size + this.#written.size > 1) this.#hooks.committedApart();
  }

  /** A write point of sqlite3 has come: what is written from now on is another statement's. */
  nextPoint(): void {
    this.#logged.clear();
    this.#written.clear();
  }

  #take(call: Announced, path: unknown): boolean {
    const announced = this.#announced;
    this.#announced = null;
    return announced?.call === call && typeof path === 'string' && nameOf(path) === announced.name;
  }
}

function nameOf(path: string): string {
  const bare = path.replace(/\/+$/, '');
  return bare.slice(bare.lastIndexOf('/') + 1);
}
