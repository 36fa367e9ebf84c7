// The outcome of reading something a person gave us. Faults of ours are thrown, not returned.

export type Result<T, E = Problem> =
  | {
      readonly ok: true;
      readonly value: T;
      /** What the person should know of it all the same; absent where there is nothing. */
      readonly notices?: readonly E[];
    }
  | { readonly ok: false; readonly problems: readonly E[] };

/** What is wrong, where, and what was expected, in one sentence a person can act on. */
export interface Problem {
  /** File or other place, as the person knows it. */
  readonly where: string;
  /** From 1; null where no single line is at fault. */
  readonly line: number | null;
  /** Name of the field, or null. */
  readonly field: string | null;
  readonly message: string;
}

export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function fail(...problems: Problem[]): { readonly ok: false; readonly problems: readonly Problem[] } {
  return { ok: false, problems };
}

/** `where:line: field: message`, as the command line and the page print it. */
export function formatProblem(problem: Problem): string {
  const place = problem.line === null ? problem.where : `${problem.where}:${problem.line}`;
  return problem.field === null ? `${place}: ${problem.message}` : `${place}: ${problem.field}: ${problem.message}`;
}
