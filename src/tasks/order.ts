// The order in which tasks are listed everywhere. Loading them lives elsewhere.
import type { Result } from '../model/result.ts';
import type { Task, TaskCategory } from '../model/task.ts';

const CATEGORIES: readonly TaskCategory[] = ['database', 'database-and-effect', 'files'];

/** By category, then by title; folders that did not load come last. */
export function inOrder(tasks: readonly Result<Task>[]): readonly Result<Task>[] {
  const keyOf = (task: Result<Task>): string =>
    task.ok ? CATEGORIES.indexOf(task.value.category) + task.value.title : '~';
  return tasks.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0));
}
