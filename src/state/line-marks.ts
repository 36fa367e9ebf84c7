// The lines of the code that have crash points, each with its cells, the worst first. Pure; it orders outcomes and
// decides none.
import type { WritePoint } from '../model/trace.ts';
import type { Cell } from '../model/verdict.ts';
import type { Choice, Matrix } from './matrix.ts';

export interface MarkedCell {
  readonly choice: Choice;
  readonly point: WritePoint;
  readonly cell: Cell;
}

export interface LineMark {
  /** From 1. */
  readonly line: number;
  /** At least one. The first gives the mark its shape, and is what a click opens. */
  readonly cells: readonly [MarkedCell, ...MarkedCell[]];
}

/** By line. A point that no line of the code was running at has no mark. */
export function lineMarks(matrix: Matrix): readonly LineMark[] {
  const byLine = new Map<number, MarkedCell[]>();
  for (const row of matrix.rows) {
    const { line } = row.point;
    if (line === null) continue;
    for (const { mode, cells, works } of matrix.modes) {
      const point = row.at[mode];
      if (!works || point === undefined) continue;
      for (const cell of cells) {
        if (cell.point !== point) continue;
        const found = { choice: { row: row.key, mode, fault: cell.fault }, point: row.point, cell };
        byLine.set(line, [...(byLine.get(line) ?? []), found]);
      }
    }
  }
  return [...byLine]
    .sort(([a], [b]) => a - b)
    .flatMap(([line, cells]) => {
      const [first, ...rest] = cells.sort((a, b) => rankOf(a.cell) - rankOf(b.cell));
      return first === undefined ? [] : [{ line, cells: [first, ...rest] }];
    });
}

/** Smaller is worse; of equals a kill comes first. What was not judged is never behind what is good. */
function rankOf(cell: Cell): number {
  const of = cell.status === 'not-judged' ? 2 : cell.bad ? 0 : cell.outcome === 'recovered' ? 3 : 1;
  return 2 * of + (cell.fault === 'hard' ? 0 : 1);
}
