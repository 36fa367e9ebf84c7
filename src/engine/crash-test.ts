// The crash test of one solution in one task: both modes, class, story, counts, digest. Synchronous, and a
// function of its arguments alone: equal input gives an equal verdict on every machine.
import { digestJson, digestText } from '../model/digest.ts';
import type { TestProgress } from '../model/progress.ts';
import { SCHEDULE, type Schedule } from '../model/schedule.ts';
import { usesDatabase, type Task, type TaskCase } from '../model/task.ts';
import type { Mode } from '../model/trace.ts';
import {
  ENGINE_VERSION,
  isDone,
  RULES_VERSION,
  VERDICT_SCHEMA,
  type Cell,
  type CrashTestResult,
  type Evidence,
  type JudgedCell,
  type ModeReport,
  type NotJudgedReason,
  type Outcome,
  type Safety,
  type Verdict,
  type WorksReason,
} from '../model/verdict.ts';
import type { WorldData, WorldView } from '../model/world.ts';
import { withinLimit } from './evidence.ts';
import { checkJudge, nothingToCompare } from './judge-check.ts';
import { endedAlike, Laboratory, type EngineParts, type Lessons } from './laboratory.ts';
import { ModeTest, recordRun, recordStoppedRun, type ModeResult, type RecordedRun } from './mode-test.ts';
import { SAMPLING, type Sampling } from './plan.ts';
import { connectionsOf, notesOf } from './notes.ts';
import type { LearnedJudge, ProcessRecord, WorldCopy } from './ports.ts';
import { notJudged, type Reason } from './reasons.ts';
import { headline, tellStory } from './sentences.ts';
import { VerdictTables } from './tables.ts';

export interface CrashTestOptions {
  /** When the runs start; the method's by default. */
  readonly schedule?: Schedule;
  /** Digest of what in the task can change a verdict. */
  readonly taskDigest: string;
  /** Executes every kill and every re-run; for checking the engine against itself. */
  readonly brute?: boolean;
  /** Which write points are crashed; the method's by default. */
  readonly sampling?: Sampling;
  /** Called once, at the end, with the worlds that the verdict names, by digest: for whoever keeps them. */
  readonly onWorlds?: (worlds: ReadonlyMap<string, WorldCopy>) => void;
}

/** Throws `TaskFault` where a case of the task does not start, or its own judge cannot speak. */
export function crashTest(
  parts: EngineParts,
  task: Task,
  source: string,
  options: CrashTestOptions,
  onProgress: (event: TestProgress) => void = () => {},
): CrashTestResult {
  const lab = new Laboratory(parts, task, source, options.schedule ?? SCHEDULE, options.brute ?? false, () =>
    onProgress({ kind: 'process' }),
  );
  const starts = task.cases.map((taskCase) => parts.machine.startingWorld(taskCase, task));
  const tables = new VerdictTables();
  const modes: readonly Mode[] = usesDatabase(task) ? ['default', 'autocommit'] : ['default'];
  const recordings = recordModes(lab, task, modes, starts, options.sampling ?? SAMPLING);
  const records = [...recordings.values()].map(({ record }) => record);
  let blind: Reason<NotJudgedReason> | null = null;
  if (task.judgeSql === null) {
    learn(lab, task, modes, starts, recordings);
    blind = nothingToCompare(lab, firstOf(starts), records);
  } else checkJudge(lab, starts, firstOf(records));

  const stoppedRuns = lab.comparesStopped ? recordStopped(lab, task, starts, recordings) : new Map<Mode, RecordedRun>();

  const results: ModeResult[] = [];
  for (const mode of modes) {
    const recorded = recordings.get(mode);
    if (!recorded) continue;
    results.push(
      new ModeTest(lab, task, mode, starts, tables, onProgress).run(recorded, stoppedRuns.get(mode) ?? null),
    );
  }
  const verdict = seal(conclude(lab, task, source, options, results, tables, blind));
  const logs = results.map((result) => result.logs);
  const worlds = worldsOf(lab, verdict);
  options.onWorlds?.(worlds);
  return { verdict, evidence: { ...withinLimit(viewsOf(parts, worlds)), logs } };
}

function firstOf<T>([first]: readonly T[]): T {
  if (first === undefined) throw new Error('a task has at least one case, and is tested in at least one mode');
  return first;
}

function recordModes(
  lab: Laboratory,
  task: Task,
  modes: readonly Mode[],
  starts: readonly WorldCopy[],
  sampling: Sampling,
): ReadonlyMap<Mode, RecordedRun> {
  const recordings = new Map<Mode, RecordedRun>();
  const [taskCase, start] = [task.cases[0], starts[0]];
  if (!taskCase || !start) throw new Error(`task ${task.id} has no case`);
  for (const mode of modes) recordings.set(mode, recordRun(lab, taskCase, mode, start, sampling));
  return recordings;
}

/** The same clean runs under a stopped clock, where they reach the same write points. */
function recordStopped(
  lab: Laboratory,
  task: Task,
  starts: readonly WorldCopy[],
  recordings: ReadonlyMap<Mode, RecordedRun>,
): ReadonlyMap<Mode, RecordedRun> {
  const stopped = new Map<Mode, RecordedRun>();
  const [taskCase, start] = [task.cases[0], starts[0]];
  if (!taskCase || !start) return stopped;
  for (const [mode, recorded] of recordings) {
    const again = recordStoppedRun(lab, taskCase, mode, start, recorded);
    if (again) stopped.set(mode, again);
  }
  return stopped;
}

/** No judge written: learn one from clean runs, in the first mode whose run leaves something behind. */
function learn(
  lab: Laboratory,
  task: Task,
  modes: readonly Mode[],
  starts: readonly WorldCopy[],
  recordings: ReadonlyMap<Mode, RecordedRun>,
): void {
  const [taskCase, start] = [task.cases[0], starts[0]];
  if (!taskCase || !start) return;
  const before = lab.settle(start).data();
  let fallback: Lessons | null = null;
  for (const mode of modes) {
    const record = recordings.get(mode)?.record;
    if (!record) continue;
    const after = lab.settle(record.world);
    const elsewhere = lab.settle(lab.runElsewhere(taskCase, mode, start, 'running').world);
    const twice = lab.rerun(taskCase, mode, start, after);
    const running = lab.parts.judge.learn({
      clock: 'running',
      before,
      after: after.data(),
      afterElsewhere: elsewhere.data(),
      // A second run that touched what the machine lacks shows nothing that can be relied on.
      afterTwice: notJudged(twice.exit) ? null : twice.world.data(),
    });
    const stopped = running.hides ? learnStopped(lab, taskCase, mode, start, before, record) : null;
    const lessons = { running, stopped };
    fallback ??= lessons;
    const ofBefore = running.judge(before);
    if (!ofBefore.ok || !isDone(ofBefore.findings)) {
      lab.adopt(lessons);
      return;
    }
  }
  if (fallback) lab.adopt(fallback);
}

/** The second lesson, from runs whose clock stands still; null where such a run ends otherwise than `record`. */
function learnStopped(
  lab: Laboratory,
  taskCase: TaskCase,
  mode: Mode,
  start: WorldCopy,
  before: WorldData,
  record: ProcessRecord,
): LearnedJudge | null {
  const stopped = lab.stoppedRun(taskCase, mode, start, null);
  if (!endedAlike(record.exit.status, stopped.exit.status)) return null;
  const after = lab.settle(stopped.world);
  return lab.parts.judge.learn({
    clock: 'stopped',
    before,
    after: after.data(),
    afterElsewhere: lab.settle(lab.runElsewhere(taskCase, mode, start, 'stopped').world).data(),
    afterTwice: lab.settle(lab.stoppedRerun(taskCase, mode, after).world).data(),
  });
}

type Unsealed = Omit<Verdict, 'digest'>;

function conclude(
  lab: Laboratory,
  task: Task,
  source: string,
  options: CrashTestOptions,
  results: readonly ModeResult[],
  tables: VerdictTables,
  blind: Reason<NotJudgedReason> | null,
): Unsealed {
  const [inDefault, inAutocommit] = results;
  if (!inDefault) throw new Error('no mode was tested');
  const modes = results.map((result) => result.report);
  const cells = modes.flatMap((report) => report.cells);
  const unjudged = cells.filter((cell) => cell.status === 'not-judged');
  const isUnsafe = judged(inDefault.report).some((cell) => cell.bad);
  const base = {
    schema: VERDICT_SCHEMA,
    engine: ENGINE_VERSION,
    rules: RULES_VERSION,
    task: { id: task.id, digest: options.taskDigest },
    solution: { digest: digestText(source), function: task.function },
    counts: { planned: cells.length, fired: cells.length - unjudged.length, notJudged: unjudged.length },
    modes,
    worlds: tables.worlds.rows,
    exits: tables.exits.rows,
    notes: notesOf({
      task,
      modes,
      exits: tables.exits.rows,
      // The headline of an accident says it.
      brokenInAutocommit: isUnsafe ? (inAutocommit?.broken?.sentence ?? null) : null,
    }),
  } as const;
  const without = (
    status: 'does-not-work' | 'not-judged',
    reason: Reason<NotJudgedReason | WorksReason>,
  ): Unsealed => ({
    ...base,
    status,
    reason,
    safety: null,
    doubleApplies: null,
    fullyCrashSafe: null,
    headline: reason.sentence,
    story: null,
  });

  if (inDefault.undecided) return without('not-judged', inDefault.undecided);
  if (inDefault.broken) return without('does-not-work', alsoInAutocommit(inDefault.broken, inAutocommit));
  const safety = classify(inDefault, inAutocommit ?? null, blind);
  if (safety.kind === 'undecided') return without('not-judged', safety.reason);
  const open = blind !== null || hasGap(results);
  const connections = connectionsOf(base);
  const viewOf = (world: number): WorldView | null => {
    const copy = lab.worldByDigest(tables.worlds.rows[world]?.digest ?? '');
    return copy ? lab.parts.judge.view(copy.data()) : null;
  };
  const story = tellStory({ ...base, viewOf }, usesDatabase(task) && connections !== 'only-own');
  return {
    ...base,
    status: 'judged',
    reason: null,
    safety: safety.safety,
    doubleApplies: everyOutcome(results).includes('double-applied') ? true : open ? null : false,
    fullyCrashSafe: isNotFullyCrashSafe(results) ? false : open ? null : true,
    headline: headline({
      safety: safety.safety,
      usesDatabase: usesDatabase(task),
      connections,
      finishesInterruptedWork: task.finishesInterruptedWork,
      pointsReached: inDefault.report.pointsReached,
      brokenInAutocommit: inAutocommit?.broken?.sentence ?? null,
      onlyHard: judged(inDefault.report)
        .filter((cell) => cell.bad)
        .every((cell) => cell.fault === 'hard'),
    }),
    story,
  };
}

type Classification =
  | { readonly kind: 'safety'; readonly safety: Safety }
  | { readonly kind: 'undecided'; readonly reason: Reason<NotJudgedReason> };

/**
 * Source: method, "Outcomes and classes". A bad scenario is enough; a good class needs every scenario judged, by a judge
 * that could have spoken. `blind` says why it could not.
 */
function classify(
  inDefault: ModeResult,
  inAutocommit: ModeResult | null,
  blind: Reason<NotJudgedReason> | null,
): Classification {
  if (judged(inDefault.report).some((cell) => cell.bad)) return { kind: 'safety', safety: 'unsafe' };
  if (blind) return { kind: 'undecided', reason: blind };
  const gap = firstGap(inDefault.report);
  if (gap) return { kind: 'undecided', reason: gap };
  if (!inAutocommit) return { kind: 'safety', safety: 'safe-by-design' };
  if (inAutocommit.undecided) return { kind: 'undecided', reason: inAutocommit.undecided };
  if (inAutocommit.broken || judged(inAutocommit.report).some((cell) => cell.bad)) {
    return { kind: 'safety', safety: 'safe-by-accident' };
  }
  const autocommitGap = firstGap(inAutocommit.report);
  if (autocommitGap) return { kind: 'undecided', reason: autocommitGap };
  return { kind: 'safety', safety: 'safe-by-design' };
}

function judged(report: ModeReport): JudgedCell[] {
  return report.cells.filter((cell: Cell): cell is JudgedCell => cell.status === 'judged');
}

/** Outcomes of every judged scenario, and of the repeat after a clean run. */
function everyOutcome(results: readonly ModeResult[]): Outcome[] {
  return results.flatMap(({ report }) => [
    ...judged(report).map((cell) => cell.outcome),
    ...(report.repeat ? [report.repeat.outcome] : []),
  ]);
}

/** True where something that belongs to the answer was not judged, so that nothing good can be said of it. */
function hasGap(results: readonly ModeResult[]): boolean {
  return results.some(
    ({ report, undecided }) =>
      undecided !== null || firstGap(report) !== null || (report.works && report.repeat === null),
  );
}

/** Source: method, "Outcomes and classes": works in both modes, and every re-run finishes the work exactly once. */
function isNotFullyCrashSafe(results: readonly ModeResult[]): boolean {
  return results.some(
    ({ report, broken }) =>
      broken !== null ||
      report.repeat?.outcome === 'double-applied' ||
      judged(report).some((cell) => cell.outcome !== 'recovered'),
  );
}

function firstGap(report: ModeReport): Reason<NotJudgedReason> | null {
  for (const cell of report.cells) {
    if (cell.status !== 'not-judged') continue;
    const line = report.points[cell.point]?.line;
    const where = line == null ? 'at the end of the run' : `before line ${line}`;
    return { code: cell.reason, sentence: `The crash ${where} could not be judged: ${cell.detail}` };
  }
  return null;
}

function alsoInAutocommit(reason: Reason<WorksReason>, inAutocommit: ModeResult | undefined): Reason<WorksReason> {
  if (!inAutocommit?.report.works) return reason;
  const bad = judged(inAutocommit.report).some((cell) => cell.bad);
  const note = bad
    ? ' It works only in autocommit, and a crash leaves it half-updated there.'
    : ' It works only in autocommit.';
  return { ...reason, sentence: reason.sentence + note };
}

function seal(verdict: Unsealed): Verdict {
  return { ...verdict, digest: digestJson(verdict) };
}

function worldsOf(lab: Laboratory, verdict: Verdict): ReadonlyMap<string, WorldCopy> {
  const worlds = new Map<string, WorldCopy>();
  for (const { digest } of verdict.worlds) {
    const copy = lab.worldByDigest(digest);
    if (copy) worlds.set(digest, copy);
  }
  return worlds;
}

function viewsOf(parts: EngineParts, worlds: ReadonlyMap<string, WorldCopy>): Evidence['worlds'] {
  return Object.fromEntries([...worlds].map(([digest, copy]) => [digest, parts.judge.view(copy.data())]));
}
