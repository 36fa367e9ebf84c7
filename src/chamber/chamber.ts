// One chamber, from the page's side: a sealed frame that loads once, runs one crash test at a time, and dies once.
// How many there are and which one runs lives in `pool.ts`.
import type { LoadStage, TestProgress } from '../model/progress.ts';
import type { QueryAnswer, WorldQuery } from '../model/query.ts';
import type { Task } from '../model/task.ts';
import type { TaskPart } from '../model/task-fault.ts';
import type { CrashTestResult } from '../model/verdict.ts';
import { unreachable } from '../model/unreachable.ts';
import { type ArrivingFiles, LoadError } from './download.ts';
import { openFrame, PROCESS_GONE, type SealedFrame } from './frame.ts';
import { Gate } from './gate.ts';
import {
  type CrossingImage,
  FILE_NAMES,
  type ImageBytes,
  type Piece,
  readLoadReply,
  readQueryText,
  readRunReply,
  readSaid,
  type Said,
} from './protocol.ts';
import * as queryAnswers from './query-answers.ts';
import { Traffic } from './traffic.ts';
import { Watchdog } from './watchdog.ts';

const STOPPED = 'it was stopped';
/** A worker that enters no new stage for this long is given up. */
export const LOAD_TIMEOUT_MS = 90_000;
/** A run in which no process begins for this long is given up: the last resort behind the engine's own budget. */
export const RUN_TIMEOUT_MS = 10_000;
/** While nothing is asked, a worker is asked this often whether it is there, */
const PING_EVERY_MS = 2_000;
/** and given up after this long without an answer: nothing of ours keeps it busy then. */
const IDLE_TIMEOUT_MS = 8_000;
/** A query that has no answer after this long is given up. */
export const QUERY_TIMEOUT_MS = 10_000;

export type RunAnswer =
  | { readonly kind: 'result'; readonly result: CrashTestResult }
  | { readonly kind: 'stopped' }
  /** Nothing can be judged by the task's own SQL. `line` is that part's, from 1; null where none can be named. */
  | {
      readonly kind: 'bad-input';
      readonly part: TaskPart;
      readonly line: number | null;
      readonly cause: string;
    }
  | { readonly kind: 'failed'; readonly sentence: string };

/** How a request to the worker ended. */
type CallEnd =
  /** Not yet checked. */
  | { readonly kind: 'answered'; readonly answer: unknown }
  | { readonly kind: 'not-sent'; readonly cause: string }
  /** The chamber died first; null where it was stopped. */
  | { readonly kind: 'died'; readonly cause: string | null };

/** The request that is going on. */
interface Call {
  readonly watchdog: Watchdog;
  /** Takes what the worker says meanwhile; false where it is not about this request. */
  readonly hear: (said: Said) => boolean;
  readonly end: (how: CallEnd) => void;
}

const FLOODED = 'it flooded the page with messages';
/** Progress of one run, in events: a sampled function has a few thousand crashes. More would be drawn more and more slowly. */
const EVENTS_PER_RUN = 40_000;

const TOOK_TOO_LONG = 'a query took too long';

/** Why a worker is given up whose answer is not one that ours gives. */
const REFUSED = 'its answer was malformed';

export class Chamber {
  /** Messages that were not ours, not of this run, or too late. They change nothing else. */
  ignored = 0;
  /** Runs so far; a worker that ran foreign code gives no image any more. */
  runs = 0;
  #frame: SealedFrame | null = null;
  #gate: Gate | null = null;
  #call: Call | null = null;
  #dead: string | null = null;
  readonly #traffic = new Traffic(performance.now());
  #idle: { readonly watchdog: Watchdog; readonly timer: ReturnType<typeof setInterval> } | null = null;

  get alive(): boolean {
    return this.#dead === null;
  }

  /** True where the browser ended the frame's process: other chambers may have lived in the same one. */
  get lostProcess(): boolean {
    return this.#dead === PROCESS_GONE;
  }

  /**
   * Called once, by the pool. Opens the frame as soon as the worker's script is there, and hands in the rest as it
   * arrives. Resolves with the heap image the worker made, null where `kept` was used. Rejects with a `LoadError`;
   * the chamber is then dead.
   */
  async load(
    { worker, files }: ArrivingFiles,
    kept: Promise<CrossingImage | null>,
    onStage: (stage: LoadStage) => void,
  ): Promise<ImageBytes | null> {
    try {
      const frame = await openFrame(worker, (cause) => this.close(cause));
      if (this.#dead !== null) {
        frame.remove();
        throw new Error(this.#dead);
      }
      this.#frame = frame;
      const gate = (this.#gate = new Gate(frame.port));
      frame.port.onmessage = (event: MessageEvent<unknown>) => this.#hear(event);
      frame.port.onmessageerror = () => this.close('a message could not be read');
      // Nobody waits for these answers; they end with the gate.
      const hand = (piece: Piece): void => void (this.#dead === null && gate.worker.take(piece));
      await Promise.all([
        kept.then((image) => hand({ kind: 'image', kept: image })),
        ...FILE_NAMES.map(async (name) => hand({ kind: 'file', name, ...(await files[name]) })),
      ]);
      if (this.#dead !== null) throw new Error(this.#dead);
      const end = await this.#ask(
        () => gate.worker.load(),
        LOAD_TIMEOUT_MS,
        `it was silent for ${LOAD_TIMEOUT_MS / 1000} seconds`,
        (said) => {
          if (said.kind !== 'stage') return false;
          onStage(said.stage);
          return true;
        },
      );
      if (end.kind !== 'answered') throw new Error(end.cause ?? 'it was stopped');
      const reply = readLoadReply(end.answer);
      switch (reply?.kind) {
        case undefined:
          this.ignored++;
          throw new Error(REFUSED);
        case 'load-failed':
          throw new Error(reply.cause);
        case 'kept-image-used':
          this.#listenIdly();
          return null;
        case 'image-made':
          this.#listenIdly();
          return reply.image;
        default:
          return unreachable(reply);
      }
    } catch (error) {
      const cause = words(error);
      this.close(cause);
      if (error instanceof LoadError) throw error;
      throw new LoadError(`The interpreter could not be started: ${cause}.`);
    }
  }

  /** Called by the client, one at a time, after `load`. Always resolves: with a result, or with why there is none. */
  async run(run: number, task: Task, source: string, onProgress: (progress: TestProgress) => void): Promise<RunAnswer> {
    const gate = this.#gate;
    if (gate === null) return interrupted(this.#dead ?? 'it was never started');
    this.runs++;
    let events = 0;
    const end = await this.#ask(
      () => gate.worker.run(run, task, source),
      RUN_TIMEOUT_MS,
      `it reported nothing for ${RUN_TIMEOUT_MS / 1000} seconds`,
      (said) => {
        if (said.kind !== 'progress' || said.run !== run) return false;
        events += said.progress.length;
        if (events > EVENTS_PER_RUN) {
          this.close(FLOODED);
          return true;
        }
        said.progress.forEach(onProgress);
        return true;
      },
    );
    switch (end.kind) {
      case 'died':
        return end.cause === null ? { kind: 'stopped' } : interrupted(end.cause);
      case 'not-sent':
        return ourFault(end.cause);
      case 'answered':
        break;
      default:
        return unreachable(end);
    }
    const reply = await readRunReply(end.answer);
    if (this.#dead === STOPPED) return { kind: 'stopped' };
    if (reply?.run !== run) {
      this.ignored++;
      this.close(REFUSED);
      return interrupted(REFUSED);
    }
    switch (reply.kind) {
      case 'result':
        return { kind: 'result', result: reply.result };
      case 'bad-input':
        return { kind: 'bad-input', part: reply.part, line: reply.line, cause: reply.cause };
      case 'failed':
        return ourFault(reply.cause);
      default:
        return unreachable(reply);
    }
  }

  /** Called by the client, never while a run goes on. Always resolves. A query that does not end ends the chamber. */
  async query(query: WorldQuery): Promise<QueryAnswer> {
    const gate = this.#gate;
    if (gate === null) return queryAnswers.GONE;
    const end = await this.#ask(
      () => gate.worker.query(query),
      QUERY_TIMEOUT_MS,
      TOOK_TOO_LONG,
      () => false,
    );
    switch (end.kind) {
      case 'died':
        if (end.cause === TOOK_TOO_LONG) return queryAnswers.tookTooLong(QUERY_TIMEOUT_MS / 1000);
        return queryAnswers.ended(end.cause ?? 'a crash test was started');
      case 'not-sent':
        return queryAnswers.ourFault(end.cause);
      case 'answered':
        break;
      default:
        return unreachable(end);
    }
    const text = readQueryText(end.answer);
    if (text === null) {
      this.ignored++;
      this.close(REFUSED);
      return queryAnswers.ended(REFUSED);
    }
    return text.kind === 'failed' ? queryAnswers.ourFault(text.cause) : queryAnswers.answerOf(text);
  }

  /** Ends the worker at once. What was waited for is answered: as stopped where no cause is given. */
  close(cause: string | null = null): void {
    if (this.#dead !== null) return;
    this.#dead = cause ?? STOPPED;
    this.#idle?.watchdog.stop();
    clearInterval(this.#idle?.timer);
    this.#frame?.remove();
    this.#gate?.close();
    this.#frame = this.#gate = null;
    this.#call?.end({ kind: 'died', cause });
  }

  /**
   * Every request goes through here: it has a deadline, which each valid word of the worker puts off, and it ends with
   * the chamber. comlink's own promise may never settle; nothing waits for it but what `Gate.close` forgets.
   */
  #ask(
    request: () => Promise<unknown>,
    timeoutMs: number,
    silence: string,
    hear: (said: Said) => boolean,
  ): Promise<CallEnd> {
    return new Promise((resolve) => {
      const watchdog = new Watchdog(timeoutMs, () => this.close(silence));
      const end = (how: CallEnd): void => {
        if (this.#call !== call) return;
        watchdog.stop();
        this.#call = null;
        resolve(how);
      };
      const call: Call = { watchdog, hear, end };
      this.#call = call;
      void outcomeOf(request).then(end);
    });
  }

  /** A worker can end by itself, and not every browser tells of it. Asks only while nothing else is asked. */
  #listenIdly(): void {
    const gate = this.#gate;
    if (gate === null) return;
    const watchdog = new Watchdog(IDLE_TIMEOUT_MS, () => this.close('it no longer answered'));
    const ask = (): void => {
      if (this.#call === null) void gate.worker.ping().then(() => watchdog.touch());
      else watchdog.touch();
    };
    this.#idle = { watchdog, timer: setInterval(ask, PING_EVERY_MS) };
  }

  /** Texts are said to us, the rest may be comlink's; all of it counts as traffic, whether something is asked or not. */
  #hear(event: MessageEvent<unknown>): void {
    const now = performance.now();
    // Before the message is touched: it is only then unpacked.
    if (!this.#traffic.hear(now)) return this.close(FLOODED);
    const { data, ports } = event;
    for (const port of ports) port.close();
    if (typeof data !== 'string') {
      if (this.#gate?.admit(data) !== true) this.ignored++;
      return;
    }
    if (!this.#traffic.read(data.length, now)) return this.close(FLOODED);
    const call = this.#call;
    const said = call === null ? null : readSaid(data);
    if (call !== null && said !== null && call.hear(said)) return call.watchdog.touch();
    this.ignored++;
  }
}

/** The gate lets no error of the worker through, so what is thrown here is the page's own: a value that cannot cross. */
async function outcomeOf(request: () => Promise<unknown>): Promise<CallEnd> {
  try {
    return { kind: 'answered', answer: await request() };
  } catch (error) {
    return { kind: 'not-sent', cause: words(error) };
  }
}

function interrupted(cause: string): RunAnswer {
  return {
    kind: 'failed',
    sentence: `The interpreter ended in the middle of the run: ${cause}. It has been replaced.`,
  };
}

function ourFault(cause: string): RunAnswer {
  return { kind: 'failed', sentence: `The crash test failed, by a fault of ours: ${cause}.` };
}

function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
