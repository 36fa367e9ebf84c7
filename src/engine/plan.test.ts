// Which write points become crash points.
import { describe, expect, it } from 'vitest';
import type { WritePoint, WritePointKind } from '../model/trace.ts';
import { planCrashes, POINT_CAP, SAMPLE_CAP } from './plan.ts';

function pointsOf(...runs: readonly (readonly [line: number, count: number, kind?: WritePointKind])[]): WritePoint[] {
  const points: WritePoint[] = [];
  for (const [line, count, kind = 'statement'] of runs) {
    for (let repetition = 1; repetition <= count; repetition++) {
      points.push({ index: points.length, kind, text: 'x', line, repetition });
    }
  }
  return points;
}

const indices = (points: readonly WritePoint[]): number[] => points.map((point) => point.index);

describe('the plan', () => {
  it('has every point up to the cap', () => {
    const points = pointsOf([3, POINT_CAP]);
    expect(planCrashes(points, POINT_CAP)).toEqual({ points, sampled: false });
    expect(planCrashes([], 0)).toEqual({ points: [], sampled: false });
  });

  it('takes the first, middle and last repetition of each line and kind beyond it, in the order of the run', () => {
    const points = pointsOf([3, 101], [4, 100], [4, 2, 'commit'], [9, 1]);
    const plan = planCrashes(points, points.length);
    expect(plan.sampled).toBe(true);
    expect(indices(plan.points)).toEqual([0, 50, 100, 101, 150, 200, 201, 202, 203]);
  });

  it('never takes more than the sample cap, lines reached first going first', () => {
    const points = pointsOf(...Array.from({ length: 100 }, (_, i) => [i + 1, 3] as const));
    const plan = planCrashes(points, points.length);
    expect(SAMPLE_CAP).toBe(40);
    expect(indices(plan.points)).toEqual(Array.from({ length: 40 }, (_, i) => i));
  });

  it('does not claim all where more points were reached than recorded', () => {
    const plan = planCrashes(pointsOf([3, 10]), 11);
    expect(plan.sampled).toBe(true);
    expect(indices(plan.points)).toEqual([0, 4, 9]);
  });

  it('keeps points without a line apart from the others', () => {
    const points = [
      ...pointsOf([3, 201]),
      { index: 201, kind: 'write', text: 'x', line: null, repetition: 1 } as const,
    ];
    expect(indices(planCrashes(points, 202).points)).toEqual([0, 100, 200, 201]);
  });
});
