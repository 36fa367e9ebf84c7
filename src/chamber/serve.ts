// The worker's side of the border: takes the port, loads once, then runs what it is asked to. What loading and
// running mean is handed in, so that tests can serve something else than an interpreter.
import { expose, transfer } from 'comlink';
import type { LoadStage, TestProgress } from '../model/progress.ts';
import type { QueryReply, WorldQuery } from '../model/query.ts';
import type { Task } from '../model/task.ts';
import { TaskFault } from '../model/task-fault.ts';
import type { CrashTestResult } from '../model/verdict.ts';
import { Inbox } from './inbox.ts';
import { Refusals, toldRefusal } from './refusal.ts';
import {
  CAUSE_LIMIT_CHARS,
  type FileName,
  type LoadReply,
  type QueryText,
  type Said,
  type WorkerFunctions,
  writeRunReply,
} from './protocol.ts';

/** A heap image as the machine knows it. */
export interface Image {
  readonly key: string;
  readonly bytes: Uint8Array;
}

/** What the page hands in, unpacked, as it arrives. A file that is damaged rejects. */
export interface Inside {
  readonly files: Readonly<Record<FileName, Promise<Uint8Array<ArrayBuffer>>>>;
  readonly kept: Promise<Image | null>;
}

/** What a worker does. Synchronous running is usual: nobody interrupts it but the end of the worker. */
export interface Bench {
  /**
   * Called once, at the worker's start: what it can do before all has arrived, it does meanwhile. The image is given
   * away, so it is no memory that the bench still uses, unless it is the kept one.
   */
  load(inside: Inside, onStage: (stage: LoadStage) => void): Promise<{ readonly image: Image }>;
  run(
    task: Task,
    source: string,
    onProgress: (progress: TestProgress) => void,
  ): CrashTestResult | Promise<CrashTestResult>;
  /** About a world of the last result. */
  query(query: WorldQuery): QueryReply | Promise<QueryReply>;
}

/** Called at the worker's start, before anything else can be. The frame's first message carries the port. */
export function serve(bench: Bench): void {
  // A worker that ended itself in the middle of a run would be missed only at its deadline: no event tells of it.
  const ends = globalThis as { close?: unknown; DedicatedWorkerGlobalScope?: { prototype: { close?: unknown } } };
  delete ends.close;
  delete ends.DedicatedWorkerGlobalScope?.prototype.close;
  const scope = globalThis as unknown as { onmessage: ((event: MessageEvent) => void) | null };
  scope.onmessage = (event) => {
    scope.onmessage = null;
    const [port] = event.ports;
    // A refused module or a refused compilation does not say by itself which policy it was.
    if (port !== undefined) answerOn(port, bench, new Refusals(globalThis));
  };
}

/** The only `expose` there is: the page calls, the worker answers, and never the other way round. */
export function answerOn(port: MessagePort, bench: Bench, refusals: Refusals | null = null): void {
  const say = (said: Said) => port.postMessage(JSON.stringify(said));
  const loadReply = (reply: LoadReply) => JSON.stringify(reply);
  const queryText = (text: QueryText) => JSON.stringify(text);
  const inbox = new Inbox();
  const stages = new Stages((stage) => say({ kind: 'stage', stage }));
  // The page asks for the end of the loading once it has handed in everything.
  const loading = outcomeOf(bench.load(inbox, (stage) => stages.enter(stage)));
  const functions: WorkerFunctions = {
    async take(piece) {
      inbox.put(piece);
    },
    async load() {
      stages.listen();
      const loaded = await loading;
      if (!loaded.ok) {
        const refused = refusals === null ? null : await toldRefusal(refusals);
        return loadReply({ kind: 'load-failed', cause: (refused ?? words(loaded.error)).slice(0, CAUSE_LIMIT_CHARS) });
      }
      refusals?.stop();
      const { image } = loaded.value;
      if (image === (await inbox.kept)) return loadReply({ kind: 'kept-image-used' });
      const bytes = exactBuffer(image.bytes);
      return transfer({ key: image.key, bytes }, [bytes]);
    },
    async run(run, task, source) {
      const report = inBatches((progress) => say({ kind: 'progress', run, progress }));
      try {
        const result = await bench.run(task, source, report);
        return writeRunReply({ kind: 'result', run, result });
      } catch (error) {
        if (error instanceof TaskFault) {
          const { part, line, why } = error;
          return writeRunReply({ kind: 'bad-input', run, part, line, cause: why.slice(0, CAUSE_LIMIT_CHARS) });
        }
        return writeRunReply({ kind: 'failed', run, cause: words(error) });
      }
    },
    async ping() {
      return '';
    },
    async query(query) {
      try {
        return queryText(await bench.query(query));
      } catch (error) {
        return queryText({ kind: 'failed', cause: words(error) });
      }
    },
  };
  expose(functions, port);
}

/** Between two messages of one run: often enough for an eye, seldom enough to cost nothing. */
const PROGRESS_EVERY_MS = 40;

/** The first event goes at once. What waits when the run ends is left out: the result says it all. */
function inBatches(send: (events: TestProgress[]) => void): (event: TestProgress) => void {
  let waiting: TestProgress[] = [];
  let sentMs = -Infinity;
  return (event) => {
    // A sign of life needs no company.
    if (event.kind !== 'process' || waiting.length === 0) waiting.push(event);
    const nowMs = performance.now();
    if (nowMs - sentMs < PROGRESS_EVERY_MS) return;
    sentMs = nowMs;
    send(waiting);
    waiting = [];
  };
}

type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown };

async function outcomeOf<T>(work: Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await work };
  } catch (error) {
    return { ok: false, error };
  }
}

/** Keeps the stages until the page listens, so that it hears of each in their order, however late it asks. */
class Stages {
  readonly #say: (stage: LoadStage) => void;
  #listening = false;
  readonly #entered: LoadStage[] = [];

  constructor(say: (stage: LoadStage) => void) {
    this.#say = say;
  }

  enter(stage: LoadStage): void {
    if (this.#listening) this.#say(stage);
    else this.#entered.push(stage);
  }

  listen(): void {
    this.#listening = true;
    this.#entered.forEach(this.#say);
  }
}

/** The bytes as a buffer of their own, to be transferred: copied only where they are a part of something larger. */
function exactBuffer(bytes: Uint8Array): ArrayBuffer {
  const { buffer } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength ? buffer : bytes.slice().buffer;
}

function words(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.slice(0, CAUSE_LIMIT_CHARS);
}
