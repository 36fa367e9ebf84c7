// `npm run -s references`: classifies every reference of every bundled task and says whether each has its
// intended class. Exit 0 where all have, 1 where one has not or a task does not load.
import { checkReference } from '../engine/gate.ts';
import { formatProblem } from '../model/result.ts';
import { openLab } from './lab.ts';
import { bundledTasks } from './tasks.ts';

const lab = await openLab();
let asIntended = 0;
let all = 0;
let broken = 0;
for (const loaded of await bundledTasks()) {
  if (!loaded.ok) {
    broken++;
    for (const problem of loaded.problems) console.log(`✕ ${formatProblem(problem)}`);
    continue;
  }
  for (const reference of loaded.value.references) {
    all++;
    const check = checkReference(reference, lab.test(loaded.value, reference.source).verdict);
    if (check.ok) asIntended++;
    console.log(`${check.ok ? '✓' : '✕'} ${loaded.value.id}/${reference.name}: ${check.sentence}`);
  }
}
if (broken > 0) console.log(`${broken} tasks do not load`);
console.log(`${asIntended}/${all} as intended`);
process.exitCode = asIntended === all && broken === 0 && all > 0 ? 0 : 1;
