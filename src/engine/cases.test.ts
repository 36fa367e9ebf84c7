// Twenty-five functions that people really had trouble with, each with what is right to say of it: its class, and in
// each mode the first write that must not be crashed. Judged with a judge of the case's own, and without one. What
// each case is about, and where it comes from, is written down in docs/cases.md.
import path from 'node:path';
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { formatProblem } from '../model/result.ts';
import type { Task } from '../model/task.ts';
import { loadTaskFolder } from '../tasks/folder.ts';
import { checkReference } from './gate.ts';
import { summaryOf } from './summary.testing.ts';
import { openLab, sourceOf, type Lab } from './testing.ts';

const CASES = path.join(import.meta.dirname, 'cases');

interface Expected {
  /** The class, then one line for each mode. */
  readonly written: readonly string[];
  /** What the default judge says where that differs; the reason stands beside it. */
  readonly learned?: readonly string[];
}

const EXPECTED: Readonly<Record<string, Expected>> = {
  'c01/solution': {
    written: [
      'safe-by-accident, double-applies',
      'default: never',
      'autocommit: write 2, UPDATE jar SET coins = coins…, error or kill: double-applied',
    ],
    // A second debit is neither before nor after: torn, where the written judge calls it repeated.
    learned: [
      'safe-by-accident, double-applies',
      'default: never',
      'autocommit: write 2, UPDATE jar SET coins = coins…, error or kill: half-done',
    ],
  },
  'c02/solution': {
    written: [
      'unsafe, double-applies',
      'default: write 3, CREATE TABLE IF NOT EXISTS j…, error or kill: double-applied',
      'autocommit: write 3, CREATE TABLE IF NOT EXISTS j…, error or kill: double-applied',
    ],
    // A second debit is neither before nor after: torn, where the written judge calls it repeated.
    learned: [
      'unsafe, double-applies',
      'default: write 3, CREATE TABLE IF NOT EXISTS j…, error or kill: half-done',
      'autocommit: write 3, CREATE TABLE IF NOT EXISTS j…, error or kill: half-done',
    ],
  },
  'c03/solution': {
    written: [
      'unsafe',
      'default: write 2, INSERT INTO member_new SELEC…, error or kill: re-run-fails',
      'autocommit: write 2, INSERT INTO member_new SELEC…, error or kill: re-run-fails',
    ],
  },
  'c04/solution': {
    written: ['safe-by-design, fully crash-safe', 'default: never', 'autocommit: never'],
  },
  'c05/solution': {
    written: [
      'unsafe, double-applies',
      'default: write 4, UPDATE jar SET coins = coins…, error or kill: double-applied',
      'autocommit: write 4, UPDATE jar SET coins = coins…, error or kill: double-applied',
    ],
    // A second debit is neither before nor after: torn, where the written judge calls it repeated.
    learned: [
      'unsafe, double-applies',
      'default: write 4, UPDATE jar SET coins = coins…, error or kill: half-done',
      'autocommit: write 4, UPDATE jar SET coins = coins…, error or kill: half-done',
    ],
  },
  'c06/solution': {
    written: [
      'unsafe, double-applies',
      'default: write 4, UPDATE jar SET coins = coins…, error or kill: double-applied',
      'autocommit: write 3, UPDATE jar SET coins = coins…, error or kill: double-applied',
    ],
    // The note alone is neither before nor after, so it breaks one write earlier.
    learned: [
      'unsafe, double-applies',
      'default: write 3, UPDATE jar SET coins = coins…, error or kill: half-done',
      'autocommit: write 2, UPDATE jar SET coins = coins…, error or kill: half-done',
    ],
  },
  'c07/solution': {
    written: [
      'unsafe',
      'default: write 2, INSERT INTO role (name) VALU…, error or kill: half-done',
      'autocommit: write 2, INSERT INTO role (name) VALU…, error or kill: half-done',
    ],
  },
  'c08/solution': {
    written: [
      'unsafe',
      'default: write 2, INSERT INTO migration (versi…, error or kill: re-run-fails',
      'autocommit: write 2, INSERT INTO migration (versi…, error or kill: re-run-fails',
    ],
  },
  'c10/solution': {
    written: [
      'safe-by-accident, double-applies',
      'default: never',
      'autocommit: write 2, INSERT INTO customer (name) …, error or kill: double-applied',
    ],
    // The second row has a key of its own and is no copy of the first: torn, where the written judge calls it repeated.
    learned: [
      'safe-by-accident, double-applies',
      'default: never',
      'autocommit: write 2, INSERT INTO customer (name) …, error or kill: half-done',
    ],
  },
  'c14/solution': {
    written: [
      'does-not-work: After the clean run, the coins were not taken out. It works only in autocommit, and a crash leaves it half-updated there.',
      'default: not crashed',
      'autocommit: write 2, UPDATE jar SET coins = coins…, error or kill: double-applied',
    ],
    // A second debit is neither before nor after: torn, where the written judge calls it repeated.
    learned: [
      'does-not-work: After the clean run, nothing has been done. It works only in autocommit, and a crash leaves it half-updated there.',
      'default: not crashed',
      'autocommit: write 2, UPDATE jar SET coins = coins…, error or kill: half-done',
    ],
  },
  'c17/solution': {
    written: [
      'unsafe, double-applies',
      'default: write 3, UPDATE product SET price = p…, error or kill: double-applied',
      'autocommit: write 2, commit(), error or kill: double-applied',
    ],
    // A price raised twice beside others raised once is neither: torn, where the written judge calls it repeated.
    learned: [
      'unsafe, double-applies',
      'default: write 3, UPDATE product SET price = p…, error or kill: half-done',
      'autocommit: write 2, commit(), error or kill: half-done',
    ],
  },
  'c18/solution': {
    written: [
      'safe-by-accident, double-applies',
      'default: never',
      "autocommit: write 2, UPDATE sale SET status = 'sh…, error or kill: double-applied",
    ],
    // The second row has a key of its own and is no copy of the first: torn, where the written judge calls it repeated.
    learned: [
      'safe-by-accident',
      'default: never',
      "autocommit: write 2, UPDATE sale SET status = 'sh…, error or kill: half-done",
    ],
  },
  'c20/solution': {
    written: ['safe-by-design, fully crash-safe', 'default: never', 'autocommit: never'],
  },
  'c22/solution': {
    written: [
      'does-not-work: After the clean run, the saved state 1 is lost.',
      'default: not crashed',
      'autocommit: not crashed',
    ],
    // The default judge takes what a clean run leaves for right, and a clean run loses the saved states.
    learned: ['safe-by-design, fully crash-safe', 'default: never', 'autocommit: never'],
  },
  'c22/keys_off': {
    written: ['safe-by-design, fully crash-safe', 'default: never', 'autocommit: never'],
  },
  'c23/solution': {
    written: ['safe-by-design, double-applies', 'default: never', 'autocommit: never'],
  },
  'c26/solution': {
    written: [
      'not-judged: The code uses threads, which are not part of this machine, so it cannot be judged here.',
      'default: not crashed',
      'autocommit: not crashed',
    ],
  },
  'c27/solution': {
    written: ['safe-by-design, double-applies', 'default: never', 'autocommit: never'],
  },
  'c28/solution': {
    written: ['safe-by-design, double-applies', 'default: never', 'autocommit: never'],
  },
  'c29/solution': {
    written: [
      'unsafe, double-applies',
      "default: write 2, UPDATE outbox SET status = '…, error or kill: double-applied",
      "autocommit: write 2, UPDATE outbox SET status = '…, error or kill: double-applied",
    ],
  },
  'c29/twin': {
    written: ['safe-by-design, fully crash-safe', 'default: never', 'autocommit: never'],
  },
  'c33/solution': {
    written: [
      'unsafe, double-applies',
      'default: write 3, commit(), error or kill: double-applied',
      'autocommit: write 3, commit(), error or kill: double-applied',
    ],
  },
  'c33/twin': {
    written: ['safe-by-design, fully crash-safe', 'default: never', 'autocommit: never'],
  },
  'c34/solution': {
    written: [
      'unsafe',
      "default: write 3, UPDATE job SET status = 'don…, error or kill: half-done",
      'autocommit: write 2, commit(), error or kill: half-done',
    ],
  },
  'c35/solution': {
    written: ['unsafe', 'default: write 2, write 29 bytes to options.js…, error or kill: re-run-fails'],
  },
  'c36/solution': {
    written: ['safe-by-design, fully crash-safe', 'default: never'],
    // The file left beside the old one is neither before nor after.
    learned: ['unsafe, fully crash-safe', 'default: write 2, write 29 bytes to options.js…, error or kill: recovered'],
  },
  'c39/solution': {
    written: [
      'unsafe, fully crash-safe',
      'default: write 2, DELETE FROM upload WHERE pat…, error or kill: recovered',
      'autocommit: write 2, DELETE FROM upload WHERE pat…, error or kill: recovered',
    ],
  },
  'c39/twin': {
    written: ['safe-by-design, fully crash-safe', 'default: never', 'autocommit: never'],
    // The orphan file is neither before nor after.
    learned: [
      'unsafe, fully crash-safe',
      'default: write 3, delete uploads/one.txt, error or kill: recovered',
      'autocommit: write 2, commit(), error or kill: recovered',
    ],
  },
  'c40/solution': {
    written: [
      'unsafe, double-applies',
      'default: write 4, UPDATE progress SET done = ?, error or kill: double-applied',
      'autocommit: write 2, INSERT INTO record (number) …, error or kill: double-applied',
    ],
    // The second row has a key of its own and is no copy of the first: torn, where the written judge calls it repeated.
    learned: [
      'unsafe',
      'default: write 4, UPDATE progress SET done = ?, error or kill: half-done',
      'autocommit: write 2, INSERT INTO record (number) …, error or kill: half-done',
    ],
  },
  'c40/twin': {
    written: [
      'safe-by-accident, double-applies',
      'default: never',
      'autocommit: write 2, INSERT INTO record (number) …, error or kill: double-applied',
    ],
    // The second row has a key of its own and is no copy of the first: torn, where the written judge calls it repeated.
    learned: [
      'safe-by-accident',
      'default: never',
      'autocommit: write 2, INSERT INTO record (number) …, error or kill: half-done',
    ],
  },
};

/** Solutions that get no class stand beside the folder, because a reference must have one. */
const WITHOUT_A_CLASS = ['c14/solution', 'c22/solution', 'c26/solution'];

let lab: Lab;

beforeAll(async () => {
  lab = await openLab();
});

async function loadCase(name: string): Promise<{ readonly task: Task; readonly source: string }> {
  const [id = '', file = ''] = name.split('/');
  const loaded = await loadTaskFolder(path.join(CASES, id));
  if (!loaded.ok) throw new Error(loaded.problems.map(formatProblem).join('\n'));
  const task = loaded.value;
  if (WITHOUT_A_CLASS.includes(name)) return { task, source: await readFile(path.join(CASES, `${id}.py`), 'utf8') };
  return { task, source: sourceOf(task, file) };
}

describe.each(Object.entries(EXPECTED))('%s', (name, { written, learned = written }) => {
  it('with a judge of its own', async () => {
    const { task, source } = await loadCase(name);
    const { verdict } = lab.test(task, source);
    expect(summaryOf(verdict)).toEqual(written);
    expect(verdict.counts.notJudged).toBe(0);
    const reference = task.references.find((one) => one.source === source);
    if (reference) expect(checkReference(reference, verdict)).toMatchObject({ ok: true });
    else expect(WITHOUT_A_CLASS).toContain(name);
  });

  it('with the default judge', async () => {
    const { task, source } = await loadCase(name);
    expect(summaryOf(lab.test({ ...task, judgeSql: null }, source).verdict)).toEqual(learned);
  });
});

it('C18 with more writes than are all crashed: the first, the middle and the last of each line give the same class', async () => {
  const { task, source } = await loadCase('c18/solution');
  const many = Array.from({ length: 80 }, (_, n) => `INSERT INTO sale VALUES (${n + 10}, 'new');`).join('\n');
  const cases = task.cases.map((one) => ({ ...one, sql: `${one.sql}\n${many}` }));
  const { verdict } = lab.test({ ...task, cases }, source);
  expect(verdict.modes.map((report) => report.sampled)).toEqual([true, true]);
  expect(summaryOf(verdict)).toEqual(EXPECTED['c18/solution']?.written);
});

it('all twenty-five cases and their variants are in the table', async () => {
  expect(new Set(Object.keys(EXPECTED).map((name) => name.split('/')[0])).size).toBe(25);
  const listed = await Promise.all(
    Object.keys(EXPECTED).map(async (name) => {
      const { task } = await loadCase(name);
      return task.references.map((reference) => `${task.id}/${reference.name}`);
    }),
  );
  expect(new Set([...listed.flat(), ...WITHOUT_A_CLASS])).toEqual(new Set(Object.keys(EXPECTED)));
});
