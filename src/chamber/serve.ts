// The worker's side of the border: takes the port, loads once, then runs what it is asked to. What loading and
// running mean is handed in, so that tests can serve something else than an interpreter.
import { expose, transfer } from 'comlink';
import type { LoadStage, TestProgress } from '../model/progress.ts';
import type { Task } from '../model/task.ts';
import type { CrashTestResult } from '../model/verdict.ts';
import {
  CAUSE_LIMIT_CHARS,
  type FileName,
  type HandedIn,
  type LoadReply,
  type RunReply,
  type Said,
  type WorkerFunctions,
} from './protocol.ts';

/** A heap image as the machine knows it. */
export interface Image {
  readonly key: string;
  readonly bytes: Uint8Array;
}

/** What the page handed in, as bytes. */
export interface Inside {
  readonly files: Readonly<Record<FileName, Uint8Array<ArrayBuffer>>>;
  readonly kept: Image | null;
}

/** What a worker does. Synchronous running is usual: nobody interrupts it but the end of the worker. */
export interface Bench {
  /** Called once. The image is given away, so it is no memory that the bench still uses, unless it is the kept one. */
  load(inside: Inside, onStage: (stage: LoadStage) => void): Promise<{ readonly image: Image }>;
  run(
    task: Task,
    source: string,
    onProgress: (progress: TestProgress) => void,
  ): CrashTestResult | Promise<CrashTestResult>;
}

/** Called at the worker's start, before anything else can be. The frame's first message carries the port. */
export function serve(bench: Bench): void {
  const scope = globalThis as unknown as { onmessage: ((event: MessageEvent) => void) | null };
  scope.onmessage = (event) => {
    scope.onmessage = null;
    const [port] = event.ports;
    if (port !== undefined) answerOn(port, bench);
  };
}

/** The only `expose` there is: the page calls, the worker answers, and never the other way round. */
export function answerOn(port: MessagePort, bench: Bench): void {
  const say = (said: Said) => port.postMessage(JSON.stringify(said));
  const loadReply = (reply: LoadReply) => JSON.stringify(reply);
  const runReply = (reply: RunReply) => JSON.stringify(reply);
  const functions: WorkerFunctions = {
    async load(handedIn) {
      try {
        const inside = unwrap(handedIn);
        const { image } = await bench.load(inside, (stage) => say({ kind: 'stage', stage }));
        if (image === inside.kept) return loadReply({ kind: 'kept-image-used' });
        const bytes = exactBuffer(image.bytes);
        return transfer({ key: image.key, bytes }, [bytes]);
      } catch (error) {
        return loadReply({ kind: 'load-failed', cause: words(error) });
      }
    },
    async run(run, task, source) {
      try {
        const result = await bench.run(task, source, (progress) => say({ kind: 'progress', run, progress }));
        return runReply({ kind: 'result', run, result });
      } catch (error) {
        return runReply({ kind: 'failed', run, cause: words(error) });
      }
    },
  };
  expose(functions, port);
}

function unwrap({ files, kept }: HandedIn): Inside {
  const entries = Object.entries(files).map(([name, buffer]) => [name, new Uint8Array(buffer)] as const);
  return {
    files: Object.fromEntries(entries) as Inside['files'],
    kept: kept && { key: kept.key, bytes: new Uint8Array(kept.bytes) },
  };
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
