// `npm run -s twin`: code once more on native CPython with real processes, real kills and its own sqlite3, and every
// label beside the machine's. Exit 0 where all agree or no such Python is found, else 1: also where a task does not
// load, an answer cannot be read or a run fails; the others are compared all the same.
// Arguments: names (`task` or `task/reference`) to run only these references; `--tasks <folder>` takes those of the task
// folders there; `--answers <folder>` takes whole answers, `<set>/<task id>.md`, in their place; `--only <text>` runs
// those whose name holds it; `--details` shows what the twin saw; `--every` executes each re-run, also from a world that
// was re-run before.
import { parseArgs } from 'node:util';
import { openLab } from './lab.ts';
import { findTwinPython } from './twin/native.ts';
import { runTwin } from './twin/run-twin.ts';
import { answerSubjects, referenceSubjects } from './twin/subjects.ts';
import { TwinTally } from './twin/tally.ts';

const { values: options, positionals: names } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: {
    answers: { type: 'string' },
    tasks: { type: 'string' },
    only: { type: 'string', default: '' },
    details: { type: 'boolean', default: false },
    every: { type: 'boolean', default: false },
  },
});
const CAUTION = `CAUTION: the twin runs this code natively, with all the rights that you have. Nothing keeps it from your files.
Run it only on code that you would run yourself.`;

const python = findTwinPython();
if (python) {
  const { answers } = options;
  if (answers !== undefined || options.tasks !== undefined) console.error(CAUTION);
  const found = await (answers ? answerSubjects(answers) : referenceSubjects(options.tasks ?? null));
  const chosen = found.subjects.filter(({ name, task }) => {
    return (names.length === 0 || names.includes(name) || names.includes(task.id)) && name.includes(options.only);
  });
  for (const sentence of found.refused) console.log(`✕ ${sentence}`);
  for (const id of found.withoutJudge) console.log(`– ${id}: no judge.sql, so the twin cannot judge it`);
  const tally = new TwinTally(options.details);
  await runTwin(await openLab(), python, chosen, options.every, (subject, result) => {
    for (const line of tally.add(subject, result)) console.log(line);
  });
  for (const line of tally.summary(python.version.join('.'))) console.log(line);
  process.exitCode = tally.agrees && found.refused.length === 0 ? 0 : 1;
} else {
  console.log('skipped: no native Python of version 3.12 or later with sqlite3 was found');
}
