// Which write points become crash points. Pure.
import type { WritePoint } from '../model/trace.ts';

/** Up to this many write points a mode, every one is crashed. */
export const POINT_CAP = 200;
/** Beyond the cap: at most this many, the paper's figure. */
export const SAMPLE_CAP = 40;

export interface Plan {
  /** In the order of the run. */
  readonly points: readonly WritePoint[];
  readonly sampled: boolean;
}

/**
 * Every point up to the cap; beyond it the first, middle and last repetition of each line and kind, cut at
 * `SAMPLE_CAP` by taking lines in the order in which they are first reached.
 */
export function planCrashes(points: readonly WritePoint[], pointsReached: number): Plan {
  if (pointsReached <= POINT_CAP && points.length === pointsReached) return { points, sampled: false };
  const groups = new Map<string, WritePoint[]>();
  for (const point of points) {
    const key = `${point.line}:${point.kind}`;
    const group = groups.get(key);
    if (group) group.push(point);
    else groups.set(key, [point]);
  }
  const chosen = new Map<number, WritePoint>();
  for (const group of groups.values()) {
    for (const at of [0, Math.floor((group.length - 1) / 2), group.length - 1]) {
      const point = group[at];
      if (point && chosen.size < SAMPLE_CAP) chosen.set(point.index, point);
    }
  }
  return { points: [...chosen.values()].sort((a, b) => a.index - b.index), sampled: true };
}
