// Links, files and frames: what is sent arrives, nothing runs by itself, nobody's draft is touched, and whatever is
// damaged or hostile gets one sentence.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, type Page } from '@playwright/test';
import { RULES_VERSION } from '../src/model/verdict.ts';
import { judged, openEditor, paste, reference, run, verdict, violations, watchFaults } from './page.ts';

const ANSWER = reference('refund-an-order', 'commit_at_the_end');
const MINE = '# my own draft\ndef refund_order(conn, order_id):\n    pass\n';
const LAST_YEAR = { engine: '0.9.0', rules: 1, digest: '0'.repeat(64) };

const sent = (page: Page) => page.getByRole('textbox', { name: 'The code that was sent' });
const mine = (page: Page) => page.getByRole('textbox', { name: 'Your code' });
const peek = (page: Page) => page.getByRole('region', { name: 'You are looking at code that somebody sent.' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Nothing here may complain, open a dialog or leave the page's own origin. */
let faults: string[] = [];
test.beforeEach(({ page, baseURL }) => {
  faults = watchFaults(page, baseURL ?? '', (url) => url.startsWith('http://localhost:'));
});
test.afterEach(() => {
  expect(faults).toEqual([]);
});

/** Text of a file that the page saves, of `code` for the first task. */
function fileOf(over: Record<string, unknown> = {}): string {
  const subject = { kind: 'task', id: 'refund-an-order' };
  return JSON.stringify({ format: 'by-accident/shared@1', subject, code: ANSWER, view: null, expected: null, ...over });
}

async function openFile(page: Page, content: string | Buffer): Promise<void> {
  await button(page, 'Share').click();
  const buffer = Buffer.from(content);
  await page.getByLabel('Open a file').setInputFiles({ name: 'sent.json', mimeType: 'application/json', buffer });
}

/** The whole link of `code`, made by the page itself. */
async function linkOf(page: Page, code: string): Promise<string> {
  await openEditor(page);
  await paste(page, code);
  await expect.poll(() => page.url()).toContain('#1');
  // It is written once nothing has changed for a while.
  await button(page, 'Share').click();
  const link = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.url()).toBe(link);
  return link;
}

test('a verdict is sent, looked at, run again with the same result, and taken over', async ({ page, browser }) => {
  await openEditor(page);
  await paste(page, ANSWER);
  await run(page);
  await judged(page, /safe by accident/i);
  await page.getByRole('button', { name: /line 8 .*autocommit, kill/ }).click();
  await button(page, 'Share').click();
  const dialog = page.getByRole('dialog', { name: 'Share' });
  const link = await dialog.getByRole('textbox', { name: 'Link', exact: true }).inputValue();
  expect(link.length).toBeLessThanOrEqual(1_000);
  await expect(dialog).toContainText(`This link has ${link.length} characters.`);
  await expect(
    dialog.getByRole('img', { name: /^Safe by accident\. Refund an order\. Killed before line 8/ }),
  ).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(button(page, 'Share')).toBeFocused();
  await expect.poll(() => page.url()).toBe(link);

  const visitor = await browser.newContext();
  const other = await visitor.newPage();
  await other.goto(link);
  await expect(peek(other)).toContainText('Nothing has been run.');
  await expect(peek(other)).toContainText('had open: a kill before line 8 in autocommit mode, after the re-run.');
  await expect(sent(other)).toContainText('def refund_order');
  expect(other.workers()).toEqual([]);
  expect(await violations(other)).toEqual([]);

  await button(other, 'Run it').click();
  await expect(peek(other)).toContainText("Same as the sender's.", { timeout: 120_000 });
  await expect(other.getByRole('region', { name: 'What the operator finds' })).toContainText('line 8');
  expect(await violations(other)).toEqual([]);

  await button(other, 'Make it my draft').click();
  await expect(peek(other)).toBeHidden();
  await expect(mine(other)).toBeFocused();
  await other.keyboard.insertText('# mine now\n');
  await expect(mine(other)).toContainText('# mine now');
  await expect.poll(() => other.url()).not.toBe(link);
  const edited = other.url();
  await other.reload();
  await expect(mine(other)).toContainText('# mine now');
  await expect(peek(other)).toBeHidden();
  expect(other.url()).toBe(edited);
  await visitor.close();
});

test('looking at a link leaves the draft alone, and a fork puts it aside', async ({ page, browser }) => {
  const sender = await browser.newContext();
  const link = await linkOf(await sender.newPage(), ANSWER);
  await sender.close();

  await linkOf(page, MINE);
  const own = page.url();
  // Pasted into the address bar of the open page.
  await page.evaluate((to) => void (location.href = to), link);
  await expect(peek(page)).toContainText('The sender had not run it.');
  await sent(page).click();
  await page.keyboard.insertText('typed over');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(sent(page)).toContainText('def refund_order');
  await expect(sent(page)).not.toContainText('typed over');
  await button(page, 'Back to my draft').click();
  await expect(mine(page)).toContainText('# my own draft');
  await expect(mine(page)).toBeFocused();
  await expect.poll(() => page.url()).toBe(own);

  await page.evaluate((to) => void (location.href = to), link);
  await button(page, 'Make it my draft').click();
  await expect(mine(page)).toContainText('UPDATE customers');
  await expect(page.getByText('Your earlier draft was put aside.')).toBeVisible();
  await page.reload();
  await button(page, 'Bring it back').click();
  await expect(mine(page)).toContainText('# my own draft');
  await button(page, 'Bring it back').click();
  await expect(mine(page)).toContainText('UPDATE customers');
  expect(await violations(page)).toEqual([]);
});

test('the opening example stays what it is over a reload, and is a link for whoever gets it', async ({
  page,
  browser,
}) => {
  await page.goto('./');
  await button(page, 'Run this crash test').click();
  await expect.poll(() => page.url()).toContain('#1');
  const unrun = page.url();
  await judged(page, /safe by accident/i);
  // The address follows within a moment: it then holds what was seen.
  await expect.poll(() => page.url()).not.toBe(unrun);
  const link = page.url();
  await page.reload();
  await expect(page.getByText('This is the opening example.')).toBeVisible();
  await expect(peek(page)).toBeHidden();
  const visitor = await browser.newContext();
  const other = await visitor.newPage();
  await other.goto(link);
  await expect(peek(other)).toContainText('The sender ran it');
  await visitor.close();
});

test('another engine is announced as the reason of a difference', async ({ page }) => {
  await openEditor(page);
  await openFile(page, fileOf({ expected: LAST_YEAR }));
  await expect(peek(page)).toContainText('The sender ran it with engine 0.9.0 and rules 1.');
  await button(page, 'Run it').click();
  await expect(peek(page)).toContainText(
    `rules changed from 1 to ${RULES_VERSION}, and the engine changed from 0.9.0 to`,
    {
      timeout: 120_000,
    },
  );
});

test('a whole answer that was sent without being run is tested as its code', async ({ page }) => {
  await openEditor(page);
  await openFile(page, fileOf({ code: `Here it is:\n\n\`\`\`python\n${ANSWER}\`\`\`\n` }));
  await button(page, 'Run it').click();
  await judged(page, /safe by accident/i);
  await expect(verdict(page)).not.toContainText('For earlier code');
  await expect(peek(page)).toContainText('Shown is the part that was tested.');
});

test('a link to a task without code opens the task', async ({ page }) => {
  await openEditor(page);
  await page.getByRole('combobox', { name: 'Task' }).selectOption({ label: 'Send queued emails' });
  await expect.poll(() => page.url()).toContain('#1');
  const link = page.url();
  await page.getByRole('combobox', { name: 'Task' }).selectOption({ label: 'Refund an order' });
  await expect.poll(() => new URL(page.url()).hash).toBe('');
  await page.goto(link);
  await expect(page.getByRole('combobox', { name: 'Task' })).toHaveValue('send-queued-emails');
  await expect(peek(page)).toBeHidden();
});

test('what cannot be shared empties the address and says why', async ({ page }) => {
  await openEditor(page);
  await paste(page, ANSWER);
  await expect.poll(() => page.url()).toContain('#1');
  await mine(page).evaluate(
    (editor, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    `# ${'x'.repeat(98)}\n`.repeat(3_000),
  );
  await expect.poll(() => new URL(page.url()).hash).toBe('');
  await button(page, 'Share').click();
  await expect(page.getByRole('dialog', { name: 'Share' })).toContainText(
    /Code and files can be shared up to 256 KB together; this is \d+ KB\./,
  );
  await expect(button(page, 'Save as a file')).toBeDisabled();
  await page.keyboard.press('Escape');
  expect(new URL(page.url()).hash).toBe('');
});

test('a picture of the result can be saved', async ({ page }) => {
  await openEditor(page);
  await paste(page, ANSWER);
  await run(page);
  await judged(page, /safe by accident/i);
  await button(page, 'Share').click();
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Save image').click()]);
  expect(download.suggestedFilename()).toBe('by-accident-refund-an-order.png');
  const png = readFileSync(await download.path());
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  const [saved] = await Promise.all([page.waitForEvent('download'), button(page, 'Save as a file').click()]);
  expect(saved.suggestedFilename()).toBe('by-accident-refund-an-order.json');
  const file: unknown = JSON.parse(readFileSync(await saved.path(), 'utf8'));
  expect(file).toMatchObject({ format: 'by-accident/shared@1', code: ANSWER, expected: { rules: RULES_VERSION } });
});

test.describe('hostile and damaged links', () => {
  const DAMAGED = /^This link is damaged/;
  const FOREIGN = /^This is not a link that By Accident made/;
  const change = (link: string, at: number): string =>
    link.slice(0, at) + (link[at] === 'A' ? 'B' : 'A') + link.slice(at + 1);
  const LINKS: readonly [name: string, make: (good: string) => string, sentence: RegExp][] = [
    ['one character changed', (good) => change(good, 20), DAMAGED],
    ['cut', (good) => good.slice(0, -9), /^This link is cut off/],
    ['broken base64', (good) => `${good.slice(0, 20)}!!!${good.slice(23)}`, DAMAGED],
    ['of a future version', (good) => `2${good.slice(1)}`, /^This link was made by a newer version of By Accident/],
    ['a name of every object', () => '__proto__', FOREIGN],
    ['markup', () => '<img src=x onerror=alert(1)>', FOREIGN],
    // Browsers open no link of 20 MB: that is tried as a file.
    ['too long', () => `1${'A'.repeat(400_000)}e`, /^This link is too long: it has 400,002 characters/],
  ];

  for (const [name, make, sentence] of LINKS) {
    test(name, async ({ page }) => {
      const link = await linkOf(page, MINE);
      const bad = make(new URL(link).hash.slice(1));
      await page.evaluate((fragment) => void (location.hash = fragment), bad);
      await expect(page.getByRole('alert')).toContainText(sentence);
      await expect(page.getByRole('alert')).toContainText('Nothing was opened: what you see is your own work.');
      // What the page itself takes to answer; the best of some, because other programs run here too.
      const ms = await page.evaluate(() =>
        Array.from({ length: 5 }, () => {
          const start = performance.now();
          dispatchEvent(new HashChangeEvent('hashchange'));
          return performance.now() - start;
        }),
      );
      expect(Math.min(...ms)).toBeLessThan(100);
      await expect(mine(page)).toContainText('# my own draft');
      await expect(peek(page)).toBeHidden();
      expect(await violations(page)).toEqual([]);
      await button(page, 'Close').click();
      await expect.poll(() => page.url()).toBe(link);
    });
  }

  test('the first page of a visit says it too, and runs nothing', async ({ page }) => {
    await page.goto('./#1AAAAAAAAAAAAe');
    await expect(page.getByRole('alert')).toContainText(DAMAGED);
    await expect(peek(page)).toBeHidden();
    expect(page.workers()).toEqual([]);
  });

  test('files that are none of ours get a sentence', async ({ page }) => {
    await openEditor(page);
    await openFile(page, Buffer.alloc(20_000_000, 'x'));
    const alert = page.getByRole('dialog', { name: 'Share' }).getByRole('alert');
    const again = async (content: string): Promise<void> => {
      await page.keyboard.press('Escape');
      await openFile(page, content);
    };
    await expect(alert).toContainText('This file is larger than any that By Accident saves. Nothing was opened.');
    await again(fileOf({ format: 'by-accident/shared@2' }));
    await expect(alert).toContainText('This file was saved by a newer version of By Accident.');
    await again(`{"__proto__": {"x": 1}, ${fileOf().slice(1)}`);
    await expect(alert).toContainText('“__proto__” in the file is not known here.');
    await again(fileOf({ subject: { kind: 'task', id: 'constructor' } }));
    await expect(alert).toContainText('there is no such task here');
    expect(await page.evaluate(() => 'x' in {})).toBe(false);
  });

  test('markup in what was sent is text', async ({ page }) => {
    const markup = '<img src=x onerror=alert(1)><script>alert(1)</script>';
    const own = {
      title: markup,
      call: 'save(conn, "<b>x</b>")',
      sql: `CREATE TABLE "${markup}" (x TEXT);`,
      files: [{ path: 'a.txt', text: markup }],
      judgeSql: '',
      finishesInterruptedWork: false,
    };
    const code = `def save(conn, x):\n    """${markup}"""\n    conn.execute('INSERT INTO "${markup}" VALUES (?)', (x,))\n    conn.commit()\n`;
    await openEditor(page);
    await openFile(page, fileOf({ subject: { kind: 'own', own }, code }));
    await expect(peek(page)).toContainText(`“${markup}”`);
    await button(page, 'Run it').click();
    await expect(verdict(page).getByRole('heading', { level: 2 })).toBeVisible({ timeout: 120_000 });
    await expect(peek(page)).toContainText("There is nothing of the sender's to compare with.", { timeout: 120_000 });
    await button(page, 'Share').click();
    await expect(page.getByRole('dialog', { name: 'Share' }).getByRole('img')).toBeVisible();
    expect(await page.locator('img[src="x"], #app script, dialog script').count()).toBe(0);
    await page.keyboard.press('Escape');
    // The same link in a frame of another page: the title is its heading there.
    await page.goto(`./?embed${new URL(page.url()).hash}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(markup);
  });
});

test.describe('a frame in a course page of another site', () => {
  test('shows the code and its crash test, and leads to the whole page', async ({ page, browser }) => {
    const sender = await browser.newContext();
    const link = await linkOf(await sender.newPage(), ANSWER);
    await sender.close();
    const { origin, pathname, hash } = new URL(link);
    const html = `<!doctype html><html lang="en"><title>Week 5</title><main><h1>Week 5</h1>
      <iframe src="${origin}${pathname}?embed${hash}" title="By Accident: Refund an order" width="100%" height="900"></iframe></main>`;
    const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html));
    await new Promise<void>((ready) => void server.listen(0, () => ready()));
    try {
      const course = `http://localhost:${(server.address() as AddressInfo).port}/`;
      await page.goto(course);
      const frame = page.frameLocator('iframe[title^="By Accident"]');
      await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Refund an order');
      await expect(frame.getByText('Nothing has been run.')).toBeVisible();
      for (const hidden of ['Share', 'Make it my draft', 'Back to my draft', 'Keyboard shortcuts']) {
        await expect(frame.getByRole('button', { name: hidden })).toHaveCount(0);
      }
      await expect(frame.getByRole('combobox', { name: 'Task' })).toHaveCount(0);
      await expect(frame.getByRole('region', { name: 'Is this instrument right?' })).toHaveCount(0);
      await expect(frame.getByRole('link', { name: 'Open in By Accident' })).toHaveAttribute('href', link);
      await frame.getByRole('textbox', { name: 'The code that was sent' }).click();
      await page.keyboard.insertText('typed over');
      await expect(frame.getByRole('textbox', { name: 'The code that was sent' })).not.toContainText('typed over');

      await frame.getByRole('button', { name: 'Run', exact: true }).click();
      await expect(frame.getByRole('heading', { name: /safe by accident/i })).toBeVisible({ timeout: 120_000 });
      await expect(frame.getByRole('region', { name: 'What the operator finds' })).toBeVisible();
      expect(page.url()).toBe(course);
      expect(await violations(page)).toEqual([]);
    } finally {
      server.close();
    }
  });

  test('a damaged link shows its sentence there, and no draft', async ({ page }) => {
    await linkOf(page, MINE);
    await page.goto('./?embed#1AAAAAAAAAAAAe');
    await expect(page.getByRole('alert')).toContainText('This link is damaged');
    await expect(page.getByText('# my own draft')).toHaveCount(0);
    await expect(page.getByRole('textbox')).toHaveCount(0);
    await page.goto('./?embed');
    await expect(page.getByRole('alert')).toContainText('The address of this frame holds no code to show.');
  });
});
