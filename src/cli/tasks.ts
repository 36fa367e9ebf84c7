// Finds a task for a command: a bundled one by its id, or any folder on disk.
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { fail, type Result } from '../model/result.ts';
import type { Task } from '../model/task.ts';
import { loadTaskFolder, loadTasksRoot } from '../tasks/folder.ts';

const BUNDLED = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../tasks/crash');

export async function findTask(idOrFolder: string): Promise<Result<Task>> {
  for (const folder of [path.join(BUNDLED, idOrFolder), path.resolve(idOrFolder)]) {
    if (await isFolder(folder)) return loadTaskFolder(folder);
  }
  const ids = (await bundledTasks()).map((result) => (result.ok ? result.value.id : '')).filter(Boolean);
  return fail({
    where: idOrFolder,
    line: null,
    field: null,
    message: `is neither a bundled task nor a folder; the bundled tasks are ${ids.join(', ')}`,
  });
}

export function bundledTasks(): Promise<readonly Result<Task>[]> {
  return loadTasksRoot(BUNDLED);
}

/** Of a folder of task folders, or of one task folder. Throws a sentence where it is neither. */
export async function tasksIn(folder: string): Promise<readonly Result<Task>[]> {
  if (!(await isFolder(folder))) throw new Error(`${folder}: expected a folder of task folders, there is none`);
  const names = await readdir(folder);
  if (names.includes('task.json')) return [await loadTaskFolder(folder)];
  const tasks = await loadTasksRoot(folder);
  if (tasks.length === 0) throw new Error(`${folder}: expected a folder of task folders, there is no folder in it`);
  return tasks;
}

async function isFolder(folder: string): Promise<boolean> {
  try {
    return (await stat(folder)).isDirectory();
  } catch {
    return false;
  }
}
