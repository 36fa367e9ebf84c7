// The whole border between the page and the chamber: every message, its sizes and its checks. Nothing is sent here.
// All that can follow foreign code is one JSON text, so that its size is known before it is read and nothing but
// plain data can come out of it. There is no remote procedure library on purpose: a reflective endpoint (property
// paths, callbacks as proxies) would hand the page's prototypes to whoever takes over the worker.
import * as v from 'valibot';
import { LOAD_STAGES, type LoadStage, type TestProgress } from '../model/progress.ts';
import type { Task } from '../model/task.ts';
import type { CrashTestResult } from '../model/verdict.ts';
import { crashTestResult, testProgress } from './result-schema.ts';

/** Files that the worker needs, by name. */
export const FILE_NAMES = ['pyodideMjs', 'asmMjs', 'wasm', 'stdlibZip', 'sqlWasm'] as const;
export type FileName = (typeof FILE_NAMES)[number];

/** A heap image as it crosses the border. `key` is the machine's own; blobs cross without a copy. */
export interface CrossingImage {
  readonly key: string;
  readonly bytes: Blob;
}

/** Page to worker. The page is trusted: structured clones, no checks. */
export type ToWorker =
  | {
      readonly kind: 'load';
      readonly files: Readonly<Record<FileName, Blob>>;
      readonly kept: CrossingImage | null;
    }
  | { readonly kind: 'run'; readonly run: number; readonly task: Task; readonly source: string };

/** Worker to page, before any foreign code has run there. */
export type FromLoading =
  | { readonly kind: 'stage'; readonly stage: LoadStage }
  /** `image` is null where the kept one was used. */
  | { readonly kind: 'loaded'; readonly image: { readonly key: string; readonly bytes: ArrayBuffer } | null }
  | { readonly kind: 'load-failed'; readonly cause: string };

/** Worker to page, as JSON text, after foreign code may have run there. `run` is the number from the request. */
export type FromRunning =
  | { readonly kind: 'progress'; readonly run: number; readonly progress: TestProgress }
  | { readonly kind: 'result'; readonly run: number; readonly result: CrashTestResult }
  | { readonly kind: 'failed'; readonly run: number; readonly cause: string };

/** Largest message that the page reads, in UTF-16 units. */
export const MESSAGE_LIMIT_CHARS = 32_000_000;
/** More messages than this in one run are a flood; the chamber is replaced. */
export const MESSAGE_LIMIT_PER_RUN = 20_000;
/** Largest heap image that the page keeps, in bytes. */
export const IMAGE_LIMIT_BYTES = 128 * 1024 * 1024;
/** Sentences from the worker are cut here, in UTF-16 units. */
const CAUSE_LIMIT_CHARS = 500;

const cause = v.pipe(
  v.string(),
  v.transform((text) => text.slice(0, CAUSE_LIMIT_CHARS)),
);
const runNumber = v.pipe(v.number(), v.safeInteger());

const fromLoading: v.GenericSchema<unknown, FromLoading> = v.variant('kind', [
  v.object({ kind: v.literal('stage'), stage: v.picklist(LOAD_STAGES) }),
  v.object({
    kind: v.literal('loaded'),
    image: v.nullable(
      v.object({
        key: v.pipe(v.string(), v.maxLength(CAUSE_LIMIT_CHARS)),
        bytes: v.custom<ArrayBuffer>((bytes) => bytes instanceof ArrayBuffer && bytes.byteLength <= IMAGE_LIMIT_BYTES),
      }),
    ),
  }),
  v.object({ kind: v.literal('load-failed'), cause }),
]);

const fromRunning: v.GenericSchema<unknown, FromRunning> = v.variant('kind', [
  v.object({ kind: v.literal('progress'), run: runNumber, progress: testProgress }),
  v.object({ kind: v.literal('result'), run: runNumber, result: crashTestResult }),
  v.object({ kind: v.literal('failed'), run: runNumber, cause }),
]);

/** Called by the page for each message while the worker loads. Null: not one of ours, to be counted and ignored. */
export function readLoading(data: unknown): FromLoading | null {
  const read = v.safeParse(fromLoading, data);
  return read.success ? read.output : null;
}

/** Called by the page for each message after loading. Null: not one of ours, to be counted and ignored. */
export function readRunning(data: unknown): FromRunning | null {
  if (typeof data !== 'string' || data.length > MESSAGE_LIMIT_CHARS) return null;
  try {
    const read = v.safeParse(fromRunning, JSON.parse(data));
    return read.success ? read.output : null;
  } catch {
    return null;
  }
}
