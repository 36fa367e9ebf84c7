// What the page asks of whoever runs crash tests. The chamber implements it; nothing here runs anything.
import type { LoadProgress, TestProgress } from '../model/progress.ts';
import type { Task } from '../model/task.ts';
import type { CrashTestResult } from '../model/verdict.ts';

export interface CrashTestRequest {
  readonly task: Task;
  readonly source: string;
}

export type RunAnswer =
  | { readonly kind: 'result'; readonly result: CrashTestResult }
  | { readonly kind: 'stopped' }
  /** No verdict came back: the worker died, the watchdog ran out, or the fault is ours. */
  | { readonly kind: 'failed'; readonly sentence: string };

export interface CrashTestClient {
  /**
   * Starts loading when first wanted and resolves when ready. Stages go to `onLoad`. Rejects with an error
   * whose message is a sentence for the person who waits; calling it again after that tries again.
   */
  load(onLoad: (progress: LoadProgress) => void): Promise<void>;
  /** Runs one crash test. Progress arrives while it runs. Never rejects for what the tested code does. */
  run(request: CrashTestRequest, onProgress: (progress: TestProgress) => void): Promise<RunAnswer>;
  /** Ends whatever runs at once; the pending run resolves with `stopped`. */
  stop(): void;
  /** A sentence where what was loaded could not be kept for the next visit, else null. */
  readonly storageProblem: string | null;
}

/** The sentence of a rejected call, whatever was thrown. */
export function causeOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
