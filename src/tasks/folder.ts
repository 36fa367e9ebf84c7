// Loads task folders from disk, for Node. The page has its tasks from `bundled.ts`.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fail, type Result } from '../model/result.ts';
import type { Task } from '../model/task.ts';
import { loadTask } from './load.ts';
import { inOrder } from './order.ts';

/** The folder's own name is the task's id. A folder that cannot be read is a problem, not an error. */
export async function loadTaskFolder(folder: string): Promise<Result<Task>> {
  const id = path.basename(path.resolve(folder));
  try {
    return loadTask(id, await readFiles(folder));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fail({ where: folder, line: null, field: null, message: `cannot be read: ${reason}` });
  }
}

/** One result for each folder in `root`, in the order of the page's menu. Throws where `root` cannot be read. */
export async function loadTasksRoot(root: string): Promise<readonly Result<Task>[]> {
  const entries = await readdir(root, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'));
  return inOrder(await Promise.all(folders.map((entry) => loadTaskFolder(path.join(root, entry.name)))));
}

/** Regular files only: links, and what a link points to, are no part of a task. */
async function readFiles(folder: string): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  const visit = async (inner: string): Promise<void> => {
    for (const entry of await readdir(path.join(folder, inner), { withFileTypes: true })) {
      const name = inner === '' ? entry.name : `${inner}/${entry.name}`;
      if (entry.isDirectory() && entry.name !== '__pycache__') await visit(name);
      else if (entry.isFile()) files.set(name, new Uint8Array(await readFile(path.join(folder, name))));
    }
  };
  await visit('');
  return files;
}
