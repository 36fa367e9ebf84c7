// Runs one crash test in a thread of its own, so that code which no budget reaches can be ended.
import { Worker } from 'node:worker_threads';
import type { Task } from '../model/task.ts';
import type { CrashTestResult } from '../model/verdict.ts';

/** Wall-clock time without any progress before the thread is ended. */
export const SILENCE_LIMIT_MS = 60_000;

export type GuardedAnswer =
  | { readonly kind: 'result'; readonly result: CrashTestResult }
  /** Nothing can be judged by the task; the sentence says why. */
  | { readonly kind: 'bad-input'; readonly sentence: string }
  | { readonly kind: 'stopped'; readonly sentence: string };

export interface GuardedRequest {
  readonly task: Task;
  readonly source: string;
  readonly brute: boolean;
}

export type FromGuarded =
  | { readonly kind: 'progress' }
  | { readonly kind: 'result'; readonly result: CrashTestResult }
  | { readonly kind: 'bad-input'; readonly sentence: string }
  | { readonly kind: 'fault'; readonly message: string };

/** Rejects where the fault is ours. */
export function runGuarded(
  task: Task,
  source: string,
  brute: boolean,
  silenceLimitMs = SILENCE_LIMIT_MS,
): Promise<GuardedAnswer> {
  return new Promise((resolve, reject) => {
    const workerData: GuardedRequest = { task, source, brute };
    const worker = new Worker(new URL('./run.mjs', import.meta.url), { argv: ['guarded-worker'], workerData });
    let timer = setTimeout(giveUp, silenceLimitMs);
    function giveUp(): void {
      void worker.terminate();
      resolve({ kind: 'stopped', sentence: `the code did not come back within ${silenceLimitMs / 1000} seconds` });
    }
    worker.on('message', (message: FromGuarded) => {
      clearTimeout(timer);
      if (message.kind === 'progress') {
        timer = setTimeout(giveUp, silenceLimitMs);
        return;
      }
      void worker.terminate();
      if (message.kind !== 'fault') resolve(message);
      else reject(new Error(message.message));
    });
    worker.on('error', (error) => {
      clearTimeout(timer);
      reject(error instanceof Error ? error : new Error(String(error)));
    });
  });
}
