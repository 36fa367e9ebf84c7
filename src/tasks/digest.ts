// The digest of a task: equal digests mean that the same code gets the same verdict.
import { digestBytes, digestJson } from '../model/digest.ts';
import type { Task, TaskCase } from '../model/task.ts';

/**
 * SHA-256 in hex over everything that can change a verdict. The title, the prompt and the references cannot,
 * so they are left out.
 */
export function taskDigest(task: Task): string {
  return digestJson({
    id: task.id,
    category: task.category,
    function: task.function,
    parameters: task.parameters,
    finishesInterruptedWork: task.finishesInterruptedWork,
    judgesRepeats: task.judgesRepeats,
    cases: task.cases.map(plainCase),
    judgeSql: task.judgeSql,
  });
}

function plainCase(one: TaskCase): unknown {
  const { name, args, sql, files, cache } = one;
  return { name, args, sql, files: files.map(({ path, bytes }) => [path, digestBytes(bytes)]), cache };
}
