// The one failing scenario that a repair is told of, and its facts in words. It reads the verdict and derives no class.
import type { Exit, ExitStatus, Fault, Mode, WritePoint } from '../model/trace.ts';
import { unreachable } from '../model/unreachable.ts';
import type { Findings, JudgedCell, ModeReport, NormalRun, Verdict } from '../model/verdict.ts';

export type FailingScenario =
  | { readonly kind: 'crash'; readonly mode: Mode; readonly point: WritePoint; readonly cell: JudgedCell }
  | { readonly kind: 'clean'; readonly mode: Mode; readonly run: NormalRun }
  | { readonly kind: 'repeat'; readonly mode: Mode; readonly repeat: NonNullable<ModeReport['repeat']> };

/**
 * That of the verdict's story; else a mode in which the code does not work; else the earliest crash that the re-run
 * does not recover from; else the repeat after a clean run. Null where nothing fails.
 */
export function failingScenario(verdict: Verdict): FailingScenario | null {
  const { story, modes } = verdict;
  if (story !== null) {
    const report = modes.find((one) => one.mode === story.mode);
    const cell = report?.cells.find((one) => one.point === story.point && one.fault === story.fault);
    const point = report?.points[story.point];
    if (cell?.status === 'judged' && point) return { kind: 'crash', mode: story.mode, point, cell };
  }
  for (const { mode, works, normal } of modes) {
    const run = normal.find((one) => !one.works);
    if (!works && run) return { kind: 'clean', mode, run };
  }
  for (const report of modes) {
    const cell = report.cells.find((one) => one.status === 'judged' && one.outcome !== 'recovered');
    const point = cell && report.points[cell.point];
    if (cell?.status === 'judged' && point) return { kind: 'crash', mode: report.mode, point, cell };
  }
  for (const { mode, repeat } of modes) {
    if (repeat !== null && repeat.outcome !== 'recovered') return { kind: 'repeat', mode, repeat };
  }
  return null;
}

/** Paragraphs and lists in Markdown. `namesModes` is false for a task without a database. */
export function scenarioParagraphs(verdict: Verdict, scenario: FailingScenario, namesModes: boolean): string[] {
  const mode = namesModes ? [modeSentence(scenario.mode)] : [];
  switch (scenario.kind) {
    case 'crash': {
      const { cell, point } = scenario;
      const crash = verdict.exits[cell.crashExit];
      return [
        ...mode,
        crashSentence(cell.fault, point),
        fence(point.text),
        ...(cell.fault === 'soft' && crash ? [`The code reacted to that: ${ending(crash.status)}`] : []),
        ...found('right after the crash', verdict, cell.crashWorld),
        ...again(verdict, cell.rerunExit, cell.rerunWorld),
      ];
    }
    case 'clean': {
      const exit = verdict.exits[scenario.run.exit];
      return [
        ...mode,
        'Nothing interrupted the call.',
        ...(exit ? [`What it did: ${ending(exit.status)}`, ...traceback(exit)] : []),
        ...(scenario.run.world === null ? [] : found('after the call', verdict, scenario.run.world)),
      ];
    }
    case 'repeat':
      return [
        ...mode,
        'The first call did its work, and nothing interrupted it.',
        ...again(verdict, scenario.repeat.exit, scenario.repeat.world),
      ];
    default:
      return unreachable(scenario);
  }
}

function modeSentence(mode: Mode): string {
  return mode === 'default'
    ? "`conn` was opened in sqlite3's default mode."
    : '`conn` was opened in autocommit mode (`isolation_level=None`).';
}

function crashSentence(fault: Fault, { line, repetition }: WritePoint): string {
  const place = line === null ? 'what happens at the end of the call' : `line ${line}`;
  const time = repetition > 1 ? ` did this for the ${ordinal(repetition)} time` : ' did this';
  return fault === 'hard'
    ? `The process was killed just before ${place}${time}:`
    : `An error was raised in ${place}, before it${time}:`;
}

function again(verdict: Verdict, exit: number, world: number): string[] {
  const rerun = verdict.exits[exit];
  return [
    'Then the function was called again with the same arguments, in a new process, ten minutes later.',
    ...(rerun ? [`What that did: ${ending(rerun.status)}`, ...traceback(rerun)] : []),
    ...found('after that second call', verdict, world),
  ];
}

/** What the judge says of a world, torn before repeated before missing. */
function found(when: string, verdict: Verdict, world: number): string[] {
  const findings = verdict.worlds[world]?.findings;
  if (findings === undefined) return [];
  const said = sentencesOf(findings);
  if (said.length === 0) return [`Nothing was wrong ${when}.`];
  return [`What was found ${when}:\n\n${said.map((sentence) => `- ${sentence}`).join('\n')}`];
}

const MOST_SENTENCES = 8;

function sentencesOf({ torn, repeated, missing }: Findings): string[] {
  const all = [...torn, ...repeated, ...missing];
  const more = all.length - MOST_SENTENCES;
  return more > 0 ? [...all.slice(0, MOST_SENTENCES), `and ${more} more`] : all;
}

function traceback({ status, traceback: text }: Exit): string[] {
  return status.kind === 'raised' && text.trim() !== '' ? [fence(text)] : [];
}

function ending(status: ExitStatus): string {
  switch (status.kind) {
    case 'returned':
      return 'it returned without an error.';
    case 'raised': {
      const message = status.message.trim();
      return `it raised \`${status.errorType}\`${message === '' ? '.' : `: ${sentenceEnd(message)}`}`;
    }
    case 'exited':
      return 'it ended the process itself.';
    case 'killed':
      return 'it was killed.';
    case 'timed-out':
      return 'it did not come to an end.';
    case 'over-limit':
      return `it was ended because it ${status.what}.`;
    case 'died':
      return 'it brought the interpreter down.';
    case 'unusable':
      return `it could not be called: ${sentenceEnd(status.message)}`;
    default:
      return unreachable(status);
  }
}

/** A code block whose fence no line of the text can close. */
export function fence(text: string, language = ''): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const ticks = '`'.repeat(Math.max(3, longest + 1));
  return `${ticks}${language}\n${text.replace(/\n+$/, '')}\n${ticks}`;
}

function sentenceEnd(text: string): string {
  const trimmed = text.trim();
  return /[.?!]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}

function ordinal(count: number): string {
  const tens = count % 100;
  const suffix = tens >= 11 && tens <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][count % 10] ?? 'th');
  return `${count}${suffix}`;
}
