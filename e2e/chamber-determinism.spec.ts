// The same verdict everywhere: every reference gets the same digest in this browser's chamber as in Node.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { loadTasksRoot } from '../src/tasks/folder.ts';
import type {} from './chamber/main.ts';

interface Line {
  readonly task: string;
  readonly reference: string;
  readonly digest: string;
}

/** What Node prints: once for all browsers of a test run, before which `folder` is emptied. */
function printedInNode(folder: string): string {
  const file = `${folder}/references-in-node.jsonl`;
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const printed = execFileSync(process.execPath, ['src/cli/run.mjs', 'references', '--json']).toString();
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, printed);
  return printed;
}

test('every reference gets the digest that Node gives it', async ({ page }) => {
  test.setTimeout(900_000);
  const inNode = printedInNode(test.info().project.outputDir)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  expect(inNode.length).toBeGreaterThanOrEqual(12);

  await page.goto('./');
  const inBrowser: Line[] = [];
  for (const loaded of await loadTasksRoot('tasks/crash')) {
    if (!loaded.ok) throw new Error(`a task does not load: ${JSON.stringify(loaded.problems)}`);
    const task = loaded.value;
    // Everything crosses into the page as text, bytes as arrays of numbers.
    const text = JSON.stringify({ ...task, references: [] }, (_key, value: unknown) =>
      value instanceof Uint8Array ? { bytes: [...value] } : value,
    );
    for (const reference of task.references) {
      const digest = await page.evaluate(
        async ([plain, source]) => {
          const rebuilt = JSON.parse(plain ?? '', (_key, value: { bytes?: number[] } | null) =>
            Array.isArray(value?.bytes) && Object.keys(value).length === 1 ? new Uint8Array(value.bytes) : value,
          ) as typeof window.task;
          const answer = await window.real.run({ task: rebuilt, source: source ?? '' }, () => {});
          return answer.kind === 'result' ? answer.result.verdict.digest : JSON.stringify(answer);
        },
        [text, reference.source],
      );
      inBrowser.push({ task: task.id, reference: reference.name, digest });
    }
  }
  expect(inBrowser).toEqual(inNode.map(({ task, reference, digest }) => ({ task, reference, digest })));
});
