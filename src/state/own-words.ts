// The fields of an own function as a person knows them, and what is wrong with one, in a sentence.
import { formatProblem, type Problem } from '../model/result.ts';

const NAMES: Readonly<Record<string, string>> = {
  title: 'Title',
  call: 'The call',
  sql: 'Schema and rows',
  files: 'Files',
  judgeSql: 'Judge',
};

/** `cause` is what SQLite says of the starting world's SQL. */
export function sqlProblem(line: number | null, cause: string): Problem {
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
