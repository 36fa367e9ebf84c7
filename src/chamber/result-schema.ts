// The shape of what comes out of the chamber, checked field by field: the page renders it, and a worker that foreign
// code has taken over can send anything. Whether it is true is not decided here.
import * as v from 'valibot';
import { LOG_POINTS, type ModeLogs, type PackedLog } from '../model/log.ts';
import type { TestProgress } from '../model/progress.ts';
import {
  REFUSAL_KINDS,
  RUN_FACTS,
  WRITE_POINT_KINDS,
  type Exit,
  type ExitStatus,
  type WritePoint,
} from '../model/trace.ts';
import {
  NOTE_CODES,
  type Cell,
  type CrashTestResult,
  type Findings,
  type ModeReport,
  type Verdict,
} from '../model/verdict.ts';
import type { WorldView } from '../model/world.ts';

type Schema<T> = v.GenericSchema<unknown, T>;

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const line = v.nullable(count);
const mode = v.picklist(['default', 'autocommit']);
const fault = v.picklist(['soft', 'hard']);
const outcome = v.picklist(['recovered', 'double-applied', 'half-done', 're-run-fails']);
const notJudgedReason = v.picklist([
  'timed-out',
  'over-limit',
  'died',
  'uses-threads',
  'uses-subprocesses',
  'uses-network',
  'uses-missing-part',
  'point-did-not-fire',
  'tampered',
  'judge-failed',
  'nothing-to-compare',
  'nondeterministic',
  'stopped',
]);
const worksReason = v.picklist(['unusable', 'raised', 'missing', 'torn', 'repeated', 'exited']);

const pointKind = v.picklist(WRITE_POINT_KINDS);

const point: Schema<WritePoint> = v.object({
  index: count,
  kind: pointKind,
  text: v.string(),
  line,
  repetition: count,
});

const status: Schema<ExitStatus> = v.variant('kind', [
  v.object({ kind: v.literal('returned'), value: v.string() }),
  v.object({ kind: v.literal('raised'), errorType: v.string(), message: v.string(), line }),
  v.object({ kind: v.literal('exited'), code: v.string(), abrupt: v.boolean() }),
  v.object({ kind: v.literal('killed') }),
  v.object({ kind: v.literal('timed-out'), line }),
  v.object({ kind: v.literal('over-limit'), what: v.string(), line }),
  v.object({
    kind: v.literal('died'),
    cause: v.picklist(['stack-overflow', 'memory', 'crashed']),
    detail: v.string(),
  }),
  v.object({
    kind: v.literal('unusable'),
    reason: v.picklist([
      'syntax-error',
      'import-fails',
      'module-raises',
      'no-function',
      'wrong-signature',
      'returns-generator',
      'returns-coroutine',
    ]),
    message: v.string(),
    line,
  }),
]);

const exit: Schema<Exit> = v.object({
  status,
  stdout: v.string(),
  stderr: v.string(),
  traceback: v.string(),
  refusals: v.array(v.object({ kind: v.picklist(REFUSAL_KINDS), name: v.string() })),
  facts: v.array(v.picklist(RUN_FACTS)),
  steps: v.number(),
  transactionOpen: v.boolean(),
});

const cell: Schema<Cell> = v.variant('status', [
  v.object({
    status: v.literal('judged'),
    fault,
    point: count,
    outcome,
    bad: v.boolean(),
    torn: v.boolean(),
    crashExit: count,
    crashWorld: count,
    rerunExit: count,
    rerunWorld: count,
  }),
  v.object({ status: v.literal('not-judged'), fault, point: count, reason: notJudgedReason, detail: v.string() }),
]);

const findings: Schema<Findings> = v.object({
  torn: v.array(v.string()),
  missing: v.array(v.string()),
  repeated: v.array(v.string()),
});

const modeReport: Schema<ModeReport> = v.object({
  mode,
  works: v.boolean(),
  normal: v.array(v.object({ case: v.string(), works: v.boolean(), exit: count, world: v.nullable(count) })),
  startWorld: count,
  points: v.array(point),
  pointsReached: count,
  sampled: v.boolean(),
  cells: v.array(cell),
  repeat: v.nullable(v.object({ outcome, exit: count, world: count })),
});

const verdict: Schema<Verdict> = v.object({
  schema: v.literal('by-accident/verdict@2'),
  engine: v.string(),
  rules: v.number(),
  task: v.object({ id: v.string(), digest: v.string() }),
  solution: v.object({ digest: v.string(), function: v.string() }),
  status: v.picklist(['judged', 'does-not-work', 'not-judged']),
  reason: v.nullable(
    v.object({ code: v.picklist([...notJudgedReason.options, ...worksReason.options]), sentence: v.string() }),
  ),
  safety: v.nullable(v.picklist(['unsafe', 'safe-by-accident', 'safe-by-design'])),
  doubleApplies: v.nullable(v.boolean()),
  fullyCrashSafe: v.nullable(v.boolean()),
  headline: v.string(),
  story: v.nullable(v.object({ mode, fault, point: count, line, sentence: v.string() })),
  notes: v.array(v.object({ code: v.picklist(NOTE_CODES), sentence: v.string() })),
  counts: v.object({ planned: count, fired: count, notJudged: count }),
  modes: v.array(modeReport),
  worlds: v.array(v.object({ digest: v.string(), findings })),
  exits: v.array(exit),
  digest: v.string(),
});

const pair = v.tuple([v.string(), v.string()]);

export const worldView: Schema<WorldView> = v.object({
  tables: v.array(
    v.object({
      name: v.string(),
      database: v.exactOptional(v.string()),
      columns: v.array(v.string()),
      key: v.array(count),
      rows: v.array(v.array(v.string())),
      total: count,
    }),
  ),
  files: v.array(
    v.object({ path: v.string(), text: v.nullable(v.string()), bytes: count, digest: v.exactOptional(v.string()) }),
  ),
  mail: v.array(
    v.object({
      to: v.string(),
      subject: v.string(),
      body: v.string(),
      idempotencyKey: v.nullable(v.string()),
      sentAt: v.string(),
    }),
  ),
  cache: v.array(pair),
  unreadable: v.nullable(v.string()),
  hidden: v.exactOptional(v.object({ files: count, mail: count, cache: count })),
});

const logIndices = v.pipe(v.array(count), v.maxLength(LOG_POINTS));
const packedLog: Schema<PackedLog> = v.object({
  shared: count,
  own: logIndices,
  skipped: count,
  last: logIndices,
  more: count,
});

const modeLogs: Schema<ModeLogs> = v.object({
  points: v.array(v.object({ kind: pointKind, text: v.string(), line })),
  runs: v.array(packedLog),
  cells: v.array(v.nullable(v.object({ crash: count, rerun: count }))),
});

/** The log of each cell is there, and every index of the logs points into their own tables. */
function logsHold({ verdict: { modes }, evidence: { logs } }: CrashTestResult): boolean {
  if (logs.length !== modes.length) return false;
  return logs.every(({ points, runs, cells }, mode) => {
    const referable = runs[0]?.own.length ?? 0;
    return (
      cells.length === modes[mode]?.cells.length &&
      cells.every((cell) => cell === null || (cell.crash < runs.length && cell.rerun < runs.length)) &&
      runs.every((log) => log.shared <= referable && [...log.own, ...log.last].every((index) => index < points.length))
    );
  });
}

/** Every index of the verdict points into its own tables. */
function indicesHold({ verdict: { modes, worlds, exits } }: CrashTestResult): boolean {
  const world = (index: number | null) => index === null || index < worlds.length;
  const ended = (index: number) => index < exits.length;
  return modes.every(
    (report) =>
      world(report.startWorld) &&
      report.normal.every((run) => world(run.world) && ended(run.exit)) &&
      (report.repeat === null || (world(report.repeat.world) && ended(report.repeat.exit))) &&
      report.cells.every(
        (one) =>
          one.point < report.points.length &&
          (one.status === 'not-judged' ||
            (world(one.crashWorld) && world(one.rerunWorld) && ended(one.crashExit) && ended(one.rerunExit))),
      ),
  );
}

/** A result on its way: each world as a text of its own, so that the page can read them one after the other. */
export const crossingResult = v.object({
  verdict,
  evidence: v.object({
    worlds: v.record(v.string(), v.string()),
    logs: v.array(modeLogs),
    cut: v.exactOptional(v.string()),
  }),
});
export type CrossingResult = v.InferOutput<typeof crossingResult>;

/** Whether every index of a result points somewhere. */
export function pointsHold(result: CrashTestResult): boolean {
  return indicesHold(result) && logsHold(result);
}

/** More points than this are not drawn while a test runs; each is a row of the page. */
const LIVE_POINTS = 4_000;

export const testProgress: Schema<TestProgress> = v.variant('kind', [
  v.object({ kind: v.literal('process') }),
  v.object({ kind: v.literal('normal-run'), mode, case: v.string() }),
  v.object({ kind: v.literal('points'), mode, points: v.pipe(v.array(point), v.maxLength(LIVE_POINTS)) }),
  v.object({ kind: v.literal('cell'), mode, cell }),
]);
