// What holds of every function, tried on random small ones. A property that fails prints the function, shrunk, with
// the seed and the path that lead to it again.
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Verdict } from '../model/verdict.ts';
import { SAMPLING, type Sampling } from './plan.ts';
import { anyProgram, loopProgram, ownedProgram, programTask, WRITTEN_JUDGE } from './programs.testing.ts';
import { judgedCells, openLab, type Lab } from './testing.ts';

/** One seed for all, so that every run of the tests tries the same functions; another one tries others. */
const SEED = 20_260_115;

let lab: Lab;

beforeAll(async () => {
  lab = await openLab();
});

const found = (verdict: Verdict): string => verdict.safety ?? verdict.status;

/** Repetitions of a loop: enough for a first, a last, and several between them. */
const REPETITIONS = 6;

/** Which of the repetitions between the first and the last is crashed: 0 the one after the first, 1 none. */
const between = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

function sampled(allUpTo: number, at: number): Sampling {
  return { ...SAMPLING, allUpTo, choose: (count) => [0, 1 + Math.floor(at * (count - 2)), count - 1] };
}

const EVERY_POINT: Sampling = { ...SAMPLING, allUpTo: Infinity };

describe('whatever a function does', () => {
  const seen = new Set<string>();

  it('what is remembered gives the verdict that executing every kill and every re-run gives', () => {
    const property = fc.property(
      anyProgram(8),
      fc.constantFrom(null, WRITTEN_JUDGE),
      fc.boolean(),
      (program, judgeSql, finishesInterruptedWork) => {
        const task = programTask({ judgeSql, finishesInterruptedWork });
        const remembered = lab.test(task, program.source);
        seen.add(found(remembered.verdict));
        const brute = lab.test(task, program.source, { brute: true });
        expect(brute.verdict.digest).toBe(remembered.verdict.digest);
        expect(brute.evidence).toEqual(remembered.evidence);
      },
    );
    fc.assert(property, { seed: SEED, numRuns: 25 });
  });

  it('and the functions tried were of every class, some not working, and some changing nothing in the end', () => {
    expect([...seen].sort()).toEqual(['does-not-work', 'safe-by-accident', 'safe-by-design', 'unsafe']);
  });
});

describe('a function that is one transaction of its own', () => {
  /**
   * Its body neither commits nor hides an error of the database: code that swallows the error of one statement and
   * commits the others saves half its work, and is rightly called torn.
   */
  it('is never torn, in no scenario of either mode', () => {
    const property = fc.property(ownedProgram(10), (program) => {
      const { verdict } = lab.test(programTask(), program.source);
      expect(verdict).toMatchObject({ status: 'judged', safety: 'safe-by-design', counts: { notJudged: 0 } });
      expect(judgedCells(verdict).filter((cell) => cell.torn)).toEqual([]);
    });
    fc.assert(property, { seed: SEED, numRuns: 30 });
  });
});

describe('a loop that does the same to every item', () => {
  const classes = new Set<string>();

  /**
   * Of each line the first and the last repetition belong to every sample, as in the method: before the first of them
   * nothing may be saved yet, and after the last nothing may be left to do. Which one between is crashed, and from how
   * many points on there is sampling, does not matter. A sample that is cut off by `atMost` says nothing of the lines
   * it leaves out; none is cut off here.
   */
  it('has the class that crashing every repetition gives, whichever are sampled', () => {
    const property = fc.property(
      loopProgram(REPETITIONS),
      fc.integer({ min: 0, max: 20 }),
      between,
      fc.boolean(),
      (program, allUpTo, at, finishesInterruptedWork) => {
        const task = programTask({ finishesInterruptedWork });
        const every = lab.test(task, program.source, { sampling: EVERY_POINT }).verdict;
        const some = lab.test(task, program.source, { sampling: sampled(allUpTo, at) }).verdict;
        classes.add(found(every));
        expect(found(some)).toBe(found(every));
      },
    );
    fc.assert(property, { seed: SEED, numRuns: 25 });
  });

  it('and the loops tried were of every class, some changing nothing in the end', () => {
    expect([...classes].sort()).toEqual([
      'does-not-work',
      'not-judged',
      'safe-by-accident',
      'safe-by-design',
      'unsafe',
    ]);
  });

  it('would get another class from its first repetition alone', () => {
    const source = [
      'def f(conn, notifier):',
      `    for i in range(${REPETITIONS}):`,
      '        conn.execute("UPDATE item SET n = n + 1 WHERE id = ?", (i + 1,))',
      '        conn.commit()',
    ].join('\n');
    const classOf = (sampling: Sampling): string => found(lab.test(programTask(), source, { sampling }).verdict);
    expect(classOf({ ...SAMPLING, allUpTo: 0, choose: () => [0] })).toBe('safe-by-accident');
    expect(classOf(sampled(0, 0))).toBe('unsafe');
    expect(classOf(EVERY_POINT)).toBe('unsafe');
  });
});
