// One chamber, from the page's side: a sealed frame that loads once, runs one crash test at a time, and dies once.
// How many there are and which one runs lives in `pool.ts`.
import type { LoadStage, TestProgress } from '../model/progress.ts';
import type { Task } from '../model/task.ts';
import type { CrashTestResult } from '../model/verdict.ts';
import { unreachable } from '../model/unreachable.ts';
import { type FetchedFiles, LoadError } from './download.ts';
import { openFrame, type SealedFrame } from './frame.ts';
import { type CrossingImage, MESSAGE_LIMIT_PER_RUN, readLoading, readRunning, type ToWorker } from './protocol.ts';
import { Watchdog } from './watchdog.ts';

/** A worker that enters no new stage for this long is given up. */
export const LOAD_TIMEOUT_MS = 90_000;
/** A run that reports no progress for this long is given up: the last resort behind the engine's own budget. */
export const RUN_TIMEOUT_MS = 60_000;

export type RunAnswer =
  | { readonly kind: 'result'; readonly result: CrashTestResult }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly sentence: string };

interface Waiting {
  readonly run: number;
  readonly watchdog: Watchdog;
  readonly onProgress: (progress: TestProgress) => void;
  readonly answer: (answer: RunAnswer) => void;
  messages: number;
}

export class Chamber {
  /** Messages that were not ours, not of this run, or too late. They change nothing else. */
  ignored = 0;
  /** Runs so far; a worker that ran foreign code gives no image any more. */
  runs = 0;
  #frame: SealedFrame | null = null;
  #waiting: Waiting | null = null;
  #dead: string | null = null;
  #failLoad: (cause: string) => void = () => undefined;

  get alive(): boolean {
    return this.#dead === null;
  }

  /**
   * Called once, by the pool. Resolves with the heap image the worker made, null where `kept` was used. Rejects with
   * a `LoadError`; the chamber is then dead.
   */
  async load(
    files: FetchedFiles,
    kept: CrossingImage | null,
    onStage: (stage: LoadStage) => void,
  ): Promise<CrossingImage | null> {
    const silence = `it was silent for ${LOAD_TIMEOUT_MS / 1000} seconds`;
    const watchdog = new Watchdog(LOAD_TIMEOUT_MS, () => this.close(silence));
    try {
      const frame = await openFrame(files.worker, (cause) => this.close(cause));
      if (this.#dead !== null) {
        frame.remove();
        throw new Error(this.#dead);
      }
      this.#frame = frame;
      return await new Promise<CrossingImage | null>((resolve, reject) => {
        this.#failLoad = (cause) => reject(new Error(cause));
        frame.port.onmessage = ({ data }: MessageEvent<unknown>) => {
          const message = readLoading(data);
          if (message === null) return void this.ignored++;
          watchdog.touch();
          switch (message.kind) {
            case 'stage':
              return onStage(message.stage);
            case 'load-failed':
              return this.close(message.cause);
            case 'loaded': {
              frame.port.onmessage = (event: MessageEvent<unknown>) => this.#hear(event.data);
              const { image } = message;
              return resolve(image && { key: image.key, bytes: new Blob([image.bytes]) });
            }
            default:
              return unreachable(message);
          }
        };
        frame.port.onmessageerror = () => this.close('a message could not be read');
        this.#send({ kind: 'load', files: files.files, kept });
      });
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error);
      this.close(cause);
      throw new LoadError(`The interpreter could not be started: ${cause}.`);
    } finally {
      watchdog.stop();
    }
  }

  /** Called by the client, one at a time, after `load`. Always resolves: with a result, or with why there is none. */
  run(run: number, task: Task, source: string, onProgress: (progress: TestProgress) => void): Promise<RunAnswer> {
    if (this.#dead !== null) return Promise.resolve(interrupted(this.#dead));
    this.runs++;
    return new Promise((resolve) => {
      const watchdog = new Watchdog(RUN_TIMEOUT_MS, () =>
        this.close(`it reported nothing for ${RUN_TIMEOUT_MS / 1000} seconds`),
      );
      const answer = (given: RunAnswer): void => {
        watchdog.stop();
        this.#waiting = null;
        resolve(given);
      };
      this.#waiting = { run, watchdog, onProgress, answer, messages: 0 };
      this.#send({ kind: 'run', run, task, source });
    });
  }

  /** Ends the worker at once. What was waited for is answered: as stopped where no cause is given. */
  close(cause: string | null = null): void {
    if (this.#dead !== null) return;
    this.#dead = cause ?? 'it was stopped';
    this.#frame?.remove();
    this.#failLoad(this.#dead);
    this.#waiting?.answer(cause === null ? { kind: 'stopped' } : interrupted(cause));
  }

  #send(message: ToWorker): void {
    this.#frame?.port.postMessage(message);
  }

  #hear(data: unknown): void {
    const waiting = this.#waiting;
    if (waiting === null) return void this.ignored++;
    if (++waiting.messages > MESSAGE_LIMIT_PER_RUN) return this.close('it flooded the page with messages');
    const message = readRunning(data);
    if (message === null || message.run !== waiting.run) return void this.ignored++;
    waiting.watchdog.touch();
    switch (message.kind) {
      case 'progress':
        return waiting.onProgress(message.progress);
      case 'result':
        return waiting.answer({ kind: 'result', result: message.result });
      case 'failed':
        return waiting.answer({
          kind: 'failed',
          sentence: `The crash test failed, by a fault of ours: ${message.cause}.`,
        });
      default:
        return unreachable(message);
    }
  }
}

function interrupted(cause: string): RunAnswer {
  return {
    kind: 'failed',
    sentence: `The interpreter ended in the middle of the run: ${cause}. It has been replaced.`,
  };
}
