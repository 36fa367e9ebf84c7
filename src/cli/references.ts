// `npm run -s references`: classifies every reference of every bundled task and says whether each has its
// intended class. `--json` prints a line of JSON each instead. Exit 0 where all are as intended, else 1.
import { checkReference } from '../engine/gate.ts';
import { SetupError } from '../machine/errors.ts';
import { formatProblem } from '../model/result.ts';
import { openLab } from './lab.ts';
import { bundledTasks } from './tasks.ts';

const json = process.argv.includes('--json');
const lab = await openLab();
let asIntended = 0;
let all = 0;
let broken = 0;
for (const loaded of await bundledTasks()) {
  if (!loaded.ok) {
    broken++;
    for (const problem of loaded.problems) console.error(`✕ ${formatProblem(problem)}`);
    continue;
  }
  const task = loaded.value;
  try {
    task.cases.forEach((one) => lab.parts.machine.startingWorld(one, task));
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    broken++;
    console.error(`✕ ${task.id}: ${error.message}`);
    continue;
  }
  for (const reference of task.references) {
    all++;
    const { verdict } = lab.test(task, reference.source);
    const check = checkReference(reference, verdict);
    if (check.ok) asIntended++;
    if (json) {
      console.log(JSON.stringify({ task: task.id, reference: reference.name, ok: check.ok, digest: verdict.digest }));
    } else {
      console.log(`${check.ok ? '✓' : '✕'} ${task.id}/${reference.name}: ${check.sentence}`);
    }
  }
}
if (broken > 0) console.error(`${broken} tasks do not load or start`);
if (!json) console.log(`${asIntended}/${all} as intended`);
process.exitCode = asIntended === all && broken === 0 && all > 0 ? 0 : 1;
