// The words of the method as the page says them. Outcomes and classes come from the verdict; nothing is derived.
import type { LoadProgress, LoadStage } from '../model/progress.ts';
import type { Step } from '../model/shared.ts';
import type { Exit, Fault, Mode, WritePoint } from '../model/trace.ts';
import { unreachable } from '../model/unreachable.ts';
import type { Cell, Findings, NotJudgedReason, Outcome, Safety, Verdict } from '../model/verdict.ts';
import { liveCounts, type LiveTest } from '../state/live.ts';
import type { Style } from '../style/report.ts';

/** Shape and colour of a mark. The same five everywhere on the page. */
export type Tone = 'unsafe' | 'accident' | 'design' | 'unknown' | 'aside';

export const SAFETY_WORD: Readonly<Record<Safety, string>> = {
  unsafe: 'Unsafe',
  'safe-by-accident': 'Safe by accident',
  'safe-by-design': 'Safe by design',
};

const SAFETY_TONE: Readonly<Record<Safety, Tone>> = {
  unsafe: 'unsafe',
  'safe-by-accident': 'accident',
  'safe-by-design': 'design',
};

export function verdictWord(verdict: Pick<Verdict, 'status' | 'safety'>): { word: string; tone: Tone } {
  if (verdict.status === 'does-not-work') return { word: 'Does not work', tone: 'aside' };
  if (verdict.status === 'not-judged' || verdict.safety === null) return { word: 'Not judged', tone: 'unknown' };
  return { word: SAFETY_WORD[verdict.safety], tone: SAFETY_TONE[verdict.safety] };
}

export const OUTCOME_WORD: Readonly<Record<Outcome, string>> = {
  recovered: 'recovered',
  'double-applied': 'double-applied',
  'half-done': 'half-done',
  're-run-fails': 're-run fails',
};

export const REASON_WORD: Readonly<Record<NotJudgedReason, string>> = {
  'timed-out': 'timed out',
  'over-limit': 'wrote too much',
  died: 'Python died',
  'uses-threads': 'uses threads',
  'uses-subprocesses': 'uses subprocesses',
  'uses-network': 'uses the network',
  'uses-missing-part': 'uses what is not here',
  'point-did-not-fire': 'did not fire',
  tampered: 'tampered with',
  'judge-failed': 'judge failed',
  'nothing-to-compare': 'nothing to compare',
  nondeterministic: 'not repeatable',
  stopped: 'stopped',
};

/** How the code begins and ends its transactions; null where there is nothing to say. */
export const STYLE_SENTENCE: Readonly<Record<Style, string | null>> = {
  begin: 'This code begins a transaction of its own.',
  'with-conn': 'This code uses a with block of the connection, which commits or rolls back and begins nothing.',
  'mode-change': "This code changes the connection's transaction mode.",
  none: 'This code opens no transaction of its own.',
  'no-database': null,
};

export const FAULT_WORD: Readonly<Record<Fault, string>> = { soft: 'error', hard: 'kill' };
export const FAULT_NOTE: Readonly<Record<Fault, string>> = {
  soft: 'the call raises an error, and the code can react',
  hard: 'the process ends at once, and no handler runs',
};
export const MODE_WORD: Readonly<Record<Mode, string>> = { default: 'default', autocommit: 'autocommit' };

/** In the order of `STEPS`. */
export const MOMENTS = ['before', 'after the crash', 'after the re-run'] as const;

export const STEP_WORD: Readonly<Record<Step, string>> = {
  before: MOMENTS[0],
  'after-crash': MOMENTS[1],
  'after-rerun': MOMENTS[2],
};

/** Mark of one cell: bad ones are crosses, whatever the outcome after the re-run. */
export function cellTone(cell: Cell): Tone {
  if (cell.status === 'not-judged') return 'unknown';
  if (cell.bad) return 'unsafe';
  return cell.outcome === 'recovered' ? 'design' : 'accident';
}

/** Shape of one cell's mark: a single scenario has a tick or a warning where a class has a ring. */
export function cellShape(cell: Cell): 'unsafe' | 'warn' | 'tick' | 'unknown' {
  const tone = cellTone(cell);
  if (tone === 'unsafe' || tone === 'unknown') return tone;
  return tone === 'design' ? 'tick' : 'warn';
}

export function cellWords(cell: Cell): string {
  if (cell.status === 'not-judged') return `not judged, ${REASON_WORD[cell.reason]}`;
  const outcome = OUTCOME_WORD[cell.outcome];
  return cell.torn ? `${outcome}, half-updated after the crash` : outcome;
}

/** What a write point does, in one or two words: `UPDATE`, `COMMIT`, `mail`, `rename`. */
export function pointWord(point: Pick<WritePoint, 'kind' | 'text'>): string {
  switch (point.kind) {
    case 'statement':
      return firstWord(point.text);
    case 'commit':
      return 'COMMIT';
    case 'blob':
      return 'blob write';
    case 'backup':
      return 'database copy';
    case 'open':
      return 'open file';
    case 'write':
      return 'write file';
    case 'store':
      return 'store to file';
    case 'truncate':
      return 'cut file';
    case 'rename':
      return 'rename';
    case 'delete':
      return 'delete file';
    case 'mkdir':
      return 'make folder';
    case 'link':
      return 'link';
    case 'mail':
      return 'mail';
    case 'cache':
      return 'cache write';
    default:
      return unreachable(point.kind);
  }
}

function firstWord(sql: string): string {
  const bare = sql.replace(/^(\s+|--[^\n]*(\n|$)|\/\*[\s\S]*?\*\/|;)+/, '');
  return /^[A-Za-z]+/.exec(bare)?.[0].toUpperCase() ?? 'statement';
}

export function lineWord(line: number | null): string {
  return line === null ? 'no line' : `line ${line}`;
}

/** `line 8 UPDATE`, and from the second repetition on `line 8 UPDATE, time 2`. */
export function pointName(point: WritePoint): string {
  const name = `${lineWord(point.line)} ${pointWord(point)}`;
  return point.repetition > 1 ? `${name}, time ${point.repetition}` : name;
}

export const STAGE_WORD: Readonly<Record<LoadStage, string>> = {
  download: 'Download Python and SQLite',
  start: 'Start Python',
  import: 'Import the standard library',
  ready: 'Ready',
};

export function loadSentence(progress: LoadProgress | null): string {
  if (progress === null) return 'Getting Python ready.';
  const amount = progress.total > 0 ? `: ${megabytes(progress.loaded)} of ${megabytes(progress.total)} MB` : '';
  return `${STAGE_WORD[progress.stage]}${amount}.`;
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}

/** How a run ended, in a sentence or two. */
export function exitSentence(exit: Exit): string {
  const refused =
    exit.refusals.length === 0
      ? ''
      : ` It asked for ${exit.refusals.map((refusal) => refusal.name).join(', ')}, which this machine has not.`;
  const said = statusSentence(exit);
  return `${said}${/[.:!?]$/.test(said) ? '' : '.'}${refused}`;
}

function statusSentence({ status }: Exit): string {
  switch (status.kind) {
    case 'returned':
      return `Returned ${status.value}.`;
    case 'raised':
      return `Raised ${status.errorType}${onLine(status.line)}: ${status.message}`;
    case 'exited':
      return `Left Python with exit code ${status.code}.`;
    case 'killed':
      return 'Killed: the process ended at once.';
    case 'timed-out':
      return `Ran out of its budget of steps${onLine(status.line)}.`;
    case 'over-limit':
      return `Was ended${onLine(status.line)}: it ${status.what}.`;
    case 'died':
      return `The interpreter died on its own: ${status.detail}`;
    case 'unusable':
      return `Could not be called${onLine(status.line)}: ${status.message}`;
    default:
      return unreachable(status);
  }
}

function onLine(line: number | null): string {
  return line === null ? '' : ` on line ${line}`;
}

export function count(n: number, one: string, many: string): string {
  return `${n} ${n === 1 ? one : many}`;
}

export const FINDING_WORD: Readonly<Record<keyof Findings, string>> = {
  torn: 'Half-updated',
  missing: 'Not done',
  repeated: 'Done twice',
};

/** How far a running test is. */
export function runningSentence(live: LiveTest): string {
  if (live.normalRun !== null) {
    return `Normal run in ${MODE_WORD[live.normalRun.mode]} mode, case ${live.normalRun.case}.`;
  }
  const { planned, done } = liveCounts(live);
  return planned === 0 ? 'Starting.' : `${done} of ${planned} crashes done.`;
}
