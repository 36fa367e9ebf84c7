// Code that means harm, in the chamber of a page: the same verdict as in Node, and honest code after each is judged as ever.
import { execFileSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { loadTasksRoot } from '../src/tasks/folder.ts';
import type {} from './chamber/main.ts';

/** How long the page may stand still while its worker is kept busy. */
const LONGEST_GAP_MS = 500;

interface Said {
  readonly name: string;
  readonly source: string;
  /** Digest and headline. */
  readonly said: string;
}

test('every hostile input gets the verdict that it gets in Node, and harms no verdict after it', async ({ page }) => {
  test.setTimeout(900_000);
  const lines = execFileSync(process.execPath, ['e2e/hostile-in-node.mjs']).toString().trim().split('\n');
  const [honest, ...hostile] = lines.map((line) => JSON.parse(line) as Said);
  expect(hostile.length).toBeGreaterThan(40);
  const loaded = (await loadTasksRoot('tasks/crash')).find((one) => one.ok && one.value.id === 'refund-an-order');
  if (!loaded?.ok || honest === undefined) throw new Error('the task does not load');
  const task = JSON.stringify({ ...loaded.value, references: [] });
  const requests: string[] = [];
  await page.goto('./');
  await page.evaluate(() => window.real.load(() => undefined));
  page.on('request', (request) => {
    if (!request.url().startsWith('blob:')) requests.push(request.url());
  });
  await page.evaluate(() => {
    let last = performance.now();
    window.longestGap = 0;
    setInterval(() => {
      const now = performance.now();
      window.longestGap = Math.max(window.longestGap, now - last - 50);
      last = now;
    }, 50);
  });
  const run = (source: string): Promise<string> =>
    page.evaluate(
      async ([text, source]) => {
        const task = JSON.parse(text ?? '') as typeof window.task;
        const answer = await window.real.run({ task, source: source ?? '' }, () => undefined);
        if (answer.kind !== 'result') return JSON.stringify(answer).slice(0, 200);
        return `${answer.result.verdict.digest} ${answer.result.verdict.headline}`;
      },
      [task, source],
    );
  expect(await run(honest.source)).toBe(honest.said);
  for (const { name, source, said } of hostile) {
    expect.soft(await run(source), name).toBe(said);
    expect.soft(await run(honest.source), `after: ${name}`).toBe(honest.said);
  }
  expect(requests).toEqual([]);
  expect(await page.evaluate(() => window.longestGap)).toBeLessThan(LONGEST_GAP_MS);
  const realm = await page.evaluate(() => [Object.keys(Object.prototype), String(Array.prototype.some)]);
  expect(realm).toEqual([[], 'function some() { [native code] }']);
});
