// What Linux does with files and Emscripten's file system does not: hard links, names that are too long, locks of open files,
// and some errors. The world's own operations, with their write points, live in `world-fs.ts`.
import type { DiskNode } from '../world/disk.ts';
import { ERRNO, type EmscriptenFS, type FSNode, type FSStream } from './emscripten.ts';

/** Bytes of a name in a path. Source: `NAME_MAX` of Linux. */
export const NAME_BYTES = 255;
const LOCK_SHARED = 1;
const LOCK_EXCLUSIVE = 2;
const LOCK_NO_WAIT = 4;
const LOCK_UN = 8;
const O_CREAT = 0o100;
const O_EXCL = 0o200;
const SEEK_DATA = 3;
const SEEK_HOLE = 4;

interface WorldNode extends FSNode {
  readonly inode?: DiskNode;
}

/** Numbers of errors are Emscripten's; 0 where it was done. */
export interface LinuxFiles {
  /** `refused` names what this machine cannot do, else ''. Paths are absolute. */
  link(source: string, target: string): { readonly error: number; readonly refused: string };
  /** Null where the process would wait for itself for ever. `operation` is that of `fcntl.flock`. */
  lock(fd: number, operation: number): number | null;
  /** Called before every process: locks die with theirs. */
  startOver(): void;
}

export interface LinkHooks {
  /** Gives a file one more name, with the write point. Throws what the file system throws. */
  addName(source: FSNode, parent: FSNode, name: string): void;
}

/** Called once a machine, after the world was mounted. */
export function actLikeLinux(FS: EmscriptenFS, hooks: LinkHooks): LinuxFiles {
  const failure = (errno: number): Error => new FS.ErrnoError(errno);
  const lastName = (path: string): string => path.replace(/\/+$/, '').replace(/^.*\//, '');
  const inodeAt = (path: string): DiskNode | undefined => {
    try {
      return (FS.lookupPath(path).node as WorldNode | undefined)?.inode;
    } catch {
      return undefined;
    }
  };

  const open = FS.open.bind(FS);
  FS.open = (path, flags, mode) => {
    // A link that leads nowhere is there all the same.
    if (typeof flags === 'number' && (flags & O_CREAT) !== 0 && (flags & O_EXCL) !== 0 && typeof path === 'string') {
      if (FS.lookupPath(path, { noent_okay: true }).node) throw failure(ERRNO.EEXIST);
    }
    return open(path, flags, mode);
  };
  const rename = FS.rename.bind(FS);
  FS.rename = (from, to) => {
    const inode = inodeAt(from);
    // POSIX: two names of one file stay as they are.
    if (inode?.kind === 'file' && inode.links > 1 && inode === inodeAt(to)) return;
    rename(from, to);
  };
  const rmdir = FS.rmdir.bind(FS);
  FS.rmdir = (path) => {
    if (lastName(path) === '.') throw failure(ERRNO.EINVAL);
    rmdir(path);
  };
  const llseek = FS.llseek.bind(FS);
  FS.llseek = (stream, offset, whence) => {
    if (whence !== SEEK_DATA && whence !== SEEK_HOLE) return llseek(stream, offset, whence);
    const { inode } = stream.node as WorldNode;
    // The whole file is data; its end is a hole.
    if (inode?.kind !== 'file' || offset < 0 || offset >= inode.size) throw failure(ERRNO.ENXIO);
    return llseek(stream, whence === SEEK_DATA ? offset : inode.size, 0);
  };

  const linked = (source: string, target: string): string => {
    const node = FS.lookupPath(source).node as WorldNode | undefined;
    if (!node) throw failure(ERRNO.ENOENT);
    const parent = FS.lookupPath(target, { parent: true }).node as WorldNode | undefined;
    const name = lastName(target);
    if (!parent) throw failure(ERRNO.ENOENT);
    if (FS.lookupPath(target, { noent_okay: true }).node) throw failure(ERRNO.EEXIST);
    if (node.inode?.kind === 'directory') throw failure(ERRNO.EPERM);
    if (!node.inode || !parent.inode) throw failure(ERRNO.EXDEV);
    if (parent.inode.kind !== 'directory') throw failure(ERRNO.ENOTDIR);
    if (node.inode.kind === 'link') return 'os.link of a symbolic link';
    hooks.addName(node, parent, name);
    return '';
  };

  /** By the file's number: which open files hold a lock on it. */
  let locks = new Map<number, Map<object, number>>();
  const openFile = (stream: FSStream): object => stream.shared;
  const isOpen = (holder: object): boolean => FS.streams.some((stream) => stream && openFile(stream) === holder);

  return {
    link(source, target) {
      try {
        return { error: 0, refused: linked(source, target) };
      } catch (error) {
        if (!(error instanceof FS.ErrnoError)) throw error;
        return { error: (error as Error & { readonly errno: number }).errno, refused: '' };
      }
    },
    lock(fd, operation) {
      const stream = FS.streams[fd];
      if (!stream) return ERRNO.EBADF;
      const kind = operation & ~LOCK_NO_WAIT;
      if (kind !== LOCK_SHARED && kind !== LOCK_EXCLUSIVE && kind !== LOCK_UN) return ERRNO.EINVAL;
      const inode = (stream.node as WorldNode).inode;
      const key = inode ? inode.id : -stream.node.id;
      const holders = locks.get(key) ?? new Map<object, number>();
      locks.set(key, holders);
      const own = openFile(stream);
      if (kind === LOCK_UN) {
        holders.delete(own);
        return 0;
      }
      for (const [holder, held] of holders) {
        if (!isOpen(holder)) holders.delete(holder);
        else if (holder !== own && (held === LOCK_EXCLUSIVE || kind === LOCK_EXCLUSIVE)) {
          return (operation & LOCK_NO_WAIT) !== 0 ? ERRNO.EAGAIN : null;
        }
      }
      holders.set(own, kind);
      return 0;
    },
    startOver() {
      locks = new Map();
    },
  };
}
