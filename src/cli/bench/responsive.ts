// How quick the page stays: its long tasks while the engine works, and how long what a person does takes to the next
// paint on a slowed processor. Read from the browser's own timelines, in the app as it is built.
import type { CDPSession, Page } from '@playwright/test';
import { nextDigest, paste, run } from '../../../e2e/page.ts';
import type { BenchBrowser } from './browser.ts';
import { withRange } from './statistics.ts';
import type { Subject } from './subjects.ts';

/** Longer than this holds up the page; the browser reports no shorter tasks. */
const LONG_TASK_MS = 50;
const AIM_TO_PAINT_MS = 200;
const SLOWDOWN = 4;
/** The browser reports interactions from this on; a shorter one counts as so long. */
const SHORTEST_EVENT_MS = 16;
/** After an interaction its paint is waited for, and the report of it. */
const SETTLE_MS = 500;

interface Timelines {
  longTasks: number[];
  events: number[];
}

declare global {
  interface Window {
    timelines?: Timelines;
  }
}

type Interaction = readonly [name: string, act: (page: Page) => Promise<void>];

const operator = (page: Page) => page.getByRole('region', { name: 'What the operator finds' });
const press = (keys: string) => (page: Page) => page.keyboard.press(keys);

/** With a verdict on the page, one after the other. */
const INTERACTIONS: readonly Interaction[] = [
  [
    'another cell of the matrix',
    (page) =>
      page
        .getByRole('button', { name: /, default, kill: / })
        .last()
        .click(),
  ],
  ['an arrow key in the matrix', press('ArrowUp')],
  ['the cell under it', press('Enter')],
  ['another moment', (page) => operator(page).getByRole('radio', { name: 'before', exact: true }).click()],
  ['an arrow key on the time line', press('ArrowRight')],
  ['the tab of the output', (page) => operator(page).getByRole('tab', { name: 'Output' }).click()],
  ['the tab of the judge', (page) => operator(page).getByRole('tab', { name: 'Judge’s SQL' }).click()],
  ['the tab of the query', (page) => operator(page).getByRole('tab', { name: 'Query a world' }).click()],
  ['the dark theme', press('Alt+t')],
  ['Share', press('Alt+s')],
  ['closing it', press('Escape')],
  ['the command palette', press('Control+k')],
  ['closing it too', press('Escape')],
  ['a click into the editor', (page) => page.getByRole('textbox', { name: 'Your code' }).click()],
  ['a letter in the editor, which makes the verdict old', press('x')],
  ['another letter', press('y')],
  [
    'another task',
    async (page) => void (await page.getByRole('combobox', { name: 'Task' }).selectOption('transfer-money')),
  ],
];

export async function responsiveLines(
  bench: BenchBrowser,
  subjects: readonly Subject[],
  rounds: number,
): Promise<string[]> {
  const longest = subjects.reduce((a, b) => (b.scenarios.length > a.scenarios.length ? b : a));
  const [first] = subjects;
  if (!first) return [];
  const slowed = new Map<string, number[]>();
  const working: number[][] = [];
  for (let round = 0; round < rounds; round++) {
    working.push(await longTasksOf(bench, longest));
    for (const [name, ms] of await interactionsOf(bench, first)) slowed.set(name, [...(slowed.get(name) ?? []), ms]);
  }
  return [
    `page tasks over ${LONG_TASK_MS} ms while ${longest.name} (${longest.scenarios.length} scenarios) was tested, rounds ${rounds} · aim: none`,
    ...working.map(
      (ms, i) => `  round ${i + 1}: ${ms.length === 0 ? 'none' : ms.map((one) => `${one.toFixed(0)} ms`).join(', ')}`,
    ),
    `ms to the next paint, processor slowed ${SLOWDOWN} times · aim: at most ${AIM_TO_PAINT_MS}`,
    ...[...slowed].map(([name, ms]) => `  ${withRange(ms, 0).padEnd(16)} ${name}`),
  ];
}

/** From Run to the verdict and a moment after, once the interpreter is there: what held up the page. */
async function longTasksOf(bench: BenchBrowser, subject: Subject): Promise<number[]> {
  return withApp(bench, async (page) => {
    await bring(page, subject);
    const digest = await verdictAfterRun(page, null);
    await page.getByRole('textbox', { name: 'Your code' }).press('Control+End');
    await page.keyboard.insertText('#');
    await page.evaluate(() => window.timelines?.longTasks.splice(0));
    await verdictAfterRun(page, digest);
    return page.evaluate(() => window.timelines?.longTasks ?? []);
  });
}

async function interactionsOf(bench: BenchBrowser, subject: Subject): Promise<readonly (readonly [string, number])[]> {
  return withApp(bench, async (page, session) => {
    await bring(page, subject);
    await verdictAfterRun(page, null);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    const times: (readonly [string, number])[] = [];
    for (const [name, act] of INTERACTIONS) {
      await page.evaluate(() => window.timelines?.events.splice(0));
      await act(page);
      await page.waitForTimeout(SETTLE_MS);
      const ms = await page.evaluate(() => window.timelines?.events ?? []);
      times.push([name, Math.max(SHORTEST_EVENT_MS, ...ms)]);
    }
    return times;
  });
}

async function withApp<T>(
  { browser, server }: BenchBrowser,
  use: (page: Page, session: CDPSession) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
  try {
    const page = await context.newPage();
    // No function of its own may have a name in there: the compiler would mark it by a helper that pages do not have.
    await page.addInitScript((shortest) => {
      const timelines: Timelines = { longTasks: [], events: [] };
      window.timelines = timelines;
      new PerformanceObserver((list) =>
        timelines.longTasks.push(...list.getEntries().map((one) => one.duration)),
      ).observe({ type: 'longtask', buffered: true });
      // The event timing's own option is not yet among the types.
      const wanted: PerformanceObserverInit & { durationThreshold: number } = {
        type: 'event',
        buffered: true,
        durationThreshold: shortest,
      };
      new PerformanceObserver((list) => timelines.events.push(...list.getEntries().map((one) => one.duration))).observe(
        wanted,
      );
    }, SHORTEST_EVENT_MS);
    await page.goto(server.appUrl);
    await checkTimelines(page);
    return await use(page, await context.newCDPSession(page));
  } finally {
    await context.close();
  }
}

/** Throws where the browser does not report what it should: nothing long would then look like nothing at all. */
async function checkTimelines(page: Page): Promise<void> {
  await page.evaluate((ms) => {
    addEventListener(
      'keydown',
      () => {
        const end = performance.now() + ms;
        while (performance.now() < end);
      },
      { once: true },
    );
  }, 2 * LONG_TASK_MS);
  await page.keyboard.press('Shift');
  await page.waitForTimeout(SETTLE_MS);
  const seen = await page.evaluate(() => window.timelines);
  if (!seen?.longTasks.some((ms) => ms > LONG_TASK_MS) || !seen.events.some((ms) => ms > LONG_TASK_MS)) {
    throw new Error('the browser reported neither a task nor a key that held it up');
  }
}

/** As a visitor brings it: the task is chosen and the code pasted. */
async function bring(page: Page, { task, reference }: Subject): Promise<void> {
  await page.getByRole('button', { name: 'Paste your own answer' }).click();
  await page.getByRole('combobox', { name: 'Task' }).selectOption(task.id);
  await paste(page, reference.source);
}

async function verdictAfterRun(page: Page, old: string | null): Promise<string> {
  await run(page);
  const digest = await nextDigest(page, old);
  await page.waitForTimeout(SETTLE_MS);
  return digest;
}
