// What the journeys share: how a person gets to the editor, pastes, runs and finds the verdict.
import { readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';

/** Source of a bundled reference. */
export const reference = (task: string, name: string): string =>
  readFileSync(`tasks/crash/${task}/references/${name}.py`, 'utf8');

/** Past the first screen's scenario, as a first visitor goes. */
export async function openEditor(page: Page): Promise<void> {
  await page.goto('./');
  const start = page.getByRole('button', { name: 'Paste your own answer' });
  const editor = page.getByRole('textbox', { name: 'Your code' });
  await expect(start.or(editor)).toBeVisible();
  if (await start.isVisible()) await start.click();
  await expect(editor).toBeVisible();
}

export async function paste(page: Page, text: string): Promise<void> {
  const editor = page.getByRole('textbox', { name: 'Your code' });
  // The page may still be moving the focus to what has just happened.
  await expect(async () => {
    await editor.click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(text);
    // The end is in sight; the beginning of a long text may not be drawn.
    const lastLine = text.trimEnd().split('\n').at(-1) ?? '';
    await expect(editor).toContainText(lastLine.trim(), { timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
}

export const verdict = (page: Page): Locator => page.getByRole('region', { name: 'Verdict' });
export const run = (page: Page): Promise<void> => page.getByRole('button', { name: 'Run', exact: true }).click();

/** Waits for a verdict of this word: the heading as a person reads it. */
export async function judged(page: Page, word: string | RegExp): Promise<void> {
  await expect(verdict(page).getByRole('heading', { name: word })).toBeVisible({ timeout: 120_000 });
}

/**
 * Waits for the next verdict and gives its digest, as the end of the page shows it; `old` is the digest before, null where
 * there was none. Looks there only: a search through the whole page would be work of the page.
 */
export async function nextDigest(page: Page, old: string | null): Promise<string> {
  const digest = await page.waitForFunction(
    (before) => {
      const [, shown] = /verdict ([0-9a-f]{12})/.exec(document.querySelector('footer')?.textContent ?? '') ?? [];
      return shown !== undefined && shown !== before && shown;
    },
    old,
    { timeout: 120_000 },
  );
  return String(await digest.jsonValue());
}

/** What axe finds against the page as it stands, a line for each rule. */
export async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/**
 * Fills while the page lives with what no journey may cause: a complaint, an error, a dialog of the browser, a request to
 * another origin than `own`. `isAlsoOwn` allows further addresses.
 */
export function watchFaults(page: Page, own: string, isAlsoOwn: (url: string) => boolean = () => false): string[] {
  const faults: string[] = [];
  page.on('console', (message) => {
    // The browser under test refuses the service worker, see the configuration.
    if (message.text() === 'Service Worker registration blocked by Playwright') return;
    if (message.type() === 'error' || message.type() === 'warning') faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(own) && !/^(blob|data|about):/.test(url) && !isAlsoOwn(url)) faults.push(`request: ${url}`);
  });
  return faults;
}
