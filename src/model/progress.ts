// What is said while something is going on: loading stages, and a crash test filling its matrix.
import type { Mode, WritePoint } from './trace.ts';
import type { Cell } from './verdict.ts';

/** Stages of getting ready, in order. A kept image skips `import`. */
export const LOAD_STAGES = ['download', 'start', 'import', 'ready'] as const;
export type LoadStage = (typeof LOAD_STAGES)[number];

export interface LoadProgress {
  readonly stage: LoadStage;
  /** Bytes so far and in all; both 0 where the stage does not count bytes. */
  readonly loaded: number;
  readonly total: number;
}

/** Sent while a crash test runs; the verdict itself comes as the answer. */
export type TestProgress =
  /** A process begins: a sign of life, and nothing to show. */
  | { readonly kind: 'process' }
  | { readonly kind: 'normal-run'; readonly mode: Mode; readonly case: string }
  | { readonly kind: 'points'; readonly mode: Mode; readonly points: readonly WritePoint[] }
  | { readonly kind: 'cell'; readonly mode: Mode; readonly cell: Cell };
