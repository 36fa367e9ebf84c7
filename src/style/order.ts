// Questions about the order of a walk's steps that the patterns ask of every step. Answered from sorted lists and the
// blocks that steps stand in, because going through all steps for each made the detector's time grow with their cube.
import { endsEarly, follows, type Frame, type Step } from './steps.ts';

/** Indices of the steps in a block: from `start`, before `end`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

const NOWHERE: Range = { start: 0, end: 0 };

/** Steps of one kind, ascending. Made once and asked often. */
export class StepList {
  readonly steps: readonly Step[];
  /** For a block, the first step of the list that can follow its end; an index, or `Infinity`. */
  readonly afterBlock = new Map<Frame, number>();

  constructor(steps: readonly Step[]) {
    this.steps = steps;
  }

  /** Place in `steps` of the first one whose index is at least `index`. */
  placeFrom(index: number): number {
    let low = 0;
    let high = this.steps.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.steps[middle]?.index ?? 0) < index) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Index of the first step from `index` on; `Infinity` where there is none. */
  firstFrom(index: number): number {
    return this.steps[this.placeFrom(index)]?.index ?? Infinity;
  }

  hasIn(range: Range): boolean {
    return this.firstFrom(range.start) < range.end;
  }
}

export class StepOrder {
  readonly steps: readonly Step[];
  readonly #ranges = new Map<Frame, { start: number; end: number }>();

  constructor(steps: readonly Step[]) {
    this.steps = steps;
    for (const { index, frames } of steps) {
      for (const frame of frames) {
        const known = this.#ranges.get(frame);
        if (known === undefined) this.#ranges.set(frame, { start: index, end: index + 1 });
        else known.end = index + 1;
      }
    }
  }

  list(isWanted: (step: Step) => boolean): StepList {
    return new StepList(this.steps.filter(isWanted));
  }

  /** Steps by each of their keys; a step without any is left out. */
  listsBy<Key>(keysOf: (step: Step) => Iterable<Key>): ReadonlyMap<Key, StepList> {
    const lists = new Map<Key, Step[]>();
    for (const step of this.steps) {
      for (const key of keysOf(step)) {
        const known = lists.get(key);
        if (known === undefined) lists.set(key, [step]);
        else known.push(step);
      }
    }
    return new Map([...lists].map(([key, steps]) => [key, new StepList(steps)]));
  }

  /** The steps that stand in a block run without a gap. */
  rangeOf(frame: Frame): Range {
    return this.#ranges.get(frame) ?? NOWHERE;
  }

  /**
   * The first step of a list that `follows` another one; null where none does. `outside`, a block around `step`,
   * leaves out what stands in it.
   */
  firstFollowing(step: Step, list: StepList, outside: Frame | null = null): Step | null {
    const { frames } = step;
    const inner = frames.at(-1);
    const within = list.firstFrom(step.index + 1);
    if (outside === null && within < (inner === undefined ? Infinity : this.rangeOf(inner).end))
      return this.#at(within);
    for (let depth = (outside === null ? frames.length : frames.indexOf(outside) + 1) - 1; depth >= 0; depth -= 1) {
      const block = frames[depth];
      if (block === undefined || endsEarly(frames.slice(depth))) continue;
      const next = this.#afterBlock(block, depth, frames[depth - 1] ?? null, list);
      if (next !== Infinity) return this.#at(next);
    }
    return null;
  }

  /** Whether some step of the list, from index `start` on, is followed by `step`; the nearest ones are tried first. */
  isPreceded(step: Step, list: StepList, start = 0): boolean {
    for (let place = list.placeFrom(step.index) - 1; place >= 0; place -= 1) {
      const one = list.steps[place];
      if (one === undefined || one.index < start) return false;
      if (follows(one, step)) return true;
    }
    return false;
  }

  /**
   * Steps of a list that follow `step`, without those that lead nowhere where an earlier one does not lead as well:
   * behind a step, all later ones of its own block add nothing.
   */
  *leadingFollowers(step: Step, list: StepList): Generator<Step> {
    const { frames } = step;
    yield* this.#leading(list, step.index + 1, this.#endOf(frames.at(-1) ?? null), frames.length, null);
    for (let depth = frames.length - 1; depth >= 0; depth -= 1) {
      const block = frames[depth];
      if (block === undefined || endsEarly(frames.slice(depth))) continue;
      yield* this.#leading(list, this.rangeOf(block).end, this.#endOf(frames[depth - 1] ?? null), depth, block);
    }
  }

  *#leading(list: StepList, start: number, end: number, depth: number, left: Frame | null): Generator<Step> {
    for (let index = list.firstFrom(start); index < end;) {
      const one = this.#at(index);
      const arm = one?.frames[depth];
      if (one === null) return;
      if (left !== null && arm !== undefined && isOtherArm(left, arm)) {
        index = list.firstFrom(this.rangeOf(arm).end);
        continue;
      }
      yield one;
      if (one.frames.length <= depth) return;
      index = list.firstFrom(this.#endOf(one.frames.at(-1) ?? null));
    }
  }

  #afterBlock(block: Frame, depth: number, around: Frame | null, list: StepList): number {
    const passed: Frame[] = [];
    let found = Infinity;
    for (let arm: Frame | undefined = block; arm !== undefined;) {
      const known = list.afterBlock.get(arm);
      if (known !== undefined) {
        found = known;
        break;
      }
      passed.push(arm);
      const next = list.firstFrom(this.rangeOf(arm).end);
      if (next >= this.#endOf(around)) break;
      const other: Frame | undefined = this.#at(next)?.frames[depth];
      if (other === undefined || !isOtherArm(arm, other)) {
        found = next;
        break;
      }
      arm = other;
    }
    for (const arm of passed) list.afterBlock.set(arm, found);
    return found;
  }

  #endOf(frame: Frame | null): number {
    return frame === null ? Infinity : this.rangeOf(frame).end;
  }

  #at(index: number): Step | null {
    return this.steps[index] ?? null;
  }
}

/** Whether a run that takes one block never takes the other: arms of one statement, but for its `finally`. */
function isOtherArm(one: Frame, other: Frame): boolean {
  return one.group === other.group && one.kind !== 'finally' && other.kind !== 'finally';
}
