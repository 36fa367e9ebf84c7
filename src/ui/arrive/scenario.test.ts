import { expect, test } from 'vitest';
import { column, judgedCells, loadTask, openLab, sourceOf } from '../../engine/testing.ts';
import { SCENARIO } from './scenario.ts';

test('what the first screen tells is what the crash test sees', async () => {
  const lab = await openLab();
  const task = await loadTask(SCENARIO.task);
  const result = lab.test(task, sourceOf(task, SCENARIO.reference));
  const { verdict } = result;
  expect(verdict.safety).toBe('safe-by-accident');
  for (const mode of ['default', 'autocommit'] as const) {
    const report = verdict.modes.find((one) => one.mode === mode);
    const point = report?.points.findIndex(({ line }) => line === SCENARIO.line);
    expect(point).toBe(SCENARIO.point);
    const cell = judgedCells(verdict).find(
      (one) => one.mode === mode && one.point === point && one.fault === SCENARIO.fault,
    );
    if (report === undefined || cell === undefined) throw new Error('the scenario has no such crash point');
    const worlds = [report.startWorld, cell.crashWorld, cell.rerunWorld];
    expect(worlds.map((world) => column(result, world, 'customers', 'credit').split(',')[0])).toEqual(
      SCENARIO.rows[mode].credit,
    );
    const orders = worlds.map((world) => column(result, world, 'orders', 'id').split(',').indexOf('7'));
    expect(
      worlds.map((world, n) =>
        column(result, world, 'orders', 'status').split(',')[orders[n] ?? -1]?.replaceAll("'", ''),
      ),
    ).toEqual(SCENARIO.rows[mode].status);
  }
});
