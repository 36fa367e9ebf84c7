// What the engine needs from below: a machine that runs processes, a world they run in, a judge. The engine
// knows these interfaces only; `machine/`, `world/` and `judge/` implement them.
import type { Argument, Task, TaskCase } from '../model/task.ts';
import type { Exit, Fault, Mode, WritePoint } from '../model/trace.ts';
import type { Findings } from '../model/verdict.ts';
import type { WorldData, WorldView } from '../model/world.ts';

/** An immutable copy of a world, cheap to take. Equal worlds have equal digests. */
export interface WorldCopy {
  /** SHA-256 in hex over files, mail, cache and databases. */
  readonly digest: string;
  /** The same world as plain data; materialised once and kept. */
  data(): WorldData;
}

/** One process to run. */
export interface ProcessRequest {
  readonly source: string;
  readonly function: string;
  readonly args: readonly Argument[];
  /** Null: no connection is opened. */
  readonly mode: Mode | null;
  /** 1 for a first run, 2 for the re-run; seeds entropy. */
  readonly attempt: number;
  /** Simulated time at the start of the process, milliseconds since 1970. */
  readonly startMs: number;
  /** Simulated milliseconds that pass at each reading of the clock; 0: the clock stands still but for sleeping. */
  readonly tickMs: number;
  /** Crash just before the write point with this index; null: let it finish. */
  readonly crash: { readonly index: number; readonly fault: Fault } | null;
  /** Changes entropy and nothing else; '' outside the default judge's second clean run. */
  readonly entropySalt: string;
}

/** What a finished or crashed process leaves. */
export interface ProcessRecord {
  readonly exit: Exit;
  /** Write points reached, in order, the crashed one included. */
  readonly points: readonly WritePoint[];
  /** Write points beyond the recording limit, counted and not kept. */
  readonly pointsReached: number;
  /** The world as the process left it, journals included. */
  readonly world: WorldCopy;
  /**
   * What the process touched of the machine around it, as the rest of a sentence that begins with the code: nothing can be
   * concluded from it then. Null where it kept to its world.
   */
  readonly tampering: string | null;
}

/** The moment just before a write point takes effect: what a kill there would leave. */
export interface Moment {
  world(): WorldCopy;
  exit(): Exit;
}

/** Called just before each write point takes effect. */
export type PointObserver = (point: WritePoint, moment: Moment) => void;

export interface Machine {
  /** Runs one process in a fresh copy of `world`. Synchronous: a process never outlives the call. */
  run(request: ProcessRequest, world: WorldCopy, observe?: PointObserver): ProcessRecord;
  /** Starting world of a case. Throws a `SetupError` where its SQL does not run. */
  startingWorld(taskCase: TaskCase, task: Pick<Task, 'category'>): WorldCopy;
}

/** What the judge sees beside the world itself. */
export interface JudgeContext {
  readonly start: WorldData;
  readonly args: readonly Argument[];
  readonly exit: Exit;
}

export type Judgement =
  | { readonly ok: true; readonly findings: Findings }
  /** The judge itself failed; `message` names the view and the error. */
  | {
      readonly ok: false;
      readonly message: string;
      /** The same, where it is the task's SQL that is at fault; `line` is its own, from 1. */
      readonly fault?: { readonly line: number | null; readonly why: string };
    };

/** Worlds of clean runs, from which the default judge learns what is volatile and what is done. */
export interface CleanRuns {
  /**
   * Under a running clock what is volatile may be anything but what was there before. Under a stopped one only chance is
   * left, and what it makes up must look as in the clean runs, among bytes that are the same.
   */
  readonly clock: 'running' | 'stopped';
  readonly before: WorldData;
  readonly after: WorldData;
  /**
   * The same run with other entropy and, where the clock runs, at another time: what differs from `after` is volatile.
   */
  readonly afterElsewhere: WorldData;
  /** After two clean runs; null where the second one could not be finished. */
  readonly afterTwice: WorldData | null;
}

export type LearnedJudgement =
  | {
      readonly ok: true;
      readonly findings: Findings;
      /** Set where the world counts as done only because some content could not be compared; says which. */
      readonly unsure: string | null;
    }
  | { readonly ok: false; readonly message: string };

/** The judge for functions that have none: anything that is neither before nor after is torn. */
export interface LearnedJudge {
  /** True where equally good runs left something different, so that some content is not compared as it is. */
  readonly hides: boolean;
  judge(world: WorldData): LearnedJudgement;
}

export interface Judge {
  /**
   * The world as the next process would find it: hot journals rolled back, write-ahead logs checkpointed,
   * SQLite's own files gone. The bytes of each database that had such files; null where there were none.
   */
  settle(world: WorldData): ReadonlyMap<string, Uint8Array> | null;
  judge(judgeSql: string, world: WorldData, context: JudgeContext): Judgement;
  learn(runs: CleanRuns): LearnedJudge;
  view(world: WorldData): WorldView;
}

/** What the engine needs to turn a settled world back into a copy. */
export interface WorldStore {
  /** Same world with these database bytes, and without what SQLite keeps beside any of its databases. */
  withDatabases(world: WorldCopy, databases: ReadonlyMap<string, Uint8Array>): WorldCopy;
}
