// Long logs, shortened.
import { expect, test } from 'vitest';
import type { LogLine } from '../../model/log.ts';
import { foldLog } from './fold-log.ts';

const points = (from: number, count: number): LogLine[] =>
  Array.from({ length: count }, (_, n) => ({
    kind: 'point',
    index: from + n,
    point: { kind: 'statement', text: 'x', line: 1 },
  }));

test('a log of forty lines is shown whole', () => {
  expect(foldLog(points(0, 40))).toBeNull();
});

test('a longer one keeps its beginning and its end, and what lies between is counted once', () => {
  const log = [...points(0, 30), { kind: 'left-out', count: 1_000 } as const, ...points(1_030, 30)];
  const folded = foldLog(log) ?? [];
  expect(folded).toHaveLength(31);
  expect(folded[15]).toEqual({ kind: 'left-out', count: 15 + 1_000 + 15 });
  expect(folded.at(-1)).toEqual(log.at(-1));
});
