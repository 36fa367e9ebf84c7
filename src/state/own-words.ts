// The fields of an own function as a person knows them, and what is wrong with one, in a sentence.
import { formatProblem, type Problem } from '../model/result.ts';
import type { TaskPart } from '../model/task-fault.ts';

const NAMES: Readonly<Record<string, string>> = {
  title: 'Title',
  call: 'The call',
  sql: 'Schema and rows',
  files: 'Files',
  judgeSql: 'Judge',
};

/** What a run found wrong with the SQL of a task. Of the starting world's SQL `cause` is what SQLite says. */
export function faultProblem(part: TaskPart, line: number | null, cause: string): Problem {
  if (part === 'judge') return { where: 'own function', line, field: 'judgeSql', message: cause };
  const message = line === null ? `they do not run: ${cause}` : `the statement that begins here does not run: ${cause}`;
  return { where: 'own function', line, field: 'sql', message };
}

/** With the name of the field; for a place away from it. */
export function ownSentence(problem: Problem): string {
  const [, index, part] = /^files\[(\d+)\]\.(path|text)$/.exec(problem.field ?? '') ?? [];
  const name = index === undefined ? NAMES[problem.field ?? ''] : `File ${Number(index) + 1}, ${part ?? ''}`;
  const sentence = besideField(problem);
  if (name === undefined) return sentence;
  const told = `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
  return /^(line|column) \d/.test(told) ? `${name}, ${told}` : `${name}: ${told}`;
}

/** Without the name of the field; for a place right below it. */
export function besideField({ field, line, message }: Problem): string {
  const sentence = `${message.replace(/\.$/, '')}.`;
  // A call stands on one line, as a rule, and its message has the column.
  if (line !== null && !(field === 'call' && line === 1)) return `Line ${line}: ${sentence}`;
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`;
}

/** Of a zip that was not opened; a problem inside it has its place in the zip. */
export function zipSentence(problem: Problem): string {
  return problem.where === 'zip' ? besideField(problem) : `${formatProblem(problem)}.`;
}
