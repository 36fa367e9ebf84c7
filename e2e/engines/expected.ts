// What every engine is held against: the digests that Node gives, computed in the same run.
import { readAnswer } from '../../src/answer/answer.ts';
import { chosenCandidate } from '../../src/answer/chosen.ts';
import { openLab } from '../../src/cli/lab.ts';
import { bundledTasks } from '../../src/cli/tasks.ts';
import { HOSTILE } from '../../src/engine/hostile.testing.ts';
import { formatProblem } from '../../src/model/result.ts';
import type { Task } from '../../src/model/task.ts';

export interface Expected {
  readonly name: string;
  readonly task: Task;
  readonly source: string;
  readonly digest: string;
  readonly headline: string;
}

export interface Answer extends Expected {
  readonly text: string;
}

export interface InNode {
  /** Every reference of every bundled task. */
  readonly references: readonly Expected[];
  /** Code that means harm. */
  readonly hostile: readonly Expected[];
  /** What comes after each of them. */
  readonly honest: Expected;
  /** Whole answers as they are pasted, with the code that is found in them. */
  readonly accident: Answer;
  readonly design: Answer;
}

const TASK = 'refund-an-order';

export async function judgedInNode(): Promise<InNode> {
  const lab = await openLab();
  const tasks = (await bundledTasks()).map((result) => {
    if (!result.ok) throw new Error(result.problems.map(formatProblem).join('\n'));
    return result.value;
  });
  const judge = (name: string, whole: Task, source: string): Expected => {
    const { digest, headline } = lab.test(whole, source).verdict;
    return { name, task: { ...whole, references: [] }, source, digest, headline };
  };
  const references = tasks.flatMap((task) =>
    task.references.map(({ name, source }) => judge(`${task.id}/${name}`, task, source)),
  );
  const named = (name: string): Expected => {
    const found = references.find((one) => one.name === `${TASK}/${name}`);
    if (!found) throw new Error(`there is no reference ${TASK}/${name}`);
    return found;
  };
  const honest = named('commit_at_the_end');
  const hostile = Object.entries(HOSTILE).map(([name, { source }]) => judge(name, honest.task, source));
  const answer = (name: string): Answer => {
    const { task, source } = named(name);
    const text = `Here is the function:\n\n\`\`\`python\n${source}\`\`\`\n\nIt is done.\n`;
    const found = chosenCandidate(readAnswer(text, task));
    if (!found?.usable.ok) throw new Error(`no code was found in an answer with ${name}`);
    return { ...judge(name, task, found.source), text };
  };
  return { references, hostile, honest, accident: answer('commit_at_the_end'), design: answer('begin_immediate') };
}
