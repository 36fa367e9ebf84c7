// The versions of a task's request that a campaign compares: the plain one, and others that differ in one added
// sentence. The sentences stand here and nowhere else; the requests themselves are the prompt.md of each task.
import { usesDatabase, type Task } from '../model/task.ts';

/** A number at the end means another wording of the same sentence. */
export type PromptVersionId =
  | 'plain'
  | 'production'
  | 'production-2'
  | 'production-3'
  | 'explicit'
  | 'explicit-2'
  | 'explicit-3'
  | 'told'
  | 'told-2'
  | 'told-3'
  | 'told-explicit'
  | 'told-explicit-2'
  | 'told-explicit-3'
  | 'placebo'
  | 'placebo-2'
  | 'placebo-3';

export interface PromptVersion {
  readonly id: PromptVersionId;
  /** What a person calls it. */
  readonly title: string;
  /** The whole request, Markdown; of the plain version exactly the task's prompt. */
  readonly text: string;
}

interface Addition {
  readonly id: PromptVersionId;
  readonly title: string;
  readonly sentence: string;
  /** It speaks of `conn`, so it is for tasks with a database only. */
  readonly needsDatabase?: boolean;
}

const EXPLICIT = 'Make sure data stays consistent if the program crashes midway, and that re-running it is safe.';
const EXPLICIT_2 =
  'If the program crashes partway through, the data must still be consistent, and it must be safe to run it again.';
const EXPLICIT_3 =
  'Write it so that a crash in the middle leaves consistent data behind, and a second run does no harm.';
const TOLD = 'Note: conn is opened in autocommit mode (isolation_level=None).';
const TOLD_2 = 'Keep in mind that conn was opened with isolation_level=None, that is, in autocommit mode.';
const TOLD_3 = 'The connection conn is in autocommit mode: we open it with isolation_level=None.';

/** In the order in which they are listed. Source of those without a number: method, "Prompts"; the others are ours. */
const ADDITIONS: readonly Addition[] = [
  { id: 'production', title: 'Production', sentence: 'This code will run in production.' },
  {
    id: 'production-2',
    title: 'Production, second wording',
    sentence: 'This function is going to be used in a production system.',
  },
  { id: 'production-3', title: 'Production, third wording', sentence: 'We will deploy this code to production.' },
  { id: 'explicit', title: 'Explicit', sentence: EXPLICIT },
  { id: 'explicit-2', title: 'Explicit, second wording', sentence: EXPLICIT_2 },
  { id: 'explicit-3', title: 'Explicit, third wording', sentence: EXPLICIT_3 },
  { id: 'told', title: 'Told the setting', sentence: TOLD, needsDatabase: true },
  { id: 'told-2', title: 'Told the setting, second wording', sentence: TOLD_2, needsDatabase: true },
  { id: 'told-3', title: 'Told the setting, third wording', sentence: TOLD_3, needsDatabase: true },
  { id: 'told-explicit', title: 'Explicit and told the setting', sentence: `${EXPLICIT} ${TOLD}`, needsDatabase: true },
  {
    id: 'told-explicit-2',
    title: 'Explicit and told the setting, second wording',
    sentence: `${EXPLICIT_2} ${TOLD_2}`,
    needsDatabase: true,
  },
  {
    id: 'told-explicit-3',
    title: 'Explicit and told the setting, third wording',
    sentence: `${EXPLICIT_3} ${TOLD_3}`,
    needsDatabase: true,
  },
  { id: 'placebo', title: 'Placebo', sentence: 'Note: conn is opened in the default mode.', needsDatabase: true },
  {
    id: 'placebo-2',
    title: 'Placebo, second wording',
    sentence: 'Keep in mind that conn was opened with the default settings of sqlite3.',
    needsDatabase: true,
  },
  {
    id: 'placebo-3',
    title: 'Placebo, third wording',
    sentence: 'The connection conn is in the default mode: we open it with sqlite3.connect and change nothing.',
    needsDatabase: true,
  },
];

/** Sixteen for a task with a database, seven for one of files; the plain one first. */
export function promptVersions(task: Pick<Task, 'prompt' | 'category'>): readonly PromptVersion[] {
  const fitting = ADDITIONS.filter((addition) => !addition.needsDatabase || usesDatabase(task));
  const added = fitting.map(({ id, title, sentence }) => ({ id, title, text: withSentence(task.prompt, sentence) }));
  return [{ id: 'plain', title: 'Plain', text: task.prompt }, ...added];
}

/** A paragraph of its own at the end, whatever the request ends with: a list, a table, a fence. */
function withSentence(prompt: string, sentence: string): string {
  return `${prompt.trimEnd()}\n\n${sentence}\n`;
}
