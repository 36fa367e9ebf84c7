// The rules that give outcomes and bad scenarios, as tables.
import { describe, expect, it } from 'vitest';
import { isBad, isDone, mendedNote, outcomeOf, type Findings, type Outcome, type Safety } from './verdict.ts';

/** `t`, `m` and `r` stand for something torn, missing, repeated. */
function findings(marks: string): Findings {
  const list = (mark: string) => (marks.includes(mark) ? ['something'] : []);
  return { torn: list('t'), missing: list('m'), repeated: list('r') };
}

describe('the outcome after the re-run', () => {
  it.each<[string, boolean, Outcome]>([
    ['', false, 'recovered'],
    ['', true, 'recovered'],
    ['m', false, 'half-done'],
    ['m', true, 're-run-fails'],
    ['t', false, 'half-done'],
    ['t', true, 're-run-fails'],
    ['tm', false, 'half-done'],
    ['tm', true, 're-run-fails'],
    ['r', false, 'double-applied'],
    ['r', true, 'double-applied'],
    ['tr', false, 'double-applied'],
    ['mr', true, 'double-applied'],
    ['tmr', true, 'double-applied'],
  ])('findings "%s", the re-run raised: %s: %s', (marks, raised, outcome) => {
    expect(outcomeOf(findings(marks), raised)).toBe(outcome);
  });
});

describe('a bad scenario', () => {
  const outcomes: readonly Outcome[] = ['recovered', 'double-applied', 'half-done', 're-run-fails'];

  it.each(outcomes)('of an ordinary task is one whose world was torn, though the re-run ends %s', (outcome) => {
    expect(isBad(false, findings('t'), outcome)).toBe(true);
    expect(isBad(false, findings('tm'), outcome)).toBe(true);
    expect(isBad(false, findings('m'), outcome)).toBe(false);
    expect(isBad(false, findings('r'), outcome)).toBe(false);
    expect(isBad(false, findings(''), outcome)).toBe(false);
  });

  it.each(outcomes)('of a task that finishes interrupted work is one that is not recovered: %s', (outcome) => {
    for (const marks of ['', 't', 'm', 'r', 'tmr']) {
      expect(isBad(true, findings(marks), outcome)).toBe(outcome !== 'recovered');
    }
  });
});

it.each<[string, boolean]>([
  ['', true],
  ['t', false],
  ['m', false],
  ['r', false],
])('findings "%s" are done: %s', (marks, done) => {
  expect(isDone(findings(marks))).toBe(done);
});

describe('a class beside "fully crash-safe"', () => {
  it('is explained where the re-run mends what a crash tears', () => {
    expect(mendedNote({ safety: 'unsafe', fullyCrashSafe: true })).toBe(
      'After a crash the data is half-updated until the re-run has put it right; whoever reads it before that reads something wrong, and that makes the code unsafe.',
    );
    expect(mendedNote({ safety: 'safe-by-accident', fullyCrashSafe: true })).toBe(
      'After a crash in autocommit the data is half-updated until the re-run has put it right; whoever reads it before that reads something wrong, and that makes the code safe only by accident.',
    );
  });

  it.each<[Safety | null, boolean | null]>([
    ['unsafe', false],
    ['unsafe', null],
    ['safe-by-accident', false],
    ['safe-by-design', true],
    ['safe-by-design', false],
    [null, null],
  ])('needs no explanation: %s, %s', (safety, fullyCrashSafe) => {
    expect(mendedNote({ safety, fullyCrashSafe })).toBeNull();
  });
});
