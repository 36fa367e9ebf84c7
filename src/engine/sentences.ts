// The sentences of a verdict, made of observed facts: its headline and its shortest failing story. Pure.
import type { Exit, WritePoint } from '../model/trace.ts';
import { unreachable } from '../model/unreachable.ts';
import type { Findings, JudgedCell, JudgedWorld, ModeReport, Outcome, Safety, Story } from '../model/verdict.ts';
import type { Connections } from './notes.ts';
import { failed } from './reasons.ts';

/** Characters of a statement that a sentence quotes. */
const QUOTED = 60;

export interface StoryParts {
  readonly modes: readonly ModeReport[];
  readonly worlds: readonly JudgedWorld[];
  readonly exits: readonly Exit[];
}

/** The earliest bad crash point: default before autocommit, then the order of the run; a kill if one is bad there. */
export function tellStory(parts: StoryParts, namesModes: boolean): Story | null {
  for (const report of parts.modes) {
    const bad = report.cells.filter((cell): cell is JudgedCell => cell.status === 'judged' && cell.bad);
    const first = Math.min(...bad.map((cell) => cell.point));
    const there = bad.filter((cell) => cell.point === first);
    const cell = there.find((candidate) => candidate.fault === 'hard') ?? there[0];
    const point = cell && report.points[cell.point];
    if (!cell || !point) continue;
    const place = point.line === null ? 'the end of the run' : `line ${point.line}`;
    const how = cell.fault === 'hard' ? `Killed before ${place}` : `An error at ${place}`;
    const mode = namesModes ? `, in ${report.mode === 'default' ? 'the default mode' : 'autocommit'}` : '';
    const [afterCrash, afterRerun] = tellMoments(parts, cell);
    return {
      mode: report.mode,
      fault: cell.fault,
      point: cell.point,
      line: point.line,
      sentence: `${how} (${shortPoint(point, report.points)})${mode}: ${afterCrash}; ${afterRerun}.`,
    };
  }
  return null;
}

/** A write point in a few words; `points` are those of its mode. */
export function shortPoint(point: WritePoint, points: readonly WritePoint[]): string {
  const text = point.text.length > QUOTED ? `${point.text.slice(0, QUOTED - 1)}…` : point.text;
  if (point.repetition === 1) return text;
  const ofItsLine = points.filter((one) => one.line === point.line && one.kind === point.kind);
  // A script, or a loop over statements: they are not the same thing done again.
  const isOneOfSeveral = point.kind === 'statement' && ofItsLine.some((one) => one.text !== point.text);
  return isOneOfSeveral
    ? `${text}, statement ${point.repetition} of that line`
    : `${text}, repetition ${point.repetition}`;
}

const NO_FINDINGS: Findings = { torn: [], missing: [], repeated: [] };

/** What is wrong right after the crash, and what the re-run makes of it. A finding that both worlds share goes first. */
function tellMoments(parts: StoryParts, cell: JudgedCell): readonly [afterCrash: string, afterRerun: string] {
  const crashed = parts.worlds[cell.crashWorld]?.findings ?? NO_FINDINGS;
  const rerun = parts.worlds[cell.rerunWorld]?.findings ?? NO_FINDINGS;
  const wrong = shared(crashed.torn, rerun.torn) ?? crashed.repeated[0] ?? shared(crashed.missing, rerun.missing);
  const end = howRerunEnds(parts.exits[cell.rerunExit]);
  return [wrong ?? 'nothing is wrong yet', tellRerun(cell.outcome, end, crashed, rerun, wrong)];
}

function tellRerun(
  outcome: Outcome,
  end: string,
  crashed: Findings,
  rerun: Findings,
  wrong: string | undefined,
): string {
  const known = [...(wrong === undefined ? [] : [wrong]), ...crashed.torn, ...crashed.missing, ...crashed.repeated];
  const still = (findings: readonly string[]): string | undefined => known.find((one) => findings.includes(one));
  switch (outcome) {
    case 'recovered':
      return 'the re-run then finishes the work';
    case 'double-applied': {
      const again = rerun.repeated.find((one) => !known.includes(one));
      return again === undefined ? `${end}, and still ${rerun.repeated[0]}` : `the re-run does it again: ${again}`;
    }
    case 'half-done': {
      const stays = still([...rerun.torn, ...rerun.missing]);
      return stays === undefined ? `${end}, but ${rerun.torn[0] ?? rerun.missing[0]}` : `${end}, and still ${stays}`;
    }
    case 're-run-fails': {
      const stays = still(rerun.torn);
      return stays === undefined ? end : `${end}, and still ${stays}`;
    }
    default:
      return unreachable(outcome);
  }
}

/** The first that the others have too; where there is none, the first. */
function shared(findings: readonly string[], others: readonly string[]): string | undefined {
  return findings.find((one) => others.includes(one)) ?? findings[0];
}

function howRerunEnds(exit: Exit | undefined): string {
  if (!exit || !failed(exit.status)) return 'the re-run ends without an error';
  if (exit.status.kind !== 'raised') return 'the re-run does not finish either';
  const message = exit.status.message.trim();
  const said = message.endsWith('.') ? message.slice(0, -1) : message;
  return `the re-run fails with ${exit.status.errorType}${said === '' ? '' : `: ${said}`}`;
}

export interface HeadlineFacts {
  readonly safety: Safety;
  readonly usesDatabase: boolean;
  readonly connections: Connections;
  readonly finishesInterruptedWork: boolean;
  /** Write points reached in the default mode. */
  readonly pointsReached: number;
  readonly autocommitWorks: boolean;
  readonly onlyHard: boolean;
}

/** A mode that reached none of the writes is not claimed. */
const OWN_MODE = " in the transaction mode of the code's own connection";
const UNSAFE_WHERE: Readonly<Record<Connections, string>> = {
  handed: ', even in the default mode',
  'also-own': ', even in the default mode',
  'only-own': `,${OWN_MODE}`,
};
const SAFE_WHERE: Readonly<Record<Connections, string>> = {
  handed: ' in either mode',
  'also-own': ' in either mode of the connection that it is handed',
  'only-own': OWN_MODE,
};

/** What a person reads first, beside the word of the class. */
export function headline(facts: HeadlineFacts): string {
  if (facts.pointsReached === 0) return 'Works, and wrote nothing: there was no write to crash before.';
  const unfinished = facts.finishesInterruptedWork;
  const harm = unfinished ? 'is not finished exactly once by the re-run' : 'leaves the data half-updated';
  switch (facts.safety) {
    case 'unsafe': {
      const where = facts.usesDatabase ? UNSAFE_WHERE[facts.connections] : '';
      const kind = facts.onlyHard ? 'a kill' : 'a crash';
      const note = facts.onlyHard ? ' An error that is raised does no harm there, only a kill does.' : '';
      return `Works, but ${unfinished ? `work cut short by ${kind}` : kind} ${harm}${where}.${note}`;
    }
    case 'safe-by-accident':
      if (!facts.autocommitWorks) {
        return 'Works and survives every crash in the default mode, where sqlite3 opens a transaction for it. In autocommit it does not work.';
      }
      return unfinished
        ? 'Works. In the default mode, where sqlite3 opens a transaction for it, the re-run finishes the work exactly once after every crash. In autocommit it does not.'
        : 'Works. Never half-updated in the default mode, where sqlite3 opens a transaction for it. In autocommit a crash leaves the data half-updated.';
    case 'safe-by-design': {
      const modes = facts.usesDatabase ? SAFE_WHERE[facts.connections] : '';
      return unfinished
        ? `Works. After every crash${modes} the re-run finishes the work exactly once.`
        : `Works. Never half-updated after a crash${modes}.`;
    }
    default:
      return unreachable(facts.safety);
  }
}
