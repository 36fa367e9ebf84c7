// `npm run -s twin`: every reference once more on native CPython with real processes, real kills and its own
// sqlite3, and every label beside the machine's. Exit 0 where all agree or no such Python is found, else 1: also where
// a task does not load; the others are compared all the same.
// Arguments: names (`task` or `task/reference`) to run only these; `--details` shows what the twin saw;
// `--every` executes each re-run, also from a world that was re-run before.
import { formatProblem } from '../model/result.ts';
import { openLab } from './lab.ts';
import { bundledTasks } from './tasks.ts';
import { findTwinPython } from './twin/native.ts';
import { runTwin, type TwinSubject } from './twin/run-twin.ts';

const details = process.argv.includes('--details');
const every = process.argv.includes('--every');
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const python = findTwinPython();
if (python) {
  const subjects: TwinSubject[] = [];
  let unloaded = 0;
  for (const loaded of await bundledTasks()) {
    if (!loaded.ok) {
      unloaded++;
      console.log(`✕ a task does not load\n${loaded.problems.map(formatProblem).join('\n')}`);
      continue;
    }
    const task = loaded.value;
    if (task.judgeSql === null) continue;
    for (const reference of task.references) subjects.push({ task, reference });
  }
  const chosen = subjects.filter(({ task, reference }) => {
    return wanted.length === 0 || wanted.includes(task.id) || wanted.includes(`${task.id}/${reference.name}`);
  });
  let labels = 0;
  let scenarios = 0;
  let differ = 0;
  await runTwin(await openLab(), python, chosen, every, ({ task, reference }, comparison) => {
    labels += comparison.labels;
    scenarios += comparison.scenarios;
    differ += comparison.differences.length;
    const same = comparison.differences.length === 0;
    const said = same ? 'all equal' : `${comparison.differences.length} differ`;
    console.log(`${same ? '✓' : '✕'} ${task.id}/${reference.name}: ${comparison.labels} labels, ${said}`);
    for (const { where, machine, twin, detail } of comparison.differences) {
      console.log(`    ${where}\n      machine: ${machine}\n      twin:    ${twin}`);
      if (details && detail) console.log(detail.replace(/^/gm, '      | '));
    }
  });
  console.log(
    `native CPython ${python.version.join('.')}: ${chosen.length} references, ${scenarios} scenarios, ` +
      `${labels} labels compared, ${differ} differ`,
  );
  process.exitCode = differ === 0 && labels > 0 && unloaded === 0 ? 0 : 1;
} else {
  console.log('skipped: no native Python of version 3.12 or later with sqlite3 was found');
}
