// What lies outside the world: folders that a plain Linux has and whose files live on no disk here. They can be looked into;
// whatever would change them, or read what only a real Linux has there, is refused, and the machine is told. Without this a
// file written outside would outlive its process, and belong to no world.
import { ERRNO, type EmscriptenFS, type FSNode, type FSStream } from './emscripten.ts';

/** Folders of a plain Debian, empty here. */
const FOLDERS = (
  '/bin /boot /etc /media /mnt /opt /root /run /run/lock /sbin /srv /usr /usr/bin /usr/lib /usr/local /usr/local/bin ' +
  '/usr/sbin /usr/share /var /var/cache /var/lib /var/log /var/run /var/spool /var/tmp'
).split(' ');
/** What code asks of the system there. */
const ASKED = new Set(
  'passwd group shadow hostname hosts os-release machine-id localtime timezone resolv.conf'.split(' '),
);
const KERNEL = /^\/(?:proc|sys)(?:\/|$)/;
const CHANGES_OF_FOLDERS = ['mknod', 'rename', 'unlink', 'rmdir', 'symlink'] as const;

type Operations = Record<string, (...args: never[]) => unknown>;

/**
 * Called once a machine, before the first process. `onTouch` is told what was touched, and answers whether a process is
 * running: a change of its making fails as on a disk that cannot be written to.
 */
export function closeOutside(FS: EmscriptenFS, onTouch: (name: string) => boolean): void {
  for (const path of FOLDERS) if (!FS.analyzePath(path).exists) FS.mkdir(path);
  const probe = '/machine-probe';
  FS.writeFile(probe, '');
  const file = FS.lookupPath(probe).node;
  if (!file) throw new Error('the file system lost a file');
  const etc = FS.lookupPath('/etc').node;
  // The operations of the file system that Emscripten keeps in memory: one object for all its folders, one for all its files.
  const folderOps = FS.root.node_ops as Operations;
  const fileOps = file.node_ops as Operations;
  const fileStream = file.stream_ops as Operations;
  FS.unlink(probe);

  const touched = (path: string): boolean => onTouch(`a disk outside the working folder and /tmp (${path})`);
  const close = (operations: Operations, name: string, pathOf: (of: never) => string): void => {
    const original = operations[name];
    if (!original) throw new Error(`the file system has no ${name}`);
    operations[name] = (...args) => {
      if (touched(pathOf(args[0] as never))) throw new FS.ErrnoError(ERRNO.EROFS);
      return original(...args);
    };
  };
  const ofNode = (node: FSNode): string => FS.getPath(node);
  for (const name of CHANGES_OF_FOLDERS) close(folderOps, name, ofNode);
  close(folderOps, 'setattr', ofNode);
  close(fileOps, 'setattr', ofNode);
  close(fileStream, 'write', (stream: FSStream) => FS.getPath(stream.node));
  const rename = FS.rename.bind(FS);
  FS.rename = (from, to) => {
    try {
      rename(from, to);
    } catch (error) {
      if ((error as { errno?: number } | null)?.errno === ERRNO.EXDEV) touched(to.startsWith('/') ? to : from);
      throw error;
    }
  };

  const lookup = folderOps['lookup'] as unknown as (parent: FSNode, name: string) => FSNode;
  folderOps['lookup'] = ((parent: FSNode, name: string) => {
    if (parent === etc && ASKED.has(name)) onTouch(`/etc/${name}`);
    return lookup(parent, name);
  }) as (...args: never[]) => unknown;
  const lookupPath = FS.lookupPath.bind(FS);
  FS.lookupPath = (path, options) => {
    if (KERNEL.test(path)) onTouch(path.split('/', 2).join('/'));
    return lookupPath(path, options);
  };
}
