// Lays crash points of several modes out as one table: rows are points, columns are modes and faults. Pure;
// it places outcomes and decides none.
import type { Fault, Mode, WritePoint } from '../model/trace.ts';
import type { Cell, Verdict } from '../model/verdict.ts';

/** What is known of one mode, during a run or after it. */
export interface MatrixMode {
  readonly mode: Mode;
  /** Null while the normal run has not told its write points yet. */
  readonly points: readonly WritePoint[] | null;
  readonly cells: readonly Cell[];
  /** False where the normal run in this mode did not work, so that nothing was crashed. */
  readonly works: boolean;
}

export interface MatrixRow {
  /** Line, kind and repetition: the same point of the code in every mode. */
  readonly key: string;
  readonly point: WritePoint;
  /** Index of the point in that mode, from 0; absent where the mode did not reach it. */
  readonly at: Readonly<Partial<Record<Mode, number>>>;
}

export interface Matrix {
  readonly modes: readonly MatrixMode[];
  readonly rows: readonly MatrixRow[];
}

export type Slot =
  | { readonly kind: 'cell'; readonly cell: Cell }
  | { readonly kind: 'pending' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'mode-does-not-work' };

/** A cell as the page names it. It stays valid while a matrix grows. */
export interface Choice {
  readonly row: string;
  readonly mode: Mode;
  readonly fault: Fault;
}

interface GrowingRow {
  key: string;
  point: WritePoint;
  at: Partial<Record<Mode, number>>;
}

/** Rows keep the order of the run; a point that only a later mode reached stands after its predecessor. */
export function layOut(modes: readonly MatrixMode[]): Matrix {
  const rows: GrowingRow[] = [];
  for (const { mode, points } of modes) {
    const seen = new Map<string, number>();
    let cursor = 0;
    (points ?? []).forEach((point, index) => {
      const base = `${point.line ?? '-'}|${point.kind}|${point.repetition}`;
      const count = (seen.get(base) ?? 0) + 1;
      seen.set(base, count);
      // Two points can share line, kind and repetition (two statements of a script): number them.
      const key = count === 1 ? base : `${base}|${count}`;
      const found = rows.findIndex((row) => row.key === key);
      const row = rows[found];
      if (row === undefined) {
        rows.splice(cursor, 0, { key, point, at: { [mode]: index } });
        cursor += 1;
      } else {
        row.at[mode] = index;
        cursor = Math.max(cursor, found + 1);
      }
    });
  }
  return { modes, rows };
}

export function matrixOf(verdict: Verdict): Matrix {
  return layOut(verdict.modes);
}

export function slotAt(matrix: Matrix, row: MatrixRow, mode: Mode, fault: Fault): Slot {
  const column = matrix.modes.find((candidate) => candidate.mode === mode);
  if (column === undefined) return { kind: 'absent' };
  if (!column.works) return { kind: 'mode-does-not-work' };
  if (column.points === null) return { kind: 'pending' };
  const point = row.at[mode];
  if (point === undefined) return { kind: 'absent' };
  const cell = column.cells.find((candidate) => candidate.point === point && candidate.fault === fault);
  return cell === undefined ? { kind: 'pending' } : { kind: 'cell', cell };
}

/** The cell to open first: the one the verdict tells about, else the first kill that was judged. */
export function firstChoice(verdict: Verdict, matrix: Matrix): Choice | null {
  const { story } = verdict;
  if (story !== null) {
    const row = matrix.rows.find((candidate) => candidate.at[story.mode] === story.point);
    if (row !== undefined) return { row: row.key, mode: story.mode, fault: story.fault };
  }
  for (const row of matrix.rows) {
    for (const { mode } of matrix.modes) {
      const slot = slotAt(matrix, row, mode, 'hard');
      if (slot.kind === 'cell') return { row: row.key, mode, fault: 'hard' };
    }
  }
  return null;
}
