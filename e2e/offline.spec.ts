// The site as it is kept in the browser: it works when the network is gone, a newer version waits until it is asked for,
// and what a deployment took away is told in a sentence.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { deploy, type Host, startHost, takeAway } from './host.ts';
import { judged, paste, reference, run, verdict } from './page.ts';

test.use({ serviceWorkers: 'allow' });

const ANSWER = reference('refund-an-order', 'commit_at_the_end');
const KEPT = 'This page is kept in this browser and works without a network.';
const NEWER = 'A newer version of this page is ready.';

let host: Host;
test.beforeEach(async () => {
  host = await startHost();
});
test.afterEach(() => host.close());

const kept = (page: Page): Promise<void> => expect(page.getByText(KEPT)).toBeVisible({ timeout: 90_000 });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const editor = (page: Page) => page.getByRole('textbox', { name: 'Your code' });
/** The mark of a deployed version; the first one has none. */
const mark = (page: Page) => page.locator('meta[name=version]');

/** What a browser does by itself from time to time, and the page when it is looked at again. */
const lookForNewer = (page: Page): Promise<void> =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));

test('after one visit, in which nothing was run, the first verdict and every part come without a network', async ({
  page,
  context,
}) => {
  await page.goto(host.url);
  await kept(page);
  await host.off();

  // The visit that is still open.
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByPlaceholder('What do you want to do?')).toBeFocused();
  await page.close();

  const later = await context.newPage();
  await later.goto(host.url);
  await button(later, 'Run this crash test').click();
  await judged(later, /safe by accident/i);
  await later.getByRole('tab', { name: 'Query a world' }).click();
  await expect(later.getByRole('textbox', { name: 'Query' })).toBeVisible();
  await later.getByRole('tab', { name: 'Judge’s SQL' }).click();
  await expect(later.getByText('CREATE TEMP VIEW torn(what) AS', { exact: true })).toBeVisible();
  await later.getByLabel('Task').selectOption({ label: 'Your own function…' });
  await expect(later.getByRole('textbox', { name: 'The call' })).toBeVisible();
  await expect(later.getByText(KEPT)).toBeVisible();

  // Under other addresses of the same page.
  for (const address of ['index.html', '?embed', '?utm_source=course']) {
    await later.goto(host.url + address);
    await expect(later.getByRole('main')).toBeVisible();
  }
});

test('a newer version waits, interrupts nobody, and is loaded with the code kept when it is asked for', async ({
  page,
  context,
}) => {
  await page.goto(host.url);
  await kept(page);
  const other = await context.newPage();
  await other.goto(host.url);
  await kept(other);
  await page.goto(host.url);
  await openEditorAt(page);
  await paste(page, `${ANSWER}# mine`);
  // A reload of either page would forget these.
  for (const one of [page, other]) await one.evaluate(() => Object.assign(window, { stays: true }));

  deploy(host, 'two');
  await lookForNewer(page);
  await expect(page.getByText(NEWER)).toBeVisible();
  await editor(page).press('ControlOrMeta+End');
  await page.keyboard.insertText('\n# and more');
  await button(page, 'Later').click();
  await expect(page.getByText(NEWER)).toBeHidden();
  // Nobody has asked for it, so an opened page is still the old one, and offers it.
  const third = await context.newPage();
  await third.goto(host.url);
  await expect(mark(third)).toHaveCount(0);
  await kept(third);
  await expect(third.getByText(NEWER)).toBeVisible();
  await button(third, 'Load it').click();
  await expect(mark(third)).toHaveAttribute('content', 'two');

  for (const one of [page, other]) expect(await one.evaluate(() => 'stays' in window)).toBe(true);
  await expect(other.getByText(NEWER)).toBeVisible();
  await expect(editor(page)).toContainText('# and more');
  await page.reload();
  await expect(mark(page)).toHaveAttribute('content', 'two');
  await expect(editor(page)).toContainText('# and more');
});

test('what a deployment took away is told in a sentence, and a reload brings the new version with the code', async ({
  page,
}) => {
  await page.goto(host.url);
  await openEditorAt(page);
  takeAway(host, 'Palette-');
  takeAway(host, 'python_stdlib');
  await paste(page, `${ANSWER}# mine`);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('alert')).toContainText('The command palette could not be fetched.');
  await run(page);
  await expect(verdict(page)).toContainText(
    'The site has changed since this page was opened: python_stdlib.zip is no longer there.',
  );
  await verdict(page).getByRole('button', { name: 'Reload the page' }).click();
  await expect(editor(page)).toContainText('# mine');
});

test('a host that answers with something else is not remembered, and the page says that it is not kept', async ({
  page,
}) => {
  takeAway(host, 'takeaway-');
  await page.goto(host.url);
  await expect(page.getByText('This page could not be kept in this browser')).toBeVisible({ timeout: 90_000 });
  await openEditorAt(page);
  await paste(page, ANSWER);
  await run(page);
  await judged(page, /safe by accident/i);
});

test('a frame of another page keeps nothing', async ({ page }) => {
  const course = await startHost();
  try {
    const html = `<!doctype html><iframe src="${host.url}?embed" width="900" height="700"></iframe>`;
    writeFileSync(join(course.folder, 'course.html'), html);
    await page.goto(`${course.url}course.html`);
    await expect(page.frameLocator('iframe').getByRole('main')).toBeVisible();
    // Longer than the page waits elsewhere.
    await page.waitForTimeout(8_000);
    const frame = page.frames().find((one) => one.url().startsWith(host.url));
    expect(await frame?.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
    expect(host.asked).not.toContain('sw.js');
  } finally {
    await course.close();
  }
});

/** Past the opening scenario, where the page stands. */
async function openEditorAt(page: Page): Promise<void> {
  const start = button(page, 'Paste your own answer');
  await expect(start.or(editor(page))).toBeVisible();
  if (await start.isVisible()) await start.click();
}
