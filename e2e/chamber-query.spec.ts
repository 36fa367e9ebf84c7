// Queries of a world across the border, in a real browser: what comes back, what is refused, how an endless one ends.
// The worker is a scripted one, except where the test says otherwise.
import { expect, type Page, test } from '@playwright/test';
import type { RunAnswer } from '../src/chamber/client.ts';
import type { QueryAnswer } from '../src/model/query.ts';

test.beforeEach(async ({ page }) => {
  await page.goto('.');
});

const run = (page: Page, source: string): Promise<RunAnswer> =>
  page.evaluate((text) => window.scripted.run({ task: window.task, source: text }, () => undefined), source);

const ask = (page: Page, sql: string): Promise<QueryAnswer> =>
  page.evaluate((text) => window.scripted.query({ verdict: '', world: 0, exit: null, sql: text }), sql);

test('a query is answered by the worker of the last run, or says that its worlds are gone', async ({ page }) => {
  expect(await ask(page, 'early')).toMatchObject({
    kind: 'no-rows',
    sentence: expect.stringMatching(/Run again to query this world\.$/),
  });
  await run(page, 'first');
  expect(await ask(page, 'SELECT 1')).toEqual({
    kind: 'rows',
    columns: ['asked'],
    rows: [['SELECT 1'], [null]],
    cut: false,
  });
  expect(await ask(page, 'gone')).toEqual({
    kind: 'no-rows',
    sentence: 'The worlds of this verdict are no longer kept. Run again to query this world.',
  });
  expect(await ask(page, 'throw')).toMatchObject({
    sentence: expect.stringMatching(/by a fault of ours: TypeError: a fault of the judge\.$/),
  });
});

for (const how of ['wide', 'uneven']) {
  test(`an answer that is none (${how}) ends the chamber with a sentence, and the next run works`, async ({ page }) => {
    await run(page, 'first');
    expect(await ask(page, how)).toMatchObject({
      sentence: expect.stringMatching(/its answer was malformed/),
    });
    expect(await run(page, 'next')).toMatchObject({ kind: 'result' });
  });
}

test('a query that does not end is given up after 10 seconds, and its chamber is replaced', async ({ page }) => {
  await run(page, 'first');
  await expect.poll(() => page.workers().length).toBe(2);
  const before = page.workers();
  const asked = await page.evaluate(async () => {
    const from = performance.now();
    const answer = await window.scripted.query({ verdict: '', world: 0, exit: null, sql: 'loop' });
    return { answer, ms: performance.now() - from };
  });
  expect(asked.answer).toMatchObject({
    kind: 'no-rows',
    sentence: expect.stringMatching(/^It took too long: .* after 10 seconds\./),
  });
  expect(asked.ms).toBeGreaterThan(9_000);
  expect(asked.ms).toBeLessThan(13_000);
  await expect.poll(() => before.filter((worker) => page.workers().includes(worker)).length).toBe(1);
  await expect.poll(() => page.workers().length).toBe(2);
  expect(await run(page, 'next')).toMatchObject({ kind: 'result' });
});

test('a run that is started ends a query, and one query goes on at a time', async ({ page }) => {
  await run(page, 'first');
  const [asked, second, answer] = await page.evaluate(async () => {
    const query = { verdict: '', world: 0, exit: null, sql: 'loop' };
    const slow = window.scripted.query(query);
    const other = await window.scripted.query(query);
    const next = await window.scripted.run({ task: window.task, source: 'next' }, () => undefined);
    return [await slow, other, next] as const;
  });
  expect(asked).toMatchObject({
    sentence: expect.stringMatching(/^The query was ended: a crash test was started\./),
  });
  expect(second).toMatchObject({ sentence: 'Another query is still running.' });
  expect(answer).toMatchObject({ kind: 'result' });
});

test('the real judge reads the worlds of the real interpreter', async ({ page }) => {
  const source = `def refund_order(conn, order_id):
    conn.execute("UPDATE customers SET credit = credit + 50 WHERE id = 1")
    conn.execute("UPDATE orders SET status = 'refunded' WHERE id = ?", (order_id,))
    conn.commit()
`;
  const answers = await page.evaluate(async (text) => {
    const answer = await window.real.run({ task: window.task, source: text }, () => undefined);
    if (answer.kind !== 'result') throw new Error(JSON.stringify(answer));
    const { verdict } = answer.result;
    const report = verdict.modes.find(({ mode }) => mode === 'autocommit');
    const cell = report?.cells.find((one) => one.status === 'judged' && one.torn);
    if (cell?.status !== 'judged') throw new Error('no cell is torn');
    const query = (sql: string) =>
      window.real.query({ verdict: verdict.digest, world: cell.crashWorld, exit: cell.crashExit, sql });
    const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n';
    return [
      await query('SELECT credit, status FROM customers, orders'),
      await query('DELETE FROM orders'),
      await query(endless),
      await query('SELECT 1'),
    ];
  }, source);
  expect(answers[0]).toEqual({ kind: 'rows', columns: ['credit', 'status'], rows: [['50', 'paid']], cut: false });
  expect(answers[1]).toMatchObject({ sentence: expect.stringMatching(/^A world can only be read here/) });
  expect(answers[2]).toMatchObject({ sentence: expect.stringMatching(/^It took too long/) });
  expect(answers[3]).toMatchObject({ sentence: expect.stringMatching(/Run again to query this world\.$/) });
});
