// Whether a judge can speak at all. A task's own one reads every starting world, and the first does not count as done;
// for the default one a clean run changes something that is compared. A judge that fails this would call any code safe.
// Which worlds are judged later, and what follows, lives in `mode-test.ts`.
import { TaskFault } from '../model/task-fault.ts';
import { isDone, type NotJudgedReason } from '../model/verdict.ts';
import type { Laboratory } from './laboratory.ts';
import type { Judgement, ProcessRecord, WorldCopy } from './ports.ts';
import type { Reason } from './reasons.ts';

const JUDGE_FILE = 'judge.sql';

/**
 * Throws `TaskFault`. `starts` are the worlds of the task's cases, in order. `record` is a clean run of the first case:
 * a judge that asks how the run ended is told of a start that it ended like that. A later case may start as done:
 * nothing is crashed there.
 */
export function checkJudge(lab: Laboratory, starts: readonly WorldCopy[], record: ProcessRecord): void {
  const { task } = lab;
  task.cases.forEach((taskCase, index) => {
    const start = starts[index];
    if (!start) throw new Error(`case ${taskCase.name} has no starting world`);
    const { judgement } = lab.observe(taskCase, start, { ...record, world: start });
    const where = `the starting world of case "${taskCase.name}"`;
    if (!judgement.ok) refuseFailed(judgement, where);
    else if (index === 0 && isDone(judgement.findings)) throw new TaskFault('judge', JUDGE_FILE, null, blind(where));
  });
}

/** Throws `TaskFault` where it is the task's SQL that failed; `where` names the world. */
export function refuseFailed(judgement: Extract<Judgement, { ok: false }>, where: string): void {
  const { fault } = judgement;
  if (fault) throw new TaskFault('judge', JUDGE_FILE, fault.line, `${fault.why} (in ${where})`);
}

/**
 * Of the default judge, once it has learned: why it can say nothing good, else null. `records` are the clean runs of the
 * first case in each mode. A run that reached no write point is another matter: nothing could be crashed.
 */
export function nothingToCompare(
  lab: Laboratory,
  start: WorldCopy,
  records: readonly ProcessRecord[],
): Reason<NotJudgedReason> | null {
  const [taskCase] = lab.task.cases;
  const [record] = records;
  if (!taskCase || !record || records.every(({ pointsReached }) => pointsReached === 0)) return null;
  const { world, judgement } = lab.observe(taskCase, start, { ...record, world: start });
  if (!judgement.ok || !isDone(judgement.findings)) return null;
  const changed = records.some((one) => lab.settle(one.world).digest !== world.digest);
  const why = changed
    ? 'A clean run changes nothing that can be compared: what it writes is another value in every run, or is not looked at, such as folders and the times of files.'
    : 'A clean run leaves everything as it was, so there is nothing that can be compared.';
  return {
    code: 'nothing-to-compare',
    sentence: `${why} Write a judge that says what must be there after the call.`,
  };
}

function blind(where: string): string {
  return (
    `torn, missing and repeated are all empty in ${where}, so it counts as done before anything was done, ` +
    'and work that a crash prevents would go unseen; expected a sentence there, in missing as a rule: ' +
    'look at the names and values that its WHERE compares'
  );
}
