// The experiment in one mode: clean runs on every case, a crash at each planned point, the re-run after it,
// and the repeat after a clean run.
import type { Task, TaskCase } from '../model/task.ts';
import type { Exit, Fault, Mode, WritePoint } from '../model/trace.ts';
import type { ModeLogs } from '../model/log.ts';
import type { TestProgress } from '../model/progress.ts';
import {
  isBad,
  outcomeOf,
  type Cell,
  type Findings,
  type ModeReport,
  type NormalRun,
  type NotJudgedReason,
  type WorksReason,
} from '../model/verdict.ts';
import { refuseFailed } from './judge-check.ts';
import type { Laboratory, Left, Observation } from './laboratory.ts';
import { LogBook } from './logs.ts';
import { planCrashes, type Plan, type Sampling } from './plan.ts';
import type { Moment, ProcessRecord, WorldCopy } from './ports.ts';
import { failed, notJudged, notWorking, type Reason } from './reasons.ts';
import type { VerdictTables } from './tables.ts';

export interface ModeResult {
  readonly report: ModeReport;
  readonly logs: ModeLogs;
  /** Why nothing can be concluded from the clean runs; null where it can. */
  readonly undecided: Reason<NotJudgedReason> | null;
  /** Why the code does not work in this mode; null where it does. */
  readonly broken: Reason<WorksReason> | null;
}

/** What a kill at each recorded point would leave, by the point's index. */
type Kills = ReadonlyMap<number, { readonly world: WorldCopy; readonly exit: Exit }>;

export interface RecordedRun {
  readonly record: ProcessRecord;
  readonly plan: Plan;
  readonly kills: Kills;
}

const NO_FINDINGS: Findings = { torn: [], missing: [], repeated: [] };

/**
 * The clean run of the first case, with the world at each crash point. Where the points turn out to be more
 * than are all crashed, it is run once more to record the sampled ones.
 */
export function recordRun(
  lab: Laboratory,
  taskCase: TaskCase,
  mode: Mode,
  start: WorldCopy,
  sampling: Sampling,
): RecordedRun {
  const kills = new Map<number, { world: WorldCopy; exit: Exit }>();
  const record = lab.firstRun(taskCase, mode, start, null, (point, moment) => {
    if (!lab.brute && point.index < sampling.allUpTo) kills.set(point.index, freeze(moment));
  });
  const plan = planCrashes(record.points, record.pointsReached, sampling);
  if (plan.sampled && !lab.brute) {
    kills.clear();
    const wanted = new Set(plan.points.map((point) => point.index));
    lab.firstRun(taskCase, mode, start, null, (point, moment) => {
      if (wanted.has(point.index)) kills.set(point.index, freeze(moment));
    });
  }
  return { record, plan, kills };
}

/** As `recorded`, under a stopped clock; null where the run goes another way there. */
export function recordStoppedRun(
  lab: Laboratory,
  taskCase: TaskCase,
  mode: Mode,
  start: WorldCopy,
  { record, plan }: RecordedRun,
): RecordedRun | null {
  const kills = new Map<number, { world: WorldCopy; exit: Exit }>();
  const wanted = new Set(plan.points.map((point) => point.index));
  const stopped = lab.stoppedRun(taskCase, mode, start, null, (point, moment) => {
    if (!lab.brute && wanted.has(point.index)) kills.set(point.index, freeze(moment));
  });
  if (stopped.pointsReached !== record.pointsReached) return null;
  if (!stopped.points.every((point, at) => samePlace(point, record.points[at]))) return null;
  return { record: stopped, plan, kills };
}

/** What a point writes may hold a time; where it stands, does not. */
function samePlace(point: WritePoint, other: WritePoint | undefined): boolean {
  return point.kind === other?.kind && point.line === other.line;
}

function freeze(moment: Moment): { world: WorldCopy; exit: Exit } {
  return { world: moment.world(), exit: moment.exit() };
}

export class ModeTest {
  readonly #case: TaskCase;
  readonly #start: WorldCopy;
  #stopped: RecordedRun | null = null;

  constructor(
    readonly lab: Laboratory,
    readonly task: Task,
    readonly mode: Mode,
    readonly starts: readonly WorldCopy[],
    readonly tables: VerdictTables,
    readonly progress: (event: TestProgress) => void,
  ) {
    const [taskCase, start] = [task.cases[0], starts[0]];
    if (!taskCase || !start) throw new Error(`task ${task.id} has no case`);
    this.#case = taskCase;
    this.#start = start;
  }

  /** `recorded` is the clean run of the first case, `stopped` the same under a stopped clock. */
  run(recorded: RecordedRun, stopped: RecordedRun | null = null): ModeResult {
    this.#stopped = stopped;
    const normal: NormalRun[] = [];
    let undecided: Reason<NotJudgedReason> | null = null;
    let broken: Reason<WorksReason> | null = null;
    let clean: Observation | null = null;
    this.task.cases.forEach((taskCase, index) => {
      if (undecided || broken) return;
      this.progress({ kind: 'normal-run', mode: this.mode, case: taskCase.name });
      const start = this.starts[index] ?? this.#start;
      const record = index === 0 ? recorded.record : this.lab.firstRun(taskCase, this.mode, start, null);
      const stoppedRecord = index === 0 ? (this.#stopped?.record ?? null) : null;
      const observation = this.lab.observe(taskCase, start, record, stoppedRecord);
      if (index === 0) clean = observation;
      const { judgement } = observation;
      undecided = unfit(record);
      if (!undecided && !judgement.ok) {
        refuseFailed(judgement, `the world after the clean run of case "${taskCase.name}"`);
        undecided = judgeFailed(judgement.message);
      }
      if (!undecided && judgement.ok) {
        const judge = this.task.judgeSql === null ? 'learned' : 'written';
        const lastWriteLine = record.points.findLast(({ kind }) => kind === 'statement')?.line ?? null;
        broken = notWorking(record.exit, judgement.findings, { judge, lastWriteLine });
      }
      normal.push({
        case: taskCase.name,
        works: !undecided && !broken,
        exit: this.tables.exits.add(record.exit),
        world: judgement.ok ? this.tables.world(observation.world.digest, judgement.findings) : null,
      });
    });
    const works = !undecided && !broken;
    const points = works ? recorded.plan.points : [];
    if (works) this.progress({ kind: 'points', mode: this.mode, points });
    const logs = new LogBook(recorded.record);
    const cells = works ? this.#cells(recorded, logs) : [];
    const report: ModeReport = {
      mode: this.mode,
      works,
      normal,
      startWorld: this.#startWorld(recorded.record),
      points,
      pointsReached: recorded.record.pointsReached,
      sampled: recorded.plan.sampled,
      cells,
      repeat: works && clean ? this.#repeat(clean) : null,
    };
    return { report, logs: logs.logs, undecided, broken };
  }

  #cells(recorded: RecordedRun, logs: LogBook): Cell[] {
    const cells: Cell[] = [];
    recorded.plan.points.forEach((point, at) => {
      for (const fault of ['soft', 'hard'] as const) {
        const cell = this.#cell(recorded, point, at, fault, logs);
        cells.push(cell);
        this.progress({ kind: 'cell', mode: this.mode, cell });
      }
    });
    return cells;
  }

  #cell(recorded: RecordedRun, point: WritePoint, at: number, fault: Fault, logs: LogBook): Cell {
    const refuse = (reason: NotJudgedReason, detail: string): Cell => {
      logs.addCell(null);
      return { status: 'not-judged', fault, point: at, reason, detail };
    };
    const kill = fault === 'hard' ? recorded.kills.get(point.index) : undefined;
    let crash: ProcessRecord;
    if (kill) {
      const points = recorded.record.points.slice(0, point.index + 1);
      crash = { ...kill, tampering: null, points, pointsReached: points.length };
    } else {
      const record = this.lab.firstRun(this.#case, this.mode, this.#start, { index: point.index, fault });
      const problem = unfit(record);
      if (problem) return refuse(problem.code, problem.sentence);
      const fired = record.points[point.index];
      if (!fired) return refuse('point-did-not-fire', 'the crashed run did not reach this write point');
      if (fired.kind !== point.kind || fired.text !== point.text || fired.line !== point.line) {
        return refuse('nondeterministic', `the crashed run reached another write point here: ${fired.text}`);
      }
      crash = record;
    }
    const after = this.lab.observe(this.#case, this.#start, crash, this.#stoppedCrash(point, fault));
    if (!after.judgement.ok) return refuse('judge-failed', after.judgement.message);
    const rerun = this.lab.rerun(this.#case, this.mode, this.#start, crash.world, after.stoppedWorld);
    const problem = unfit(rerun);
    if (problem) return refuse(problem.code, `In the re-run: ${problem.sentence}`);
    if (!rerun.judgement.ok) return refuse('judge-failed', rerun.judgement.message);
    const outcome = outcomeOf(rerun.judgement.findings, failed(rerun.exit.status));
    logs.addCell({ crash, rerun: rerun.reached });
    return {
      status: 'judged',
      fault,
      point: at,
      outcome,
      bad: isBad(this.task.finishesInterruptedWork, after.judgement.findings, outcome),
      torn: after.judgement.findings.torn.length > 0,
      crashExit: this.tables.exits.add(crash.exit),
      crashWorld: this.tables.world(after.world.digest, after.judgement.findings),
      rerunExit: this.tables.exits.add(rerun.exit),
      rerunWorld: this.tables.world(rerun.world.digest, rerun.judgement.findings),
    };
  }

  /** The same crash under a stopped clock; null where it falls elsewhere there. */
  #stoppedCrash(point: WritePoint, fault: Fault): Left | null {
    if (!this.#stopped) return null;
    const kill = fault === 'hard' ? this.#stopped.kills.get(point.index) : undefined;
    if (kill) return { ...kill, tampering: null };
    const record = this.lab.stoppedRun(this.#case, this.mode, this.#start, { index: point.index, fault });
    return samePlace(point, record.points[point.index]) ? record : null;
  }

  #repeat(clean: Observation): ModeReport['repeat'] {
    const rerun = this.lab.rerun(this.#case, this.mode, this.#start, clean.world, clean.stoppedWorld);
    if (unfit(rerun) || !rerun.judgement.ok) return null;
    return {
      outcome: outcomeOf(rerun.judgement.findings, failed(rerun.exit.status)),
      exit: this.tables.exits.add(rerun.exit),
      world: this.tables.world(rerun.world.digest, rerun.judgement.findings),
    };
  }

  /** The starting world as the judge sees it: nothing done yet. */
  #startWorld(record: ProcessRecord): number {
    const { world, judgement } = this.lab.observe(this.#case, this.#start, { ...record, world: this.#start });
    return this.tables.world(world.digest, judgement.ok ? judgement.findings : NO_FINDINGS);
  }
}

function unfit({ exit, tampering }: Pick<ProcessRecord, 'exit' | 'tampering'>): Reason<NotJudgedReason> | null {
  if (tampering === null) return notJudged(exit);
  return { code: 'tampered', sentence: `The code tampered with the machine: ${tampering}. So there is no verdict.` };
}

function judgeFailed(message: string): Reason<NotJudgedReason> {
  return { code: 'judge-failed', sentence: `The judge could not read the world: ${message}` };
}
