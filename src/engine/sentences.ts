// The sentences of a verdict, made of observed facts: its headline and its shortest failing story. Pure.
import type { Exit, WritePoint } from '../model/trace.ts';
import { unreachable } from '../model/unreachable.ts';
import type { Findings, JudgedCell, JudgedWorld, ModeReport, Safety, Story } from '../model/verdict.ts';
import type { WorldView } from '../model/world.ts';
import { leftBehind } from './left-behind.ts';
import { tellMoments } from './moments.ts';
import { continued, type Connections } from './notes.ts';

/** Characters of a statement that a sentence quotes. */
const QUOTED = 60;

export interface StoryParts {
  readonly modes: readonly ModeReport[];
  readonly worlds: readonly JudgedWorld[];
  readonly exits: readonly Exit[];
  /** A world of the table as a person may see it; null where it is not kept. */
  readonly viewOf: (world: number) => WorldView | null;
}

const NO_FINDINGS: Findings = { torn: [], missing: [], repeated: [] };

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
    const { afterCrash, afterRerun } = tellMoments({
      outcome: cell.outcome,
      crashed: parts.worlds[cell.crashWorld]?.findings ?? NO_FINDINGS,
      rerun: parts.worlds[cell.rerunWorld]?.findings ?? NO_FINDINGS,
      rerunExit: parts.exits[cell.rerunExit],
      left: () => {
        const [start, crashed, rerun] = [report.startWorld, cell.crashWorld, cell.rerunWorld].map(parts.viewOf);
        return start && crashed && rerun ? leftBehind(start, crashed, rerun) : null;
      },
    });
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

export interface HeadlineFacts {
  readonly safety: Safety;
  readonly usesDatabase: boolean;
  readonly connections: Connections;
  readonly finishesInterruptedWork: boolean;
  /** Write points reached in the default mode. */
  readonly pointsReached: number;
  /** Why the code does not work in autocommit, as a sentence; null where it does. */
  readonly brokenInAutocommit: string | null;
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
      if (facts.brokenInAutocommit !== null) {
        return `Works and survives every crash in the default mode, where sqlite3 opens a transaction for it. In autocommit it does not work: ${continued(facts.brokenInAutocommit)}`;
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
