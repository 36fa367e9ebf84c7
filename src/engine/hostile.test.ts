// Code that means harm can falsify its own result at most: what comes after it in the same machine is judged as in a fresh one.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openLab, type Lab } from '../cli/lab.ts';
import { findTask } from '../cli/tasks.ts';
import type { Task } from '../model/task.ts';
import { HOSTILE } from './hostile.testing.ts';

const FOLDER = path.join(import.meta.dirname, '../../tasks/crash/refund-an-order/references');
const HONEST = readFileSync(path.join(FOLDER, 'commit_at_the_end.py'), 'utf8');
/** A solution that must never look better than it is. */
const UNSAFE = HONEST.replace(/\n {4}conn\.execute\("INSERT/, '\n    conn.commit()$&');

let task: Task;
let expected: { honest: string; unsafe: string };

beforeAll(async () => {
  const found = await findTask('refund-an-order');
  if (!found.ok) throw new Error('the task does not load');
  task = found.value;
  const lab = await openLab();
  expected = judgeBoth(lab);
  expect(lab.test(task, UNSAFE).verdict.safety).toBe('unsafe');
});

function judgeBoth(lab: Lab): typeof expected {
  return { honest: lab.test(task, HONEST).verdict.digest, unsafe: lab.test(task, UNSAFE).verdict.digest };
}

describe.each([
  ['a kept image', false],
  ['a fresh image', true],
] as const)('in a machine from %s', (_what, fresh) => {
  let lab: Lab;
  beforeAll(async () => {
    lab = await openLab({ fresh });
  });

  it.each(Object.entries(HOSTILE))('%s', (_name, { source, says }) => {
    const { verdict } = lab.test(task, source);
    expect(verdict.headline).toMatch(says);
    expect(verdict.safety).not.toBe('safe-by-design');
    expect(lab.test(task, source).verdict.digest, 'the same again').toBe(verdict.digest);
    expect(judgeBoth(lab)).toEqual(expected);
  });
});
