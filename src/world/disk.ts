// A small disk: directories, files and links in memory, copied in constant time per file and written in
// chunks, so that a copy at every write point is cheap. It knows no paths' meaning, no mail and no SQLite.
//
// A copy cannot be written to. What a disk may write to in place carries that disk's owner, a symbol that no other
// disk has; taking or loading a copy makes a new owner, so nothing that a copy can reach is ever owned again, by
// this disk or any other.

import { type Allowance, ENTRY_BYTES } from './allowance.ts';

/** Bytes in a chunk. SQLite's default page, so a page write touches one chunk. */
export const CHUNK_BYTES = 4096;

/** Who may write in place: a new symbol each time, equal to no other. */
type Owner = symbol;

interface Chunk {
  readonly bytes: Uint8Array;
  /** The only owner that may write to this chunk in place. */
  readonly owner: Owner;
  digest: string | null;
}

export interface FileNode {
  readonly kind: 'file';
  readonly id: number;
  mode: number;
  modifiedMs: number;
  size: number;
  /** Names that lead here: 1, or more where the file was hard-linked; 0 once the last one is gone. */
  links: number;
  chunks: Chunk[];
  /** The only owner that may change the list `chunks` in place. */
  chunksOwner: Owner;
}

export interface DirectoryNode {
  readonly kind: 'directory';
  readonly id: number;
  mode: number;
  modifiedMs: number;
  entries: Map<string, DiskNode>;
}

export interface LinkNode {
  readonly kind: 'link';
  readonly id: number;
  mode: number;
  modifiedMs: number;
  readonly target: string;
}

export type DiskNode = FileNode | DirectoryNode | LinkNode;

/** A frozen tree. Nothing in it is ever written to again. */
export interface DiskCopy {
  readonly root: DirectoryNode;
  readonly nextId: number;
}

export class Disk {
  root: DirectoryNode;
  #owner: Owner = Symbol('owner');
  #nextId = 1;

  /** Without an allowance as much can be written as memory holds. */
  constructor(readonly allowance: Allowance | null = null) {
    this.root = { kind: 'directory', id: this.#nextId++, mode: 0o777, modifiedMs: 0, entries: new Map() };
  }

  createFile(parent: DirectoryNode, name: string, mode: number, nowMs: number): FileNode {
    this.allowance?.spend(ENTRY_BYTES, ENTRY_BYTES);
    const node: FileNode = {
      kind: 'file',
      id: this.#nextId++,
      mode,
      modifiedMs: nowMs,
      size: 0,
      links: 1,
      chunks: [],
      chunksOwner: this.#owner,
    };
    this.#enter(parent, name, node, nowMs);
    return node;
  }

  createDirectory(parent: DirectoryNode, name: string, mode: number, nowMs: number): DirectoryNode {
    this.allowance?.spend(ENTRY_BYTES, ENTRY_BYTES);
    const node: DirectoryNode = { kind: 'directory', id: this.#nextId++, mode, modifiedMs: nowMs, entries: new Map() };
    this.#enter(parent, name, node, nowMs);
    return node;
  }

  createLink(parent: DirectoryNode, name: string, target: string, nowMs: number): LinkNode {
    this.allowance?.spend(ENTRY_BYTES, ENTRY_BYTES + target.length);
    const node: LinkNode = { kind: 'link', id: this.#nextId++, mode: 0o777, modifiedMs: nowMs, target };
    this.#enter(parent, name, node, nowMs);
    return node;
  }

  /** Gives a file of this disk one more name. */
  link(file: FileNode, parent: DirectoryNode, name: string, nowMs: number): void {
    this.allowance?.spend(ENTRY_BYTES, ENTRY_BYTES);
    file.links++;
    this.#enter(parent, name, file, nowMs);
  }

  remove(parent: DirectoryNode, name: string, nowMs: number): void {
    this.#leave(parent, name);
    parent.modifiedMs = nowMs;
  }

  move(from: DirectoryNode, name: string, to: DirectoryNode, newName: string, nowMs: number): void {
    const node = from.entries.get(name);
    if (!node) throw new Error(`move: no entry ${name}`);
    from.entries.delete(name);
    this.#leave(to, newName);
    to.entries.set(newName, node);
    from.modifiedMs = nowMs;
    to.modifiedMs = nowMs;
  }

  /** Copies up to `length` bytes at `position` into `target` at `offset`; returns how many there were. */
  read(file: FileNode, target: Uint8Array, offset: number, length: number, position: number): number {
    const end = Math.min(file.size, position + length);
    let done = 0;
    for (let at = position; at < end;) {
      const chunk = file.chunks[Math.floor(at / CHUNK_BYTES)];
      const from = at % CHUNK_BYTES;
      const count = Math.min(CHUNK_BYTES - from, end - at);
      if (chunk) target.set(chunk.bytes.subarray(from, from + count), offset + done);
      at += count;
      done += count;
    }
    return done;
  }

  /** `isCounted`: the bytes count as written, and not only where the file grows by them. */
  write(file: FileNode, source: Uint8Array, position: number, nowMs: number, isCounted = true): void {
    const end = position + source.length;
    this.#spend(file, isCounted ? source.length : 0, Math.max(0, end - file.size));
    if (end > file.size) this.#resize(file, end);
    for (let done = 0; done < source.length;) {
      const at = position + done;
      const from = at % CHUNK_BYTES;
      const count = Math.min(CHUNK_BYTES - from, source.length - done);
      this.#ownChunk(file, Math.floor(at / CHUNK_BYTES)).bytes.set(source.subarray(done, done + count), from);
      done += count;
    }
    file.modifiedMs = nowMs;
  }

  truncate(file: FileNode, size: number, nowMs: number, isCounted = true): void {
    this.#spend(file, isCounted ? Math.max(0, size - file.size) : 0, size - file.size);
    this.#resize(file, size);
    file.modifiedMs = nowMs;
  }

  copy(): DiskCopy {
    this.#owner = Symbol('owner');
    return { root: cloneDirectory(this.root, new Map()), nextId: this.#nextId };
  }

  load(copy: DiskCopy): void {
    this.#owner = Symbol('owner');
    this.root = cloneDirectory(copy.root, new Map());
    this.#nextId = copy.nextId;
  }

  /** What a process has still open and nobody can find any more counts as written only. */
  #spend(file: FileNode, bytes: number, grows: number): void {
    this.allowance?.spend(bytes, file.links > 0 ? Math.max(0, grows) : 0);
    if (grows < 0 && file.links > 0) this.allowance?.free(-grows);
  }

  #enter(parent: DirectoryNode, name: string, node: DiskNode, nowMs: number): void {
    parent.entries.set(name, node);
    parent.modifiedMs = nowMs;
  }

  #leave(parent: DirectoryNode, name: string): void {
    const node = parent.entries.get(name);
    if (!node) return;
    this.allowance?.free(ENTRY_BYTES);
    if (node.kind === 'link') this.allowance?.free(node.target.length);
    if (node.kind === 'file' && --node.links === 0) this.allowance?.free(node.size);
    parent.entries.delete(name);
  }

  #ownChunks(file: FileNode): void {
    if (file.chunksOwner === this.#owner) return;
    file.chunks = file.chunks.slice();
    file.chunksOwner = this.#owner;
  }

  #ownChunk(file: FileNode, index: number): Chunk {
    this.#ownChunks(file);
    const old = file.chunks[index];
    if (old && old.owner === this.#owner) {
      old.digest = null;
      return old;
    }
    const bytes = new Uint8Array(CHUNK_BYTES);
    if (old) bytes.set(old.bytes);
    const chunk: Chunk = { bytes, owner: this.#owner, digest: null };
    file.chunks[index] = chunk;
    return chunk;
  }

  #resize(file: FileNode, size: number): void {
    this.#ownChunks(file);
    const count = Math.ceil(size / CHUNK_BYTES);
    while (file.chunks.length < count) {
      file.chunks.push({ bytes: new Uint8Array(CHUNK_BYTES), owner: this.#owner, digest: null });
    }
    file.chunks.length = count;
    if (size < file.size && size % CHUNK_BYTES !== 0) {
      this.#ownChunk(file, count - 1).bytes.fill(0, size % CHUNK_BYTES);
    }
    file.size = size;
  }
}

/** `linked` keeps the files that were met under one of several names: they stay one file in the clone. */
function cloneDirectory(directory: DirectoryNode, linked: Map<FileNode, FileNode>): DirectoryNode {
  const entries = new Map<string, DiskNode>();
  for (const [name, node] of directory.entries) entries.set(name, cloneNode(node, linked));
  return { ...directory, entries };
}

function cloneNode(node: DiskNode, linked: Map<FileNode, FileNode>): DiskNode {
  if (node.kind === 'directory') return cloneDirectory(node, linked);
  if (node.kind === 'link' || node.links === 1) return { ...node };
  const known = linked.get(node);
  if (known) return known;
  const clone = { ...node };
  linked.set(node, clone);
  return clone;
}

/** What everything below `directory` counts for, in bytes as `Allowance` counts them. */
export function heldBytes(directory: DirectoryNode, seen = new Set<FileNode>()): number {
  let sum = 0;
  for (const node of directory.entries.values()) {
    sum += ENTRY_BYTES;
    if (node.kind === 'directory') sum += heldBytes(node, seen);
    else if (node.kind === 'link') sum += node.target.length;
    else if (!seen.has(node)) {
      sum += node.size;
      if (node.links > 1) seen.add(node);
    }
  }
  return sum;
}

/** All bytes of a file of a copy. */
export function fileBytes(file: FileNode): Uint8Array {
  const bytes = new Uint8Array(file.size);
  file.chunks.forEach((chunk, index) => {
    const at = index * CHUNK_BYTES;
    bytes.set(at + CHUNK_BYTES <= file.size ? chunk.bytes : chunk.bytes.subarray(0, file.size - at), at);
  });
  return bytes;
}

/** Digest of a file of a copy, from its chunks' digests, which are kept: equal chunks are hashed once. */
export function fileDigest(file: FileNode, hash: (bytes: Uint8Array) => string): string {
  const parts = file.chunks.map((chunk) => (chunk.digest ??= hash(chunk.bytes)));
  return `${file.size}:${parts.join('')}`;
}

/** Every node below `directory` with its path, depth first, in the order of the names. */
export function* walk(directory: DirectoryNode, prefix = ''): Generator<[path: string, node: DiskNode]> {
  for (const name of [...directory.entries.keys()].sort()) {
    const node = directory.entries.get(name);
    if (!node) continue;
    yield [prefix + name, node];
    if (node.kind === 'directory') yield* walk(node, `${prefix}${name}/`);
  }
}
