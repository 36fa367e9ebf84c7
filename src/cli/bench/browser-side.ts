// The engine in the browser, inside the sealed chamber: as used, and by brute force. Timed in the page, from the
// request to the checked answer.
import type { Page } from '@playwright/test';
import type { BenchBrowser } from './browser.ts';
import type {} from './page/speed.ts';
import type { Restores } from './restores.ts';
import type { Side } from './side.ts';
import type { Subject } from './subjects.ts';

export async function openSpeedPage({ browser, server }: BenchBrowser): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(server.speedUrl);
  await page.waitForFunction(() => 'speed' in window);
  return page;
}

const SPARE_TIMEOUT_MS = 60_000;

/** Loads the chamber first, its spare included, so that no start is left to disturb a measurement. */
export async function browserSide({ browser }: BenchBrowser, page: Page, brute: boolean): Promise<Side> {
  const chambers = page.workers().length + 2;
  await page.evaluate((which) => window.speed.load(which), brute);
  for (const deadline = Date.now() + SPARE_TIMEOUT_MS; page.workers().length < chambers;) {
    if (Date.now() > deadline) throw new Error('the spare chamber did not start');
    await page.waitForTimeout(100);
  }
  await page.waitForTimeout(2_000);
  return {
    key: brute ? 'browser-brute' : 'browser',
    title: `our engine in Chromium ${browser.version().split('.')[0]}, ${brute ? 'by brute force' : 'as used'}`,
    async run({ task, reference, scenarios, digest, name }) {
      const timed = await page.evaluate(([which, id, solution]) => window.speed.run(which, id, solution), [
        brute,
        task.id,
        reference.name,
      ] as const);
      if (timed.digest !== digest)
        throw new Error(`${name}: another verdict in the browser than in Node; was a source changed meanwhile?`);
      return { ms: timed.ms, cpuMs: null, scenarios: scenarios.length };
    },
  };
}

export function browserRestores(page: Page, { task }: Subject): Promise<Restores> {
  return page.evaluate((id) => window.speed.restores(id), task.id);
}
