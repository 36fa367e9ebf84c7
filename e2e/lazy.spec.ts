// What the page fetches late, over a line that breaks: each part says that it did not come, and comes when it is asked for
// again. A browser that remembers a failed import is no excuse.
import { expect, type Page, test } from '@playwright/test';
import { judged, openEditor, paste, reference, run, verdict } from './page.ts';

const ANSWER = reference('refund-an-order', 'commit_at_the_end');

/** Until the returned function is called, the line breaks whenever the page asks for this part. */
async function breakLine(page: Page, part: string): Promise<() => Promise<void>> {
  const pattern = `**/assets/${part}-*.js*`;
  await page.route(pattern, (route) => route.abort('internetdisconnected'));
  return () => page.unroute(pattern);
}

/** The modules that were fetched under more than one address, or more than once. */
function watchTwice(page: Page): () => string[] {
  const came: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (response.ok() && /\/assets\/.*\.js$/.test(pathname)) came.push(pathname);
  });
  return () => came.filter((path, n) => came.indexOf(path) !== n);
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('the form, the console, the judge and the file to take home come after the line has broken', async ({ page }) => {
  const twice = watchTwice(page);
  await openEditor(page);
  const alert = page.getByRole('alert');

  const form = await breakLine(page, 'OwnForm');
  await page.getByLabel('Task').selectOption({ label: 'Your own function…' });
  await expect(alert).toContainText('The form for your own function could not be fetched.');
  // Still broken: asked for, and told again.
  await button(page, 'Try again').click();
  await expect(alert).toContainText('The form for your own function could not be fetched.');
  await form();
  await button(page, 'Try again').click();
  await page.getByRole('textbox', { name: 'The call' }).fill('save(conn, 1)');
  await expect(alert).toBeHidden();

  await page.getByLabel('Task').selectOption({ label: 'Refund an order' });
  await paste(page, ANSWER);
  await run(page);
  await judged(page, /safe by accident/i);

  const console = await breakLine(page, 'QueryConsole');
  await page.getByRole('tab', { name: 'Query a world' }).click();
  await expect(alert).toContainText('The console could not be fetched.');
  await console();
  await button(page, 'Try again').click();
  await expect(page.getByRole('textbox', { name: 'Query' })).toBeVisible();

  const judge = await breakLine(page, 'JudgeSql');
  await page.getByRole('tab', { name: 'Judge’s SQL' }).click();
  await expect(alert).toContainText('The judge’s SQL could not be fetched.');
  await judge();
  await button(page, 'Try again').click();
  await expect(page.getByText('CREATE TEMP VIEW torn(what) AS', { exact: true })).toBeVisible();

  const file = await breakLine(page, 'takeaway');
  await button(page, 'Download the pytest file').click();
  await expect(alert).toContainText('could not be fetched.');
  await file();
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Try again').click()]);
  expect(download.suggestedFilename()).toMatch(/\.py$/);
  expect(twice()).toEqual([]);
});

test('the list of the interpreter’s files comes after the line has broken', async ({ page }) => {
  const files = await breakLine(page, 'files');
  await openEditor(page);
  await paste(page, ANSWER);
  await run(page);
  await expect(verdict(page)).toContainText('could not be fetched');
  await files();
  await button(page, 'Retry').click();
  await judged(page, /safe by accident/i);
});

test('where a part never comes, the page can be loaded anew, and the code is kept', async ({ page }) => {
  const palette = await breakLine(page, 'Palette');
  await openEditor(page);
  await paste(page, `${ANSWER}# mine`);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('alert')).toContainText('The command palette could not be fetched.');
  await button(page, 'Try again').click();
  await expect(page.getByRole('alert')).toContainText('reload the page: your code is kept');
  await palette();
  await button(page, 'Reload the page').click();
  await expect(page.getByRole('textbox', { name: 'Your code' })).toContainText('# mine');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByPlaceholder('What do you want to do?')).toBeFocused();
});
