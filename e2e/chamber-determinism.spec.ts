// The same verdict everywhere: every reference gets the same digest in this browser's chamber as in Node.
import { execFileSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { loadTasksRoot } from '../src/tasks/folder.ts';
import type {} from './chamber/main.ts';

interface Line {
  readonly task: string;
  readonly reference: string;
  readonly digest: string;
}

test('every reference gets the digest that Node gives it', async ({ page }) => {
  const printed = execFileSync(process.execPath, ['src/cli/run.mjs', 'references', '--json']).toString();
  const inNode = printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  expect(inNode.length).toBeGreaterThanOrEqual(12);

  await page.goto('./');
  const inBrowser: Line[] = [];
  for (const loaded of await loadTasksRoot('tasks/crash')) {
    if (!loaded.ok) throw new Error(`a task does not load: ${JSON.stringify(loaded.problems)}`);
    const task = loaded.value;
    // Bytes cross into the page as plain arrays.
    const cases = task.cases.map((one) => ({
      ...one,
      files: one.files.map((file) => ({ path: file.path, bytes: [...file.bytes] })),
    }));
    for (const reference of task.references) {
      const digest = await page.evaluate(
        async ({ plain, source }) => {
          const rebuilt = {
            ...plain,
            cases: plain.cases.map((one) => ({
              ...one,
              files: one.files.map((file) => ({ path: file.path, bytes: new Uint8Array(file.bytes) })),
            })),
          };
          const answer = await window.real.run({ task: rebuilt, source }, () => {});
          return answer.kind === 'result' ? answer.result.verdict.digest : JSON.stringify(answer);
        },
        { plain: { ...task, cases, references: [] }, source: reference.source },
      );
      inBrowser.push({ task: task.id, reference: reference.name, digest });
    }
  }
  expect(inBrowser).toEqual(inNode.map(({ task, reference, digest }) => ({ task, reference, digest })));
});
