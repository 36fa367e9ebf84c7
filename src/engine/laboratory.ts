// One solution in one task, with what can be remembered between its runs: settled worlds, judgements and
// re-runs, each a function of the world. In brute-force mode nothing is remembered and nothing is settled
// before a re-run.
import type { Schedule } from '../model/schedule.ts';
import type { Task, TaskCase } from '../model/task.ts';
import type { Exit, Fault, Mode } from '../model/trace.ts';
import type { Findings } from '../model/verdict.ts';
import type { Reached } from './logs.ts';
import type {
  Judge,
  Judgement,
  LearnedJudge,
  Machine,
  PointObserver,
  ProcessRecord,
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
  /** False where the process tampered with the machine: nothing can be concluded from it. */
  readonly intact: boolean;
  readonly world: WorldCopy;
  readonly judgement: Judgement;
}

/** A re-run: the next process in the world that the one before it left. */
export interface Rerun extends Observation {
  readonly reached: Reached;
}

export class Laboratory {
  #learned: LearnedJudge | null = null;
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
  ) {
    this.#readsExit = /\brun\b/i.test(task.judgeSql ?? '');
  }

  /** From now on judge with this; what was judged without it is forgotten. */
  adopt(learned: LearnedJudge): void {
    this.#learned = learned;
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
    return this.#run(taskCase, mode, start, 1, this.schedule.firstRunMs, crash, '', observe);
  }

  /** A clean run at another time and with other entropy: what differs is volatile. */
  runElsewhere(taskCase: TaskCase, mode: Mode, start: WorldCopy): ProcessRecord {
    return this.#run(taskCase, mode, start, 3, this.schedule.firstRunMs + 40 * 3600 * 1000, null, 'elsewhere');
  }

  /** The re-run from a world as a process left it. */
  rerun(taskCase: TaskCase, mode: Mode, start: WorldCopy, world: WorldCopy): Rerun {
    const from = this.brute ? world : this.settle(world);
    const key = `${mode} ${from.digest}`;
    const known = this.brute ? undefined : this.#reruns.get(key);
    if (known) return known;
    const record = this.#run(taskCase, mode, from, 2, this.schedule.rerunMs, null, '');
    const { points, pointsReached } = record;
    const rerun = { ...this.observe(taskCase, start, record), reached: { points, pointsReached } };
    this.#reruns.set(key, rerun);
    return rerun;
  }

  /** Settles and judges a world. */
  observe(
    taskCase: TaskCase,
    start: WorldCopy,
    { exit, world, intact }: Pick<ProcessRecord, 'exit' | 'world' | 'intact'>,
  ): Observation {
    const settled = this.settle(world);
    const seenExit = this.#readsExit ? JSON.stringify(exit.status) : '';
    const key = `${this.task.cases.indexOf(taskCase)} ${settled.digest} ${seenExit}`;
    const known = this.brute ? undefined : this.#judgements.get(key);
    const judgement = known ?? this.#judge(taskCase, start, exit, settled);
    this.#judgements.set(key, judgement);
    return { exit, intact, world: settled, judgement };
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

  #judge(taskCase: TaskCase, start: WorldCopy, exit: Exit, settled: WorldCopy): Judgement {
    const judgement =
      this.task.judgeSql === null
        ? this.#judgeByLearning(taskCase, settled)
        : this.parts.judge.judge(this.task.judgeSql, settled.data(), {
            start: start.data(),
            args: taskCase.args,
            exit,
          });
    if (!judgement.ok || this.task.judgesRepeats) return judgement;
    return { ok: true, findings: { ...judgement.findings, repeated: [] } };
  }

  /** What was learned speaks of the first case; of a clean run of another one only the exit says something. */
  #judgeByLearning(taskCase: TaskCase, settled: WorldCopy): Judgement {
    if (!this.#learned || taskCase !== this.task.cases[0]) return { ok: true, findings: NOTHING };
    return this.#learned.judge(settled.data());
  }

  #run(
    taskCase: TaskCase,
    mode: Mode,
    start: WorldCopy,
    attempt: number,
    startMs: number,
    crash: { readonly index: number; readonly fault: Fault } | null,
    entropySalt: string,
    observe?: PointObserver,
  ): ProcessRecord {
    return this.parts.machine.run(
      {
        source: this.source,
        function: this.task.function,
        args: taskCase.args,
        mode: this.task.category === 'files' ? null : mode,
        attempt,
        startMs,
        crash,
        entropySalt,
      },
      start,
      observe,
    );
  }
}

const NOTHING: Findings = { torn: [], missing: [], repeated: [] };
