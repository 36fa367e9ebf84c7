// The tasks that come with the page, put into it when it is built. Node commands read folders instead.
import type { Result } from '../model/result.ts';
import type { Task } from '../model/task.ts';
import { loadTask } from './load.ts';
import { inOrder } from './order.ts';

const ROOT = '/tasks/crash/';
/** Text files only; names that start with a dot are left out. */
const TEXTS = import.meta.glob<string>('/tasks/crash/*/**', { query: '?raw', import: 'default', eager: true });

/** Called once when the page starts. One result for each folder, those that loaded in the order of the menu. */
export function bundledTasks(): readonly Result<Task>[] {
  const folders = new Map<string, Map<string, Uint8Array>>();
  for (const [path, text] of Object.entries(TEXTS)) {
    const [id = '', ...rest] = path.slice(ROOT.length).split('/');
    const files = folders.get(id) ?? new Map<string, Uint8Array>();
    files.set(rest.join('/'), new TextEncoder().encode(text));
    folders.set(id, files);
  }
  return inOrder([...folders].map(([id, files]) => loadTask(id, files)));
}
