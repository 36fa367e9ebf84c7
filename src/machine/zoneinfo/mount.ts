// The time zones as files that can be read and not changed, at the place where Linux has them.
import { ERRNO, type EmscriptenFS, type FSNode, type FSStream } from '../emscripten.ts';
import { ZONEINFO, zones, type ZoneFolder } from './zones.ts';

const FILE_MODE = 0o100644;
const FOLDER_MODE = 0o040755;

interface ZoneNode extends FSNode {
  content(): ZoneFolder | Uint8Array;
}

/** Called once a machine. What FS remembers of it between processes is the same in all. */
export function mountZones(FS: EmscriptenFS): void {
  const time = new Date(0);
  const wrap = (parent: FSNode | null, name: string, isFolder: boolean, content: ZoneNode['content']): ZoneNode => {
    const node = FS.createNode(parent, name, isFolder ? FOLDER_MODE : FILE_MODE, 0) as ZoneNode;
    return Object.assign(node, { content, node_ops: nodeOps, stream_ops: streamOps });
  };
  const folder = (node: FSNode): ZoneFolder => {
    const content = (node as ZoneNode).content();
    if (!(content instanceof Map)) throw new FS.ErrnoError(ERRNO.ENOTDIR);
    return content;
  };
  const bytes = (node: FSNode): Uint8Array => {
    const content = (node as ZoneNode).content();
    return content instanceof Map ? new Uint8Array(0) : content;
  };
  const nodeOps = {
    getattr: (node: ZoneNode) => ({
      ...{ dev: 2, ino: node.id, mode: node.mode, nlink: 1, uid: 0, gid: 0, rdev: 0 },
      ...{ size: bytes(node).length, atime: time, mtime: time, ctime: time, blksize: 4096, blocks: 1 },
    }),
    lookup(parent: ZoneNode, name: string): ZoneNode {
      const found = folder(parent).get(name);
      if (found === undefined) throw new FS.ErrnoError(ERRNO.ENOENT);
      return wrap(parent, name, found instanceof Map, () => found);
    },
    readdir: (node: ZoneNode): string[] => ['.', '..', ...[...folder(node).keys()].sort()],
  };
  const streamOps = {
    read(stream: FSStream, buffer: Uint8Array, offset: number, length: number, position: number): number {
      const part = bytes(stream.node).subarray(position, position + length);
      new Uint8Array(buffer.buffer, buffer.byteOffset).set(part, offset);
      return part.length;
    },
    llseek(stream: FSStream, offset: number, whence: number): number {
      const from = whence === 1 ? stream.position : whence === 2 ? bytes(stream.node).length : 0;
      if (from + offset < 0) throw new FS.ErrnoError(ERRNO.EINVAL);
      return from + offset;
    },
  };
  ZONEINFO.split('/').reduce((path, name) => {
    if (!FS.analyzePath(`${path}/${name}`).exists) FS.mkdir(`${path}/${name}`);
    return `${path}/${name}`;
  });
  FS.mount({ mount: () => wrap(null, '/', true, zones) }, {}, ZONEINFO);
}
