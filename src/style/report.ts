// What the detector says about one solution, as plain data. How it is found lives in the other files of this folder.

/** How the code ends and begins its transactions. Source: method, "The transaction style". */
export type Style =
  /** An explicit BEGIN or savepoint. */
  | 'begin'
  /** A `with conn:` block. */
  | 'with-conn'
  /** The connection's mode is changed. */
  | 'mode-change'
  /** The database is used, and nothing of the above. */
  | 'none'
  | 'no-database';

export const PATTERN_IDS = [
  'commit-in-loop',
  'split-commit',
  'effect-before-record',
  'record-before-effect',
  'missing-key',
  'fresh-key',
  'file-in-place',
  'remove-before-rename',
  'executescript-in-transaction',
  'script-without-begin',
  'ddl-outside-transaction',
  'with-insert',
  'mode-changed-midway',
  'error-swallowed',
  'commit-in-finally',
  'helper-commits',
  'no-commit',
  'replace-parent',
] as const;
export type PatternId = (typeof PATTERN_IDS)[number];

export interface Pattern {
  readonly id: PatternId;
  /** Line of the source, from 1. */
  readonly line: number;
  /** Why it matters, one sentence. */
  readonly sentence: string;
}

export interface StyleReport {
  readonly style: Style;
  /** Lines that show the style, from 1, ascending; for `none` the lines that write. */
  readonly lines: readonly number[];
  /** Ascending by line. */
  readonly patterns: readonly Pattern[];
  /** The connection's name in the function; null where there is none. */
  readonly connection: string | null;
  /** Line of the function that its own BEGIN would have to precede; null where that is not known. */
  readonly beginBefore: number | null;
}
