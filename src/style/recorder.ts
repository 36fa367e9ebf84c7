// Notes the steps of a walk: where each stands, and what is known of the transaction before it. Which statements
// there are is for the walk.
import type { SyntaxNode } from '@lezer/common';
import type { Scope } from './scope.ts';
import { START, type Ending, type Frame, type FrameKind, type Step, type StepEvent } from './steps.ts';
import type { TransactionState } from './steps.ts';
import { afterEvent, joinStates } from './transaction.ts';

/** More steps than any function that a person wrote has; what comes after them is not seen. */
const MAX_STEPS = 2000;

/** One per walk; its state is that of the place which the walk has reached. */
export class Recorder {
  readonly steps: Step[] = [];
  state: TransactionState = START;
  /** What the place stands in, outermost first. */
  frames: readonly Frame[] = [];
  /** Set behind a statement that leaves the block. */
  ending: Ending | null = null;
  #groups = 0;

  newGroup(): number {
    this.#groups += 1;
    return this.#groups;
  }

  note(event: StepEvent, line: number, node: SyntaxNode): void {
    if (this.steps.length >= MAX_STEPS) return;
    this.steps.push({ index: this.steps.length, event, line, node, before: this.state, frames: this.frames });
    this.state = afterEvent(this.state, event);
  }

  /** Runs an arm in its frame; null where the arm never runs off its end. */
  arm(frame: Omit<Frame, 'endsBy'>, from: TransactionState, run: () => void): TransactionState | null {
    const outer = this.frames;
    const own: Frame = { ...frame, endsBy: null };
    this.frames = [...outer, own];
    this.state = from;
    this.ending = null;
    run();
    own.endsBy = this.ending;
    const end = this.ending === null ? this.state : null;
    this.ending = null;
    this.frames = outer;
    return end;
  }

  frame(kind: FrameKind, node: SyntaxNode, scope: Scope, arm = 0, group = this.newGroup()): Omit<Frame, 'endsBy'> {
    return { kind, node, group, arm, line: scope.source.lineAt(node.from) };
  }

  /** Goes on with what is known after all arms; where none goes on, nor does the block. */
  meet(ends: readonly (TransactionState | null)[], ending: Ending): void {
    const state = joinStates(ends.filter((end) => end !== null));
    if (state === null) this.ending = ending;
    else this.state = state;
  }
}
