// Each target on the same inputs in every run of the tests; `npm run fuzz` tries others, for as long as it is told.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TARGETS } from './targets.testing.ts';

const SEED = 20_261_201;

it.each(TARGETS.map((target) => [target.name, target] as const))(
  '%s: nothing hangs, throws or leaks',
  (_name, target) => {
    fc.assert(target.property, { seed: SEED, numRuns: target.runs });
  },
);

it('a target that fails says so, with its seed', () => {
  const property = fc.property(fc.nat(), (n) => expect(n).toBeLessThan(10));
  expect(() => fc.assert(property, { seed: SEED, numRuns: 100 })).toThrow(/seed: 20261201/);
});
