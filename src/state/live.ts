// What a crash test has told so far, folded into one value per message. Pure; no verdict before the answer.
import type { TestProgress } from '../model/progress.ts';
import { usesDatabase, type Task } from '../model/task.ts';
import type { Mode } from '../model/trace.ts';
import { unreachable } from '../model/unreachable.ts';
import { layOut, type Matrix, type MatrixMode } from './matrix.ts';

export interface LiveTest {
  readonly modes: readonly MatrixMode[];
  /** The normal run that is going on; null once its points are known. */
  readonly normalRun: { readonly mode: Mode; readonly case: string } | null;
}

export function startOf(task: Pick<Task, 'category'>): LiveTest {
  const modes: Mode[] = usesDatabase(task) ? ['default', 'autocommit'] : ['default'];
  return { modes: modes.map((mode) => ({ mode, points: null, cells: [], works: true })), normalRun: null };
}

export function advance(live: LiveTest, progress: TestProgress): LiveTest {
  switch (progress.kind) {
    case 'process':
      return live;
    case 'normal-run':
      return { ...live, normalRun: { mode: progress.mode, case: progress.case } };
    case 'points':
      return { normalRun: null, modes: inMode(live, progress.mode, (m) => ({ ...m, points: progress.points })) };
    case 'cell':
      return { ...live, modes: inMode(live, progress.mode, (m) => ({ ...m, cells: [...m.cells, progress.cell] })) };
    default:
      return unreachable(progress);
  }
}

function inMode(live: LiveTest, mode: Mode, change: (m: MatrixMode) => MatrixMode): readonly MatrixMode[] {
  return live.modes.map((m) => (m.mode === mode ? change(m) : m));
}

export function liveMatrix(live: LiveTest): Matrix {
  return layOut(live.modes);
}

export interface LiveCounts {
  /** Scenarios planned in the modes that have told their points: two faults a point. */
  readonly planned: number;
  readonly done: number;
  readonly notJudged: number;
}

export function liveCounts(live: LiveTest): LiveCounts {
  const cells = live.modes.flatMap((m) => m.cells);
  return {
    planned: live.modes.reduce((sum, m) => sum + 2 * (m.points?.length ?? 0), 0),
    done: cells.length,
    notJudged: cells.filter((cell) => cell.status === 'not-judged').length,
  };
}
