// A broken harness whose Python does not announce plain statements: noticed by the checks, and by the gate.
import { beforeAll, expect, it, vi } from 'vitest';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createJudge } from '../judge/sql-judge.ts';
import { bootNodeMachine } from '../machine/node.ts';
import { worldStore } from '../world/world.ts';
import { failedChecks } from './checks.testing.ts';
import { crashTest } from './crash-test.ts';
import { checkReference } from './gate.ts';
import type { Machine } from './ports.ts';
import { loadTask } from './testing.ts';

const hook = vi.hoisted(() => 'point(kind, args[0], conn)');

vi.mock('../machine/python/sources.ts', async (importOriginal) => {
  const sources = await importOriginal<typeof import('../machine/python/sources.ts')>();
  const points = sources.pythonSources.points.replace(hook, 'pass');
  return { ...sources, pythonSources: { ...sources.pythonSources, points } };
});

let machine: Machine;

beforeAll(async () => {
  ({ machine } = await bootNodeMachine({ fresh: true }));
});

it('a hook that is left out is noticed by the check of write points', () => {
  expect(failedChecks(machine)).toContain('every statement and commit is a write point');
});

it('and the gate stops: the accident is taken for safe by design', async () => {
  const task = await loadTask('refund-an-order');
  const reference = task.references.find((one) => one.name === 'commit_at_the_end');
  const wasm = await readFile(fileURLToPath(import.meta.resolve('sql.js/dist/sql-wasm.wasm')));
  const parts = { machine, judge: await createJudge(wasm), store: worldStore };
  const { verdict } = crashTest(parts, task, reference?.source ?? '', { taskDigest: '' });
  expect(reference && checkReference(reference, verdict)).toEqual({
    ok: false,
    sentence: 'safe-by-design, expected safe-by-accident',
    wrong: 'intended',
  });
});
