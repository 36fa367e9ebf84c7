// What an exported file is called and holds. Whether it is right, pytest says in `takeaway.test.ts`.
import { beforeAll, expect, it } from 'vitest';
import { judgedCells, loadTask, openLab, sourceOf, type Lab } from '../engine/testing.ts';
import type { Task } from '../model/task.ts';
import type { Verdict } from '../model/verdict.ts';
import { ODD_PROGRAMS } from './programs.testing.ts';
import { joinPieces, PIECE_NAMES } from './pieces.ts';
import { pytestFile } from './takeaway.ts';

let lab: Lab;
let refund: Task;
let source: string;
let verdict: Verdict;

beforeAll(async () => {
  lab = await openLab();
  refund = await loadTask('refund-an-order');
  source = sourceOf(refund, 'commit_at_the_end');
  verdict = lab.test(refund, source).verdict;
});

it('is called after the function, the mode, the fault and the line', () => {
  const names = judgedCells(verdict).map((cell) => pytestFile({ task: refund, source, verdict, ...cell }).name);
  expect(names.slice(0, 2)).toEqual([
    'test_refund_order_default_error_line_6.py',
    'test_refund_order_default_kill_line_6.py',
  ]);
  expect(new Set(names).size).toBe(names.length);
});

it('holds the solution, the judge, the call and what was seen, word for word', () => {
  const { text } = pytestFile({ task: refund, source, verdict, mode: 'autocommit', fault: 'hard', point: 1 });
  expect(text).toContain(source);
  expect(text).toContain(refund.judgeSql);
  expect(text).toContain('return [conn, 7]');
  expect(text).toMatch(/^"""Refund an order: killed just before line 8, in autocommit\.\n/);
  for (const sentence of verdict.worlds[judgedCells(verdict).find((cell) => cell.bad)?.crashWorld ?? -1]?.findings
    .torn ?? []) {
    expect(text).toContain(`- ${sentence}`);
  }
});

it('holds nothing of what its crash does not need', () => {
  const { text } = pytestFile({ task: refund, source, verdict, mode: 'default', fault: 'soft', point: 0 });
  expect(text).toContain('watch_sqlite(point)');
  expect(text).not.toMatch(/watch_files|class Notifier|class Cache|class Clock|class Dump/);
});

it('every odd program gets a file of its own for each scenario', () => {
  for (const { name, task, source: odd } of ODD_PROGRAMS) {
    const { verdict: found } = lab.test(task, odd);
    const names = judgedCells(found).map((cell) => pytestFile({ task, source: odd, verdict: found, ...cell }).name);
    expect(names.length, name).toBeGreaterThan(0);
    expect(new Set(names).size, name).toBe(names.length);
  }
});

it('refuses a scenario that was not judged', () => {
  expect(() => pytestFile({ task: refund, source, verdict, mode: 'default', fault: 'hard', point: 99 })).toThrow(
    'there is no judged scenario: default, hard, point 99',
  );
});

it('no two pieces of Python define the same name', () => {
  const { body } = joinPieces(new Set(PIECE_NAMES));
  const names = [...body.matchAll(/^(?:def|class) (\w+)|^(\w+) = /gm)].map(
    ([, defined, assigned]) => defined ?? assigned,
  );
  expect(names.length).toBeGreaterThan(40);
  expect(new Set(names).size).toBe(names.length);
});
