// Cells in, marks out: which lines have one, and which of their cells gives it its shape.
import { describe, expect, test } from 'vitest';
import type { Fault, Mode, WritePoint } from '../model/trace.ts';
import type { Cell, Outcome } from '../model/verdict.ts';
import { lineMarks } from './line-marks.ts';
import { layOut, type MatrixMode } from './matrix.ts';

const at = (line: number | null, repetition = 1): WritePoint => ({
  index: 0,
  kind: 'statement',
  text: '',
  line,
  repetition,
});

const judged = (point: number, fault: Fault, outcome: Outcome = 'recovered', bad = false): Cell => ({
  status: 'judged',
  fault,
  point,
  outcome,
  bad,
  torn: bad,
  crashExit: 0,
  crashWorld: 0,
  rerunExit: 0,
  rerunWorld: 0,
});
const unjudged = (point: number, fault: Fault): Cell => ({
  status: 'not-judged',
  fault,
  point,
  reason: 'died',
  detail: '',
});

function marks(...modes: readonly [Mode, points: WritePoint[], cells: Cell[], works?: boolean][]) {
  const columns = modes.map(([mode, points, cells, works = true]): MatrixMode => ({ mode, points, cells, works }));
  return lineMarks(layOut(columns)).map(({ line, cells: [first, ...rest] }) => ({
    line,
    worst: first.cell.status === 'judged' ? `${first.cell.outcome}${first.cell.bad ? ', bad' : ''}` : 'not judged',
    opens: `${first.choice.mode} ${first.choice.fault}`,
    cells: 1 + rest.length,
  }));
}

describe('a line', () => {
  test('has one mark for all its points in all modes, in the order of the lines', () => {
    const found = marks(
      ['default', [at(9), at(4), at(4, 2)], [0, 1, 2].map((point) => judged(point, 'hard'))],
      ['autocommit', [at(9), at(4)], [judged(0, 'soft'), judged(1, 'soft')]],
    );
    expect(found.map(({ line, cells }) => [line, cells])).toEqual([
      [4, 3],
      [9, 2],
    ]);
  });

  test('shows its worst cell: bad before not recovered before not judged before recovered', () => {
    const worst = (...cells: Cell[]) => marks(['default', [at(3)], cells])[0]?.worst;
    const good = judged(0, 'hard');
    const halfDone = judged(0, 'soft', 'half-done');
    expect(worst(good, unjudged(0, 'soft'))).toBe('not judged');
    expect(worst(good, unjudged(0, 'soft'), halfDone)).toBe('half-done');
    expect(worst(halfDone, judged(0, 'hard', 'recovered', true))).toBe('recovered, bad');
    expect(worst(good)).toBe('recovered');
  });

  test('opens its worst cell, of equals a kill, in the default mode first', () => {
    const bad = (fault: Fault) => judged(0, fault, 'double-applied', true);
    expect(
      marks(
        ['default', [at(3)], [judged(0, 'soft'), judged(0, 'hard')]],
        ['autocommit', [at(3)], [bad('soft'), bad('hard')]],
      )[0]?.opens,
    ).toBe('autocommit hard');
    expect(
      marks(
        ['default', [at(3)], [judged(0, 'soft'), judged(0, 'hard')]],
        ['autocommit', [at(3)], [judged(0, 'hard')]],
      )[0]?.opens,
    ).toBe('default hard');
  });
});

test('a point without a line, a mode that does not work and a point that waits for its cells have no mark', () => {
  expect(marks(['default', [at(null)], [judged(0, 'hard')]])).toEqual([]);
  expect(marks(['autocommit', [at(3)], [judged(0, 'hard')], false])).toEqual([]);
  expect(marks(['default', [at(3)], []])).toEqual([]);
});
