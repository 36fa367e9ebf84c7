// A thousand edits and runs in one page: what they leave behind. The code is small, so that it is the page and the
// changing of chambers that is tried; how much a verdict itself costs is the benchmark's business.
import { expect, test, type Page } from '@playwright/test';
import { judged, nextDigest, openEditor, paste, reference } from './page.ts';

const EDITS = 1_000;
const READINGS = 5;
/** The first reading is the second's warm-up: compilers and caches settle, the strip of rounds fills. */
const FLAT = { heapBytes: 8e6, nodes: 2_000, listeners: 500 };

const CODE = `${reference('set-a-config-option', 'replace')}# edit`;

interface Reading {
  readonly heapBytes: number;
  readonly nodes: number;
  readonly listeners: number;
}

/** Of the page alone, once what is not needed has been collected. */
async function read(page: Page): Promise<Reading> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  await session.detach();
  return { heapBytes: usedSize, nodes, listeners: jsEventListeners };
}

test('a thousand edits and runs leave nothing behind', async ({ page }) => {
  test.setTimeout(1_800_000);
  await openEditor(page);
  await page.getByLabel('Task').selectOption({ label: 'Set a config option' });
  await paste(page, CODE);
  await page.keyboard.press('ControlOrMeta+Enter');
  await judged(page, /safe by design/i);

  let digest = await nextDigest(page, null);
  const readings: Reading[] = [];
  for (let edit = 1; edit <= EDITS; edit++) {
    await page.getByRole('textbox', { name: 'Your code' }).press('ControlOrMeta+End');
    await page.keyboard.insertText('.');
    await page.keyboard.press('ControlOrMeta+Enter');
    digest = await nextDigest(page, digest);
    if (edit % (EDITS / READINGS) === 0) readings.push(await read(page));
  }
  for (const reading of readings) console.log(JSON.stringify(reading));
  const [early, last] = [readings[1], readings.at(-1)];
  expect((last?.heapBytes ?? NaN) - (early?.heapBytes ?? NaN)).toBeLessThan(FLAT.heapBytes);
  expect((last?.nodes ?? NaN) - (early?.nodes ?? NaN)).toBeLessThan(FLAT.nodes);
  expect((last?.listeners ?? NaN) - (early?.listeners ?? NaN)).toBeLessThan(FLAT.listeners);
});
