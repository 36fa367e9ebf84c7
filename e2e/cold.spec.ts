// A first visit over a slow line and on a slow processor, and over a line that breaks: what can be read, and what is told
// of the wait.
import { expect, test } from '@playwright/test';
import { openEditor, verdict } from './page.ts';

/** A phone's line, in bytes a second and milliseconds. */
const LINE = { offline: false, downloadThroughput: 1_000_000, uploadThroughput: 100_000, latency: 150 };
const SLOWDOWN = 4;

test('the first screen needs no interpreter, and the wait for it is told in bytes and stages', async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', LINE);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const ofTheInterpreter = (): string[] => asked.filter((url) => /pyodide|python_stdlib|sql-wasm/.test(url));

  await page.goto('./');
  await expect(page.getByRole('heading', { name: /One crash, and it pays twice/ })).toBeVisible();
  await expect(page.getByRole('group', { name: 'The code of the refund' })).toContainText('UPDATE customers');
  expect(ofTheInterpreter()).toEqual([]);

  // What the page tells, each sentence once, in the order in which it came.
  await page.evaluate(() => {
    const told: string[] = [];
    const listen = () => {
      const text = document.querySelector('progress')?.getAttribute('aria-label');
      if (text && told.at(-1) !== text) told.push(text);
    };
    new MutationObserver(listen).observe(document.body, { subtree: true, childList: true, attributes: true });
    Object.assign(window, { told });
  });
  await page.getByRole('button', { name: 'Run this crash test' }).click();
  await expect(page.getByRole('heading', { name: 'Getting ready' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeEnabled();
  await expect(verdict(page).getByRole('heading', { name: /safe by accident/i })).toBeVisible({ timeout: 300_000 });
  expect(ofTheInterpreter().length).toBeGreaterThan(0);

  const told = await page.evaluate(() => (window as unknown as { told: string[] }).told);
  const megabytes = told.flatMap((text) => /([\d.]+) of ([\d.]+) MB/.exec(text)?.slice(1).map(Number) ?? []);
  expect(megabytes.length).toBeGreaterThan(8);
  const loaded = megabytes.filter((_, i) => i % 2 === 0);
  expect(loaded).toEqual([...loaded].sort((a, b) => a - b));
  expect(loaded.at(-1)).toBeLessThanOrEqual(megabytes[1] ?? 0);
});

test('where the line breaks, the command palette says that it did not come, and comes later', async ({ page }) => {
  await page.route('**/Palette-*', (route) => route.abort('internetdisconnected'));
  await openEditor(page);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('alert')).toContainText('The command palette could not be fetched');
  // The page's other keys work on.
  await page.keyboard.press('?');
  await page.keyboard.press('Escape');
  await page.unroute('**/Palette-*');
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByPlaceholder('What do you want to do?')).toBeFocused({ timeout: 1_000 });
  }).toPass();
  await expect(page.getByRole('alert')).toBeHidden();
});
