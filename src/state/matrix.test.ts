// Literal points in, rows out.
import { describe, expect, test } from 'vitest';
import type { WritePoint } from '../model/trace.ts';
import type { Cell } from '../model/verdict.ts';
import { advance, liveCounts, liveMatrix, startOf } from './live.ts';
import { layOut, slotAt } from './matrix.ts';

const at = (line: number, kind: WritePoint['kind'] = 'statement', repetition = 1): WritePoint => ({
  index: 0,
  kind,
  text: '',
  line,
  repetition,
});

const cell = (point: number): Cell => ({ status: 'not-judged', fault: 'hard', point, reason: 'died', detail: '' });

describe('rows', () => {
  test('are shared by the modes that reached the same line, kind and repetition', () => {
    const matrix = layOut([
      { mode: 'default', points: [at(6), at(8), at(12, 'commit')], cells: [], works: true },
      { mode: 'autocommit', points: [at(6), at(8)], cells: [], works: true },
    ]);
    expect(matrix.rows.map((row) => row.at)).toEqual([
      { default: 0, autocommit: 0 },
      { default: 1, autocommit: 1 },
      { default: 2 },
    ]);
  });

  test('that only autocommit reached stand after their predecessor', () => {
    const matrix = layOut([
      { mode: 'default', points: [at(6), at(12)], cells: [], works: true },
      { mode: 'autocommit', points: [at(6), at(9), at(12)], cells: [], works: true },
    ]);
    expect(matrix.rows.map((row) => row.point.line)).toEqual([6, 9, 12]);
  });

  test('stay apart where two points share line, kind and repetition', () => {
    const matrix = layOut([{ mode: 'default', points: [at(6), at(6)], cells: [], works: true }]);
    expect(new Set(matrix.rows.map((row) => row.key)).size).toBe(2);
  });
});

test('a slot is a cell, still pending, absent, or closed because the mode does not work', () => {
  const matrix = layOut([
    { mode: 'default', points: [at(6), at(8)], cells: [cell(0)], works: true },
    { mode: 'autocommit', points: [], cells: [], works: false },
  ]);
  const [first, second] = matrix.rows;
  if (first === undefined || second === undefined) throw new Error('two rows');
  expect(slotAt(matrix, first, 'default', 'hard')).toEqual({ kind: 'cell', cell: cell(0) });
  expect(slotAt(matrix, first, 'default', 'soft').kind).toBe('pending');
  expect(slotAt(matrix, second, 'autocommit', 'hard').kind).toBe('mode-does-not-work');
});

test('progress fills the matrix in place and counts two faults a point', () => {
  let live = startOf({ category: 'database' });
  live = advance(live, { kind: 'normal-run', mode: 'default', case: 'first' });
  expect(live.normalRun?.case).toBe('first');
  live = advance(live, { kind: 'points', mode: 'default', points: [at(6), at(8)] });
  live = advance(live, { kind: 'cell', mode: 'default', cell: cell(1) });
  expect(liveMatrix(live).rows).toHaveLength(2);
  expect(liveCounts(live)).toEqual({ planned: 4, done: 1, notJudged: 1 });
});

test('a task of files has one mode', () => {
  expect(startOf({ category: 'files' }).modes.map((m) => m.mode)).toEqual(['default']);
});
