// A function of one's own, without a task: typed in, judged by the default judge and by a drafted one, saved and opened.
import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { judged, openEditor, run, verdict, violations, watchFaults } from './page.ts';

const SQL = `CREATE TABLE accounts (id INTEGER PRIMARY KEY, balance INTEGER NOT NULL);
INSERT INTO accounts VALUES (1, 100), (2, 0);
`;
const CODE = `def move(conn, source, target, amount):
    conn.execute("UPDATE accounts SET balance = balance - ? WHERE id = ?", (amount, source))
    conn.execute("UPDATE accounts SET balance = balance + ? WHERE id = ?", (amount, target))
    conn.commit()
`;
const MARKUP = '<img src=x onerror="document.title=1"><b>Move</b>';

let faults: string[] = [];
test.beforeEach(({ page, baseURL }) => {
  faults = watchFaults(page, baseURL ?? '');
});
test.afterEach(() => {
  expect(faults).toEqual([]);
});

const panel = (page: Page) => page.getByRole('region', { name: 'Your own function' });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

async function openPanel(page: Page): Promise<void> {
  await openEditor(page);
  await page.getByLabel('Task').selectOption({ label: 'Your own function…' });
  await expect(panel(page)).toBeVisible();
}

/** Into an editor, which is no form field. */
async function write(page: Page, name: string, text: string): Promise<void> {
  await expect(async () => {
    await field(page, name).click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(text);
    await expect(field(page, name)).toContainText(text.trimEnd().split('\n').at(-1)?.trim() ?? '', { timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
}

async function typeIn(page: Page): Promise<void> {
  await openPanel(page);
  await panel(page).getByRole('button', { name: 'Start empty' }).click();
  await field(page, 'Title').fill(MARKUP);
  await field(page, 'The call').fill('move(conn, 1, 2, 30)');
  await write(page, 'Schema and rows (SQL)', SQL);
  await write(page, 'Your code', CODE);
}

test('typed in, crash-tested by the default judge, then by a drafted one, saved, and opened elsewhere', async ({
  page,
  browser,
}, { project }) => {
  await typeIn(page);
  await run(page);
  await judged(page, /safe by accident/i);
  expect(await page.title()).toBe('By Accident');

  await panel(page).getByText('Judge: compares with a clean run').click();
  await panel(page).getByRole('button', { name: 'Draft a judge' }).click();
  await expect(panel(page).getByText('Judge: your own views')).toBeVisible();
  await expect(field(page, 'Judge SQL')).toContainText('CREATE TEMP VIEW change_expected');
  await expect(verdict(page)).toContainText(/run again/i);
  await panel(page).getByRole('button', { name: 'Draft a judge' }).click();
  await expect(panel(page).getByRole('button', { name: 'Replace it' })).toBeFocused();
  await panel(page).getByRole('button', { name: 'Keep it' }).press('Enter');
  await expect(panel(page).getByRole('button', { name: 'Draft a judge' })).toBeFocused();
  await run(page);
  await judged(page, /safe by accident/i);
  await expect(verdict(page)).not.toContainText(/run again/i);

  await panel(page).getByText('Starting files: none').click();
  await panel(page).getByRole('button', { name: 'Add a file' }).click();
  await expect(field(page, 'Path of file 1')).toBeFocused();
  await field(page, 'Path of file 1').fill('inbox/june.csv');
  await field(page, 'Text of file 1').fill('a,b\n1,2\n');
  await panel(page)
    .getByRole('checkbox', { name: /re-run is part of the job/ })
    .check();
  const saving = page.waitForEvent('download');
  await panel(page).getByRole('button', { name: 'Save as a task folder (.zip)' }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toMatch(/^img-src-x-.*\.zip$/);
  const buffer = await readFile(await download.path());

  const context = await browser.newContext({ baseURL: project.use.baseURL ?? '' });
  const other = await context.newPage();
  await openPanel(other);
  const choosing = other.waitForEvent('filechooser');
  await panel(other).getByRole('button', { name: 'Open a folder (.zip)' }).click();
  await (await choosing).setFiles({ name: '<i>mine</i>.zip', mimeType: 'application/zip', buffer });
  await expect(panel(other).getByRole('status')).toContainText('<i>mine</i>.zip is open.');
  await expect(field(other, 'Title')).toHaveValue(MARKUP);
  await expect(field(other, 'The call')).toHaveValue('move(conn, 1, 2, 30)');
  await expect(field(other, 'Schema and rows (SQL)')).toContainText('INSERT INTO accounts VALUES (1, 100), (2, 0);');
  await expect(field(other, 'Path of file 1')).toHaveValue('inbox/june.csv');
  await expect(field(other, 'Text of file 1')).toHaveValue('a,b\n1,2\n');
  await panel(other).getByText('Judge: your own views').click();
  await expect(field(other, 'Judge SQL')).toContainText('CREATE TEMP VIEW change_expected');
  await expect(panel(other).getByRole('checkbox', { name: /re-run is part of the job/ })).toBeChecked();
  await expect(field(other, 'Your code')).toContainText('def move(conn, source, target, amount):');

  await panel(other).getByRole('button', { name: 'Undo' }).click();
  await expect(field(other, 'Title')).toHaveValue('Book a seat');
  await expect(field(other, 'Your code')).toContainText('def book_seat(conn, show_id, name):');
  await context.close();
});

test('SQL that does not run is said at its field, and nothing is lost', async ({ page }) => {
  await typeIn(page);
  await write(page, 'Schema and rows (SQL)', `${SQL}INSERT INTO acounts VALUES (3, 0);\n`);
  await run(page);
  await judged(page, 'Not ready to run');
  const editor = field(page, 'Schema and rows (SQL)');
  await expect(editor).toHaveAttribute('aria-invalid', 'true');
  await expect(editor).toHaveAccessibleDescription(/Line 3: .*no such table: acounts\./);
  await expect(editor).toContainText('INSERT INTO acounts VALUES (3, 0);');
  await expect(field(page, 'Your code')).toContainText('conn.commit()');
  await expect(field(page, 'The call')).toHaveValue('move(conn, 1, 2, 30)');
  expect(await violations(page)).toEqual([]);

  await write(page, 'Schema and rows (SQL)', SQL);
  await expect(editor).toHaveAttribute('aria-invalid', 'false');
  await run(page);
  await judged(page, /safe by accident/i);
});

test('a call that cannot be read is said at its field before anything runs', async ({ page }) => {
  await openPanel(page);
  const call = field(page, 'The call');
  await call.fill('book_seat(conn, 2, name="Ada")');
  await expect(call).toHaveAccessibleDescription(/Column 20: expected the value alone, without name=/);
  await run(page);
  await expect(verdict(page)).toContainText('The call, column 20: expected the value alone');
  await call.fill('book_seat(conn, 2, "Ada")');
  await expect(call).toHaveAttribute('aria-invalid', 'false');
  await expect(call).not.toHaveAccessibleDescription(/expected/);
});

test('a file that is dropped on the panel is opened, also over an editor, or refused in a sentence', async ({
  page,
}) => {
  await openPanel(page);
  const drop = async (name: string, text: string): Promise<void> => {
    const dataTransfer = await page.evaluateHandle(
      ([fileName, content]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([content ?? ''], fileName ?? ''));
        return transfer;
      },
      [name, text],
    );
    const target = field(page, 'Schema and rows (SQL)');
    for (const type of ['dragenter', 'dragover', 'drop']) await target.dispatchEvent(type, { dataTransfer });
  };
  await drop('notes.txt', 'not a zip');
  await expect(panel(page).getByRole('status')).toContainText('notes.txt was not opened, and nothing has changed.');
  await expect(panel(page).getByRole('status')).toContainText('Expected a zip file');
  await expect(field(page, 'Schema and rows (SQL)')).not.toContainText('not a zip');
  await expect(field(page, 'Title')).toHaveValue('Book a seat');
});

test('every field is reached and left by keyboard, also the editors', async ({ page }) => {
  await openPanel(page);
  await field(page, 'The call').focus();
  await page.keyboard.press('Tab');
  await expect(field(page, 'Schema and rows (SQL)')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  const fold = panel(page).locator('summary', { hasText: 'Starting files' });
  await expect(fold).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(field(page, 'Path of file 1')).toBeFocused();

  await field(page, 'The call').fill('book_seat(');
  await field(page, 'Schema and rows (SQL)').focus();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(verdict(page).getByRole('heading', { name: 'Not ready to run' })).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`on a phone, ${colorScheme}`, () => {
    test.use({ colorScheme, viewport: { width: 360, height: 740 } });

    test('nothing is wider than the screen, buttons are large enough, and axe finds nothing', async ({ page }) => {
      await openPanel(page);
      await panel(page).getByText('Judge: compares with a clean run').click();
      await panel(page).getByText('Starting files: none').click();
      await panel(page).getByRole('button', { name: 'Add a file' }).click();
      await field(page, 'Path of file 1').fill('/etc/passwd');
      await field(page, 'The call').fill('book_seat(');
      await expect(field(page, 'The call')).toHaveAttribute('aria-invalid', 'true');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      for (const button of await panel(page).getByRole('button').all()) {
        const box = await button.boundingBox();
        expect(box?.height, await button.textContent().then(String)).toBeGreaterThanOrEqual(44);
      }
      expect(await violations(page)).toEqual([]);
    });
  });
}
