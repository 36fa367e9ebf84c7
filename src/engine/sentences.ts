// The sentences of a verdict, made of observed facts: its headline and its shortest failing story. Pure.
import type { Exit, WritePoint } from '../model/trace.ts';
import { unreachable } from '../model/unreachable.ts';
import type { JudgedCell, JudgedWorld, ModeReport, Safety, Story } from '../model/verdict.ts';

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
    return {
      mode: report.mode,
      fault: cell.fault,
      point: cell.point,
      line: point.line,
      sentence: `${how} (${shortPoint(point)})${mode}: ${afterCrash(parts, cell)}; ${afterRerun(parts, cell)}.`,
    };
  }
  return null;
}

/** A write point in a few words. */
export function shortPoint(point: WritePoint): string {
  const text = point.text.length > QUOTED ? `${point.text.slice(0, QUOTED - 1)}…` : point.text;
  const repeated = point.repetition > 1 ? `, repetition ${point.repetition}` : '';
  return `${text}${repeated}`;
}

function afterCrash(parts: StoryParts, cell: JudgedCell): string {
  const findings = parts.worlds[cell.crashWorld]?.findings;
  return findings?.torn[0] ?? findings?.repeated[0] ?? findings?.missing[0] ?? 'nothing is wrong yet';
}

function afterRerun(parts: StoryParts, cell: JudgedCell): string {
  const findings = parts.worlds[cell.rerunWorld]?.findings;
  const exit = parts.exits[cell.rerunExit]?.status;
  switch (cell.outcome) {
    case 'recovered':
      return 'the re-run then finishes the work';
    case 'double-applied':
      return `the re-run does it again: ${findings?.repeated[0] ?? ''}`;
    case 'half-done':
      return `the re-run ends without an error, and still ${findings?.torn[0] ?? findings?.missing[0] ?? ''}`;
    case 're-run-fails':
      return exit?.kind === 'raised'
        ? `the re-run fails with ${exit.errorType}${exit.message.trim() === '' ? '' : `: ${exit.message}`}`
        : 'the re-run does not finish either';
    default:
      return unreachable(cell.outcome);
  }
}

export interface HeadlineFacts {
  readonly safety: Safety;
  readonly usesDatabase: boolean;
  readonly finishesInterruptedWork: boolean;
  /** Write points reached in the default mode. */
  readonly pointsReached: number;
  readonly autocommitWorks: boolean;
  readonly onlyHard: boolean;
}

/** What a person reads first, beside the word of the class. */
export function headline(facts: HeadlineFacts): string {
  if (facts.pointsReached === 0) return 'Works, and wrote nothing: there was no write to crash before.';
  const unfinished = facts.finishesInterruptedWork;
  const harm = unfinished ? 'is not finished exactly once by the re-run' : 'leaves the data half-updated';
  switch (facts.safety) {
    case 'unsafe': {
      const where = facts.usesDatabase ? ', even in the default mode' : '';
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
      const modes = facts.usesDatabase ? ' in either mode' : '';
      return unfinished
        ? `Works. After every crash${modes} the re-run finishes the work exactly once.`
        : `Works. Never half-updated after a crash${modes}.`;
    }
    default:
      return unreachable(facts.safety);
  }
}
