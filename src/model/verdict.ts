// The verdict: outcome of a scenario, safety of a solution, and the rules that give them. Pure functions
// over plain data; who produces the findings and what a page makes of them live elsewhere.
import type { ModeLogs } from './log.ts';
import type { Exit, Fault, Mode, WritePoint } from './trace.ts';
import type { WorldView } from './world.ts';

/** What a judge says about one world. Each entry is a sentence. */
export interface Findings {
  /** Contradictions that no reader should ever see. */
  readonly torn: readonly string[];
  /** Work that is not done. */
  readonly missing: readonly string[];
  /** Work that was applied more than once. */
  readonly repeated: readonly string[];
}

export type Outcome = 'recovered' | 'double-applied' | 'half-done' | 're-run-fails';
export type Safety = 'unsafe' | 'safe-by-accident' | 'safe-by-design';

export function isDone(findings: Findings): boolean {
  return findings.torn.length + findings.missing.length + findings.repeated.length === 0;
}

/** Outcome after the re-run, first rule that fits. Source: method, "Outcomes and classes". */
export function outcomeOf(after: Findings, rerunRaised: boolean): Outcome {
  if (after.repeated.length > 0) return 'double-applied';
  if (isDone(after)) return 'recovered';
  return rerunRaised ? 're-run-fails' : 'half-done';
}

/** Whether a scenario counts against the code. A task that finishes interrupted work is judged after the re-run. */
export function isBad(finishesInterruptedWork: boolean, afterCrash: Findings, outcome: Outcome): boolean {
  return finishesInterruptedWork ? outcome !== 'recovered' : afterCrash.torn.length > 0;
}

/** Why something was not judged. Never shown as good. */
export type NotJudgedReason =
  | 'timed-out'
  | 'over-limit'
  | 'died'
  | 'uses-threads'
  | 'uses-subprocesses'
  | 'uses-network'
  | 'uses-missing-part'
  | 'point-did-not-fire'
  | 'tampered'
  | 'judge-failed'
  /** No judge is written, and a clean run changes nothing that the default one compares. */
  | 'nothing-to-compare'
  | 'nondeterministic'
  | 'stopped';

/** Where the normal run stopped short of *done*. */
export type WorksReason = 'unusable' | 'raised' | 'missing' | 'torn' | 'repeated' | 'exited';

/** One scenario. Worlds and exits are indices (from 0) into the verdict's tables. */
export type Cell = JudgedCell | NotJudgedCell;

export interface JudgedCell {
  readonly status: 'judged';
  readonly fault: Fault;
  /** Index of the crash point in `ModeReport.points`, from 0. */
  readonly point: number;
  readonly outcome: Outcome;
  readonly bad: boolean;
  /** True where the world right after the crash was torn. */
  readonly torn: boolean;
  readonly crashExit: number;
  readonly crashWorld: number;
  readonly rerunExit: number;
  readonly rerunWorld: number;
}

export interface NotJudgedCell {
  readonly status: 'not-judged';
  readonly fault: Fault;
  readonly point: number;
  readonly reason: NotJudgedReason;
  readonly detail: string;
}

export interface JudgedWorld {
  /** Digest of the settled world, SHA-256 in hex; keys `Evidence.worlds`. */
  readonly digest: string;
  readonly findings: Findings;
}

/** A clean run on one case. */
export interface NormalRun {
  readonly case: string;
  readonly works: boolean;
  readonly exit: number;
  /** Null where the world could not be judged. */
  readonly world: number | null;
}

export interface ModeReport {
  readonly mode: Mode;
  readonly works: boolean;
  /** One per case of the task, in order; crashes use the first. */
  readonly normal: readonly NormalRun[];
  /** World the first case starts from. */
  readonly startWorld: number;
  /** Crash points that were planned, in the order of the run. */
  readonly points: readonly WritePoint[];
  /** Write points the normal run reached; greater than `points.length` where they were sampled. */
  readonly pointsReached: number;
  readonly sampled: boolean;
  readonly cells: readonly Cell[];
  /** The repeat after a clean run; null where the mode does not work. */
  readonly repeat: { readonly outcome: Outcome; readonly exit: number; readonly world: number } | null;
}

/** The shortest failing story: the earliest bad crash point. Made of observed facts only. */
export interface Story {
  readonly mode: Mode;
  readonly fault: Fault;
  readonly point: number;
  readonly line: number | null;
  readonly sentence: string;
}

/** What a reader must know beside the class; each code has its sentence in `engine/notes.ts`. */
export const NOTE_CODES = [
  'changes-lost',
  'transaction-left-open',
  'autocommit-broken',
  'own-connection',
  'one-file-system',
  'pragma-without-effect',
  'wal-with-attach',
  'torn-reads-nothing',
] as const;
export type NoteCode = (typeof NOTE_CODES)[number];

export interface Note {
  readonly code: NoteCode;
  readonly sentence: string;
}

export interface Counts {
  readonly planned: number;
  readonly fired: number;
  readonly notJudged: number;
}

/** `judged` has a class; `does-not-work` was set aside; `not-judged` could not be decided here. */
export type VerdictStatus = 'judged' | 'does-not-work' | 'not-judged';

export interface Verdict {
  readonly schema: 'by-accident/verdict@2';
  /** Version of the engine that ran it. */
  readonly engine: string;
  /** Version of the rules that judged it. */
  readonly rules: number;
  readonly task: { readonly id: string; readonly digest: string };
  readonly solution: { readonly digest: string; readonly function: string };
  readonly status: VerdictStatus;
  /** Why there is no class, as a code and a sentence; null where judged. */
  readonly reason: { readonly code: NotJudgedReason | WorksReason; readonly sentence: string } | null;
  readonly safety: Safety | null;
  readonly doubleApplies: boolean | null;
  readonly fullyCrashSafe: boolean | null;
  /** One sentence that a person reads first. */
  readonly headline: string;
  readonly story: Story | null;
  /** In the order of `NOTE_CODES`, each code once. */
  readonly notes: readonly Note[];
  readonly counts: Counts;
  /** `default` first; `autocommit` is absent for tasks without a database. */
  readonly modes: readonly ModeReport[];
  readonly worlds: readonly JudgedWorld[];
  readonly exits: readonly Exit[];
  /** SHA-256 in hex over the canonical JSON of all the other fields. */
  readonly digest: string;
}

export const VERDICT_SCHEMA = 'by-accident/verdict@2';
/** Raise it whenever the same code could get another verdict. */
export const RULES_VERSION = 2;
export const ENGINE_VERSION = '1.2.0';

/** What a person may look at beside the verdict. Not digested. */
export interface Evidence {
  /** Each world that the verdict names, by digest. */
  readonly worlds: Readonly<Record<string, WorldView>>;
  /** Which write points each process reached; in the order of `Verdict.modes`. */
  readonly logs: readonly ModeLogs[];
  /** Says that the worlds were cut because they are too large to be shown whole; absent where they were not. */
  readonly cut?: string;
}

export interface CrashTestResult {
  readonly verdict: Verdict;
  readonly evidence: Evidence;
}

/**
 * Said beside a class that being fully crash-safe seems to contradict: the data is torn right after a crash, and the
 * re-run puts it right. Null where nothing needs to be explained.
 */
export function mendedNote({ safety, fullyCrashSafe }: Pick<Verdict, 'safety' | 'fullyCrashSafe'>): string | null {
  if (fullyCrashSafe !== true || safety === null || safety === 'safe-by-design') return null;
  const where = safety === 'unsafe' ? '' : ' in autocommit';
  const word = safety === 'unsafe' ? 'unsafe' : 'safe only by accident';
  return `After a crash${where} the data is half-updated until the re-run has put it right; whoever reads it before that reads something wrong, and that makes the code ${word}.`;
}
