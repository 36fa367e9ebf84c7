// What the order of steps answers from its lists is what going through all of them finds, on random blocks in blocks.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { SyntaxNode } from '@lezer/common';
import { StepOrder } from './order.ts';
import { follows, START, type Ending, type Frame, type FrameKind, type Step } from './steps.ts';

const SEED = 20_261_201;
const KINDS: readonly FrameKind[] = ['loop', 'with-conn', 'try', 'handler', 'finally', 'branch', 'helper', 'manager'];
const ENDINGS: readonly (Ending | null)[] = [null, null, null, 'return', 'raise', 'continue'];

/** A statement: a step of one of two kinds, or the arms of one with what stands between them. */
type Piece =
  | { readonly kind: 'step'; readonly commits: boolean }
  | {
      readonly kind: 'arms';
      readonly arms: readonly { readonly kind: FrameKind; readonly ends: Ending | null; readonly body: Piece[] }[];
      readonly between: boolean;
    };

const { pieces } = fc.letrec<{ pieces: Piece[]; piece: Piece }>((tie) => ({
  piece: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.record({ kind: fc.constant('step' as const), commits: fc.boolean() }),
    fc.record({
      kind: fc.constant('arms' as const),
      arms: fc.array(
        fc.record({ kind: fc.constantFrom(...KINDS), ends: fc.constantFrom(...ENDINGS), body: tie('pieces') }),
        { minLength: 1, maxLength: 3 },
      ),
      between: fc.boolean(),
    }),
  ),
  pieces: fc.array(tie('piece'), { maxLength: 5 }),
}));

const NODE = null as unknown as SyntaxNode;

function stepsOf(program: readonly Piece[]): Step[] {
  const steps: Step[] = [];
  let groups = 0;
  const note = (commits: boolean, frames: readonly Frame[]): void => {
    const event = commits ? ({ kind: 'commit', via: 'method' } as const) : ({ kind: 'rollback' } as const);
    steps.push({ index: steps.length, event, line: 1, node: NODE, before: START, frames });
  };
  const walk = (body: readonly Piece[], frames: readonly Frame[]): void => {
    for (const piece of body) {
      if (piece.kind === 'step') {
        note(piece.commits, frames);
        continue;
      }
      groups += 1;
      const group = groups;
      piece.arms.forEach(({ kind, ends, body: inner }, arm) => {
        if (piece.between) note(true, frames);
        walk(inner, [...frames, { group, arm, kind, line: 1, node: NODE, endsBy: ends }]);
      });
    }
  };
  walk(program, []);
  return steps;
}

const isCommit = ({ event }: Step): boolean => event.kind === 'commit';

it('finds the first step that follows another, also the first outside of a block', () => {
  let found = 0;
  const property = fc.property(pieces, (program) => {
    const steps = stepsOf(program);
    const order = new StepOrder(steps);
    const commits = order.list(isCommit);
    for (const step of steps) {
      const next = steps.find((one) => isCommit(one) && follows(step, one)) ?? null;
      if (next !== null) found += 1;
      expect(order.firstFollowing(step, commits)).toBe(next);
      for (const frame of step.frames) {
        const outside = steps.find((one) => isCommit(one) && follows(step, one) && !one.frames.includes(frame)) ?? null;
        expect(order.firstFollowing(step, commits, frame)).toBe(outside);
      }
    }
  });
  fc.assert(property, { seed: SEED, numRuns: 200 });
  expect(found).toBeGreaterThan(1_000);
});

it('says whether a step is preceded, and what lies in a block', () => {
  const property = fc.property(pieces, (program) => {
    const steps = stepsOf(program);
    const order = new StepOrder(steps);
    const commits = order.list(isCommit);
    for (const step of steps) {
      expect(order.isPreceded(step, commits)).toBe(steps.some((one) => isCommit(one) && follows(one, step)));
      for (const frame of step.frames) {
        const inside = steps.filter((one) => one.frames.includes(frame));
        expect(order.rangeOf(frame)).toEqual({ start: inside[0]?.index, end: (inside.at(-1)?.index ?? 0) + 1 });
        expect(commits.hasIn(order.rangeOf(frame))).toBe(inside.some(isCommit));
      }
    }
  });
  fc.assert(property, { seed: SEED, numRuns: 200 });
});

it('whatever can be reached over a commit can be reached over one of the leading ones, which ascend', () => {
  let fewer = 0;
  const property = fc.property(pieces, (program) => {
    const steps = stepsOf(program);
    const order = new StepOrder(steps);
    const commits = order.list(isCommit);
    const wrong: number[] = [];
    for (const step of steps) {
      const leading = [...order.leadingFollowers(step, commits)];
      const all = steps.filter((one) => isCommit(one) && follows(step, one));
      const over = (list: readonly Step[], goal: Step): boolean => list.some((one) => follows(one, goal));
      const isWrong =
        !leading.every((one) => all.includes(one)) ||
        leading.some(({ index }, at) => index <= (leading[at - 1]?.index ?? -1)) ||
        steps.some((goal) => over(leading, goal) !== over(all, goal));
      if (isWrong) wrong.push(step.index);
      fewer += all.length - leading.length;
    }
    expect(wrong).toEqual([]);
  });
  fc.assert(property, { seed: SEED, numRuns: 200 });
  expect(fewer).toBeGreaterThan(1_000);
});
