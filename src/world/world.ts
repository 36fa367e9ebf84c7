// The world a process runs in: disk, mailbox, cache, and which files SQLite has opened. It outlives the
// process. Its clock belongs to the process and lives in `machine/`.
import type { WorldCopy, WorldStore } from '../engine/ports.ts';
import { digestBytes, digestJson } from '../model/digest.ts';
import { databaseOfSideFile, type Mail, type WorldData } from '../model/world.ts';
import { Allowance, ENTRY_BYTES } from './allowance.ts';
import {
  Disk,
  fileBytes,
  fileDigest,
  heldBytes,
  walk,
  type DirectoryNode,
  type DiskCopy,
  type FileNode,
} from './disk.ts';

/** How the names of SQLite's temporary files begin. */
const SQLITE_TEMPORARY = 'etilqs_';
/** `/tmp` leads here, so that `os.replace` between the two works. */
export const TEMPORARY_DIRECTORY = 'tmp';

export class World {
  /** Of the process that runs, or of whoever makes a starting world. */
  readonly allowance = new Allowance();
  readonly disk = new Disk(this.allowance);
  /** Only ever added to, so that copies can share it: each knows how many of them are its own. */
  #mail: Mail[] = [];
  /** The idempotency keys of all mail, made when the first is delivered. */
  #keys: Set<string | null> | null = null;
  #cache: ReadonlyMap<string, string> = new Map();
  #cacheIsCopied = false;
  #databases = new Set<string>();

  /** Delivers a mail, unless its idempotency key has been seen. */
  deliver(mail: Mail): void {
    this.#keys ??= new Set(this.#mail.map(({ idempotencyKey }) => idempotencyKey));
    if (mail.idempotencyKey !== null && this.#keys.has(mail.idempotencyKey)) return;
    const bytes = mailBytes(mail);
    this.allowance.spend(bytes, bytes);
    this.#mail.push(mail);
    this.#keys.add(mail.idempotencyKey);
  }

  cacheGet(key: string): string | null {
    return this.#cache.get(key) ?? null;
  }

  cacheSet(key: string, value: string): void {
    this.cacheDelete(key);
    const bytes = entryBytes(key, value);
    this.allowance.spend(bytes, bytes);
    this.#ownCache().set(key, value);
  }

  cacheDelete(key: string): void {
    const value = this.#cache.get(key);
    if (value === undefined) return;
    this.allowance.free(entryBytes(key, value));
    this.#ownCache().delete(key);
  }

  /** The cache as it may be changed: another one than any copy has. */
  #ownCache(): Map<string, string> {
    if (this.#cacheIsCopied || !(this.#cache instanceof Map)) this.#cache = new Map(this.#cache);
    this.#cacheIsCopied = false;
    return this.#cache as Map<string, string>;
  }

  /** Notes that SQLite has opened `path`: a database, unless it is a file that SQLite keeps for itself. */
  openedBySqlite(path: string): boolean {
    if (path.slice(path.lastIndexOf('/') + 1).startsWith(SQLITE_TEMPORARY)) return false;
    const beside = databaseOfSideFile(path);
    if (beside !== null && this.#databases.has(beside)) return false;
    this.#databases.add(path);
    return true;
  }

  copy(): WorldCopy {
    this.#cacheIsCopied = true;
    return new FrozenWorld(
      this.disk.copy(),
      { all: this.#mail, count: this.#mail.length },
      this.#cache,
      [...this.#databases].sort(),
    );
  }

  load(copy: WorldCopy): void {
    const frozen = asFrozen(copy);
    this.disk.load(frozen.disk);
    this.#mail = frozen.mail.slice();
    this.#keys = null;
    this.#cache = frozen.cache;
    this.#cacheIsCopied = true;
    let held = heldBytes(this.disk.root);
    for (const mail of this.#mail) held += mailBytes(mail);
    for (const [key, value] of this.#cache) held += entryBytes(key, value);
    this.allowance.begin(held);
    this.#databases = new Set(frozen.databases);
  }
}

/** The first `count` of a list that others may add to. */
interface Mailbox {
  readonly all: readonly Mail[];
  readonly count: number;
}

function mailBytes({ to, subject, body, idempotencyKey }: Mail): number {
  return ENTRY_BYTES + to.length + subject.length + body.length + (idempotencyKey?.length ?? 0);
}

function entryBytes(key: string, value: string): number {
  return ENTRY_BYTES + key.length + value.length;
}

class FrozenWorld implements WorldCopy {
  #digest: string | null = null;
  #data: WorldData | null = null;
  #mail: readonly Mail[] | null = null;

  constructor(
    readonly disk: DiskCopy,
    readonly mailbox: Mailbox,
    readonly cache: ReadonlyMap<string, string>,
    readonly databases: readonly string[],
  ) {}

  get mail(): readonly Mail[] {
    return (this.#mail ??= this.mailbox.all.slice(0, this.mailbox.count));
  }

  get digest(): string {
    return (this.#digest ??= this.digestWith(kept));
  }

  data(): WorldData {
    return (this.#data ??= this.#materialise());
  }

  /** `digestOf` hashes one file. */
  digestWith(digestOf: (file: FileNode) => string): string {
    const databases = new Set(this.databases);
    const firstNames = new Map<FileNode, string>();
    const nodes = [...walk(this.disk.root)].map(([path, node]) => {
      if (node.kind === 'directory') return [path, 'directory'];
      if (node.kind === 'link') return [path, 'link', node.target];
      const known = firstNames.get(node);
      if (known !== undefined) return [path, 'same file as', known];
      if (node.links > 1) firstNames.set(node, path);
      return [path, digestOf(node), databases.has(path) ? 0 : node.modifiedMs];
    });
    return digestJson([nodes, this.mail, [...this.cache].sort(byFirst), this.databases]);
  }

  #materialise(): WorldData {
    const files: WorldData['files'][number][] = [];
    const directories: string[] = [];
    const links: WorldData['links'][number][] = [];
    for (const [path, node] of walk(this.disk.root)) {
      if (node.kind === 'file') files.push({ path, bytes: fileBytes(node), modifiedMs: node.modifiedMs });
      else if (node.kind === 'directory') directories.push(path);
      else links.push({ path, target: node.target });
    }
    return {
      files,
      directories,
      links,
      mail: this.mail,
      cache: [...this.cache].sort(byFirst),
      databases: this.databases,
    };
  }
}

function kept(file: FileNode): string {
  return fileDigest(file, digestBytes);
}

/** The digest of a copy from its bytes, nothing that was kept believed: for tests that a copy is never written to. */
export function digestAnew(copy: WorldCopy): string {
  return asFrozen(copy).digestWith((file) => fileDigest({ ...file, chunks: forgetful(file) }, digestBytes));
}

function forgetful(file: FileNode): FileNode['chunks'] {
  return file.chunks.map((chunk) => ({ ...chunk, digest: null }));
}

export const worldStore: WorldStore = {
  withDatabases(copy, databases) {
    const frozen = asFrozen(copy);
    const disk = new Disk();
    disk.load(frozen.disk);
    for (const [path, bytes] of databases) {
      const { parent, name } = locate(disk.root, path);
      const node = parent.entries.get(name);
      if (node?.kind !== 'file') throw new Error(`withDatabases: ${path} is not a file of this world`);
      replaceBytes(disk, node, bytes);
    }
    for (const [path, node] of [...walk(disk.root)]) {
      const beside = node.kind === 'file' ? databaseOfSideFile(path) : null;
      if (beside === null || !frozen.databases.includes(beside) || frozen.databases.includes(path)) continue;
      const { parent, name } = locate(disk.root, path);
      parent.entries.delete(name);
    }
    return new FrozenWorld(disk.copy(), frozen.mailbox, frozen.cache, frozen.databases);
  },
};

function replaceBytes(disk: Disk, node: FileNode, bytes: Uint8Array): void {
  const modifiedMs = node.modifiedMs;
  disk.truncate(node, bytes.length, modifiedMs);
  disk.write(node, bytes, 0, modifiedMs);
}

function locate(root: DirectoryNode, path: string): { parent: DirectoryNode; name: string } {
  const parts = path.split('/');
  const name = parts.pop() ?? '';
  let parent = root;
  for (const part of parts) {
    const next = parent.entries.get(part);
    if (next?.kind !== 'directory') throw new Error(`no folder ${part} in ${path}`);
    parent = next;
  }
  return { parent, name };
}

function asFrozen(copy: WorldCopy): FrozenWorld {
  if (!(copy instanceof FrozenWorld)) throw new Error('this copy was made by another world');
  return copy;
}

function byFirst(a: readonly [string, string], b: readonly [string, string]): number {
  return a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0;
}

/** A world with these files and cache entries, the temporary folder, and nothing else. */
export function emptyWorld(
  files: readonly { readonly path: string; readonly bytes: Uint8Array }[],
  cache: readonly (readonly [key: string, value: string])[],
  nowMs: number,
): World {
  const world = new World();
  world.disk.createDirectory(world.disk.root, TEMPORARY_DIRECTORY, 0o777, nowMs);
  for (const file of files) {
    let parent = world.disk.root;
    const parts = file.path.split('/');
    const name = parts.pop() ?? '';
    for (const part of parts) {
      const next = parent.entries.get(part);
      parent = next?.kind === 'directory' ? next : world.disk.createDirectory(parent, part, 0o777, nowMs);
    }
    world.disk.write(world.disk.createFile(parent, name, 0o666, nowMs), file.bytes, 0, nowMs);
  }
  for (const [key, value] of cache) world.cacheSet(key, value);
  return world;
}
