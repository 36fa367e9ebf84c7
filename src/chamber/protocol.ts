// The whole border between the page and the chamber: every function, every message, their sizes and checks. Nothing is
// sent here. Requests and replies go through comlink, one way only: the worker exposes, the page wraps (see `gate.ts`
// and docs/decisions/002-comlink-behind-a-wall.md). All that can follow foreign code is one JSON text, so that its size
// is known before it is read and nothing but plain data can come out of it.
import * as v from 'valibot';
import { LOAD_STAGES, type LoadStage, type TestProgress } from '../model/progress.ts';
import type { Task } from '../model/task.ts';
import { TASK_PARTS, type TaskPart } from '../model/task-fault.ts';
import type { QueryReply, WorldQuery } from '../model/query.ts';
import type { CrashTestResult } from '../model/verdict.ts';
import type { WorldView } from '../model/world.ts';
import { queryReply } from './query-schema.ts';
import { crossingResult, type CrossingResult, pointsHold, testProgress, worldView } from './result-schema.ts';

/** Files that the worker needs, by name. */
export const FILE_NAMES = ['pyodideMjs', 'asmMjs', 'wasm', 'stdlibZip', 'sqlWasm'] as const;
export type FileName = (typeof FILE_NAMES)[number];

/** A kept heap image on its way in: gzip, unpacked in the worker. `key` is the machine's own. */
export interface CrossingImage {
  readonly key: string;
  readonly bytes: ArrayBuffer;
}

/**
 * What the page hands in, each once, as it arrives; the image also where there is none. Buffers, copied as they cross:
 * measured, a blob of such a size takes a second to come back out, and the page keeps its own for the next chamber.
 */
export type Piece =
  | { readonly kind: 'file'; readonly name: FileName; readonly bytes: ArrayBuffer; readonly packed: boolean }
  | { readonly kind: 'image'; readonly kept: CrossingImage | null };

/** A heap image that the worker made, before any foreign code has run there; not packed. */
export interface ImageBytes {
  readonly key: string;
  readonly bytes: ArrayBuffer;
}

/**
 * What the worker exposes and the page wraps. The page is trusted: structured clones, no checks. The answers are not:
 * each is read by a function below. They fail in words of their own, so comlink never has an error to carry.
 */
export interface WorkerFunctions {
  /** Called once for each file and once for the image, before or after `load`. The answer says nothing. */
  take(piece: Piece): Promise<void>;
  /** Called once. Answers with a new image, else with a `LoadReply` as JSON text. */
  load(): Promise<ImageBytes | string>;
  /** `run` is from 1 and never used twice in a page. Answers with a `RunReply` as JSON text. */
  run(run: number, task: Task, source: string): Promise<string>;
  /** Called now and then while nothing else is asked. The answer says nothing but that the worker lives. */
  ping(): Promise<string>;
  /** Never while a run goes on. Answers with a `QueryText` as JSON text. */
  query(query: WorldQuery): Promise<string>;
}

export type LoadReply =
  /** Never as text. */
  | { readonly kind: 'image-made'; readonly image: ImageBytes }
  | { readonly kind: 'kept-image-used' }
  | { readonly kind: 'load-failed'; readonly cause: string };

/** `run` is the number from the request. */
export type RunReply =
  | { readonly kind: 'result'; readonly run: number; readonly result: CrashTestResult }
  /** Nothing can be judged by the task's own SQL. `line` is that part's, from 1; null where none can be named. */
  | {
      readonly kind: 'bad-input';
      readonly run: number;
      readonly part: TaskPart;
      readonly line: number | null;
      readonly cause: string;
    }
  | { readonly kind: 'failed'; readonly run: number; readonly cause: string };

/** The answer to a query, or why there is none by a fault of ours. */
export type QueryText = QueryReply | { readonly kind: 'failed'; readonly cause: string };

/** Said by the worker while it works on a request, as JSON text past comlink, on the same port. Nobody answers. */
export type Said =
  | { readonly kind: 'stage'; readonly stage: LoadStage }
  | { readonly kind: 'progress'; readonly run: number; readonly progress: readonly TestProgress[] };

/** Largest answer that the page reads, in UTF-16 units. How many messages may come how fast: `traffic.ts`. */
export const MESSAGE_LIMIT_CHARS = 32_000_000;
/** Largest text that is said meanwhile, in UTF-16 units: all points of a long function are half of it. */
export const SAID_LIMIT_CHARS = 2_000_000;
/** More events than this in one message are none of ours: the page draws a row for each point. */
export const SAID_LIMIT_EVENTS = 4_000;
/** Largest heap image that the page keeps, in bytes. */
export const IMAGE_LIMIT_BYTES = 128 * 1024 * 1024;
/** Sentences from the worker are cut here, in UTF-16 units. */
export const CAUSE_LIMIT_CHARS = 500;

type Schema<T> = v.GenericSchema<unknown, T>;

const cause = v.pipe(
  v.string(),
  v.transform((text) => text.slice(0, CAUSE_LIMIT_CHARS)),
);
const runNumber = v.pipe(v.number(), v.safeInteger());

const imageBytes: Schema<ImageBytes> = v.object({
  key: v.pipe(v.string(), v.maxLength(CAUSE_LIMIT_CHARS)),
  bytes: v.custom<ArrayBuffer>((bytes) => bytes instanceof ArrayBuffer && bytes.byteLength <= IMAGE_LIMIT_BYTES),
});

const loadReply: Schema<LoadReply> = v.variant('kind', [
  v.object({ kind: v.literal('kept-image-used') }),
  v.object({ kind: v.literal('load-failed'), cause }),
]);

const runReply = v.variant('kind', [
  v.object({ kind: v.literal('result'), run: runNumber, result: crossingResult }),
  v.object({
    kind: v.literal('bad-input'),
    run: runNumber,
    part: v.picklist(TASK_PARTS),
    line: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
    cause,
  }),
  v.object({ kind: v.literal('failed'), run: runNumber, cause }),
]);

const queryText: Schema<QueryText> = v.union([queryReply, v.object({ kind: v.literal('failed'), cause })]);

const said: Schema<Said> = v.variant('kind', [
  v.object({ kind: v.literal('stage'), stage: v.picklist(LOAD_STAGES) }),
  v.object({
    kind: v.literal('progress'),
    run: runNumber,
    progress: v.pipe(v.array(testProgress), v.maxLength(SAID_LIMIT_EVENTS)),
  }),
]);

/** Called by the page with the answer to `load`. Null: no honest worker answers so. */
export function readLoadReply(answer: unknown): LoadReply | null {
  if (typeof answer === 'string') return readText(loadReply, answer);
  const read = v.safeParse(imageBytes, answer);
  return read.success ? { kind: 'image-made', image: read.output } : null;
}

/** Called by the worker: the text that `readRunReply` reads. */
export function writeRunReply(reply: RunReply): string {
  if (reply.kind !== 'result') return JSON.stringify(reply);
  const { verdict, evidence } = reply.result;
  const worlds = Object.entries(evidence.worlds).map(([digest, world]) => [digest, JSON.stringify(world)] as const);
  const result: CrossingResult = {
    verdict,
    evidence: { ...evidence, logs: [...evidence.logs], worlds: Object.fromEntries(worlds) },
  };
  return JSON.stringify({ ...reply, result });
}

/** What the page does at a time, in milliseconds, before it lets others have their turn. */
const SLICE_MS = 12;

/**
 * Called by the page with the answer to `run`. Null: no honest worker answers so. A result is read world by world, and the
 * page has its turn in between.
 */
export async function readRunReply(answer: unknown): Promise<RunReply | null> {
  const reply = readText(runReply, answer);
  if (reply?.kind !== 'result') return reply;
  const worlds: (readonly [string, WorldView])[] = [];
  let sinceMs = performance.now();
  for (const [digest, text] of Object.entries(reply.result.evidence.worlds)) {
    const world = readText(worldView, text);
    if (world === null) return null;
    worlds.push([digest, world]);
    if (performance.now() - sinceMs < SLICE_MS) continue;
    await nextTask();
    sinceMs = performance.now();
  }
  const { verdict, evidence } = reply.result;
  const result: CrashTestResult = { verdict, evidence: { ...evidence, worlds: Object.fromEntries(worlds) } };
  return pointsHold(result) ? { ...reply, result } : null;
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** Called by the page with the answer to `query`. Null: no honest worker answers so. */
export function readQueryText(answer: unknown): QueryText | null {
  return readText(queryText, answer);
}

/** Called by the page for each text that arrives during a request. Null: not one of ours, to be counted and ignored. */
export function readSaid(data: unknown): Said | null {
  return readText(said, data, SAID_LIMIT_CHARS);
}

/**
 * Called by the page for each message that is no text, before comlink sees it. Null: no answer, to be counted and
 * ignored. comlink would revive two kinds of answer, a port as a proxy and an error to be thrown; a worker of ours
 * sends neither, so they carry no value here, and whoever asked refuses that.
 */
export function readAnswer(data: unknown): { readonly id: string; readonly value: unknown } | null {
  if (typeof data !== 'object' || data === null || !('id' in data) || typeof data.id !== 'string') return null;
  const raw = 'type' in data && data.type === 'RAW' && 'value' in data;
  return { id: data.id, value: raw ? data.value : undefined };
}

function readText<T>(schema: Schema<T>, text: unknown, limitChars = MESSAGE_LIMIT_CHARS): T | null {
  if (typeof text !== 'string' || text.length > limitChars) return null;
  try {
    const read = v.safeParse(schema, JSON.parse(text));
    return read.success ? read.output : null;
  } catch {
    return null;
  }
}
