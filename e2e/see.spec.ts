// What a person sees of a verdict: marks in the gutter, one moment for both modes, logs, texts, the judge's SQL, and rows
// that are asked of a world.
import { expect, test, type Page } from '@playwright/test';
import { openEditor, paste, reference, run, violations } from './page.ts';

const REFUND = reference('refund-an-order', 'commit_at_the_end');
/** The same, but it prints, and says so when it fails. */
const TALKATIVE = REFUND.replace('    conn.commit()', "    print('refunded', order_id)\n    conn.commit()");

const editor = (page: Page) => page.getByRole('textbox', { name: 'Your code' });
const operator = (page: Page) => page.getByRole('region', { name: 'What the operator finds' });
const moment = (page: Page, name: string) => operator(page).getByRole('radio', { name, exact: true });
const tab = (page: Page, name: string | RegExp) => operator(page).getByRole('tab', { name });
const panel = (page: Page) => operator(page).getByRole('tabpanel');
const cell = (page: Page, name: RegExp) => page.getByRole('button', { name });

/** Pastes and runs the refund; the kill before line 8 in autocommit is then open. */
async function runRefund(page: Page, source = REFUND): Promise<void> {
  await openEditor(page);
  await paste(page, source);
  await run(page);
  await expect(page.getByText('16 planned · 16 fired · 0 not judged')).toBeVisible({ timeout: 120_000 });
}

test('each line that can be crashed has a mark; F8 walks them, tells their story and opens their worst crash', async ({
  page,
}) => {
  await runRefund(page);
  const marks = page.locator('.cm-line-mark svg');
  await expect(marks).toHaveCount(4);
  await editor(page).press('ControlOrMeta+Home');
  await editor(page).press('F8');
  const story = page.getByRole('tooltip');
  await expect(story).toContainText('Crashed just before line 6 UPDATE');
  await expect(story).toContainText('recovered default error, kill; autocommit error, kill');
  await editor(page).press('F8');
  await expect(story).toContainText('line 8 UPDATE');
  await expect(story).toContainText('double-applied, half-updated after the crash autocommit error, kill');
  await expect(cell(page, /^line 8 UPDATE, autocommit, kill/)).toHaveAttribute('aria-pressed', 'true');
  await editor(page).press('F8');
  await expect(cell(page, /^line 10 INSERT, autocommit, kill/)).toHaveAttribute('aria-pressed', 'true');
  expect(await violations(page)).toEqual([]);
  await editor(page).press('Shift+F8');
  await expect(story).toContainText('line 8');
  await editor(page).press('Escape');
  await expect(story).toBeHidden();

  await marks.nth(2).hover();
  await expect(story).toContainText('line 10 INSERT');
  await story.hover();
  await page.waitForTimeout(500);
  await expect(story).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(story).toBeHidden();
  await marks.nth(3).click();
  await expect(operator(page)).toContainText('Killed just before line 11 COMMIT');

  await editor(page).press('ControlOrMeta+End');
  await page.keyboard.insertText('# changed');
  await expect(marks).toHaveCount(0);
  await editor(page).press('ControlOrMeta+z');
  await expect(marks).toHaveCount(4);
});

test('one scrubber moves both modes, by arrow keys too', async ({ page }) => {
  await runRefund(page);
  await expect(moment(page, 'after the re-run')).toBeChecked();
  const shown = operator(page).locator('th[aria-current="step"]');
  await expect(shown).toHaveText(['after the re-run', 'after the re-run']);
  await moment(page, 'after the re-run').press('ArrowLeft');
  await expect(moment(page, 'after the crash')).toBeChecked();
  await expect(shown).toHaveText(['after the crash', 'after the crash']);
  await moment(page, 'after the crash').press('ArrowLeft');
  await expect(shown).toHaveText(['before', 'before']);
});

test('on a phone one moment stands alone, with what has changed in it, and the chosen cell is in sight', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 760 });
  await runRefund(page);
  const table = operator(page).getByRole('table', { name: /autocommit/ });
  await expect(table.getByRole('columnheader')).toHaveText(['after the re-run']);
  await expect(table).toContainText('50 →is now 100');
  await moment(page, 'after the crash').check();
  await expect(table.getByRole('columnheader')).toHaveText(['after the crash']);

  const chosen = cell(page, /^line 8 UPDATE, autocommit, kill/);
  await expect(chosen).toHaveAttribute('aria-pressed', 'true');
  const inside = async (): Promise<boolean> =>
    chosen.evaluate((button) => {
      const frame = button.closest('[role="group"]')?.getBoundingClientRect();
      const box = button.getBoundingClientRect();
      return frame !== undefined && box.left >= frame.left && box.right <= frame.right + 1;
    });
  await expect.poll(inside).toBe(true);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(360);
  expect(await violations(page)).toEqual([]);
});

test('arrow keys walk the matrix, and the mode of the library is marked with a note', async ({ page }) => {
  await runRefund(page);
  const from = cell(page, /^line 8 UPDATE, autocommit, kill/);
  await from.focus();
  await from.press('ArrowUp');
  await expect(cell(page, /^line 6 UPDATE, autocommit, kill/)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(cell(page, /^line 6 UPDATE, default, kill/)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(cell(page, /^line 6 UPDATE, default, error/)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(operator(page)).toContainText('An error just before line 6 UPDATE');
  await expect(page.getByRole('columnheader', { name: /default.*sqlite3's own/ })).toContainText('★');
  await expect(page.getByText(/★ The mode that sqlite3 uses unless told otherwise/)).toBeVisible();
});

test('the tabs: what each process did and printed, its traceback, and what the judge read', async ({ page }) => {
  await runRefund(page, TALKATIVE);
  await expect(tab(page, 'Statement log')).toHaveAttribute('aria-selected', 'true');
  const logs = panel(page).getByRole('table', { name: 'Log of the crashed run' });
  await expect(logs.nth(1).getByRole('row')).toHaveCount(3);
  await expect(logs.nth(1).getByRole('row').last()).toContainText('killed just before this, so it did not happen');
  const reruns = panel(page).getByRole('table', { name: 'Log of the re-run' });
  await expect(reruns.nth(1).getByRole('row')).toHaveCount(5);
  await expect(reruns.nth(1)).toContainText('INSERT INTO refunds');

  await tab(page, 'Statement log').press('ArrowRight');
  await expect(tab(page, 'Output')).toBeFocused();
  await expect(panel(page).getByRole('group', { name: 'Printed' }).first()).toHaveText('refunded 7\n');
  await page.keyboard.press('ArrowRight');
  await expect(panel(page)).toContainText('A process that is killed leaves no traceback.');
  await cell(page, /^line 8 UPDATE, autocommit, error/).click();
  await expect(panel(page).getByRole('group', { name: 'Traceback' }).first()).toContainText('OperationalError');
  await page.keyboard.press('ControlOrMeta+Home');
  await tab(page, 'Traceback').press('End');
  await expect(tab(page, 'Query a world')).toBeFocused();
  await page.keyboard.press('ArrowLeft');

  await expect(panel(page)).toContainText('CREATE TEMP VIEW');
  const rows = panel(page).getByRole('table', { name: /judge’s views, autocommit/ });
  await expect(rows.getByRole('row', { name: /^repeated/ })).toContainText('the customer was credited 2 times');
  await moment(page, 'after the crash').check();
  await expect(rows.getByRole('row', { name: /^torn/ })).toContainText('the order still says paid');
  expect(await violations(page)).toEqual([]);
});

test('a query reads the shown moment in both modes, follows it, and never writes', async ({ page }) => {
  await runRefund(page);
  await tab(page, 'Query a world').click();
  await panel(page).getByRole('button', { name: 'customers', exact: true }).click();
  const answer = (mode: string) => panel(page).getByRole('group', { name: `Answer, ${mode}` });
  await expect(answer('default')).toContainText('50');
  await expect(answer('autocommit')).toContainText('100');

  const query = panel(page).getByRole('textbox', { name: 'Query' });
  await query.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('SELECT credit AS c, status AS s FROM customers, orders WHERE orders.id = 7 LIMIT 1');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(answer('autocommit').getByRole('row').last()).toHaveText(/100\s*refunded/);
  await moment(page, 'after the crash').check();
  await expect(answer('autocommit').getByRole('row').last()).toHaveText(/50\s*paid/);
  await expect(answer('default').getByRole('row').last()).toHaveText(/0\s*paid/);
  await cell(page, /^line 10 INSERT, autocommit, kill/).click();
  await expect(panel(page)).toContainText('of another crash: ask again.');
  expect(await violations(page)).toEqual([]);

  await query.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('DELETE FROM orders');
  await panel(page).getByRole('button', { name: 'Ask' }).click();
  await expect(panel(page)).toContainText('A world can only be read here');
  await expect(page.getByText('16 planned · 16 fired · 0 not judged')).toBeVisible();
});

test('a query that never ends is given up, and running again brings the worlds back', async ({ page }) => {
  await runRefund(page);
  await tab(page, 'Query a world').click();
  await panel(page).getByRole('textbox', { name: 'Query' }).click();
  await page.keyboard.insertText(
    'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n',
  );
  await panel(page).getByRole('button', { name: 'Ask' }).click();
  await expect(panel(page)).toContainText('A query is ended after 10 seconds');
  await expect(panel(page)).toContainText('It took too long', { timeout: 20_000 });
  await expect(panel(page)).toContainText('Run again to query this world.');

  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(operator(page)).toBeHidden();
  await expect(operator(page)).toBeVisible({ timeout: 60_000 });
  await tab(page, 'Query a world').click();
  await panel(page).getByRole('button', { name: 'orders', exact: true }).click();
  await expect(panel(page).getByRole('group', { name: 'Answer, autocommit' })).toContainText('refunded');
});
