// A question that a visitor asks one world of a verdict, in SQL, and its answer. Who asks it and where it is run live
// elsewhere.

export interface WorldQuery {
  /** Digest of the verdict that names the world. */
  readonly verdict: string;
  /** Index into `Verdict.worlds`, from 0. */
  readonly world: number;
  /** Index into `Verdict.exits` of the process that left the world; null where none has run yet. */
  readonly exit: number | null;
  readonly sql: string;
}

export interface QueryRows {
  readonly kind: 'rows';
  readonly columns: readonly string[];
  /** Values as text, cut at a fixed length; null for NULL. */
  readonly rows: readonly (readonly (string | null)[])[];
  /** True where there are more rows than these. */
  readonly cut: boolean;
}

/** What the worker says; `gone` where it does not keep that world. */
export type QueryReply =
  QueryRows | { readonly kind: 'refused'; readonly sentence: string } | { readonly kind: 'gone' };

/** What the page is told. */
export type QueryAnswer = QueryRows | { readonly kind: 'no-rows'; readonly sentence: string };

/** Longest query, in UTF-16 units. */
export const QUERY_LIMIT_CHARS = 10_000;
export const QUERY_ROWS = 200;
export const QUERY_COLUMNS = 100;
/** In all rows together. */
export const QUERY_CELLS = 4_000;
/** Characters of a value; what is cut ends in an ellipsis. */
export const QUERY_CELL_CHARS = 300;
