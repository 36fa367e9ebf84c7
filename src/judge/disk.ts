// The private disk of the judge's SQLite: whole files in and out. sql.js keeps it to itself, so the calls that
// SQLite makes are made here too. No database is opened here.
import { joinBytes } from '../model/bytes.ts';
import type { Calls } from './calls.ts';

const AT_FDCWD = -100;
const O_RDONLY = 0;
const O_WRONLY_CREATE_TRUNCATE = 0o1101;
const AT_REMOVEDIR = 0o1000;
const CHUNK_BYTES = 1 << 20;

export interface Allocator {
  readonly _malloc: (bytes: number) => number;
  readonly _free: (pointer: number) => void;
}

/** Paths are absolute on SQLite's disk. */
export interface Disk {
  /** Creates or overwrites; folders that are missing are made and stay. */
  writeFile(path: string, bytes: Uint8Array): void;
  /** Throws where there is no such file. */
  readFile(path: string): Uint8Array;
  /** Quiet where there is no such file. */
  removeFile(path: string): void;
  /** Quiet where there is no such folder, and where something lies in it. */
  removeFolder(path: string): void;
}

/** Throws where the calls are not where they are expected. */
export function openDisk(calls: Calls, heap: WebAssembly.Memory, memory: Allocator): Disk {
  function withPath<T>(path: string, use: (pointer: number) => T): T {
    const text = new TextEncoder().encode(`${path}\0`);
    const pointer = memory._malloc(text.length);
    try {
      new Uint8Array(heap.buffer).set(text, pointer);
      return use(pointer);
    } finally {
      memory._free(pointer);
    }
  }

  /** Opens, then calls `step` with a buffer and a transfer of `bytes` of it, which returns the bytes moved. */
  function withStream(
    path: string,
    flags: number,
    use: (buffer: number, transfer: (name: 'read' | 'write', bytes: number) => number) => void,
  ): void {
    // Layout: an iovec (pointer, length), a result, the mode for a created file, then the buffer.
    const scratch = memory._malloc(16 + CHUNK_BYTES);
    try {
      const buffer = scratch + 16;
      new Int32Array(heap.buffer).set([buffer, 0, 0, 0o666], scratch >> 2);
      const fd = withPath(path, (pointer) => calls.openat(AT_FDCWD, pointer, flags, scratch + 12));
      if (fd < 0) throw new Error(`${path}: cannot be opened`);
      try {
        use(buffer, (name, bytes) => {
          new Int32Array(heap.buffer)[(scratch >> 2) + 1] = bytes;
          if (calls[name](fd, scratch, 1, scratch + 8) !== 0) throw new Error(`${path}: ${name} fails`);
          return new Int32Array(heap.buffer)[(scratch >> 2) + 2] ?? 0;
        });
      } finally {
        calls.close(fd);
      }
    } finally {
      memory._free(scratch);
    }
  }

  const folders = new Set<string>();
  function makeFolders(path: string): void {
    for (let at = path.indexOf('/', 1); at > 0; at = path.indexOf('/', at + 1)) {
      const folder = path.slice(0, at);
      if (folders.has(folder)) continue;
      withPath(folder, (pointer) => calls.mkdirat(AT_FDCWD, pointer, 0o777));
      folders.add(folder);
    }
  }

  function writeFile(path: string, bytes: Uint8Array): void {
    makeFolders(path);
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
    return parts.length === 1 && only ? only : joinBytes(parts);
  }

  const removeFile = (path: string): void => {
    withPath(path, (pointer) => calls.unlinkat(AT_FDCWD, pointer, 0));
  };

  const removeFolder = (path: string): void => {
    folders.delete(path);
    withPath(path, (pointer) => calls.unlinkat(AT_FDCWD, pointer, AT_REMOVEDIR));
  };

  const disk = { writeFile, readFile, removeFile, removeFolder };
  selfCheck(disk);
  return disk;
}

function selfCheck(disk: Disk): void {
  const path = '/self-check/file';
  disk.writeFile(path, Uint8Array.of(7, 0, 255));
  const back = disk.readFile(path);
  disk.removeFile(path);
  disk.removeFolder('/self-check');
  let gone = false;
  try {
    disk.readFile(path);
  } catch {
    gone = true;
  }
  if (back.join() !== '7,0,255' || !gone) throw new Error('the file calls of sql.js are not where they are expected');
}
