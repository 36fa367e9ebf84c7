// What a function does, as a list of steps in the order of the text with helpers put in place of their calls.
// The walk produces it, the patterns read it.
import type { SyntaxNode } from '@lezer/common';
import type { SqlStatement } from './sql.ts';

export type StepEvent =
  /** `statement` is null where the text is not known. `args` are the parameters given with it. */
  | {
      readonly kind: 'sql';
      readonly statement: SqlStatement;
      readonly args: readonly SyntaxNode[];
      /** Parameter values where they are constants. */
      readonly constants: readonly (string | null)[];
      /** Variables that the parameters mention. */
      readonly names: ReadonlySet<string>;
    }
  /** Statements as far as the script's text is known; `complete` where that is all of it. */
  | { readonly kind: 'script'; readonly statements: readonly SqlStatement[]; readonly complete: boolean }
  | { readonly kind: 'commit'; readonly via: 'method' | 'with' }
  | { readonly kind: 'rollback' }
  | { readonly kind: 'with-conn' }
  | { readonly kind: 'mode'; readonly value: 'none' | 'transactions' | 'unknown' }
  | {
      readonly kind: 'mail';
      readonly key: 'none' | 'fresh' | 'given' | 'unknown' | 'impossible';
      readonly keyName: string | null;
    }
  | { readonly kind: 'cache'; readonly action: 'set' | 'delete' }
  | { readonly kind: 'file'; readonly action: FileAction; readonly path: string; readonly to: string | null }
  /** Something that gets the connection and cannot be seen into. */
  | { readonly kind: 'opaque'; readonly name: string }
  | { readonly kind: 'close' };

export type FileAction = 'read' | 'truncate' | 'update' | 'append' | 'delete' | 'move';

export type FrameKind = 'loop' | 'with-conn' | 'try' | 'handler' | 'finally' | 'branch' | 'helper' | 'manager';

/** Something a step stands in. Arms of one statement share `group`. */
export interface Frame {
  readonly group: number;
  readonly arm: number;
  readonly kind: FrameKind;
  /** Line of the statement, from 1. */
  readonly line: number;
  readonly node: SyntaxNode;
  /** How its text ends, where it never runs off its end. */
  endsBy: Ending | null;
}

export type Ending = 'return' | 'raise' | 'break' | 'continue';

export type Certainty = 'no' | 'yes' | 'maybe';

/** What is known of the transaction at one place, for a connection given in the default mode. */
export interface TransactionState {
  /** A transaction begun by the code. */
  readonly begun: 'no' | 'begin' | 'savepoint' | 'inner' | 'maybe';
  /** Writes that a commit has yet to save. */
  readonly pending: Certainty;
  readonly mode: 'given' | 'none' | 'transactions' | 'unknown';
}

export const START: TransactionState = { begun: 'no', pending: 'no', mode: 'given' };

export interface Step {
  readonly index: number;
  readonly event: StepEvent;
  /** Line of the call, from 1. */
  readonly line: number;
  readonly node: SyntaxNode;
  readonly before: TransactionState;
  readonly frames: readonly Frame[];
}

export interface Walk {
  readonly steps: readonly Step[];
  /** Tests that end the function, in order. */
  readonly guards: readonly Guard[];
  /** Handlers of try statements. */
  readonly handlers: readonly Handler[];
  readonly targetNode: SyntaxNode;
}

export interface Handler {
  readonly frame: Frame;
  /** The block that it guards. */
  readonly body: Frame;
  /** What both stand in, outermost first. */
  readonly outer: readonly Frame[];
}

/** A test that ends the function and does nothing else: `if status != 'paid': raise`, `if row: return`. */
export type Guard = GuardTest & {
  readonly endsBy: 'return' | 'raise';
  /** Number of steps noted before it. */
  readonly stepsBefore: number;
  readonly frames: readonly Frame[];
};

export type GuardTest =
  /** Ends the function where `subject` is (`equal`) or is not the value. */
  | { readonly kind: 'value'; readonly subject: string; readonly equal: boolean; readonly value: string }
  /** Ends the function where a row was found. */
  | { readonly kind: 'found' };

/** Whether a run that has taken `a` can go on to take `b`, going forward in the text. */
export function follows(a: Step, b: Step): boolean {
  if (b.index <= a.index) return false;
  let shared = 0;
  while (shared < a.frames.length && a.frames[shared] === b.frames[shared]) shared += 1;
  const mine = a.frames[shared];
  const other = b.frames[shared];
  if (mine !== undefined && other !== undefined && mine.group === other.group && mine.kind !== 'finally') {
    if (other.kind !== 'finally') return false;
  }
  return !endsEarly(a.frames.slice(shared));
}

/** Whether one of the frames never runs off its end; a return inside a helper only ends the helper. */
export function endsEarly(frames: readonly Frame[], harmless: readonly Ending[] = []): boolean {
  let inHelper = false;
  for (const frame of frames) {
    const { endsBy } = frame;
    if (endsBy !== null && !harmless.includes(endsBy) && !(inHelper && endsBy === 'return')) return true;
    if (frame.kind === 'helper') inHelper = true;
  }
  return false;
}

export function innermost(step: Step, kind: FrameKind): Frame | null {
  return step.frames.findLast((frame) => frame.kind === kind) ?? null;
}
