// Which write points become crash points. Pure.
import type { WritePoint } from '../model/trace.ts';

/** How many write points of a mode are crashed, and which. */
export interface Sampling {
  /** Up to this many write points, every one is crashed. */
  readonly allUpTo: number;
  /** Beyond: at most this many. */
  readonly atMost: number;
  /** Beyond: which of so many repetitions of one line and kind, from 0. One that is not there is left out. */
  readonly choose: (repetitions: number) => readonly number[];
}

/** The method's: the first, middle and last repetition, and at most 40. What is crashed without sampling is ours. */
export const SAMPLING: Sampling = {
  allUpTo: 200,
  atMost: 40,
  choose: (repetitions) => [0, Math.floor((repetitions - 1) / 2), repetitions - 1],
};

export interface Plan {
  /** In the order of the run. */
  readonly points: readonly WritePoint[];
  readonly sampled: boolean;
}

/**
 * Every point while they are few; else the chosen repetitions of each line and kind, lines going first that are
 * reached first.
 */
export function planCrashes(
  points: readonly WritePoint[],
  pointsReached: number,
  { allUpTo, atMost, choose }: Sampling,
): Plan {
  if (pointsReached <= allUpTo && points.length === pointsReached) return { points, sampled: false };
  const groups = new Map<string, WritePoint[]>();
  for (const point of points) {
    const key = `${point.line}:${point.kind}`;
    const group = groups.get(key);
    if (group) group.push(point);
    else groups.set(key, [point]);
  }
  const chosen = new Map<number, WritePoint>();
  for (const group of groups.values()) {
    for (const at of choose(group.length)) {
      const point = group[at];
      if (point && chosen.size < atMost) chosen.set(point.index, point);
    }
  }
  return { points: [...chosen.values()].sort((a, b) => a.index - b.index), sampled: true };
}
