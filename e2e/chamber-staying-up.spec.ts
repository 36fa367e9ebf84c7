// A thousand runs, two hundred stops and a hundred deaths in one page: nothing that belongs to a chamber outlives it. The
// workers are scripted, so that it is the chambers that are tried and not the interpreter in them.
import { expect, test, type Page } from '@playwright/test';
import type {} from './chamber/main.ts';

const RUNS = 1_000;
const STOPS = 200;
const DEATHS = 100;
/** One that runs, and its spare. */
const MOST_CHAMBERS = 2;
/** Bytes by which the page's memory may grow between two readings. */
const FLAT_BYTES = 4e6;

interface Reading {
  readonly frames: number;
  readonly workers: number;
  /** Made and not revoked, by the page. */
  readonly urls: number;
  /** Made by the page and neither closed nor collected. */
  readonly ports: number;
  readonly heapBytes: number;
}

/** Counts what the page makes, from before its first script. */
const COUNT = `
  window.kept = { urls: new Set(), ports: new Set() };
  const { createObjectURL, revokeObjectURL } = URL;
  URL.createObjectURL = (blob) => { const url = createObjectURL.call(URL, blob); window.kept.urls.add(url); return url; };
  URL.revokeObjectURL = (url) => { window.kept.urls.delete(url); revokeObjectURL.call(URL, url); };
  const Channel = MessageChannel;
  window.MessageChannel = class extends Channel {
    constructor() { super(); window.kept.ports.add(new WeakRef(this.port1)); }
  };
  const { close } = MessagePort.prototype;
  MessagePort.prototype.close = function () {
    for (const ref of window.kept.ports) if (ref.deref() === this) window.kept.ports.delete(ref);
    close.call(this);
  };
`;

async function read(page: Page): Promise<Reading> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  const { urls, ports } = await page.evaluate(() => {
    const { kept } = window as unknown as { kept: { urls: Set<string>; ports: Set<WeakRef<MessagePort>> } };
    return { urls: kept.urls.size, ports: [...kept.ports].filter((ref) => ref.deref() !== undefined).length };
  });
  return { frames: page.frames().length - 1, workers: page.workers().length, urls, ports, heapBytes: usedSize };
}

test('a thousand runs, two hundred stops and a hundred deaths leave nothing behind', async ({ page }) => {
  test.setTimeout(600_000);
  await page.addInitScript(COUNT);
  await page.goto('./');
  await page.evaluate(() => window.scripted.load(() => undefined));
  const round = () =>
    page.evaluate(
      async ([runs, stops, deaths]) => {
        const seen: Record<string, number> = {};
        const run = async (source: string, stopsIt: boolean): Promise<void> => {
          const answer = await window.scripted.run({ task: window.task, source }, () => {
            if (stopsIt) window.scripted.stop();
          });
          seen[answer.kind] = (seen[answer.kind] ?? 0) + 1;
        };
        for (let i = 0; i < (stops ?? 0); i++) await run('loop', true);
        for (let i = 0; i < (deaths ?? 0); i++) await run('die', false);
        for (let i = 0; i < (runs ?? 0); i++) await run('honest', false);
        return seen;
      },
      [RUNS / 4, STOPS / 4, DEATHS / 4],
    );
  const readings: Reading[] = [];
  for (let quarter = 0; quarter < 4; quarter++) {
    expect(await round()).toEqual({ result: RUNS / 4, stopped: STOPS / 4, failed: DEATHS / 4 });
    // A spare that is being started is one of the two.
    await expect.poll(async () => (await read(page)).workers).toBeLessThanOrEqual(MOST_CHAMBERS);
    readings.push(await read(page));
  }
  for (const reading of readings) console.log(JSON.stringify(reading));
  for (const { frames, workers, urls, ports } of readings) {
    expect([frames, workers].every((count) => count <= MOST_CHAMBERS)).toBe(true);
    expect(urls).toBe(0);
    expect(ports).toBeLessThanOrEqual(MOST_CHAMBERS);
  }
  const [, early, , last] = readings;
  expect((last?.heapBytes ?? NaN) - (early?.heapBytes ?? NaN)).toBeLessThan(FLAT_BYTES);
});
