// As `fuzz.test.ts`, for what needs the interpreter.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openLab } from '../cli/lab.ts';
import { machineTargets } from './machine.testing.ts';

const SEED = 20_261_201;

it('judge, control file and odd programs: nothing hangs, throws, leaks or shows a false class', async () => {
  const targets = machineTargets(await openLab());
  expect(targets.map(({ name }) => name)).toEqual(['judge', 'control', 'python']);
  for (const target of targets) fc.assert(target.property, { seed: SEED, numRuns: target.runs });
}, 300_000);
