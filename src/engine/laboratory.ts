// One solution in one task, with what can be remembered between its runs: settled worlds, judgements and
// re-runs, each a function of the world. In brute-force mode nothing is remembered and nothing is settled
// before a re-run.
import { ELSEWHERE, TICK_MS, type Schedule } from '../model/schedule.ts';
import type { Task, TaskCase } from '../model/task.ts';
import type { Exit, ExitStatus, Fault, Mode } from '../model/trace.ts';
import type { Findings } from '../model/verdict.ts';
import { DATABASE_PATH } from '../model/world.ts';
import type { Reached } from './logs.ts';
import type {
  Judge,
  Judgement,
  LearnedJudge,
  LearnedJudgement,
  Machine,
  PointObserver,
  ProcessRecord,
  ProcessRequest,
  WorldCopy,
  WorldStore,
} from './ports.ts';

export interface EngineParts {
  readonly machine: Machine;
  readonly judge: Judge;
  readonly store: WorldStore;
}

/** How a process ended and what the judge says of the world that the next process finds. */
export interface Observation {
  readonly exit: Exit;
  /** As in `ProcessRecord`. */
  readonly tampering: string | null;
  readonly world: WorldCopy;
  /** The world that the same scenario leaves under a stopped clock, settled; null where there is none to compare. */
  readonly stoppedWorld: WorldCopy | null;
  readonly judgement: Judgement;
}

/** What there is to observe of a process. */
export type Left = Pick<ProcessRecord, 'exit' | 'world' | 'tampering'>;

/** A re-run: the next process in the world that the one before it left. */
export interface Rerun extends Observation {
  readonly reached: Reached;
}

/**
 * What was learned from clean runs. `stopped` was learned from runs whose clock stands still, in the first run and the
 * re-run alike: there a content with a time in it must be just what a clean run leaves, to the byte. Null where the code
 * leaves nothing that the clock or chance account for, or goes another way while the clock stands still.
 */
export interface Lessons {
  readonly running: LearnedJudge;
  readonly stopped: LearnedJudge | null;
}

export class Laboratory {
  #lessons: Lessons | null = null;
  readonly #settled = new Map<string, WorldCopy>();
  readonly #seen = new Map<string, WorldCopy>();
  readonly #judgements = new Map<string, Judgement>();
  readonly #reruns = new Map<string, Rerun>();

  /** Whether the judge's SQL can tell one exit from another. */
  readonly #readsExit: boolean;

  constructor(
    readonly parts: EngineParts,
    readonly task: Task,
    readonly source: string,
    readonly schedule: Schedule,
    readonly brute: boolean,
    /** Called before each process. */
    readonly onProcess: () => void = () => {},
  ) {
    this.#readsExit = /\brun\b/i.test(task.judgeSql ?? '');
  }

  /** From now on judge with this; what was judged without it is forgotten. */
  adopt(lessons: Lessons): void {
    this.#lessons = lessons;
    this.#judgements.clear();
    this.#reruns.clear();
  }

  /** A settled world that was seen, for showing. */
  worldByDigest(digest: string): WorldCopy | undefined {
    return this.#seen.get(digest);
  }

  /** A first run of a case, crashed or not. */
  firstRun(
    taskCase: TaskCase,
    mode: Mode,
    start: WorldCopy,
    crash: { readonly index: number; readonly fault: Fault } | null,
    observe?: PointObserver,
  ): ProcessRecord {
    const when = { attempt: 1, startMs: this.schedule.firstRunMs, tickMs: TICK_MS };
    return this.#run(taskCase, mode, start, when, crash, observe);
  }

  /** Whether scenarios are run once more under a stopped clock, for the judge that was learned. */
  get comparesStopped(): boolean {
    return this.#lessons?.stopped != null;
  }

  /** A first run whose clock stands still. */
  stoppedRun(
    taskCase: TaskCase,
    mode: Mode,
    start: WorldCopy,
    crash: { readonly index: number; readonly fault: Fault } | null,
    observe?: PointObserver,
  ): ProcessRecord {
    const when = { attempt: 1, startMs: this.schedule.firstRunMs, tickMs: 0 };
    return this.#run(taskCase, mode, start, when, crash, observe);
  }

  /** A clean run with other entropy, at another time or under the stopped clock: what differs is volatile. */
  runElsewhere(taskCase: TaskCase, mode: Mode, start: WorldCopy, clock: 'running' | 'stopped'): ProcessRecord {
    const { firstRunMs } = this.schedule;
    const [startMs, tickMs] =
      clock === 'stopped' ? [firstRunMs, 0] : [firstRunMs + ELSEWHERE.laterMs, ELSEWHERE.tickMs];
    return this.#run(taskCase, mode, start, { attempt: 3, startMs, tickMs, entropySalt: 'elsewhere' }, null);
  }

  /** The re-run from a world as a process left it; `stoppedWorld` is what the same scenario left under a stopped clock. */
  rerun(
    taskCase: TaskCase,
    mode: Mode,
    start: WorldCopy,
    world: WorldCopy,
    stoppedWorld: WorldCopy | null = null,
  ): Rerun {
    const from = this.brute ? world : this.settle(world);
    const key = `${mode} ${from.digest} ${stoppedWorld === null ? '' : this.settle(stoppedWorld).digest}`;
    const known = this.brute ? undefined : this.#reruns.get(key);
    if (known) return known;
    const when = { attempt: 2, startMs: this.schedule.rerunMs, tickMs: TICK_MS };
    const record = this.#run(taskCase, mode, from, when, null);
    const stopped = stoppedWorld && this.stoppedRerun(taskCase, mode, stoppedWorld);
    const { points, pointsReached } = record;
    const rerun = { ...this.observe(taskCase, start, record, stopped), reached: { points, pointsReached } };
    this.#reruns.set(key, rerun);
    return rerun;
  }

  /** The re-run at the very time of the first run, with entropy of its own. */
  stoppedRerun(taskCase: TaskCase, mode: Mode, world: WorldCopy): ProcessRecord {
    const from = this.brute ? world : this.settle(world);
    return this.#run(taskCase, mode, from, { attempt: 2, startMs: this.schedule.firstRunMs, tickMs: 0 }, null);
  }

  /** Settles and judges a world, beside what the same scenario left under a stopped clock. */
  observe(taskCase: TaskCase, start: WorldCopy, left: Left, stopped: Left | null = null): Observation {
    const { exit, tampering } = left;
    const settled = this.settle(left.world);
    const isTwin = stopped?.tampering === null && endedAlike(exit.status, stopped.exit.status);
    const twin = isTwin ? this.settle(stopped.world) : null;
    const seenExit = this.#readsExit ? JSON.stringify(exit.status) : '';
    const key = `${this.task.cases.indexOf(taskCase)} ${settled.digest} ${twin?.digest ?? ''} ${seenExit}`;
    const known = this.brute ? undefined : this.#judgements.get(key);
    const judgement = known ?? this.#judge(taskCase, start, exit, settled, twin);
    this.#judgements.set(key, judgement);
    return { exit, tampering, world: settled, stoppedWorld: twin, judgement };
  }

  settle(world: WorldCopy): WorldCopy {
    const known = this.#settled.get(world.digest);
    if (known) return known;
    const databases = this.parts.judge.settle(world.data());
    const settled = databases ? this.parts.store.withDatabases(world, databases) : world;
    this.#settled.set(world.digest, settled);
    this.#seen.set(settled.digest, settled);
    return settled;
  }

  #judge(taskCase: TaskCase, start: WorldCopy, exit: Exit, settled: WorldCopy, stopped: WorldCopy | null): Judgement {
    const judgement =
      this.task.judgeSql === null
        ? this.#judgeByLearning(taskCase, settled, stopped)
        : this.parts.judge.judge(this.task.judgeSql, settled.data(), {
            start: start.data(),
            args: taskCase.args,
            exit,
          });
    if (!judgement.ok || this.task.judgesRepeats) return judgement;
    return { ok: true, findings: { ...judgement.findings, repeated: [] } };
  }

  /** What was learned speaks of the first case; of a clean run of another one only the exit says something. */
  #judgeByLearning(taskCase: TaskCase, settled: WorldCopy, stopped: WorldCopy | null): Judgement {
    if (!this.#lessons || taskCase !== this.task.cases[0]) return { ok: true, findings: NOTHING };
    const seen = this.#lessons.running.judge(settled.data());
    return both(seen, (stopped && this.#lessons.stopped?.judge(stopped.data())) ?? null);
  }

  #run(
    taskCase: TaskCase,
    mode: Mode,
    start: WorldCopy,
    when: Pick<ProcessRequest, 'attempt' | 'startMs' | 'tickMs'> & { readonly entropySalt?: string },
    crash: { readonly index: number; readonly fault: Fault } | null,
    observe?: PointObserver,
  ): ProcessRecord {
    this.onProcess();
    const record = this.parts.machine.run(
      {
        source: this.source,
        function: this.task.function,
        args: taskCase.args,
        mode: this.task.category === 'files' ? null : mode,
        entropySalt: '',
        ...when,
        crash,
      },
      start,
      observe,
    );
    const isSilent = record.tampering === null && record.pointsReached === 0 && this.#changed(start, record.world);
    return isSilent ? { ...record, tampering: 'it changed a database by no write that the machine saw' } : record;
  }

  /** Whether a database holds something else than before. An empty one may come of looking for it. */
  #changed(before: WorldCopy, after: WorldCopy): boolean {
    if (before.digest === after.digest) return false;
    const [old, now] = [this.settle(before), this.settle(after)];
    if (old.digest === now.digest) return false;
    const bytesOf = (copy: WorldCopy): Map<string, Uint8Array> =>
      new Map(copy.data().files.map(({ path, bytes }) => [path, bytes]));
    const [oldFiles, files] = [bytesOf(old), bytesOf(now)];
    return [DATABASE_PATH, ...now.data().databases].some((path) => {
      const [was, is] = [oldFiles.get(path) ?? EMPTY, files.get(path) ?? EMPTY];
      return was.length !== is.length || was.some((byte, index) => byte !== is[index]);
    });
  }
}

const EMPTY = new Uint8Array(0);

const NOTHING: Findings = { torn: [], missing: [], repeated: [] };

/** Ends that are no sign of another way through the code. */
export function endedAlike(one: ExitStatus, other: ExitStatus): boolean {
  if (one.kind === 'raised' && other.kind === 'raised') return one.errorType === other.errorType;
  if (one.kind === 'exited' && other.kind === 'exited') return one.code === other.code;
  return one.kind === other.kind;
}

/**
 * What both lessons say of a scenario. The one of the running clock goes first in each list; the one of the stopped
 * clock compares what the first had to let pass.
 */
function both(running: LearnedJudgement, stopped: LearnedJudgement | null): Judgement {
  if (!running.ok) return running;
  if (!stopped?.ok) {
    return running.unsure === null ? running : { ok: false, message: `default judge: ${running.unsure}` };
  }
  const first = (list: keyof Findings): readonly string[] =>
    running.findings[list].length > 0 ? running.findings[list] : stopped.findings[list];
  const findings: Findings = { torn: first('torn'), missing: first('missing'), repeated: first('repeated') };
  const good = findings.torn.length + findings.missing.length + findings.repeated.length === 0;
  if (good && stopped.unsure !== null) return { ok: false, message: `default judge: ${stopped.unsure}` };
  return { ok: true, findings };
}
