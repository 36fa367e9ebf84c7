// `npm run -s references -- [--tasks <folder>] [--json]`: classifies every reference of every task and says whether each
// has its intended class. A task that does not load, does not start, or whose judge cannot speak is told, and the others
// are classified all the same. Exit 0 where all are as intended, 2 on bad input, else 1.
import { parseArgs } from 'node:util';
import { formatProblem, type Result } from '../model/result.ts';
import type { Task } from '../model/task.ts';
import { GuardedLab, type GuardedAnswer } from './guarded.ts';
import { answerOf, openLab } from './lab.ts';
import { checkListed } from './reference-check.ts';
import { bundledTasks, tasksIn } from './tasks.ts';

const USAGE = `usage: npm run -s references -- [--tasks <folder>] [--json]

  --tasks  a folder of task folders, or one task folder; the bundled tasks where it is left out
  --json   print a line of JSON for each reference

exit: 0 all as intended · 1 not all · 2 bad input`;

interface Options {
  readonly json: boolean;
  /** Somebody else's folders, whose references are strangers' code. */
  readonly areForeign: boolean;
  readonly tasks: readonly Result<Task>[];
}

/** Null where the command line is no use; why is said. */
async function readOptions(): Promise<Options | null> {
  try {
    const { values } = parseArgs({
      args: process.argv.slice(2),
      options: { tasks: { type: 'string' }, json: { type: 'boolean', default: false }, help: { type: 'boolean' } },
    });
    if (values.help) console.log(USAGE);
    if (values.help) return null;
    const tasks = await (values.tasks === undefined ? bundledTasks() : tasksIn(values.tasks));
    return { json: values.json, areForeign: values.tasks !== undefined, tasks };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    process.exitCode = 2;
    return null;
  }
}

const complain = (sentence: string): void => console.error(`✕ ${sentence}`);

interface Tester {
  test(task: Task, source: string): Promise<GuardedAnswer>;
  close(): void;
}

/** Our own references in this process, which is soonest done; strangers' in one that is sealed. */
async function openTester(areForeign: boolean): Promise<Tester> {
  if (areForeign) return GuardedLab.open();
  const lab = await openLab();
  return {
    test: async (task, source) => answerOf(lab, task, source),
    close: () => undefined,
  };
}

/** Tested where a task has no reference, so that its world and judge are looked at all the same. */
const NOTHING = (task: Task): string => `def ${task.function}(*args):\n    pass\n`;

interface Tested {
  readonly all: number;
  readonly asIntended: number;
}

/** How many references were tested and how many are as intended; null where the task is at fault. */
async function testTask(tester: Tester, loaded: Result<Task>, json: boolean): Promise<Tested | null> {
  if (!loaded.ok) {
    loaded.problems.map(formatProblem).forEach(complain);
    return null;
  }
  const task = loaded.value;
  for (const notice of loaded.notices ?? []) console.error(`notice: ${formatProblem(notice)}`);
  let asIntended = 0;
  if (task.references.length === 0) {
    const answer = await tester.test(task, NOTHING(task));
    if (answer.kind !== 'result') return refuse(answer);
  }
  for (const reference of task.references) {
    const answer = await tester.test(task, reference.source);
    if (answer.kind === 'bad-input') return refuse(answer);
    if (answer.kind === 'stopped') {
      complain(`${task.id}/${reference.name}: ${answer.sentence}`);
      continue;
    }
    const { verdict } = answer.result;
    const { ok, sentence, problem } = checkListed(task, reference, verdict);
    if (ok) asIntended++;
    const place = problem ? ` (${formatProblem({ ...problem, message: '' }).replace(/: $/, '')})` : '';
    const line = { task: task.id, reference: reference.name, ok, digest: verdict.digest };
    console.log(json ? JSON.stringify(line) : `${ok ? '✓' : '✕'} ${task.id}/${reference.name}: ${sentence}${place}`);
  }
  return { all: task.references.length, asIntended };
}

function refuse({ sentence }: { readonly sentence: string }): null {
  complain(sentence);
  return null;
}

const options = await readOptions();
if (options !== null) {
  const tester = await openTester(options.areForeign);
  const tested: (Tested | null)[] = [];
  for (const loaded of options.tasks) tested.push(await testTask(tester, loaded, options.json));
  tester.close();
  const broken = tested.filter((one) => one === null).length;
  const sum = (key: 'all' | 'asIntended'): number => tested.reduce((total, one) => total + (one?.[key] ?? 0), 0);
  const [all, asIntended] = [sum('all'), sum('asIntended')];
  if (broken > 0) console.error(`${broken} tasks do not load, do not start or cannot be judged`);
  if (!options.json) console.log(`${asIntended}/${all} as intended`);
  process.exitCode = asIntended === all && broken === 0 && all > 0 ? 0 : 1;
}
