// How much work a function does, as a number that no other program on the machine can change: V8 counts how often each
// block of our code and of the parser runs. What a single call of the language does (a regular expression, a copy) is
// not counted. Imported by tests only.
import { Session } from 'node:inspector';

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
  }[];
}

/** Counted: what lives in `src/`, and the libraries that read texts for it. */
const COUNTED = /\/(src|@lezer|marked|fflate|@codemirror)\//;

let session: Session | null = null;

/** Opened once and left open: code that was optimised between two recordings would no longer be counted. */
function recording(): Session {
  if (session !== null) return session;
  session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return session;
}

/** The steps of one run. Equal runs take equal ones. */
export function countSteps(run: () => unknown): number {
  takeSteps();
  run();
  return takeSteps();
}

/** What was counted since the last call. The answer comes before `post` returns, as this process asks itself. */
function takeSteps(): number {
  let steps = 0;
  recording().post('Profiler.takePreciseCoverage', (_error: Error | null, coverage: Coverage) => {
    for (const { url, functions } of coverage.result) {
      if (!COUNTED.test(url)) continue;
      for (const { ranges } of functions) for (const { count } of ranges) steps += count;
    }
  });
  return steps;
}

export interface Growth {
  readonly size: number;
  readonly steps: number;
}

/** Sizes of which the work more than doubled (and a quarter more) where the size did; empty where it is linear. */
export function steepPlaces(growth: readonly Growth[]): readonly string[] {
  return growth.flatMap(({ size, steps }, at) => {
    const before = growth[at - 1];
    if (before === undefined) return [];
    const most = (1.25 * size) / before.size;
    const ratio = steps / before.steps;
    return ratio <= most ? [] : [`from ${before.size} to ${size}: ${ratio.toFixed(2)} times the steps`];
  });
}
