// The worker's side of the border: takes the port, loads once, then runs what it is asked to. What loading and
// running mean is handed in, so that tests can serve something else than an interpreter.
import type { LoadStage, TestProgress } from '../model/progress.ts';
import type { Task } from '../model/task.ts';
import { unreachable } from '../model/unreachable.ts';
import type { CrashTestResult } from '../model/verdict.ts';
import type { FileName, FromLoading, FromRunning, ToWorker } from './protocol.ts';

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
    if (port !== undefined) listen(port, bench);
  };
}

function listen(port: MessagePort, bench: Bench): void {
  const sayLoading = (message: FromLoading, transfer: Transferable[] = []) => port.postMessage(message, transfer);
  const say = (message: FromRunning) => port.postMessage(JSON.stringify(message));
  port.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
    switch (data.kind) {
      case 'load':
        try {
          const inside = await unwrap(data);
          const { image } = await bench.load(inside, (stage) => sayLoading({ kind: 'stage', stage }));
          if (image === inside.kept) return sayLoading({ kind: 'loaded', image: null });
          const bytes = exactBuffer(image.bytes);
          return sayLoading({ kind: 'loaded', image: { key: image.key, bytes } }, [bytes]);
        } catch (error) {
          return sayLoading({ kind: 'load-failed', cause: words(error) });
        }
      case 'run': {
        const { run } = data;
        try {
          const result = await bench.run(data.task, data.source, (progress) =>
            say({ kind: 'progress', run, progress }),
          );
          return say({ kind: 'result', run, result });
        } catch (error) {
          return say({ kind: 'failed', run, cause: words(error) });
        }
      }
      default:
        return unreachable(data);
    }
  };
}

async function unwrap({ files, kept }: ToWorker & { kind: 'load' }): Promise<Inside> {
  const read = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());
  const entries = Object.entries(files).map(async ([name, blob]) => [name, await read(blob)] as const);
  return {
    files: Object.fromEntries(await Promise.all(entries)) as Inside['files'],
    kept: kept && { key: kept.key, bytes: await read(kept.bytes) },
  };
}

/** The bytes as a buffer of their own, to be transferred: copied only where they are a part of something larger. */
function exactBuffer(bytes: Uint8Array): ArrayBuffer {
  const { buffer } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength ? buffer : bytes.slice().buffer;
}

function words(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
