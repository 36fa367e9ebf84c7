// What a run leaves behind: its write points and its exit. Plain data; nothing here runs anything.

/** How the harness opens `conn`: sqlite3's default, or `isolation_level=None`. */
export type Mode = 'default' | 'autocommit';
export const MODES: readonly Mode[] = ['default', 'autocommit'];

/** A soft crash raises the error that the call would raise; a hard crash ends the process at once. */
export type Fault = 'soft' | 'hard';
export const FAULTS: readonly Fault[] = ['soft', 'hard'];

export const WRITE_POINT_KINDS = [
  'statement', // a database statement that can write
  'commit', // explicit, by `with conn`, or hidden inside another call
  'blob', // incremental write to a database cell
  'backup', // whole-database copy, or deserialize
  'open', // a file is created or truncated
  'write',
  'store', // to memory that is shared with a file
  'truncate',
  'rename',
  'delete', // a file or an empty folder
  'mkdir',
  'link', // hard or symbolic
  'mail',
  'cache',
] as const;
export type WritePointKind = (typeof WRITE_POINT_KINDS)[number];

/** One call that changes the world. */
export interface WritePoint {
  /** Position in the run, from 0. */
  readonly index: number;
  readonly kind: WritePointKind;
  /** The SQL, the path or the mail, cut at 400 characters. */
  readonly text: string;
  /** Line of the solution, from 1; null where no line of the solution was running. */
  readonly line: number | null;
  /** Which repetition of that line and kind this is, from 1. */
  readonly repetition: number;
}

/** What a solution may ask for that plain Linux has and this machine has not. */
export const REFUSAL_KINDS = ['threads', 'subprocesses', 'network', 'part'] as const;
export type RefusalKind = (typeof REFUSAL_KINDS)[number];

/** One thing that was asked for and is not there, caught or not: nothing can be concluded from the run. */
export interface Refusal {
  readonly kind: RefusalKind;
  /** What the code touched, as Python writes it: `os.fork`, `ctypes`. */
  readonly name: string;
}

/** Things a run did that a reader of the verdict must be told. */
export const RUN_FACTS = [
  'own-connection', // opened a database of the world with a connection of its own
  'only-own-connections', // ended, and wrote with connections of its own and not with the one it was handed
  'moved-across-tmp', // renamed a file between /tmp and the rest of the world
  'wal-with-attach', // one transaction wrote to several databases, and one of them is in WAL mode
  'changes-lost-at-end', // returned with a transaction of the connection it was handed open, and changes in it
  'changes-lost-in-close', // closed a connection with a transaction open, and changes in it
] as const;
export type RunFact = (typeof RUN_FACTS)[number];

/** How the call ended. `line` counts from 1 in the solution. */
export type ExitStatus =
  | { readonly kind: 'returned'; readonly value: string }
  | { readonly kind: 'raised'; readonly errorType: string; readonly message: string; readonly line: number | null }
  | { readonly kind: 'exited'; readonly code: string; readonly abrupt: boolean }
  | { readonly kind: 'killed' }
  | { readonly kind: 'timed-out'; readonly line: number | null }
  /** Ended because it wrote too much; `what` goes on a sentence that begins with the run. */
  | { readonly kind: 'over-limit'; readonly what: string; readonly line: number | null }
  | { readonly kind: 'died'; readonly cause: 'stack-overflow' | 'memory' | 'crashed'; readonly detail: string }
  /** The code could not be started: a syntax error, no such function, an argument that does not fit. */
  | {
      readonly kind: 'unusable';
      readonly reason: UnusableReason;
      readonly message: string;
      readonly line: number | null;
    };

export type UnusableReason =
  | 'syntax-error'
  | 'import-fails'
  | 'module-raises'
  | 'no-function'
  | 'wrong-signature'
  | 'returns-generator'
  | 'returns-coroutine';

/** What a process leaves behind when it ends. */
export interface Exit {
  readonly status: ExitStatus;
  /** Captured text, cut at a fixed size; a note at its end says so. */
  readonly stdout: string;
  readonly stderr: string;
  /** The traceback an operator would see, without the harness's frames; empty where nothing was raised. */
  readonly traceback: string;
  /** In the order in which they were first asked for. */
  readonly refusals: readonly Refusal[];
  /** In the order of `RUN_FACTS`. */
  readonly facts: readonly RunFact[];
  /** Budget used, in interpreter checks (loop jumps, calls) and SQLite steps: the same on every machine. */
  readonly steps: number;
  /** True where the process ended while `conn` still had a transaction open. */
  readonly transactionOpen: boolean;
}
