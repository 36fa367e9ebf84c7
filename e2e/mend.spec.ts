// Mending: an unsafe answer goes back to an assistant, the next one stands beside it, and a crash is taken home.
import { readFile } from 'node:fs/promises';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { judged, openEditor, paste, reference, run, violations } from './page.ts';

const UNSAFE = reference('refund-an-order', 'commit_per_step');
const SAFE = reference('refund-an-order', 'begin_immediate');

const panel = (page: Page): Locator => page.getByRole('region', { name: 'Mend it' });
const strip = (page: Page): Locator => panel(page).getByRole('list', { name: 'Rounds' }).locator('> li');

async function crashTest(page: Page, answer: string, word: RegExp): Promise<void> {
  await paste(page, answer);
  await run(page);
  await judged(page, word);
  await expect(panel(page)).toBeVisible();
}

test('an unsafe refund goes back with its crash, the mended one is the next round, and what changed is shown', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openEditor(page);
  await crashTest(page, UNSAFE, /unsafe/i);
  await expect(strip(page)).toHaveCount(1);

  const prompt = panel(page).getByRole('group', { name: 'Text of the prompt' });
  const crash = 'The process was killed just before line';
  await expect(panel(page).getByRole('radio', { name: /Runtime/ })).toBeChecked();
  await expect(prompt).toContainText(crash);
  await panel(page)
    .getByRole('radio', { name: /Runtime/ })
    .press('ArrowUp');
  await expect(panel(page).getByRole('radio', { name: /Static/ })).toBeChecked();
  await expect(prompt).toContainText('What a check of the text found');
  await panel(page)
    .getByRole('radio', { name: /Generic/ })
    .check();
  await expect(prompt).not.toContainText('What a check of the text found');
  await panel(page)
    .getByRole('radio', { name: /Runtime/ })
    .check();
  await panel(page).getByRole('button', { name: 'Copy the prompt' }).click();
  await expect(panel(page)).toContainText('Copied.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(crash);
  expect(await violations(page)).toEqual([]);

  await crashTest(page, `Here is the corrected code:\n\n\`\`\`python\n${SAFE}\`\`\`\n`, /safe by design/i);
  await expect(strip(page)).toHaveCount(2);
  await expect(strip(page).first()).toContainText('Unsafe');
  await expect(strip(page).last()).toContainText('Safe by design');
  const compare = panel(page).getByRole('group', { name: 'Round 1 and round 2' });
  await expect(compare).toContainText('Repaired: it works, and no crash scenario fails in either mode.');
  await expect(compare).toContainText('It was unsafe and is safe by design.');
  await expect(compare).toContainText(/Gone: .*a crash leaves the data half-updated/);
  await expect(compare).toContainText('No new kind of failure.');
  await expect(compare.getByRole('article', { name: 'Verdict of round 1' })).toContainText('Killed before line');
  await expect(compare.getByRole('textbox', { name: 'Code of round 1' })).toBeVisible();
  await expect(compare.getByRole('textbox', { name: 'Code of round 2' })).toContainText('BEGIN IMMEDIATE');
  await expect(panel(page)).toContainText('There is nothing to repair');
  expect(await violations(page)).toEqual([]);

  // Another visit still has both rounds, and the same code with the same verdict makes no third.
  await page.reload();
  await run(page);
  await expect(strip(page)).toHaveCount(2, { timeout: 120_000 });
  await expect(panel(page)).toContainText('with the same verdict as round 2: no round was added');
});

test('the chosen crash comes home as a pytest file that names its line', async ({ page }) => {
  await openEditor(page);
  await crashTest(page, UNSAFE, /unsafe/i);
  const chosen = await panel(page).getByText('Chosen in the matrix:').locator('..').textContent();
  const line = /line (\d+)/.exec(chosen ?? '')?.[1];
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel(page).getByRole('button', { name: 'Download the pytest file' }).click(),
  ]);
  const name = download.suggestedFilename();
  expect(name).toMatch(new RegExp(`^test_refund_order_default_kill_line_${line}.*\\.py$`));
  await expect(panel(page)).toContainText(`pytest ${name}`);
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toContain('def refund_order(conn');

  await page
    .getByRole('button', { name: /autocommit, error/ })
    .first()
    .click();
  await expect(panel(page)).toContainText(/Chosen in the matrix: an error just before line \d+ .*, autocommit/);
  await expect(panel(page)).not.toContainText(`pytest ${name}`);
});

test('no file is offered where nothing was crashed', async ({ page }) => {
  await openEditor(page);
  await crashTest(page, 'def refund_order(conn, order_id):\n    return None\n', /does not work/i);
  const button = panel(page).getByRole('button', { name: 'Download the pytest file' });
  await expect(button).toBeDisabled();
  await expect(button).toHaveAccessibleDescription('Nothing was crashed.');
});

test.describe('on a phone, in the dark', () => {
  test.use({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' });

  test('the same code again is named, and a round comes back into the editor and leaves it', async ({ page }) => {
    await openEditor(page);
    await crashTest(page, UNSAFE, /unsafe/i);
    await crashTest(page, `# Rewritten.\n${UNSAFE}`, /unsafe/i);
    await expect(strip(page).last()).toContainText('same code as round 1');
    const compare = panel(page).getByRole('group', { name: 'Round 1 and round 2' });
    await expect(compare).toContainText('The same code again, as in the round before; only comments or layout differ.');
    await expect(compare.getByRole('textbox', { name: /Code of round 2, with the lines removed/ })).toBeVisible();
    await expect(compare).toContainText('0 lines removed (−), 1 added (+)');
    await compare.getByRole('button', { name: 'Show all lines' }).click();
    await expect(compare.getByRole('textbox')).not.toContainText('unchanged lines');
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

    const editor = page.getByRole('textbox', { name: 'Your code' });
    await panel(page).getByRole('button', { name: 'Round 1: Put into the editor' }).click();
    await expect(editor).not.toContainText('# Rewritten.');
    await expect(panel(page).getByText('The code of round 1 is in the editor.')).toBeFocused();
    await panel(page).getByRole('button', { name: 'Undo' }).click();
    await expect(editor).toContainText('# Rewritten.');

    await panel(page).getByRole('button', { name: 'Clear the rounds' }).click();
    await expect(strip(page)).toHaveCount(0);
    await panel(page).getByRole('button', { name: 'Bring the rounds back' }).click();
    await expect(strip(page)).toHaveCount(2);
  });

  test('code that is only looked at makes no round', async ({ page }) => {
    await page.goto('./');
    await page.getByRole('button', { name: 'Run this crash test' }).click();
    await expect(panel(page)).toContainText('This code is only looked at', { timeout: 120_000 });
    await expect(strip(page)).toHaveCount(0);
    expect(await violations(page)).toEqual([]);
  });
});
