// Native CPython agrees with the machine on a reference of each category. All references: `npm run twin`.
import { expect, it } from 'vitest';
import { openLab } from './lab.ts';
import { bundledTasks } from './tasks.ts';
import type { Difference } from './twin/compare.ts';
import { findTwinPython } from './twin/native.ts';
import { runTwin, type TwinSubject } from './twin/run-twin.ts';

const NAMES = [
  'add-a-comment/helper_commits',
  'mark-an-order-paid/receipt_before_commit',
  'save-a-user-setting/rewrite_in_place',
];

const python = findTwinPython();
if (!python) console.warn('no native Python of version 3.12 or later with sqlite3: the twin is skipped');

it.skipIf(!python)(
  'gives the same class, points and outcomes on native CPython with real kills',
  async () => {
    if (!python) return;
    const subjects: TwinSubject[] = [];
    for (const name of NAMES) {
      const [id, reference] = name.split('/');
      for (const loaded of await bundledTasks()) {
        if (!loaded.ok || loaded.value.id !== id) continue;
        const task = loaded.value;
        const found = task.references.find((one) => reference === undefined || one.name === reference);
        if (found) subjects.push({ name: `${task.id}/${found.name}`, task, source: found.source });
      }
    }
    const differences: Difference[] = [];
    let scenarios = 0;
    await runTwin(await openLab(), python, subjects, false, (subject, result) => {
      if (result.kind === 'failed') throw new Error(`${subject.name}: ${result.message}`);
      differences.push(...result.comparison.differences);
      scenarios += result.comparison.scenarios;
    });
    expect(differences).toEqual([]);
    expect(subjects).toHaveLength(3);
    expect(scenarios).toBeGreaterThan(20);
  },
  300_000,
);
