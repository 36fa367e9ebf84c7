// What is not there, told without an exception. SQLite asks for a journal before nearly every statement, and Emscripten's
// file system answers by throwing through a stack of WebAssembly frames; where a debugger or a test driver listens, the
// browser records that stack each time, and a statement costs twenty times as much (docs/decisions/008).
import type { DiskNode } from '../world/disk.ts';
import type { World } from '../world/world.ts';
import type { EmscriptenFS, FSNode } from './emscripten.ts';

import { NAME_BYTES } from './linux-files.ts';

/** FS lets a folder with one of these bits be looked into. */
const SEARCHABLE = 0o111;

/** True where certainly nothing is at the path, absolute or from the working directory; false where it cannot be said. */
export type IsMissing = (path: string) => boolean;

/** Called once a machine, with the folder at which the world is mounted. Changes how `FS` finds that a file is missing. */
export function quietlyMissing(FS: EmscriptenFS, world: World, mountPoint: string): IsMissing {
  const prefix = `${mountPoint}/`;
  /** The path without what FS leaves out, or null where links, other disks or folders have a say. */
  const missingPath = (path: string): string | null => {
    const full = path.startsWith('/') ? path : `${FS.currentPath}/${path}`;
    if (!full.startsWith(prefix)) return null;
    const names = full.slice(prefix.length).split('/').filter(Boolean);
    const last = names.pop();
    let at: DiskNode | undefined = world.disk.root;
    // Linux says another thing of a name that is too long.
    if (path.length > NAME_BYTES) return null;
    for (const name of names) {
      if (!canLookInto(at) || name === '.' || name === '..') return null;
      at = at.entries.get(name);
    }
    if (!canLookInto(at) || last === undefined || last === '.' || last === '..' || at.entries.has(last)) return null;
    return prefix + [...names, last].join('/');
  };

  const lookupPath = FS.lookupPath.bind(FS);
  FS.lookupPath = (path, options = {}) => {
    if (options.noent_okay && !options.parent) {
      const missing = missingPath(path);
      if (missing !== null) return { path: missing };
    }
    return lookupPath(path, options);
  };
  const mayCreate = FS.mayCreate.bind(FS);
  FS.mayCreate = (folder, name) => {
    const inode = (folder as FSNode & { readonly inode?: DiskNode }).inode;
    return inode !== undefined && canLookInto(inode) && !inode.entries.has(name)
      ? FS.nodePermissions(folder, 'wx')
      : mayCreate(folder, name);
  };
  return (path) => missingPath(path) !== null;
}

function canLookInto(node: DiskNode | undefined): node is Extract<DiskNode, { kind: 'directory' }> {
  return node?.kind === 'directory' && (node.mode & SEARCHABLE) !== 0;
}
