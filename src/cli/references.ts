// `npm run -s references -- [--tasks <folder>] [--json]`: classifies every reference of every task and says whether each
// has its intended class. A task that does not load, does not start, or whose judge cannot speak is told, and the others
// are classified all the same. Exit 0 where all are as intended, 2 on bad input, else 1.
import { parseArgs } from 'node:util';
import { formatProblem, type Result } from '../model/result.ts';
import { TaskFault } from '../model/task-fault.ts';
import type { Task } from '../model/task.ts';
import { openLab, type Lab } from './lab.ts';
import { checkListed } from './reference-check.ts';
import { bundledTasks, tasksIn } from './tasks.ts';

const USAGE = `usage: npm run -s references -- [--tasks <folder>] [--json]

  --tasks  a folder of task folders, or one task folder; the bundled tasks where it is left out
  --json   print a line of JSON for each reference

exit: 0 all as intended · 1 not all · 2 bad input`;

interface Options {
  readonly json: boolean;
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
    else
      return { json: values.json, tasks: await (values.tasks === undefined ? bundledTasks() : tasksIn(values.tasks)) };
    return null;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    process.exitCode = 2;
    return null;
  }
}

const complain = (sentence: string): void => console.error(`✕ ${sentence}`);

/** How many references were tested and how many are as intended; null where the task is at fault. */
function testTask(lab: Lab, loaded: Result<Task>, json: boolean): { all: number; asIntended: number } | null {
  if (!loaded.ok) {
    loaded.problems.map(formatProblem).forEach(complain);
    return null;
  }
  const task = loaded.value;
  for (const notice of loaded.notices ?? []) console.error(`notice: ${formatProblem(notice)}`);
  let asIntended = 0;
  try {
    task.cases.forEach((one) => lab.parts.machine.startingWorld(one, task));
    for (const reference of task.references) {
      const { verdict } = lab.test(task, reference.source);
      const { ok, sentence, problem } = checkListed(task, reference, verdict);
      if (ok) asIntended++;
      const place = problem ? ` (${formatProblem({ ...problem, message: '' }).replace(/: $/, '')})` : '';
      const line = { task: task.id, reference: reference.name, ok, digest: verdict.digest };
      console.log(json ? JSON.stringify(line) : `${ok ? '✓' : '✕'} ${task.id}/${reference.name}: ${sentence}${place}`);
    }
  } catch (error) {
    if (!(error instanceof TaskFault)) throw error;
    complain(`${task.id}/${error.message}`);
    return null;
  }
  return { all: task.references.length, asIntended };
}

const options = await readOptions();
if (options !== null) {
  const lab = await openLab();
  const tested = options.tasks.map((loaded) => testTask(lab, loaded, options.json));
  const broken = tested.filter((one) => one === null).length;
  const sum = (key: 'all' | 'asIntended'): number => tested.reduce((total, one) => total + (one?.[key] ?? 0), 0);
  const [all, asIntended] = [sum('all'), sum('asIntended')];
  if (broken > 0) console.error(`${broken} tasks do not load, do not start or cannot be judged`);
  if (!options.json) console.log(`${asIntended}/${all} as intended`);
  process.exitCode = asIntended === all && broken === 0 && all > 0 ? 0 : 1;
}
