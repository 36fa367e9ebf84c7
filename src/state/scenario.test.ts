// The moments and processes of scenarios in a real verdict.
import { beforeAll, expect, test } from 'vitest';
import { column, loadTask, openLab, sourceOf } from '../engine/testing.ts';
import type { Fault, Mode } from '../model/trace.ts';
import type { CrashTestResult } from '../model/verdict.ts';
import { matrixOf } from './matrix.ts';
import { scenarioOf, type Scenario } from './scenario.ts';

let result: CrashTestResult;

beforeAll(async () => {
  const task = await loadTask('refund-an-order');
  result = (await openLab()).test(task, sourceOf(task, 'commit_at_the_end'));
});

function scenario(line: number, mode: Mode, fault: Fault): Scenario {
  const matrix = matrixOf(result.verdict);
  const row = matrix.rows.find(({ point }) => point.line === line);
  if (row === undefined) throw new Error(`no crash point on line ${line}`);
  return scenarioOf(result, matrix, row, mode, fault);
}

test('killed in autocommit before the second update, the three moments are 0, 50 and 100', () => {
  const { moments } = scenario(8, 'autocommit', 'hard');
  expect(moments.map(({ step, world }) => [step, column(result, world, 'customers', 'credit').split(',')[0]])).toEqual([
    ['before', '0'],
    ['after-crash', '50'],
    ['after-rerun', '100'],
  ]);
  expect(moments.map(({ view }) => view?.tables.length ?? 0)).toEqual([3, 3, 3]);
  expect(moments.map(({ exit }) => exit !== null && result.verdict.exits[exit]?.status.kind)).toEqual([
    false,
    'killed',
    'returned',
  ]);
});

test('the two processes come with the points they reached, and with the one that was crashed', () => {
  const [crashed, rerun] = scenario(8, 'autocommit', 'soft').runs;
  expect([crashed?.which, crashed?.exit.status.kind, crashed?.log.length, crashed?.crashedAt]).toEqual([
    'crashed',
    'raised',
    2,
    1,
  ]);
  expect([rerun?.which, rerun?.exit.status.kind, rerun?.log.length, rerun?.crashedAt]).toEqual([
    're-run',
    'returned',
    4,
    null,
  ]);
});

test('a scenario that was not judged has neither', () => {
  const { verdict } = result;
  const modes = verdict.modes.map((report) => ({
    ...report,
    cells: report.cells.map(({ fault, point }) => ({
      status: 'not-judged' as const,
      fault,
      point,
      reason: 'died' as const,
      detail: '',
    })),
  }));
  const without = { ...result, verdict: { ...verdict, modes } };
  const matrix = matrixOf(without.verdict);
  const [row] = matrix.rows;
  if (row === undefined) throw new Error('no rows');
  expect(scenarioOf(without, matrix, row, 'default', 'hard')).toMatchObject({ moments: [], runs: [] });
});
