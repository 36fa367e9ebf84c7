// The statement log of a process: which write points it reached, in order. Packed, because a crash test has hundreds of
// processes that mostly do the same; who records them lives in `engine/logs.ts`.
import type { WritePoint } from './trace.ts';

/** A write point without its place in the run. */
export type LoggedPoint = Pick<WritePoint, 'kind' | 'text' | 'line'>;

/** A log longer than this is cut in the middle. */
export const LOG_POINTS = 500;
/** What is kept of the end of a log that is cut. */
export const LOG_LAST_POINTS = 100;

/** One process. Its points are: the first `shared` ones of the clean run, `own`, `skipped` unnamed ones, `last`, `more`. */
export interface PackedLog {
  readonly shared: number;
  /** Indices into `ModeLogs.points`, from 0. */
  readonly own: readonly number[];
  /** How many were left out here. */
  readonly skipped: number;
  readonly last: readonly number[];
  /** How many followed that were not recorded. */
  readonly more: number;
}

export interface ModeLogs {
  /** Each point that any of the runs reached, once. */
  readonly points: readonly LoggedPoint[];
  /** Each log once. The first is that of the clean run. */
  readonly runs: readonly PackedLog[];
  /** In the order of `ModeReport.cells`: indices into `runs`; null where the cell was not judged. */
  readonly cells: readonly ({ readonly crash: number; readonly rerun: number } | null)[];
}

export type LogLine =
  /** `index` is the position in the run, from 0. */
  | { readonly kind: 'point'; readonly index: number; readonly point: LoggedPoint }
  | { readonly kind: 'left-out'; readonly count: number };

/** The log as it is read, from the first point to the last. */
export function linesOfLog({ points, runs }: ModeLogs, run: number): readonly LogLine[] {
  const [clean, log] = [runs[0], runs[run]];
  if (clean === undefined || log === undefined) return [];
  const lines: LogLine[] = [];
  let index = 0;
  const name = (indices: readonly number[]): void => {
    for (const at of indices) {
      const point = points[at];
      if (point !== undefined) lines.push({ kind: 'point', index, point });
      index += 1;
    }
  };
  const leaveOut = (count: number): void => {
    if (count > 0) lines.push({ kind: 'left-out', count });
    index += count;
  };
  name(clean.own.slice(0, log.shared));
  name(log.own);
  leaveOut(log.skipped);
  name(log.last);
  leaveOut(log.more);
  return lines;
}
