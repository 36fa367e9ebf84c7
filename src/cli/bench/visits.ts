// From opening the page to the first verdict: a first visit and a later one, beside a bare start of Pyodide in the
// same browser, in turns. And what a first visit transfers.
import type { BrowserContext, Page } from '@playwright/test';
import { LOAD_STAGES } from '../../model/progress.ts';
import type { BenchBrowser } from './browser.ts';
import type { Visit } from './page/visit.ts';
import { median, sum, withRange } from './statistics.ts';

export interface Opened extends Visit {
  /** By file, as the network carried it, headers included. */
  readonly transferred: ReadonlyMap<string, number>;
}

export interface VisitRound {
  readonly first: Opened;
  readonly later: Opened;
  readonly bareFirst: Opened;
  readonly bareLater: Opened;
}

const VISIT_TIMEOUT_MS = 180_000;
const IMAGE_DATABASE = 'by-accident-images';

/** Each round in a context of its own, so that nothing is cached; the order alternates. */
export async function runVisits(bench: BenchBrowser, rounds: number): Promise<readonly VisitRound[]> {
  const results: VisitRound[] = [];
  const ours = () => visitTwice(bench, bench.server.visitUrl, imageIsKept);
  const bare = () => visitTwice(bench, bench.server.bareUrl, async () => undefined);
  for (let round = 0; round < rounds; round++) {
    const [a, b] = round % 2 === 0 ? [await ours(), await bare()] : [await bare(), await ours()];
    const [own, other] = round % 2 === 0 ? [a, b] : [b, a];
    if (own.later.stages.import !== undefined) throw new Error('the later visit did not start from the kept image');
    results.push({ first: own.first, later: own.later, bareFirst: other.first, bareLater: other.later });
  }
  return results;
}

async function visitTwice(
  { browser }: BenchBrowser,
  url: string,
  settled: (page: Page) => Promise<void>,
): Promise<{ first: Opened; later: Opened }> {
  const context = await browser.newContext();
  try {
    return { first: await visit(context, url, settled), later: await visit(context, url, settled) };
  } finally {
    await context.close();
  }
}

async function visit(context: BrowserContext, url: string, settled: (page: Page) => Promise<void>): Promise<Opened> {
  const page = await context.newPage();
  const transferred = await countTransfers(context, page);
  await page.goto(url);
  const done = await page.waitForFunction(() => window.visit, undefined, { timeout: VISIT_TIMEOUT_MS });
  const seen = (await done.jsonValue()) as Visit;
  const atVerdict = new Map(transferred);
  await settled(page);
  await page.close();
  return { ...seen, transferred: atVerdict };
}

/** Bytes by file of the app's own page, before it asks for the interpreter. */
export async function openApp({ browser, server }: BenchBrowser): Promise<ReadonlyMap<string, number>> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const transferred = await countTransfers(context, page);
    await page.goto(server.appUrl, { waitUntil: 'networkidle' });
    return transferred;
  } finally {
    await context.close();
  }
}

/** Fills the map while the page loads. */
async function countTransfers(context: BrowserContext, page: Page): Promise<ReadonlyMap<string, number>> {
  const session = await context.newCDPSession(page);
  const urls = new Map<string, string>();
  const transferred = new Map<string, number>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const asked = urls.get(requestId);
    if (!asked?.startsWith('http')) return;
    const name = new URL(asked).pathname.split('/').at(-1) ?? asked;
    transferred.set(name, (transferred.get(name) ?? 0) + encodedDataLength);
  });
  await session.send('Network.enable');
  return transferred;
}

/** Resolves once the start image of a first visit has been written, all or nothing, for the next. */
async function imageIsKept(page: Page): Promise<void> {
  const count = (name: string) =>
    new Promise<number>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const counting = opening.result.transaction('images').objectStore('images').count();
        counting.onsuccess = () => {
          opening.result.close();
          resolve(counting.result);
        };
        counting.onerror = () => reject(counting.error);
      };
    });
  for (const deadline = Date.now() + VISIT_TIMEOUT_MS; Date.now() < deadline; await page.waitForTimeout(100)) {
    if ((await page.evaluate(count, IMAGE_DATABASE)) > 0) return;
  }
  throw new Error('the first visit kept no start image');
}

/** `appPage`: what the app's own page transfers before the interpreter's files. */
export function visitLines(rounds: readonly VisitRound[], appPage: ReadonlyMap<string, number>): string[] {
  const times = (of: (round: VisitRound) => Visit): string =>
    withRange(
      rounds.map((r) => of(r).doneMs),
      0,
    );
  const ratio = (a: (round: VisitRound) => Visit, b: (round: VisitRound) => Visit): string =>
    withRange(
      rounds.map((r) => a(r).doneMs / b(r).doneMs),
      2,
    );
  const lines = [
    'ms from opening to the first verdict: median of the rounds (lowest–highest)',
    `  bare start of Pyodide   first visit ${times((r) => r.bareFirst)} · later ${times((r) => r.bareLater)}`,
    `  ours                    first visit ${times((r) => r.first)} · later ${times((r) => r.later)}`,
    `  first visit to a bare first start: ${ratio(
      (r) => r.first,
      (r) => r.bareFirst,
    )} · aim: at most 1.5`,
    `  later visit to a bare first start: ${ratio(
      (r) => r.later,
      (r) => r.bareFirst,
    )} · aim: at most 0.4`,
    `  later visit to a bare later start: ${ratio(
      (r) => r.later,
      (r) => r.bareLater,
    )}`,
    `  stages of a first visit: ${stageTimes(rounds.map((r) => r.first))}`,
    `  stages of a later visit: ${stageTimes(rounds.map((r) => r.later))}`,
  ];
  const [round] = rounds;
  if (round) lines.push(...transferLines(round, appPage));
  return lines;
}

/** How long each stage lasts, median of the visits. */
function stageTimes(visits: readonly Visit[]): string {
  const stages = LOAD_STAGES.filter((stage) => visits.every(({ stages: times }) => times[stage] !== undefined));
  const marks = visits.map(({ stages: times, doneMs }) => [0, ...stages.map((stage) => times[stage] ?? 0), doneMs]);
  const names = ['page', ...stages.map((stage) => (stage === 'ready' ? 'first crash test' : stage))];
  return names
    .map((name, i) => `${name} ${median(marks.map((mark) => (mark[i + 1] ?? 0) - (mark[i] ?? 0))).toFixed(0)}`)
    .join(' · ');
}

function transferLines({ first, later, bareFirst }: VisitRound, appPage: ReadonlyMap<string, number>): string[] {
  const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(2);
  const total = (transferred: ReadonlyMap<string, number>): number => sum([...transferred.values()]);
  const interpreter = new Map([...first.transferred].filter(([name]) => name.endsWith('.bin')));
  const assets = [...interpreter, ...appPage].sort(([, a], [, b]) => b - a);
  return [
    `MB transferred to the first verdict: ${megabytes(total(interpreter) + total(appPage))} · aim: at most 9`,
    `  the app's own page ${megabytes(total(appPage))}, the interpreter and the judge ${megabytes(total(interpreter))}`,
    ...assets.map(([name, bytes]) => `  ${megabytes(bytes).padStart(6)}  ${name}`),
    `  a later visit, while the host's files are cached: ${megabytes(total(later.transferred))}`,
    `  a bare start, uncompressed as Pyodide's package has it: ${megabytes(total(bareFirst.transferred))}`,
  ];
}
