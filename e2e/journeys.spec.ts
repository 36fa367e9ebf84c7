// What a person does on the page, from a pasted answer to a verdict, and what can go wrong on the way.
import { expect, test } from '@playwright/test';
import { judged, openEditor, paste, reference, run, verdict, violations, watchFaults } from './page.ts';

const ANSWER = `Sure, here is the function you asked for:

\`\`\`python
${reference('refund-an-order', 'commit_at_the_end')}\`\`\`

It reads the order, gives the customer the credit and records the refund. Install nothing:

\`\`\`bash
python3 app.py
\`\`\`
`;

/** Every journey also checks that the page stays silent and keeps to its own origin. */
let faults: string[] = [];
test.beforeEach(({ page, baseURL }) => {
  faults = watchFaults(page, baseURL ?? '');
});
test.afterEach(() => {
  expect(faults).toEqual([]);
});

test('the first screen tells a scenario, runs it, and leads to the editor', async ({ page }) => {
  await page.goto('./');
  await expect(page.getByRole('heading', { name: /pays twice/ })).toBeVisible();
  await expect(page.getByText('credited twice')).toBeVisible();
  await page.getByRole('button', { name: 'Run this crash test' }).click();
  await judged(page, /safe by accident/i);
  await expect(page.getByRole('region', { name: 'What the operator finds' })).toContainText('100');
  await page.getByRole('button', { name: 'Paste your own answer' }).click();
  await expect(page.getByRole('textbox', { name: 'Your code' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Your code' })).not.toContainText(
    'def refund_order(conn, order_id):\n    row',
  );
  // The address follows within a moment: it no longer holds the opening example.
  await expect.poll(() => new URL(page.url()).hash).toBe('');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Your code' })).toBeVisible();
});

test('every action has a name in the palette, and the sheet lists the keys', async ({ page }) => {
  await openEditor(page);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByPlaceholder('What do you want to do?')).toBeFocused();
  await page.keyboard.type('transfer');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Task' })).toHaveValue('transfer-money');
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet.getByRole('row', { name: /Ctrl\+Enter/ })).toContainText('Run the crash test');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
});

test('an edit shows as modified, and one click goes back to the code as it came', async ({ page }) => {
  await openEditor(page);
  await page.getByRole('button', { name: 'Example 1' }).click();
  await expect(page.getByText('modified', { exact: true })).toBeHidden();
  await page.getByRole('textbox', { name: 'Your code' }).click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.insertText('# mine');
  await expect(page.getByText('modified', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Back to the code as it came' }).click();
  await expect(page.getByRole('textbox', { name: 'Your code' })).not.toContainText('# mine');
});

test('paste a whole answer, read the verdict, open the crash that pays twice', async ({ page }) => {
  await openEditor(page);
  await paste(page, ANSWER);
  await run(page);
  await judged(page, /safe by accident/i);
  await expect(verdict(page)).toContainText('Killed before line 8');
  await expect(verdict(page)).toContainText('the customer was credited 2 times');
  await expect(verdict(page)).toContainText('One change: Open the transaction yourself');
  await expect(page.getByText('16 planned · 16 fired · 0 not judged')).toBeVisible();

  await page.getByRole('button', { name: /line 8 .*autocommit, kill/ }).click();
  const operator = page.getByRole('region', { name: 'What the operator finds' });
  await expect(operator).toContainText('100');
  await expect(operator).toContainText('refunded');
  expect(await violations(page)).toEqual([]);

  await page.getByLabel('Your code').first().click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.insertText('\n# changed');
  await expect(verdict(page)).toContainText(/for earlier code/i);
});

test('two functions in one answer: the person chooses', async ({ page }) => {
  await openEditor(page);
  const safe = reference('refund-an-order', 'begin_immediate');
  await paste(page, `${ANSWER}\nHere is an improved version:\n\n\`\`\`python\n${safe}\`\`\`\n`);
  await run(page);
  await page.getByRole('radio').nth(1).check();
  await page.getByRole('button', { name: 'Test this code' }).click();
  await judged(page, /safe by design/i);
});

test('an answer without the function says what was looked for', async ({ page }) => {
  await openEditor(page);
  await paste(page, '```python\ndef give_back(order_id):\n    pass\n```\n');
  await run(page);
  await expect(verdict(page)).toContainText('refund_order(conn, order_id)');
  await expect(verdict(page)).toContainText('give_back');
});

test('code that does not work is set aside, never called safe', async ({ page }) => {
  await openEditor(page);
  await paste(page, 'def refund_order(conn, order_id):\n    conn.execute("UPDATE orders SET status = \'refunded\'")\n');
  await run(page);
  await judged(page, /does not work/i);
  await expect(verdict(page)).toContainText('left a transaction open');
});

test('Stop ends code that no budget reaches, and the next run works', async ({ page }) => {
  await openEditor(page);
  await paste(page, 'def refund_order(conn, order_id):\n    sum(range(10 ** 18))\n');
  await run(page);
  const stop = page.getByRole('button', { name: 'Stop', exact: true });
  await expect(stop).toBeEnabled();
  await expect(page.getByText(/clean run|normal run|running/i).first()).toBeVisible({ timeout: 120_000 });
  await stop.click();
  await expect(verdict(page)).toContainText(/stopped/i, { timeout: 5_000 });

  await paste(page, reference('refund-an-order', 'begin_immediate'));
  await run(page);
  await judged(page, /safe by design/i);
});

test('an endless loop in Python times out at its line by itself', async ({ page }) => {
  await openEditor(page);
  await paste(page, 'def refund_order(conn, order_id):\n    while True:\n        pass\n');
  await run(page);
  await expect(verdict(page)).toContainText('timed out at line 3', { timeout: 120_000 });
});

test('a chamber that dies in mid-run gives a sentence, and the page goes on', async ({ page }) => {
  await openEditor(page);
  await paste(page, 'def refund_order(conn, order_id):\n    sum(range(10 ** 18))\n');
  await run(page);
  await expect.poll(() => page.workers().length, { timeout: 120_000 }).toBeGreaterThan(0);
  await expect(page.getByText(/clean run|normal run|running/i).first()).toBeVisible({ timeout: 120_000 });
  await page.evaluate(() => document.querySelectorAll('iframe').forEach((frame) => frame.remove()));
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(verdict(page)).toContainText(/stopped/i, { timeout: 5_000 });
  await paste(page, reference('refund-an-order', 'begin_immediate'));
  await run(page);
  await judged(page, /safe by design/i);
});

test('the other tasks work too: mail and files', async ({ page }) => {
  await openEditor(page);
  await page.getByLabel('Task').selectOption({ label: 'Send queued emails' });
  await paste(page, reference('send-queued-emails', 'send_then_record'));
  await run(page);
  await judged(page, /unsafe/i);
  await page.getByLabel('Task').selectOption({ label: 'Set a config option' });
  await paste(page, reference('set-a-config-option', 'replace'));
  await run(page);
  await judged(page, /safe by design/i);
});

test('the instrument is checked when somebody asks, counts as it goes, and can be stopped', async ({ page }) => {
  await openEditor(page);
  const panel = page.getByRole('region', { name: 'Is this instrument right?' });
  await expect(panel).toContainText('not checked yet in this browser');
  await panel.locator('summary').press('Enter');
  await panel.getByRole('button', { name: 'Check every reference' }).press('Enter');
  await expect(panel).toContainText(/checking, [1-9]\d* of \d\d/, { timeout: 180_000 });
  await panel.getByRole('button', { name: 'Stop checking' }).click();
  await expect(panel).toContainText(/Stopped after \d+ of \d\d/, { timeout: 5_000 });
  await expect(panel.getByRole('button', { name: 'Check every reference' })).toBeEnabled();
  expect(await violations(page)).toEqual([]);
});
