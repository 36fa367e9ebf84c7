// The words of a mark's story.
import { expect, test } from 'vitest';
import type { Fault, Mode, WritePoint } from '../../model/trace.ts';
import type { Outcome } from '../../model/verdict.ts';
import type { LineMark, MarkedCell } from '../../state/line-marks.ts';
import { spoken, storyOf } from './story.ts';

const cell = (
  mode: Mode,
  fault: Fault,
  outcome: Outcome,
  { bad = false, repetition = 1, kind = 'statement' as WritePoint['kind'] } = {},
): MarkedCell => ({
  choice: { row: `8|${kind}|${repetition}`, mode, fault },
  point: { index: 0, kind, text: 'UPDATE orders', line: 8, repetition },
  cell: {
    status: 'judged',
    fault,
    point: 0,
    outcome,
    bad,
    torn: bad,
    crashExit: 0,
    crashWorld: 0,
    rerunExit: 0,
    rerunWorld: 0,
  },
});
const mark = (first: MarkedCell, ...rest: MarkedCell[]): LineMark => ({ line: 8, cells: [first, ...rest] });

test('cells with the same words are told together, in the order they come, with mode and fault', () => {
  const story = storyOf(
    mark(
      cell('autocommit', 'hard', 'double-applied', { bad: true }),
      cell('autocommit', 'soft', 'double-applied', { bad: true }),
      cell('default', 'hard', 'recovered'),
      cell('default', 'soft', 'recovered'),
    ),
    true,
  );
  expect(story.title).toBe('line 8 UPDATE');
  expect(story.groups.map(({ words, where }) => `${words} | ${where}`)).toEqual([
    'double-applied, half-updated after the crash | autocommit error, kill',
    'recovered | default error, kill',
  ]);
  expect(spoken(story)).toBe(
    'line 8 UPDATE. autocommit error, kill: double-applied, half-updated after the crash. default error, kill: recovered.',
  );
});

test('repetitions of a line are counted, and a single mode is not named', () => {
  const story = storyOf(
    mark(
      cell('default', 'hard', 'half-done'),
      cell('default', 'hard', 'half-done', { repetition: 2 }),
      cell('default', 'soft', 'recovered', { repetition: 2, kind: 'commit' }),
    ),
    false,
  );
  expect(story.title).toBe('line 8 UPDATE, COMMIT, 3 crash points');
  expect(story.groups.map(({ where }) => where)).toEqual(['kill 2 times', 'error']);
});
