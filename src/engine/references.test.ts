// The gate over all bundled tasks: every reference gets its intended class and breaks where it says, however
// the engine goes about it. What single references do in detail is tested elsewhere.
import { beforeAll, describe, expect, it } from 'vitest';
import { scheduleWithDelay } from '../model/schedule.ts';
import type { Task } from '../model/task.ts';
import type { CrashTestResult, Verdict } from '../model/verdict.ts';
import { crashTest } from './crash-test.ts';
import { rememberFirstRuns } from './first-runs.testing.ts';
import { checkReference } from './gate.ts';
import type { Machine } from './ports.ts';
import { judgedCells, loadTask, loadTasks, openLab, sourceOf, type Lab } from './testing.ts';

const tasks = await loadTasks();
const references = tasks.flatMap((task) =>
  task.references.map((reference) => [`${task.id}/${reference.name}`, task, reference] as const),
);
let lab: Lab;

beforeAll(async () => {
  lab = await openLab();
});

describe.each(references)('%s', (_name, task, reference) => {
  let first: CrashTestResult;

  it('has its intended class and breaks where it says, and both again in a second test', () => {
    first = lab.test(task, reference.source);
    expect(checkReference(reference, first.verdict)).toMatchObject({ ok: true });
    expect(lab.test(task, reference.source)).toEqual(first);
  });

  it('is judged alike where every kill and every re-run is executed', () => {
    const brute = lab.test(task, reference.source, { brute: true });
    expect(brute.verdict.digest).toBe(first.verdict.digest);
    expect(brute).toEqual(first);
  });

  it('has the same outcomes when re-run after a second, an hour or a day instead of ten minutes', () => {
    const machine = rememberFirstRuns(lab.parts.machine);
    const expected = outcomesOf(first.verdict);
    for (const [delay, delayMs] of Object.entries(OTHER_DELAYS_MS)) {
      const later = outcomesOf(rerunAfter(machine, task, reference.source, delayMs));
      expect({ delay, ...later }).toEqual({ delay, ...expected });
    }
  });
});

/** No reference is judged otherwise after one of them; keys that would be are tried below. */
const OTHER_DELAYS_MS = { 'a second': 1000, 'an hour': 3_600_000, 'a day': 24 * 3_600_000 } as const;

function rerunAfter(machine: Machine, task: Task, source: string, delayMs: number): Verdict {
  const options = { taskDigest: '', schedule: scheduleWithDelay(delayMs) };
  return crashTest({ ...lab.parts, machine }, task, source, options).verdict;
}

/** The class, and what became of every scenario and of the repeat after a clean run. */
function outcomesOf(verdict: Verdict): Record<string, unknown> {
  const { safety, doubleApplies, fullyCrashSafe, counts } = verdict;
  const repeats = verdict.modes.map((report) => report.repeat?.outcome);
  const scenarios = judgedCells(verdict).map((cell) => {
    const { mode, fault, point, outcome, bad, torn } = cell;
    return [mode, fault, point, outcome, bad ? 'bad' : '', torn ? 'torn' : ''].join(' ');
  });
  return { safety, doubleApplies, fullyCrashSafe, counts, repeats, scenarios };
}

/** A key protects a re-run only while it stays the same, so such code is judged by the delay, and rightly so. */
it.each([
  ['int(time.time())', ['unsafe', 'unsafe', 'unsafe', 'unsafe']],
  ['int(time.time()) // 60', ['safe-by-design', 'unsafe', 'unsafe', 'unsafe']],
  ['int(time.time()) // 3600', ['safe-by-design', 'unsafe', 'unsafe', 'unsafe']],
  ["time.strftime('%Y-%m-%d')", ['safe-by-design', 'unsafe', 'unsafe', 'unsafe']],
])('a mail whose key is made of %s, re-run after a second, ten minutes, an hour or a day', async (key, expected) => {
  const task = await loadTask('invite-a-user');
  const source = sourceOf(task, 'key_from_the_clock').replace('{int(time.time())}', `{${key}}`);
  const machine = rememberFirstRuns(lab.parts.machine);
  const classes = [1000, 600_000, 3_600_000, 24 * 3_600_000].map(
    (delayMs) => rerunAfter(machine, task, source, delayMs).safety,
  );
  expect(classes).toEqual(expected);
});

/** The default judge calls a file that a crash leaves over torn, and knows no rule by which it might be harmless. */
const OTHERWISE_BY_DEFAULT: Readonly<Record<string, string>> = { 'set-a-config-option/replace': 'unsafe' };

/** Enough to see both categories that the default judge tells apart; its own tests and the real cases go further. */
const WITHOUT_JUDGE = references.filter(([, task]) =>
  ['refund-an-order', 'send-queued-emails', 'set-a-config-option'].includes(task.id),
);

it.each(WITHOUT_JUDGE)('%s is judged without a judge of its own, both cases included', (name, task, reference) => {
  const { verdict } = lab.test({ ...task, judgeSql: null }, reference.source);
  expect(verdict.status).toBe('judged');
  expect(verdict.safety).toBe(OTHERWISE_BY_DEFAULT[name] ?? reference.intended);
  expect(verdict.modes.flatMap((report) => report.normal)).toHaveLength(verdict.modes.length * task.cases.length);
});

it('there are references of every class, and one that only a kill breaks', () => {
  const all = references.map(([, , reference]) => reference);
  expect(new Set(all.map((reference) => reference.intended))).toEqual(
    new Set(['unsafe', 'safe-by-accident', 'safe-by-design']),
  );
  expect(all.some((reference) => reference.onlyHard)).toBe(true);
});
