// The words of an exported file: its name, what its docstring tells, and how its test is called. Pure.
import { DATABASE_PATH } from '../model/world.ts';
import { usesDatabase, type Argument, type Task } from '../model/task.ts';
import type { Fault, Mode, WritePoint, WritePointKind } from '../model/trace.ts';
import { unreachable } from '../model/unreachable.ts';
import type { JudgedCell, ModeReport, Verdict } from '../model/verdict.ts';
import { valueLiteral } from './literals.ts';

export interface Scene {
  readonly task: Task;
  readonly source: string;
  readonly verdict: Verdict;
  readonly report: ModeReport;
  readonly cell: JudgedCell;
  readonly point: WritePoint;
}

export function argumentText(argument: Argument): string {
  return 'helper' in argument ? argument.helper : valueLiteral(argument.value);
}

export function callText({ task }: Scene): string {
  return `${task.function}(${(task.cases[0]?.args ?? []).map(argumentText).join(', ')})`;
}

/** For example `test_refund_order_autocommit_kill_line_8.py`. */
export function fileName({ task, report, cell, point }: Scene): string {
  const mode = usesDatabase(task) ? [report.mode] : [];
  const place = point.line === null ? ['at_the_end'] : ['line', String(point.line)];
  const here = report.points.filter(({ line }) => line === point.line);
  const kind = here.some((other) => other.kind !== point.kind) ? [point.kind] : [];
  const repetition = point.repetition > 1 ? ['time', String(point.repetition)] : [];
  const parts = ['test', task.function, ...mode, faultWord(cell.fault), ...place, ...kind, ...repetition];
  return `${parts.join('_').replace(/[^A-Za-z0-9_]/g, '_')}.py`;
}

export function testName({ task, cell, point }: Scene): string {
  const place = point.line === null ? 'at_the_end' : `${cell.fault === 'hard' ? 'before' : 'at'}_line_${point.line}`;
  const claim = task.finishesInterruptedWork ? 'is_made_good_by_the_rerun' : 'leaves_no_contradiction';
  return `test_${cell.fault === 'hard' ? 'a_kill' : 'an_error'}_${place}_${claim}`;
}

/** For example `killed just before line 8`. */
export function crashText({ cell, point }: Scene): string {
  const place = point.line === null ? 'a write at the end of the run' : `line ${point.line}`;
  const repetition = point.repetition > 1 ? ` (repetition ${point.repetition})` : '';
  return `${cell.fault === 'hard' ? 'killed just before' : 'with an error at'} ${place}${repetition}`;
}

/** For example `, in autocommit`; empty where there is no database. */
export function modeText({ task, report }: Scene): string {
  if (!usesDatabase(task)) return '';
  return report.mode === 'default' ? ', in the default mode' : ', in autocommit';
}

/** The source line of the crash with its number; empty where no line of the solution was running. */
export function lineText({ source, point }: Scene): string {
  if (point.line === null) return '';
  return `${point.line} | ${(source.split(/\r\n?|\n/)[point.line - 1] ?? '').trim()}`;
}

/** What a student reads first. */
export function docstring(scene: Scene, name: string): string {
  const { task, verdict, report, cell, point } = scene;
  const { story } = verdict;
  const isStory = story?.mode === report.mode && story.fault === cell.fault && story.point === cell.point;
  const after = verdict.worlds[cell.crashWorld]?.findings;
  const rerun = verdict.worlds[cell.rerunWorld]?.findings;
  const exit = verdict.exits[cell.rerunExit]?.status;
  const raised = exit?.kind === 'raised' ? [`it raised ${exit.errorType}: ${exit.message}`] : [];
  const seen = (findings: typeof after): string[] => {
    const sentences = findings ? [...findings.torn, ...findings.repeated, ...findings.missing] : [];
    return sentences.length === 0 ? ['nothing is wrong'] : sentences;
  };
  const line = lineText(scene);
  const paragraphs = [
    `${task.title}: ${crashText(scene)}${modeText(scene)}.`,
    [
      `The call:  ${callText(scene)}`,
      ...(usesDatabase(task) ? [`The mode:  ${modeSentence(report.mode)}`] : []),
      `The write: number ${point.index + 1} of ${report.pointsReached} (${point.kind}): ${point.text.replace(/\s+/g, ' ')}`,
      ...(line === '' ? [] : [`The line:  ${line}`]),
      `The crash: ${faultSentence(cell.fault, point.kind)}`,
    ],
    ...(isStory ? [story.sentence] : []),
    ['Seen right after the crash:', ...seen(after).map((sentence) => `- ${sentence}`)],
    [
      `Seen after the re-run, in a fresh process ten minutes later (${cell.outcome}):`,
      ...[...raised, ...seen(rerun)].map((sentence) => `- ${sentence}`),
    ],
    [...ruleSentences(task), cell.bad ? 'So the test of this crash fails.' : 'So the test of this crash passes.'],
    [
      'CAUTION: here the code runs on your own machine, with all the rights that you have. Nothing keeps it from the rest of',
      'your files. Run it only if you would run the code yourself.',
    ],
    [
      `Run it with   pytest ${name}`,
      `or with       python ${name}`,
      'It needs Python 3.10 or later and pytest, nothing else. Each run is a process of its own on real files, and the',
      `crash is a real one. Made by By Accident ${verdict.engine}.`,
    ],
  ];
  return paragraphs.map((paragraph) => (typeof paragraph === 'string' ? paragraph : paragraph.join('\n'))).join('\n\n');
}

function faultWord(fault: Fault): string {
  return fault === 'hard' ? 'kill' : 'error';
}

function modeSentence(mode: Mode): string {
  return mode === 'default'
    ? `sqlite3.connect("${DATABASE_PATH}"), which opens a transaction before the first write`
    : `sqlite3.connect("${DATABASE_PATH}", isolation_level=None), where each statement is saved at once`;
}

function ruleSentences(task: Task): string[] {
  return task.finishesInterruptedWork
    ? ['The re-run is part of this job: after it, the work must be done, and done once.']
    : ['No crash may leave a contradiction behind, not even until the re-run.'];
}

function faultSentence(fault: Fault, kind: WritePointKind): string {
  if (fault === 'hard') return 'the process is killed: no except, no finally and no exit handler runs';
  if (kind === 'store') return 'the memory cannot be written: a signal ends the process, as a kill does';
  return `the call raises ${errorText(kind)}, and the code may handle it`;
}

function errorText(kind: Exclude<WritePointKind, 'store'>): string {
  switch (kind) {
    case 'statement':
    case 'commit':
    case 'blob':
    case 'backup':
      return 'sqlite3.OperationalError("disk I/O error")';
    case 'open':
    case 'write':
    case 'truncate':
    case 'rename':
    case 'delete':
    case 'mkdir':
    case 'link':
      return 'OSError with errno EIO';
    case 'mail':
      return 'NotifierError("the email service did not answer")';
    case 'cache':
      return 'CacheError("the cache did not answer")';
    default:
      return unreachable(kind);
  }
}
