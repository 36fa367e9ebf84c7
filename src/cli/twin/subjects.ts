// What the twin compares: references of task folders, or the code of whole answers.
import { formatProblem } from '../../model/result.ts';
import type { Task } from '../../model/task.ts';
import { loadTasksRoot } from '../../tasks/folder.ts';
import { readAnswers } from '../answers.ts';
import { bundledTasks } from '../tasks.ts';
import type { TwinSubject } from './run-twin.ts';

export interface Subjects {
  readonly subjects: readonly TwinSubject[];
  /** Why something is not among them, a sentence each: not loaded, or no code found. */
  readonly refused: readonly string[];
  /** Folders without judge.sql, which the twin cannot judge. */
  readonly withoutJudge: readonly string[];
}

/** References of the bundled tasks, or of the task folders in `root`. */
export async function referenceSubjects(root: string | null): Promise<Subjects> {
  const { tasks, refused } = await load(root);
  const subjects = tasks
    .filter(({ judgeSql }) => judgeSql !== null)
    .flatMap((task) => task.references.map(({ name, source }) => ({ name: `${task.id}/${name}`, task, source })));
  return { subjects, refused, withoutJudge: tasks.filter(({ judgeSql }) => judgeSql === null).map(({ id }) => id) };
}

/** Answers to the bundled tasks, from a folder of `<set>/<task id>.md`. */
export async function answerSubjects(folder: string): Promise<Subjects> {
  const { tasks, refused } = await load(null);
  const answers = await readAnswers(folder, tasks);
  const subjects = answers.flatMap(({ name, task, code }) => (code.ok ? [{ name, task, source: code.source }] : []));
  const unread = answers.flatMap(({ name, code }) => (code.ok ? [] : [`${name}: ${code.sentence}`]));
  return { subjects, refused: [...refused, ...unread], withoutJudge: [] };
}

async function load(root: string | null): Promise<{ readonly tasks: readonly Task[]; readonly refused: string[] }> {
  const loaded = await (root === null ? bundledTasks() : loadTasksRoot(root));
  return {
    tasks: loaded.flatMap((result) => (result.ok ? [result.value] : [])),
    refused: loaded.flatMap((result) =>
      result.ok ? [] : [`a task does not load\n${result.problems.map(formatProblem).join('\n')}`],
    ),
  };
}
