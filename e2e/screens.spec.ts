// Every screen and state at three widths and in both themes: nothing is wider than the screen, and axe finds nothing. For
// `npm run screenshots` a picture of each is left in test-results/screens; some are kept for the README.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { judged, paste, reference, run, verdict, violations } from './page.ts';

const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 860 },
  { width: 1920, height: 1080 },
];
const FOLDER = 'test-results/screens';
const TAKES_PICTURES = process.env['npm_lifecycle_event'] === 'screenshots';
/** A picture for the documents shows no more than this, in pixels. */
const PICTURE_HEIGHT = 1_400;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const operator = (page: Page) => page.getByRole('region', { name: 'What the operator finds' });

async function takePicture(page: Page, state: string): Promise<void> {
  const { width } = page.viewportSize() ?? { width: 0 };
  const theme = await page.evaluate(() => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'));
  mkdirSync(FOLDER, { recursive: true });
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const clip = { x: 0, y: 0, width, height: Math.min(height, PICTURE_HEIGHT) };
  const file = path.join(FOLDER, `${state}-${width}-${theme}.png`);
  await page.screenshot({ path: file, fullPage: true, clip, animations: 'disabled' });
}

/** Looks at the page as it stands. */
async function look(page: Page, state: string): Promise<void> {
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  if (TAKES_PICTURES) await takePicture(page, state);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect.soft(wide, `${state}: wider than the screen by so many pixels`).toBe(0);
  expect.soft(await violations(page), state).toEqual([]);
}

/** No key is the page's before the dialog is gone. */
async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}

for (const viewport of SIZES) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${viewport.width} pixels, ${colorScheme}`, () => {
      test.use({ viewport, colorScheme });

      test('what a first visitor meets, until the verdict', async ({ page }) => {
        await page.goto('./');
        await expect(button(page, 'Run this crash test')).toBeVisible();
        await look(page, 'first');

        let arrive = (): void => undefined;
        const asked = new Promise<void>((resolve) => (arrive = resolve));
        await page.route('**/python_stdlib*', async (route) => {
          await asked;
          await route.abort();
        });
        await button(page, 'Run this crash test').click();
        await expect(page.getByRole('heading', { name: 'Getting ready' })).toBeVisible();
        await look(page, 'loading');
        arrive();
        await expect(page.getByRole('heading', { name: 'Python did not load' })).toBeVisible();
        await look(page, 'not-loaded');

        await page.unroute('**/python_stdlib*');
        await button(page, 'Retry').click();
        await judged(page, /safe by accident/i);
        await expect(operator(page)).toBeVisible();
        await look(page, 'verdict');
        for (const [name, state] of [
          ['Output', 'output'],
          ['Traceback', 'traceback'],
          ['Judge’s SQL', 'judge-sql'],
          ['Query a world', 'query'],
        ] as const) {
          await operator(page).getByRole('tab', { name }).click();
          await expect(operator(page).getByRole('tabpanel')).toBeVisible();
          await look(page, state);
        }
      });

      test('what somebody meets who brings code', async ({ page }) => {
        await page.goto('./');
        await button(page, 'Paste your own answer').click();
        await expect(page.getByRole('textbox', { name: 'Your code' })).toBeVisible();
        await look(page, 'editor');

        await paste(page, '```python\ndef give_back(order_id):\n    pass\n```\n');
        await run(page);
        await expect(verdict(page).getByRole('heading', { name: 'No code to test' })).toBeVisible();
        await look(page, 'no-code');

        const first = reference('refund-an-order', 'commit_at_the_end');
        const second = reference('refund-an-order', 'begin_immediate');
        await paste(page, `\`\`\`python\n${first}\`\`\`\nImproved:\n\n\`\`\`python\n${second}\`\`\`\n`);
        await run(page);
        await expect(button(page, 'Test this code')).toBeVisible();
        await look(page, 'picker');

        await paste(page, 'def refund_order(conn, order_id):\n    return None\n');
        await run(page);
        await judged(page, /does not work/i);
        await look(page, 'does-not-work');

        await paste(page, first);
        await run(page);
        await judged(page, /safe by accident/i);
        await paste(page, second);
        await expect(verdict(page)).toContainText(/for earlier code/i);
        await look(page, 'outdated');
        await run(page);
        await judged(page, /safe by design/i);
        await look(page, 'rounds');

        await button(page, 'Share').click();
        await expect(page.getByRole('dialog', { name: 'Share' }).getByRole('img')).toBeVisible();
        await look(page, 'share');
        const link = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue();
        await closeDialog(page);
        await page.keyboard.press('ControlOrMeta+k');
        await expect(page.getByRole('dialog')).toBeVisible();
        await look(page, 'palette');
        await closeDialog(page);
        await button(page, 'Keyboard shortcuts').click();
        await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
        await look(page, 'shortcuts');
        await closeDialog(page);

        await page.getByRole('combobox', { name: 'Task' }).selectOption({ label: 'Your own function…' });
        await expect(page.getByRole('region', { name: 'Your own function' })).toBeVisible();
        await look(page, 'own');

        await page.goto('about:blank');
        await page.goto(link);
        await page.reload();
        await expect(page.getByRole('textbox', { name: 'Your code' })).toBeVisible();
        await page.goto('about:blank');
        await page.goto(`./?embed${new URL(link).hash}`);
        await expect(page.getByRole('textbox', { name: 'The code that was sent' })).toBeVisible();
        await look(page, 'embed');
      });
    });
  }
}
