// What a link holds: enough to see, run and compare the same crash on another machine. The codec lives in `share/`.
import type { OwnFunction } from './own.ts';
import type { Fault, Mode } from './trace.ts';

/** The moment of a scenario that is looked at. */
export type Step = 'before' | 'after-crash' | 'after-rerun';
export const STEPS: readonly Step[] = ['before', 'after-crash', 'after-rerun'];

export type SharedSubject =
  { readonly kind: 'task'; readonly id: string } | { readonly kind: 'own'; readonly own: OwnFunction };

/** The scenario and moment that the sender had open. */
export interface SharedView {
  readonly mode: Mode;
  readonly fault: Fault;
  /** Line of the crash point, from 1; null where no line of the solution was running. */
  readonly line: number | null;
  /** Position of the crash point among the points planned in that mode, from 0. */
  readonly point: number;
  readonly step: Step;
}

/** What the sender saw. Never believed: a run here is compared with it. */
export interface SharedExpectation {
  readonly engine: string;
  readonly rules: number;
  /** The verdict's digest: 64 hex digits. */
  readonly digest: string;
}

export interface Shared {
  readonly subject: SharedSubject;
  readonly code: string;
  readonly view: SharedView | null;
  /** Null where the sender had not run this code. */
  readonly expected: SharedExpectation | null;
}
