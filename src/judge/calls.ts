// The system calls of the judge's SQLite, as sql.js hands them to its wasm file: which ones they are, and a watch over
// them. What is done with files lives in `disk.ts`.
import { asciiAt } from '../model/bytes.ts';
import { DATABASE_SUFFIXES } from '../model/world.ts';

/**
 * Imports of the wasm file of sql.js 1.17.0, whose names are minified. sql.js exposes no file system, and a journal must
 * lie beside its database; so these calls are taken from the imports. `selfCheck` in `disk.ts` fails loudly when another
 * version of sql.js has other names.
 */
const NAMES = { openat: 'x', read: 't', write: 'q', close: 'e', unlinkat: 'o', mkdirat: 'C', stat64: 'N' } as const;

export type CallName = keyof typeof NAMES;
export type Syscall = (...args: number[]) => number;
export type Calls = Readonly<Record<CallName, Syscall>>;

const O_CREAT = 0o100;
const NO_ENTRY = -44;

export interface WatchedCalls extends Calls {
  /** What the wasm file is to be instantiated with. */
  readonly imports: Readonly<Record<string, Syscall>>;
  /** Closes what SQLite left open: after a trap every clean-up is skipped. */
  closeAll(): void;
}

/**
 * SQLite asks whether there is a journal or a log before nearly every statement, and Emscripten answers "no" by throwing;
 * that is told here, without it: such files are made by these calls only. Throws where a call is not among `given`.
 * `heap` is asked once SQLite runs.
 */
export function watchCalls(given: Readonly<Record<string, Syscall>>, heap: () => Uint8Array): WatchedCalls {
  const from = (name: CallName): Syscall => {
    const call = given[NAMES[name]];
    if (!call) throw new Error(`sql.js does not import ${name} where it is expected`);
    return call;
  };
  const openat = from('openat');
  const close = from('close');
  const unlinkat = from('unlinkat');
  const stat64 = from('stat64');
  const open = new Set<number>();
  const sideFiles = new Set<string>();

  const watched: Calls = {
    read: from('read'),
    write: from('write'),
    mkdirat: from('mkdirat'),
    openat(folder = 0, path = 0, flags = 0, varargs = 0) {
      const fd = openat(folder, path, flags, varargs);
      if (fd < 0) return fd;
      open.add(fd);
      const name = (flags & O_CREAT) === 0 ? null : asciiAt(heap(), path);
      if (name !== null && isSideFile(name)) sideFiles.add(name);
      return fd;
    },
    close(fd = 0) {
      open.delete(fd);
      return close(fd);
    },
    unlinkat(folder = 0, path = 0, flags = 0) {
      const name = asciiAt(heap(), path);
      const result = unlinkat(folder, path, flags);
      if (result === 0 && name !== null) sideFiles.delete(name);
      return result;
    },
    stat64(path = 0, buffer = 0) {
      const name = asciiAt(heap(), path);
      if (name !== null && isSideFile(name) && !sideFiles.has(name)) return NO_ENTRY;
      return stat64(path, buffer);
    },
  };
  const names = Object.keys(NAMES) as CallName[];
  return {
    ...watched,
    imports: { ...given, ...Object.fromEntries(names.map((name) => [NAMES[name], watched[name]])) },
    closeAll() {
      for (const fd of open) close(fd);
      open.clear();
    },
  };
}

/** SQLite names its files from the root; a path that is written in another way is left to sql.js. */
function isSideFile(path: string): boolean {
  return path.startsWith('/') && DATABASE_SUFFIXES.some((suffix) => path.endsWith(suffix));
}
