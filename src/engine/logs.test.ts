// The statement logs: packing of made-up runs, and what the real machine records of a refund.
import { beforeAll, describe, expect, it } from 'vitest';
import { LOG_LAST_POINTS, LOG_POINTS, linesOfLog, type ModeLogs } from '../model/log.ts';
import type { Fault, Mode, WritePoint } from '../model/trace.ts';
import type { CrashTestResult } from '../model/verdict.ts';
import { LogBook, type Reached } from './logs.ts';
import { loadTask, openLab, sourceOf, type Lab } from './testing.ts';

function reached(texts: readonly string[], more = 0): Reached {
  const points = texts.map((text, index): WritePoint => ({ index, kind: 'statement', text, line: 3, repetition: 1 }));
  return { points, pointsReached: points.length + more };
}

/** Texts of a log, `…n` where points were left out. */
function read(logs: ModeLogs, run: number): string[] {
  return linesOfLog(logs, run).map((line) => (line.kind === 'point' ? line.point.text : `…${line.count}`));
}

const numbered = (count: number, name = 'p'): string[] => Array.from({ length: count }, (_, n) => `${name}${n}`);

describe('a log', () => {
  it('reads as it was recorded, whatever it shares with the clean run', () => {
    const book = new LogBook(reached(['a', 'b', 'c']));
    const rerun = reached(['a', 'b', 'c']);
    book.addCell({ crash: reached(['a', 'b']), rerun });
    book.addCell(null);
    book.addCell({ crash: reached(['a', 'x', 'c']), rerun });
    book.addCell({ crash: reached([]), rerun: reached(['y']) });
    const { logs } = book;
    const texts = logs.cells.map((cell) => cell && [read(logs, cell.crash), read(logs, cell.rerun)]);
    expect(texts).toEqual([
      [
        ['a', 'b'],
        ['a', 'b', 'c'],
      ],
      null,
      [
        ['a', 'x', 'c'],
        ['a', 'b', 'c'],
      ],
      [[], ['y']],
    ]);
  });

  it('names each point and each run once, and points of the clean run not again', () => {
    const book = new LogBook(reached(numbered(100)));
    for (let length = 1; length <= 100; length++) {
      book.addCell({ crash: reached(numbered(length)), rerun: reached(numbered(100)) });
    }
    expect(book.logs.points).toHaveLength(100);
    // The clean run, the re-run that did the same, and 99 crashes: the last one reached what the re-run reached.
    expect(book.logs.runs).toHaveLength(101);
    expect(book.logs.runs.slice(1).flatMap((run) => run.own)).toEqual([]);
  });

  it('is cut in the middle beyond its size, and the rest is counted', () => {
    const book = new LogBook(reached(numbered(LOG_POINTS + 250)));
    book.addCell({ crash: reached(numbered(LOG_POINTS), 7), rerun: reached(numbered(LOG_POINTS + 1), 9) });
    const { logs } = book;
    const first = LOG_POINTS - LOG_LAST_POINTS;
    const clean = read(logs, 0);
    expect(clean).toHaveLength(LOG_POINTS + 1);
    expect(clean.slice(first - 1, first + 2)).toEqual([`p${first - 1}`, '…250', `p${first + 250}`]);
    expect(read(logs, logs.cells[0]?.crash ?? -1)).toEqual([...numbered(LOG_POINTS), '…7']);
    const rerun = read(logs, logs.cells[0]?.rerun ?? -1);
    expect([rerun.length, rerun[first], rerun.at(-2), rerun.at(-1)]).toEqual([LOG_POINTS + 2, '…1', 'p500', '…9']);
    const last = linesOfLog(logs, 0).at(-1);
    expect(last?.kind === 'point' && last.index).toBe(LOG_POINTS + 249);
  });
});

describe('of a refund with one commit at the end', () => {
  let lab: Lab;
  let result: CrashTestResult;

  beforeAll(async () => {
    const task = await loadTask('refund-an-order');
    lab = await openLab();
    result = lab.test(task, sourceOf(task, 'commit_at_the_end'));
  });

  /** Lines of the crashed run and of the re-run, for the crash before one line. */
  function linesOf(mode: Mode, fault: Fault, line: number): (number | null)[][] {
    const at = result.verdict.modes.findIndex((report) => report.mode === mode);
    const [report, logs] = [result.verdict.modes[at], result.evidence.logs[at]];
    const cell = report?.cells.findIndex((one) => one.fault === fault && report.points[one.point]?.line === line) ?? -1;
    const runs = logs?.cells[cell];
    if (!logs || !runs) throw new Error('there is no such cell');
    return [runs.crash, runs.rerun].map((run) =>
      linesOfLog(logs, run).map((entry) => (entry.kind === 'point' ? entry.point.line : -1)),
    );
  }

  it('an error before the second update ends the run there, and the re-run reaches all of it', () => {
    expect(linesOf('autocommit', 'soft', 8)).toEqual([
      [6, 8],
      [6, 8, 10, 11],
    ]);
  });

  it('a kill leaves the log of the clean run up to where it came', () => {
    expect(linesOf('default', 'hard', 10)[0]).toEqual([6, 8, 10]);
  });

  it('a re-run that refuses at once has an empty log', () => {
    expect(linesOf('autocommit', 'hard', 11)).toEqual([[6, 8, 10, 11], []]);
  });

  it('tells the statements as they were', () => {
    const texts = result.evidence.logs[0]?.points.map((point) => `${point.kind} ${point.text.split(' ')[0]}`);
    expect(texts).toEqual(['statement UPDATE', 'statement UPDATE', 'statement INSERT', 'commit commit()']);
  });

  it('is the same where every kill and every re-run is executed', async () => {
    const task = await loadTask('refund-an-order');
    const brute = lab.test(task, sourceOf(task, 'commit_at_the_end'), { brute: true });
    expect(brute.evidence.logs).toEqual(result.evidence.logs);
  });
});
