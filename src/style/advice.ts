// The one change that would make a solution's safety its own, chosen from what the text shows and what the crashes
// proved. It proposes; that a change was tried, or works, is never said here.
import type { JudgedCell, Story, Verdict } from '../model/verdict.ts';
import type { WritePoint, WritePointKind } from '../model/trace.ts';
import type { Pattern, PatternId, StyleReport } from './report.ts';

/** Null where nothing fits: better no advice than advice that the evidence does not ask for. */
export function oneChange(report: StyleReport, verdict: Verdict): string | null {
  switch (verdict.status) {
    case 'not-judged':
      return null;
    case 'does-not-work':
      return saveTheWork(report, verdict);
    case 'judged':
      if (verdict.safety === 'safe-by-accident') return ownTransaction(report);
      if (verdict.safety === 'unsafe') return againstStory(report, verdict);
      return verdict.doubleApplies === true ? lastingKey(report.patterns) : null;
  }
}

function saveTheWork(report: StyleReport, verdict: Verdict): string | null {
  const open = report.patterns.find((pattern) => pattern.id === 'no-commit');
  if (open === undefined || verdict.reason?.code !== 'missing') return null;
  return `Save the work: call ${connection(report)}.commit() after line ${open.line}.`;
}

/** Safe in the default mode only: what is missing is a transaction that the code opens itself. */
function ownTransaction(report: StyleReport): string | null {
  const begin = beginCall(report);
  const [first, ...more] = report.lines;
  switch (report.style) {
    case 'none':
      if (report.beginBefore === null) {
        return 'Open the transaction yourself: run BEGIN IMMEDIATE before the first write, and roll back on an error.';
      }
      return `Open the transaction yourself: put ${begin} before line ${report.beginBefore}, and roll back on an error.`;
    case 'with-conn': {
      const where = more.length === 0 ? `on line ${first} ` : '';
      const inside = more.length === 0 ? 'inside the block' : `inside each block (lines ${report.lines.join(', ')})`;
      const name = connection(report);
      return `\`with ${name}:\` ${where}opens no transaction in autocommit mode: make ${begin} the first statement ${inside}.`;
    }
    case 'mode-change':
      return `Do not rely on the mode set on line ${first}: run ${begin} before the first write, and roll back on an error.`;
    case 'begin':
    case 'no-database':
      return null;
  }
}

/** Earlier ones name a cause more exactly than later ones. */
const ORDER: readonly PatternId[] = [
  'fresh-key',
  'missing-key',
  'record-before-effect',
  'effect-before-record',
  'remove-before-rename',
  'file-in-place',
  'executescript-in-transaction',
  'script-without-begin',
  'mode-changed-midway',
  'helper-commits',
  'ddl-outside-transaction',
  'split-commit',
  'with-insert',
  'commit-in-loop',
  'commit-in-finally',
  'error-swallowed',
];

/** Unsafe: only a pattern that the crash of the story could have come from is spoken of. */
function againstStory(report: StyleReport, verdict: Verdict): string | null {
  const { story } = verdict;
  if (story === null) return null;
  const evidence = evidenceOf(verdict, story);
  for (const id of ORDER) {
    const candidates = report.patterns.filter((pattern) => pattern.id === id);
    for (const pattern of candidates) {
      const change = changeFor(pattern, report, evidence);
      if (change !== null) return change;
    }
  }
  return null;
}

const FILE_KINDS: ReadonlySet<WritePointKind> = new Set([
  'open',
  'write',
  'store',
  'truncate',
  'rename',
  'mkdir',
  'link',
]);

interface Evidence {
  /** Write points reached before the crash, in order, by their line. */
  readonly earlier: ReadonlyMap<number | null, readonly WritePoint[]>;
  /** The write point of the crash. */
  readonly crashed: WritePoint | null;
  /** The bad scenario of the story. */
  readonly cell: JudgedCell | null;
  /** True where a kill at the same point does no harm. */
  readonly onlySoft: boolean;
}

function evidenceOf(verdict: Verdict, story: Story): Evidence {
  const report = verdict.modes.find((one) => one.mode === story.mode);
  const cells = (report?.cells ?? []).filter((one) => one.status === 'judged' && one.point === story.point);
  const judged = cells.flatMap((one) => (one.status === 'judged' ? [one] : []));
  return {
    earlier: byLine(report?.points.slice(0, story.point) ?? []),
    crashed: report?.points[story.point] ?? null,
    cell: judged.find((one) => one.fault === story.fault) ?? null,
    onlySoft: story.fault === 'soft' && judged.some((one) => one.fault === 'hard' && !one.bad),
  };
}

function byLine(points: readonly WritePoint[]): ReadonlyMap<number | null, readonly WritePoint[]> {
  const lines = new Map<number | null, WritePoint[]>();
  for (const point of points) {
    const known = lines.get(point.line);
    if (known === undefined) lines.set(point.line, [point]);
    else known.push(point);
  }
  return lines;
}

function changeFor(
  pattern: Pattern,
  report: StyleReport,
  { earlier, crashed, cell, onlySoft }: Evidence,
): string | null {
  const { line } = pattern;
  const done = earlier.get(line) ?? [];
  const happened = done.length > 0;
  const begin = beginCall(report);
  switch (pattern.id) {
    case 'fresh-key':
    case 'missing-key':
      return done.some((point) => point.kind === 'mail') ? lastingKey([pattern]) : null;
    case 'record-before-effect':
      if (!happened) return null;
      return crashed !== null && FILE_KINDS.has(crashed.kind)
        ? `Write the file first, and save the row of line ${line} after it.`
        : `Let line ${line} record the work as still to be done, and mark it done after it, so that a re-run finds what is unfinished.`;
    case 'effect-before-record':
      if (done.some((point) => point.kind === 'delete')) {
        return `Delete the row and commit first, and remove the file of line ${line} after that.`;
      }
      return done.some((point) => point.kind === 'cache')
        ? `Delete the cache entry before the commit instead of setting it on line ${line}: an empty cache tells nothing wrong.`
        : null;
    case 'remove-before-rename':
      return happened
        ? `Leave out the removal on line ${line}: os.replace puts the new file over the old one in one step.`
        : null;
    case 'file-in-place':
      return happened
        ? `Write to a temporary file in the same folder instead of the file on line ${line}, then os.replace it.`
        : null;
    case 'executescript-in-transaction':
      return `Run the statements of line ${line} one by one with execute, so that they stay inside the transaction.`;
    case 'script-without-begin':
      return happened ? `Put BEGIN at the start and COMMIT at the end of the script that line ${line} runs.` : null;
    case 'mode-changed-midway':
      return `Do not switch the mode on line ${line} while work is pending: set it before the first write, or leave it alone.`;
    case 'helper-commits':
      return happened
        ? `Leave the commit to the caller: the helper must not end the transaction on line ${line}.`
        : null;
    case 'ddl-outside-transaction':
    case 'with-insert':
      return happened
        ? `Begin before it: put ${begin} before line ${line}, so that it is saved together with the rest.`
        : null;
    case 'split-commit': {
      const place = report.beginBefore === null ? 'before the first write' : `before line ${report.beginBefore}`;
      return happened
        ? `Make it one transaction: ${begin} ${place}, and one commit at the end instead of that on line ${line}.`
        : null;
    }
    case 'commit-in-loop':
      // Work that may be done in parts is not torn between two of them.
      return happened && cell?.torn === true
        ? `Make it one transaction: ${begin} before the loop, and one commit after it instead of that on line ${line}.`
        : null;
    case 'commit-in-finally':
      return onlySoft ? `Move the commit of line ${line} to the end of the try, and roll back on an error.` : null;
    case 'error-swallowed':
      return onlySoft ? `Raise the error again in the handler on line ${line}, so that the caller knows.` : null;
    case 'no-commit':
    case 'replace-parent':
      return null;
  }
}

function lastingKey(patterns: readonly Pattern[]): string | null {
  const pattern = patterns.find((one) => one.id === 'missing-key' || one.id === 'fresh-key');
  if (pattern === undefined) return null;
  const instead = pattern.id === 'fresh-key' ? ' instead of one made anew' : '';
  return `Give the email on line ${pattern.line} a key that stays the same in a re-run${instead}: idempotency_key=… made of the id of its row.`;
}

function connection(report: StyleReport): string {
  return report.connection ?? 'conn';
}

function beginCall(report: StyleReport): string {
  return `${connection(report)}.execute("BEGIN IMMEDIATE")`;
}
