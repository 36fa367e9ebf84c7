// The refund's numbers at every crash point, in both modes: credit, status of the order, refunds recorded.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Fault, Mode } from '../model/trace.ts';
import type { CrashTestResult } from '../model/verdict.ts';
import { column, judgedCells, loadTask, openLab, sourceOf } from './testing.ts';

let result: CrashTestResult;

beforeAll(async () => {
  const task = await loadTask('refund-an-order');
  result = (await openLab()).test(task, sourceOf(task, 'commit_at_the_end'));
});

/** `credit/status/refunds` of the customer and the order that the call is about. */
function numbers(world: number): string {
  const credit = column(result, world, 'customers', 'credit').split(',')[0];
  const status = column(result, world, 'orders', 'status').split(',')[1]?.replaceAll("'", '');
  const refunds = column(result, world, 'refunds', 'amount').split(',').filter(Boolean).length;
  return `${credit}/${status}/${refunds}`;
}

function rowsOf(mode: Mode, fault: Fault): string[][] {
  const report = result.verdict.modes.find((one) => one.mode === mode);
  return judgedCells(result.verdict)
    .filter((cell) => cell.mode === mode && cell.fault === fault)
    .map((cell) => [
      `line ${report?.points[cell.point]?.line}`,
      numbers(cell.crashWorld),
      numbers(cell.rerunWorld),
      `${cell.outcome}${cell.bad ? ', bad' : ''}`,
    ]);
}

const FAULTS: readonly Fault[] = ['soft', 'hard'];

describe('a refund with one commit at the end', () => {
  it.each(FAULTS)('in the default mode is as before or done, whatever the crash (%s)', (fault) => {
    expect(rowsOf('default', fault)).toEqual([
      ['line 6', '0/paid/0', '50/refunded/1', 'recovered'],
      ['line 8', '0/paid/0', '50/refunded/1', 'recovered'],
      ['line 10', '0/paid/0', '50/refunded/1', 'recovered'],
      ['line 11', '0/paid/0', '50/refunded/1', 'recovered'],
    ]);
  });

  it.each(FAULTS)('in autocommit credits twice, or loses the record (%s)', (fault) => {
    expect(rowsOf('autocommit', fault)).toEqual([
      ['line 6', '0/paid/0', '50/refunded/1', 'recovered'],
      ['line 8', '50/paid/0', '100/refunded/1', 'double-applied, bad'],
      ['line 10', '50/refunded/0', '50/refunded/0', 're-run-fails, bad'],
      ['line 11', '50/refunded/1', '50/refunded/1', 'recovered'],
    ]);
  });

  it('killed in autocommit before the second update: 50 and paid, after the re-run 100 and refunded', () => {
    const { story } = result.verdict;
    const cell = judgedCells(result.verdict).find((one) => one.mode === 'autocommit' && one.torn);
    expect(story).toMatchObject({ mode: 'autocommit', fault: 'hard', point: 1, line: 8 });
    expect(story?.sentence).toBe(
      "Killed before line 8 (UPDATE orders SET status = 'refunded' WHERE id = ?), in autocommit: the customer was credited, the order still says paid; the re-run does it again: the customer was credited 2 times.",
    );
    expect([numbers(cell?.crashWorld ?? -1), numbers(cell?.rerunWorld ?? -1)]).toEqual(['50/paid/0', '100/refunded/1']);
  });

  it('plans 16 scenarios, and all of them fire', () => {
    expect(result.verdict.counts).toEqual({ planned: 16, fired: 16, notJudged: 0 });
  });

  it('is safe by accident, double-applies and is not fully crash-safe', () => {
    expect(result.verdict).toMatchObject({
      safety: 'safe-by-accident',
      doubleApplies: true,
      fullyCrashSafe: false,
    });
  });

  it('leaves the worlds of clean runs and repeats alike in both modes', () => {
    for (const report of result.verdict.modes) {
      expect(numbers(report.startWorld)).toBe('0/paid/0');
      expect(numbers(report.normal[0]?.world ?? -1)).toBe('50/refunded/1');
      expect(numbers(report.repeat?.world ?? -1)).toBe('50/refunded/1');
      expect(report.repeat?.outcome).toBe('recovered');
    }
  });
});
