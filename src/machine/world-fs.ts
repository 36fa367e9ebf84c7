// The world's disk as an Emscripten file system: each operation that changes a file is a write point. SQLite's
// own input and output is not: see `sqlite-files.ts`.
import type { RunFact, WritePointKind } from '../model/trace.ts';
import type { DirectoryNode, DiskNode, FileNode } from '../world/disk.ts';
import { TEMPORARY_DIRECTORY, type World } from '../world/world.ts';
import { ERRNO, type EmscriptenFS, type FSNode, type FSStream, type PythonModule } from './emscripten.ts';
import { NAME_BYTES } from './linux-files.ts';
import { Mappings, type MappingHooks } from './mappings.ts';
import type { SqliteFiles } from './sqlite-files.ts';

const FILE_TYPE = 0o100000;
const DIRECTORY_TYPE = 0o040000;
const LINK_TYPE = 0o120000;
const TYPE_MASK = 0o170000;
const BLOCK_BYTES = 4096;
/** Characters of written text that a point shows. */
const SHOWN_TEXT = 60;

interface WorldNode extends FSNode {
  inode: DiskNode;
  parent: WorldNode;
}

export interface WorldFsHooks extends Pick<MappingHooks, 'currentLine' | 'spend' | 'refuse'> {
  /** Just before an effect. Throws to crash; true means: let it fail with EIO. `line`: where it is not the current one. */
  point(kind: WritePointKind, text: string, line?: number | null): boolean;
  nowMs(): number;
  /** What a reader of the verdict must be told. */
  fact(fact: RunFact): void;
}

interface Attributes {
  mode?: number;
  size?: number;
  mtime?: number | Date;
}

export interface WorldFs {
  readonly mappings: Mappings;
  /** Called before every process, once the world has been loaded: what FS remembers of the last one is forgotten. */
  startOver(): void;
  /** Gives a file one more name. */
  addName(source: FSNode, parent: FSNode, name: string): void;
}

/** Mounts the world's disk at `path`, an empty folder. Called once a machine. */
export function mountWorld(
  module: PythonModule,
  world: World,
  hooks: WorldFsHooks,
  sqliteFiles: SqliteFiles,
  path: string,
): WorldFs {
  const FS: EmscriptenFS = module.FS;
  const failure = (errno: number): Error => new FS.ErrnoError(errno);
  const notFound = failure(ERRNO.ENOENT);

  const pathOf = (node: WorldNode): string => {
    const parts: string[] = [];
    for (let at = node; at.parent !== at; at = at.parent) parts.unshift(at.name);
    return parts.join('/');
  };
  const childPath = (parent: WorldNode, name: string): string => {
    const path = pathOf(parent);
    return path === '' ? name : `${path}/${name}`;
  };
  /** True while SQLite opens or removes a file. */
  let bySqlite = false;
  const point = (kind: WritePointKind, text: string): void => {
    if (!bySqlite && hooks.point(kind, text)) throw failure(ERRNO.EIO);
  };
  /**
   * Open files (what descriptors made by `dup` share) through which a write or a truncation has failed: every later write
   * through them fails, too, and is no point. Python's buffers would try again when they are closed.
   */
  const broken = new Set<object>();
  const pointThrough = (stream: FSStream, kind: WritePointKind, text: string): void => {
    try {
      point(kind, text);
    } catch (error) {
      broken.add(stream.shared);
      throw error;
    }
  };
  const mappings = new Mappings(
    module,
    {
      currentLine: () => hooks.currentLine(),
      spend: (steps) => hooks.spend(steps),
      refuse: (what) => hooks.refuse(what),
      store: (text, line) => hooks.point('store', text, line),
      write: (inode, bytes, position) => world.disk.write(inode, bytes, position, hooks.nowMs()),
    },
    preview,
  );
  const directory = (node: WorldNode): DirectoryNode => {
    if (node.inode.kind !== 'directory') throw failure(ERRNO.EINVAL);
    return node.inode;
  };
  const file = (node: WorldNode): FileNode => {
    if (node.inode.kind !== 'file') throw failure(ERRNO.EINVAL);
    return node.inode;
  };

  /** Nodes made since the process began, the root left out. Unmounting would look through all that FS knows. */
  const known: WorldNode[] = [];
  const wrap = (parent: WorldNode | null, name: string, inode: DiskNode): WorldNode => {
    const type = inode.kind === 'file' ? FILE_TYPE : inode.kind === 'directory' ? DIRECTORY_TYPE : LINK_TYPE;
    const node = FS.createNode(parent, name, type | (inode.mode & ~TYPE_MASK), 0) as WorldNode;
    node.inode = inode;
    node.node_ops = nodeOps;
    node.stream_ops = streamOps;
    known.push(node);
    return node;
  };

  const nodeOps = {
    getattr(node: WorldNode) {
      const { inode } = node;
      const size = inode.kind === 'file' ? inode.size : inode.kind === 'link' ? inode.target.length : BLOCK_BYTES;
      const time = new Date(inode.modifiedMs);
      return {
        dev: 1,
        ino: inode.id,
        mode: (node.mode & TYPE_MASK) | inode.mode,
        nlink: inode.kind === 'file' ? inode.links : 1,
        uid: 0,
        gid: 0,
        rdev: 0,
        size,
        atime: time,
        mtime: time,
        ctime: time,
        blksize: BLOCK_BYTES,
        blocks: Math.ceil(size / BLOCK_BYTES),
      };
    },
    /** `stream` is given where the file was named by a descriptor. */
    setattr(node: WorldNode, attributes: Attributes, stream?: FSStream) {
      const { inode } = node;
      if (attributes.size !== undefined && inode.kind === 'file' && attributes.size !== inode.size) {
        const path = pathOf(node);
        const text = `truncate ${path} to ${attributes.size} bytes`;
        if (opening > 0) point('open', `open ${path} and empty it`);
        else if (stream) pointThrough(stream, 'truncate', text);
        else point('truncate', text);
        mappings.resizing(inode, attributes.size);
        world.disk.truncate(inode, attributes.size, hooks.nowMs(), !bySqlite);
      }
      if (attributes.mode != null) {
        node.mode = attributes.mode;
        inode.mode = attributes.mode & ~TYPE_MASK;
      }
      if (attributes.mtime != null) inode.modifiedMs = Number(attributes.mtime);
    },
    lookup(parent: WorldNode, name: string): WorldNode {
      const inode = directory(parent).entries.get(name);
      if (!inode) throw byteLength(name) > NAME_BYTES ? failure(ERRNO.ENAMETOOLONG) : notFound;
      return wrap(parent, name, inode);
    },
    mknod(parent: WorldNode, name: string, mode: number): WorldNode {
      const path = childPath(parent, name);
      if ((mode & TYPE_MASK) === DIRECTORY_TYPE) {
        point('mkdir', `make the folder ${path}`);
        const made = world.disk.createDirectory(directory(parent), name, mode & ~TYPE_MASK, hooks.nowMs());
        return wrap(parent, name, made);
      }
      point('open', `create ${path}`);
      return wrap(parent, name, world.disk.createFile(directory(parent), name, mode & ~TYPE_MASK, hooks.nowMs()));
    },
    rename(node: WorldNode, newParent: WorldNode, newName: string) {
      const from = pathOf(node);
      const to = childPath(newParent, newName);
      const existing = directory(newParent).entries.get(newName);
      if (existing?.kind === 'directory' && existing.entries.size > 0) throw failure(ERRNO.ENOTEMPTY);
      if (isTemporary(from) !== isTemporary(to)) hooks.fact('moved-across-tmp');
      point('rename', `rename ${from} to ${to}`);
      if (existing) FS.hashRemoveNode(FS.lookupNode(newParent, newName));
      world.disk.move(directory(node.parent), node.name, directory(newParent), newName, hooks.nowMs());
      node.name = newName;
    },
    unlink(parent: WorldNode, name: string) {
      const path = childPath(parent, name);
      point('delete', `delete ${path}`);
      world.disk.remove(directory(parent), name, hooks.nowMs());
    },
    rmdir(parent: WorldNode, name: string) {
      const path = childPath(parent, name);
      const inode = directory(parent).entries.get(name);
      if (inode?.kind === 'directory' && inode.entries.size > 0) throw failure(ERRNO.ENOTEMPTY);
      point('delete', `remove the folder ${path}`);
      world.disk.remove(directory(parent), name, hooks.nowMs());
    },
    readdir(node: WorldNode): string[] {
      return ['.', '..', ...[...directory(node).entries.keys()].sort()];
    },
    symlink(parent: WorldNode, name: string, target: string): WorldNode {
      const path = childPath(parent, name);
      point('link', `link ${path} to ${target}`);
      return wrap(parent, name, world.disk.createLink(directory(parent), name, target, hooks.nowMs()));
    },
    readlink(node: WorldNode): string {
      if (node.inode.kind !== 'link') throw failure(ERRNO.EINVAL);
      return node.inode.target;
    },
  };

  const streamOps = {
    close(stream: FSStream): void {
      sqliteFiles.closed(stream);
    },
    setattr(stream: FSStream, attributes: Attributes): void {
      const before = bySqlite;
      bySqlite = sqliteFiles.owns(stream);
      try {
        nodeOps.setattr(stream.node as WorldNode, attributes, stream);
      } finally {
        bySqlite = before;
      }
    },
    read(stream: FSStream, buffer: Uint8Array, offset: number, length: number, position: number): number {
      mappings.settle();
      return world.disk.read(file(stream.node as WorldNode), asBytes(buffer), offset, length, position);
    },
    write(stream: FSStream, buffer: Uint8Array, offset: number, length: number, position: number): number {
      if (length === 0) return 0;
      const node = stream.node as WorldNode;
      const path = pathOf(node);
      const bytes = asBytes(buffer).subarray(offset, offset + length);
      mappings.settle();
      const isSqlites = sqliteFiles.owns(stream);
      if (isSqlites) {
        sqliteFiles.wrote(stream);
      } else {
        if (broken.has(stream.shared)) throw failure(ERRNO.EIO);
        pointThrough(stream, 'write', `write ${length} bytes to ${path}: ${preview(bytes)}`);
      }
      world.disk.write(file(node), bytes, position, hooks.nowMs(), !isSqlites);
      mappings.written(file(node), position, bytes);
      return length;
    },
    llseek(stream: FSStream, offset: number, whence: number): number {
      const { inode } = stream.node as WorldNode;
      let position = offset;
      if (whence === 1) position += stream.position;
      else if (whence === 2 && inode.kind === 'file') position += inode.size;
      if (position < 0) throw failure(ERRNO.EINVAL);
      return position;
    },
    mmap(stream: FSStream, length: number, position: number, protection: number, flags: number) {
      mappings.settle();
      const address = module.mmapAlloc?.(length) ?? 0;
      if (address === 0) throw failure(ERRNO.ENOMEM);
      const node = stream.node as WorldNode;
      world.disk.read(file(node), module.HEAPU8, address, length, position);
      const where = { file: file(node), path: () => pathOf(node), address, position, length };
      mappings.add({ ...where, protection, flags, ofSqlite: sqliteFiles.owns(stream) });
      return { ptr: address, allocated: true };
    },
  };

  // `FS.open` empties a file through `setattr`; this tells such a call from `os.truncate`.
  let opening = 0;
  const open = FS.open.bind(FS);
  FS.open = (path, flags, mode) => {
    opening++;
    bySqlite = sqliteFiles.opens(path, flags);
    try {
      const stream = open(path, flags, mode);
      if (bySqlite && 'inode' in stream.node) sqliteFiles.opened(stream, pathOf(stream.node as WorldNode));
      return stream;
    } finally {
      bySqlite = false;
      opening--;
    }
  };
  const unlink = FS.unlink.bind(FS);
  FS.unlink = (path) => {
    bySqlite = sqliteFiles.removes(path);
    try {
      unlink(path);
    } finally {
      bySqlite = false;
    }
  };

  let root: WorldNode | null = null;
  const mount = (): WorldNode => {
    root = wrap(null, '/', world.disk.root);
    known.pop();
    return root;
  };
  FS.mount({ mount }, {}, path);
  return {
    addName(source, parent, name) {
      const folder = parent as WorldNode;
      const path = childPath(folder, name);
      point('link', `link ${path} to ${pathOf(source as WorldNode)}`);
      world.disk.link(file(source as WorldNode), directory(folder), name, hooks.nowMs());
    },
    mappings,
    startOver() {
      opening = 0;
      bySqlite = false;
      sqliteFiles.startOver();
      broken.clear();
      mappings.startOver();
      for (const node of known) FS.hashRemoveNode(node);
      known.length = 0;
      if (root === null) return;
      root.inode = world.disk.root;
      root.mode = DIRECTORY_TYPE | (world.disk.root.mode & ~TYPE_MASK);
    },
  };
}

/** Whether Python sees it below `/tmp`. */
function isTemporary(path: string): boolean {
  return path.startsWith(`${TEMPORARY_DIRECTORY}/`);
}

/** Emscripten hands over a signed view of the heap. */
function asBytes(buffer: ArrayBufferView): Uint8Array {
  return buffer instanceof Uint8Array ? buffer : new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function preview(bytes: Uint8Array): string {
  let text: string;
  try {
    text = JSON.stringify(decoder.decode(bytes.subarray(0, SHOWN_TEXT * 4)));
  } catch {
    return '(binary)';
  }
  return text.length > SHOWN_TEXT ? `${text.slice(0, SHOWN_TEXT)}…` : text;
}
