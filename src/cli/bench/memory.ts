// Many verdicts in one process, in Node and in the browser, and what they leave behind.
import { readFile } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Browser } from '@playwright/test';
import type { BenchBrowser } from './browser.ts';
import { browserSide, openSpeedPage } from './browser-side.ts';
import type { Side } from './side.ts';
import type { Subject } from './subjects.ts';

/** Figures by name, bytes. */
type Reading = Readonly<Record<string, number>>;

/** Growth from the second reading to the last that still counts as flat: caches and compilers settle early. */
const FLAT_BYTES = 16e6;
const READINGS = 5;

export async function nodeMemory(side: Side, subjects: readonly Subject[], verdicts: number): Promise<string[]> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  return [
    `memory of ${verdicts} verdicts in Node, MB`,
    ...(await readAlong(side, subjects, verdicts, async () => {
      collect();
      const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
      return { resident: rss, 'JavaScript heap': heapUsed, 'array buffers': arrayBuffers };
    })),
  ];
}

export async function browserMemory(
  bench: BenchBrowser,
  subjects: readonly Subject[],
  verdicts: number,
): Promise<string[]> {
  const page = await openSpeedPage(bench);
  try {
    const side = await browserSide(bench, page, false);
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    return [
      `memory of ${verdicts} verdicts in the browser, MB`,
      ...(await readAlong(side, subjects, verdicts, async () => {
        await session.send('HeapProfiler.collectGarbage');
        const { metrics } = await session.send('Performance.getMetrics');
        const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0;
        const renderers = await rendererBytes(bench.browser);
        return { ...(renderers === null ? {} : { 'page and chambers': renderers }), "page's JavaScript heap": heap };
      })),
    ];
  } finally {
    await page.close();
  }
}

async function readAlong(
  side: Side,
  subjects: readonly Subject[],
  verdicts: number,
  read: () => Promise<Reading>,
): Promise<string[]> {
  const readings: Reading[] = [];
  const lines: string[] = [];
  const every = Math.max(1, Math.floor(verdicts / READINGS));
  for (let done = 1; done <= verdicts; done++) {
    await side.run(subjects[done % subjects.length] as Subject);
    if (done % every !== 0) continue;
    const reading = await read();
    readings.push(reading);
    const figures = Object.entries(reading).map(([name, bytes]) => `${name} ${(bytes / 1e6).toFixed(1)}`);
    lines.push(`  after ${String(done).padStart(5)}: ${figures.join(' · ')}`);
  }
  return [...lines, ...conclusions(readings)];
}

function conclusions(readings: readonly Reading[]): string[] {
  const [, early] = readings;
  const last = readings.at(-1);
  if (!early || !last || early === last) return ['  too few readings to say whether it is flat'];
  return Object.keys(last).map((name) => {
    const growth = (last[name] ?? 0) - (early[name] ?? 0);
    const change = `${growth < 0 ? '' : '+'}${(growth / 1e6).toFixed(1)} MB from the second reading to the last`;
    return `  ${name}: ${growth <= FLAT_BYTES ? 'flat' : 'NOT flat'}, ${change}`;
  });
}

/** Memory of all renderers, shared pages divided among them; null where the system does not tell. */
async function rendererBytes(browser: Browser): Promise<number | null> {
  const session = await browser.newBrowserCDPSession();
  try {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const renderers = processInfo.filter(({ type }) => type === 'renderer');
    let total = 0;
    for (const { id } of renderers) {
      const rollup = await readFile(`/proc/${id}/smaps_rollup`, 'utf8');
      total += Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024;
    }
    return total;
  } catch {
    return null;
  } finally {
    await session.detach();
  }
}
