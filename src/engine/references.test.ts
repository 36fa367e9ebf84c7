// The gate over all bundled tasks: every reference gets its intended class and breaks where it says, however
// the engine goes about it. What single references do in detail is tested elsewhere.
import { beforeAll, describe, expect, it } from 'vitest';
import { scheduleWithDelay } from '../model/schedule.ts';
import type { CrashTestResult } from '../model/verdict.ts';
import { checkReference } from './gate.ts';
import { loadTasks, openLab, type Lab } from './testing.ts';

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

  it.each([
    ['a second', 1000],
    ['an hour', 3_600_000],
  ])('has the same class when re-run after %s', (_delay, delayMs) => {
    const { verdict } = lab.test(task, reference.source, { schedule: scheduleWithDelay(delayMs) });
    expect(checkReference(reference, verdict)).toMatchObject({ ok: true });
  });
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
