// Equal input gives an equal verdict, whatever ran before: every reference and every case is judged first in a machine of
// its own, and after all others in one machine, in two orders.
import path from 'node:path';
import { expect, it } from 'vitest';
import { openLab, type Lab } from '../cli/lab.ts';
import { formatProblem } from '../model/result.ts';
import type { Task } from '../model/task.ts';
import { loadTasksRoot } from '../tasks/folder.ts';

const ROOTS = ['../../tasks/crash', '../../tasks/regressions', 'cases'];

interface Subject {
  readonly name: string;
  readonly task: Task;
  readonly source: string;
}

async function subjects(): Promise<readonly Subject[]> {
  const loaded = await Promise.all(ROOTS.map((root) => loadTasksRoot(path.join(import.meta.dirname, root))));
  return loaded.flat().flatMap((result) => {
    if (!result.ok) throw new Error(result.problems.map(formatProblem).join('\n'));
    const task = result.value;
    return task.references.map(({ name, source }) => ({ name: `${task.id}/${name}`, task, source }));
  });
}

function digests(lab: Lab, order: readonly Subject[]): Record<string, string> {
  return Object.fromEntries(order.map(({ name, task, source }) => [name, lab.test(task, source).verdict.digest]));
}

it('every verdict is the same first in a fresh machine and after all others, in two orders', async () => {
  const all = await subjects();
  expect(all.length).toBeGreaterThan(120);
  const alone: Record<string, string> = {};
  for (const subject of all) Object.assign(alone, digests(await openLab(), [subject]));
  expect(digests(await openLab(), all)).toEqual(alone);
  expect(digests(await openLab(), all.toReversed())).toEqual(alone);
}, 1_800_000);
