// A small disk: directories, files and links in memory, copied in constant time per file and written in
// chunks, so that a copy at every write point is cheap. It knows no paths' meaning, no mail and no SQLite.

/** Bytes in a chunk. SQLite's default page, so a page write touches one chunk. */
export const CHUNK_BYTES = 4096;

interface Chunk {
  readonly bytes: Uint8Array;
  /** Epoch of the disk in which this chunk was made; only then may it be written to in place. */
  readonly epoch: number;
  digest: string | null;
}

export interface FileNode {
  readonly kind: 'file';
  readonly id: number;
  mode: number;
  modifiedMs: number;
  size: number;
  chunks: Chunk[];
  /** Epoch in which `chunks` was last taken over by this node. */
  chunksEpoch: number;
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
  #epoch = 0;
  #nextId = 1;

  constructor() {
    this.root = { kind: 'directory', id: this.#nextId++, mode: 0o777, modifiedMs: 0, entries: new Map() };
  }

  createFile(parent: DirectoryNode, name: string, mode: number, nowMs: number): FileNode {
    const node: FileNode = {
      kind: 'file',
      id: this.#nextId++,
      mode,
      modifiedMs: nowMs,
      size: 0,
      chunks: [],
      chunksEpoch: this.#epoch,
    };
    this.#link(parent, name, node, nowMs);
    return node;
  }

  createDirectory(parent: DirectoryNode, name: string, mode: number, nowMs: number): DirectoryNode {
    const node: DirectoryNode = { kind: 'directory', id: this.#nextId++, mode, modifiedMs: nowMs, entries: new Map() };
    this.#link(parent, name, node, nowMs);
    return node;
  }

  createLink(parent: DirectoryNode, name: string, target: string, nowMs: number): LinkNode {
    const node: LinkNode = { kind: 'link', id: this.#nextId++, mode: 0o777, modifiedMs: nowMs, target };
    this.#link(parent, name, node, nowMs);
    return node;
  }

  remove(parent: DirectoryNode, name: string, nowMs: number): void {
    parent.entries.delete(name);
    parent.modifiedMs = nowMs;
  }

  move(from: DirectoryNode, name: string, to: DirectoryNode, newName: string, nowMs: number): void {
    const node = from.entries.get(name);
    if (!node) throw new Error(`move: no entry ${name}`);
    from.entries.delete(name);
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

  write(file: FileNode, source: Uint8Array, position: number, nowMs: number): void {
    const end = position + source.length;
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

  truncate(file: FileNode, size: number, nowMs: number): void {
    this.#resize(file, size);
    file.modifiedMs = nowMs;
  }

  copy(): DiskCopy {
    this.#epoch++;
    return { root: cloneDirectory(this.root), nextId: this.#nextId };
  }

  load(copy: DiskCopy): void {
    this.#epoch++;
    this.root = cloneDirectory(copy.root);
    this.#nextId = copy.nextId;
  }

  #link(parent: DirectoryNode, name: string, node: DiskNode, nowMs: number): void {
    parent.entries.set(name, node);
    parent.modifiedMs = nowMs;
  }

  #ownChunks(file: FileNode): void {
    if (file.chunksEpoch === this.#epoch) return;
    file.chunks = file.chunks.slice();
    file.chunksEpoch = this.#epoch;
  }

  #ownChunk(file: FileNode, index: number): Chunk {
    this.#ownChunks(file);
    const old = file.chunks[index];
    if (old && old.epoch === this.#epoch) {
      old.digest = null;
      return old;
    }
    const bytes = new Uint8Array(CHUNK_BYTES);
    if (old) bytes.set(old.bytes);
    const chunk: Chunk = { bytes, epoch: this.#epoch, digest: null };
    file.chunks[index] = chunk;
    return chunk;
  }

  #resize(file: FileNode, size: number): void {
    this.#ownChunks(file);
    const count = Math.ceil(size / CHUNK_BYTES);
    while (file.chunks.length < count) {
      file.chunks.push({ bytes: new Uint8Array(CHUNK_BYTES), epoch: this.#epoch, digest: null });
    }
    file.chunks.length = count;
    if (size < file.size && size % CHUNK_BYTES !== 0) {
      this.#ownChunk(file, count - 1).bytes.fill(0, size % CHUNK_BYTES);
    }
    file.size = size;
  }
}

function cloneDirectory(directory: DirectoryNode): DirectoryNode {
  const entries = new Map<string, DiskNode>();
  for (const [name, node] of directory.entries) {
    entries.set(name, node.kind === 'directory' ? cloneDirectory(node) : { ...node });
  }
  return { ...directory, entries };
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
