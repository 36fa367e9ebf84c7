// Which write points become crash points.
import { describe, expect, it } from 'vitest';
import type { WritePoint, WritePointKind } from '../model/trace.ts';
import { planCrashes, SAMPLING, type Plan } from './plan.ts';

function pointsOf(...runs: readonly (readonly [line: number, count: number, kind?: WritePointKind])[]): WritePoint[] {
  const points: WritePoint[] = [];
  for (const [line, count, kind = 'statement'] of runs) {
    for (let repetition = 1; repetition <= count; repetition++) {
      points.push({ index: points.length, kind, text: 'x', line, repetition });
    }
  }
  return points;
}

const plan = (points: readonly WritePoint[], reached = points.length): Plan => planCrashes(points, reached, SAMPLING);
const indices = (points: readonly WritePoint[]): number[] => points.map((point) => point.index);

describe('the plan', () => {
  it('has every point up to the cap', () => {
    expect(SAMPLING.allUpTo).toBe(200);
    const points = pointsOf([3, 200]);
    expect(plan(points)).toEqual({ points, sampled: false });
    expect(plan([])).toEqual({ points: [], sampled: false });
  });

  it('takes the first, middle and last repetition of each line and kind beyond it, in the order of the run', () => {
    const points = pointsOf([3, 101], [4, 100], [4, 2, 'commit'], [9, 1]);
    const { points: planned, sampled } = plan(points);
    expect(sampled).toBe(true);
    expect(indices(planned)).toEqual([0, 50, 100, 101, 150, 200, 201, 202, 203]);
  });

  it('never takes more than the sample cap, lines reached first going first', () => {
    const points = pointsOf(...Array.from({ length: 100 }, (_, i) => [i + 1, 3] as const));
    expect(SAMPLING.atMost).toBe(40);
    expect(indices(plan(points).points)).toEqual(Array.from({ length: 40 }, (_, i) => i));
  });

  it('does not claim all where more points were reached than recorded', () => {
    const { points, sampled } = plan(pointsOf([3, 10]), 11);
    expect(sampled).toBe(true);
    expect(indices(points)).toEqual([0, 4, 9]);
  });

  it('follows another sampling where it is given one, and leaves out repetitions that are not there', () => {
    const points = pointsOf([3, 5], [4, 2]);
    const sampling = { allUpTo: 6, atMost: 3, choose: () => [1, 4] };
    expect(planCrashes(points, 7, sampling)).toEqual({ points: [points[1], points[4], points[6]], sampled: true });
    expect(planCrashes(points, 7, { ...sampling, allUpTo: 7 })).toEqual({ points, sampled: false });
    expect(indices(planCrashes(points, 7, { ...sampling, atMost: 1 }).points)).toEqual([1]);
  });

  it('keeps points without a line apart from the others', () => {
    const points = [
      ...pointsOf([3, 201]),
      { index: 201, kind: 'write', text: 'x', line: null, repetition: 1 } as const,
    ];
    expect(indices(plan(points).points)).toEqual([0, 100, 200, 201]);
  });
});
