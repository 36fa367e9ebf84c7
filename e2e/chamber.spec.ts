// The chamber in a real browser: what its seal keeps out, how it is stopped, how it dies, how it loads. The worker
// is a scripted one, except where the test says otherwise.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';
import type { RunAnswer } from '../src/chamber/client.ts';

test.beforeEach(async ({ page }) => {
  await page.goto('.');
});

const load = (page: Page): Promise<void> => page.evaluate(() => window.scripted.load((p) => window.stages.push(p)));

const run = (page: Page, source: string): Promise<RunAnswer> =>
  page.evaluate((text) => window.scripted.run({ task: window.task, source: text }, () => undefined), source);

const headline = (answer: RunAnswer): string =>
  answer.kind === 'result' ? answer.result.verdict.headline : JSON.stringify(answer);

test('foreign JavaScript in the worker reaches no network, no storage and no evaluation of text', async ({ page }) => {
  let connections = 0;
  const elsewhere = createServer((_request, response) => response.end('reached')).listen(0, '127.0.0.1');
  elsewhere.on('connection', () => connections++);
  await once(elsewhere, 'listening');
  const { port } = elsewhere.address() as AddressInfo;
  await load(page);
  const served: string[] = [];
  page.on('response', (response) => served.push(response.url()));
  const probe = `probe ${page.url()} http://127.0.0.1:${port}/`;
  const answers = JSON.parse(headline(await run(page, probe))) as Record<string, string>;
  expect(Object.keys(answers).length).toBeGreaterThan(15);
  for (const [name, answer] of Object.entries(answers)) expect(answer, name).toMatch(/^refused: /);
  expect(connections).toBe(0);
  expect(served.filter((url) => !url.startsWith('blob:'))).toEqual([]);
  elsewhere.close();
  expect(headline(await run(page, 'again'))).toBe('ran again');
});

test('stop ends an endless loop within a second, its worker is gone, and the next run works', async ({ page }) => {
  await load(page);
  await expect.poll(() => page.workers().length).toBe(2);
  const before = page.workers();
  const spinning = await page.evaluate(async () => {
    const begun = new Promise<number>((resolve) => {
      const answer = window.scripted.run({ task: window.task, source: 'loop' }, () => resolve(performance.now()));
      void answer.then((value) => Object.assign(window, { answer: value, answeredAt: performance.now() }));
    });
    await begun;
    await new Promise((resolve) => setTimeout(resolve, 300));
    const stopAt = performance.now();
    window.scripted.stop();
    await new Promise((resolve) => setTimeout(resolve, 0));
    const next = await window.scripted.run({ task: window.task, source: 'next' }, () => undefined);
    return {
      stopAt,
      nextAt: performance.now(),
      next,
      ...(window as unknown as { answer: RunAnswer; answeredAt: number }),
    };
  });
  expect(spinning.answer).toEqual({ kind: 'stopped' });
  expect(spinning.answeredAt - spinning.stopAt).toBeLessThan(1_000);
  expect(headline(spinning.next)).toBe('ran next');
  expect(spinning.nextAt - spinning.stopAt).toBeLessThan(1_000);
  // The one that spun has ended; the other ran next and has a new spare.
  await expect.poll(() => before.filter((worker) => page.workers().includes(worker)).length).toBe(1);
  await expect.poll(() => page.workers().length).toBe(2);
  expect(await page.locator('iframe').count()).toBe(2);
});

for (const [how, sentence] of [
  ['die', /ended in the middle of the run: .*the worker is gone.* has been replaced/],
  ['flood', /ended in the middle of the run: it flooded the page with messages/],
  ['end-itself', /by a fault of ours: TypeError: .*close/],
  ['flood-of-progress 1', /ended in the middle of the run: it flooded the page with messages/],
  ['flood-of-events 1', /ended in the middle of the run: it flooded the page with messages/],
  ['throw', /by a fault of ours: TypeError: a fault of the engine/],
] as const) {
  test(`a worker that ends by "${how}" gives a sentence, and the next run works`, async ({ page }) => {
    await load(page);
    const answer = await run(page, how);
    expect(answer.kind).toBe('failed');
    expect(JSON.stringify(answer)).toMatch(sentence);
    expect(headline(await run(page, 'next'))).toBe('ran next');
  });
}

/** Milliseconds that the page's own thread was kept busy at a stretch, the longest, from now until the returned call. */
async function watchGaps(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    let last = performance.now();
    const seen = { longest: 0 };
    Object.assign(window, { seen });
    setInterval(() => {
      const now = performance.now();
      seen.longest = Math.max(seen.longest, now - last);
      last = now;
    }, 5);
  });
  return () => page.evaluate(() => (window as unknown as { seen: { longest: number } }).seen.longest);
}

for (const how of ['flood', 'flood-of-progress 1', 'flood-of-events 1']) {
  test(`the page answers while a worker floods it by "${how}", and Stop works`, async ({ page }) => {
    await load(page);
    const longest = await watchGaps(page);
    const answered = run(page, how);
    const stoppedMs = await page.evaluate(async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      const atMs = performance.now();
      window.scripted.stop();
      return performance.now() - atMs;
    });
    expect((await answered).kind).toMatch(/stopped|failed/);
    expect(stoppedMs).toBeLessThan(100);
    expect(await longest()).toBeLessThan(400);
    expect(headline(await run(page, 'next'))).toBe('ran next');
  });
}

test('a worker that floods the page while nothing is asked is ended, and the next run has another', async ({
  page,
}) => {
  await load(page);
  const longest = await watchGaps(page);
  expect(headline(await run(page, 'flood-when-idle'))).toBe('honest');
  await expect.poll(() => page.locator('iframe').count()).toBe(1);
  expect(await longest()).toBeLessThan(400);
  expect(headline(await run(page, 'next'))).toBe('ran next');
});

test('a worker that answers no more while nothing is asked is noticed soon', async ({ page }) => {
  await load(page);
  await expect.poll(() => page.locator('iframe').count()).toBe(2);
  expect(headline(await run(page, 'spin-when-idle'))).toBe('honest');
  await expect.poll(() => page.locator('iframe').count(), { timeout: 12_000 }).toBe(1);
  expect(headline(await run(page, 'next'))).toBe('ran next');
});

for (const [when, source] of [
  ['while a run goes on', 'silence'],
  ['while a run spins', 'loop'],
  ['while nothing is asked', null],
] as const) {
  test(`a frame whose process died ${when} is noticed soon`, async ({ page, browser }) => {
    await load(page);
    await expect.poll(() => page.locator('iframe').count()).toBe(2);
    // Playwright takes the page for dead with its frame, so the page tells what it sees in its title.
    await page.evaluate((text) => {
      document.title = 'waiting';
      const begun = text === null ? null : window.scripted.run({ task: window.task, source: text }, () => undefined);
      const isOver = (): boolean => document.querySelector('iframe') === null;
      const noticed: Promise<unknown> =
        begun ??
        new Promise((resolve) => {
          const timer = setInterval(() => {
            if (!isOver()) return;
            clearInterval(timer);
            resolve('noticed');
          }, 50);
        });
      void noticed.then(async (seen) => {
        const next = await window.scripted.run({ task: window.task, source: 'next' }, () => undefined);
        document.title = JSON.stringify([seen, next.kind]);
      });
    }, source);
    await page.waitForTimeout(300);
    const whole = await browser.newBrowserCDPSession();
    const title = async (): Promise<string> => {
      const { targetInfos } = await whole.send('Target.getTargets');
      return targetInfos.find(({ type, url }) => type === 'page' && url === page.url())?.title ?? '';
    };
    for (const frame of page.frames().slice(1)) {
      const session = await page.context().newCDPSession(frame);
      // No answer comes from a process that is gone.
      void session.send('Page.crash').catch(() => undefined);
    }
    await expect.poll(title, { timeout: 14_000 }).not.toBe('waiting');
    const [seen, next] = JSON.parse(await title()) as [unknown, string];
    if (source === null) expect(seen).toBe('noticed');
    else expect(JSON.stringify(seen)).toMatch(/the browser has ended its process/);
    expect(next).toBe('result');
  });
}

test('a page that was busy for longer than any patience takes no frame and no worker for dead', async ({ page }) => {
  await load(page);
  await expect.poll(() => page.workers().length).toBe(2);
  const workers = page.workers();
  await page.evaluate(() => {
    for (const until = performance.now() + 14_000; performance.now() < until;);
  });
  await page.waitForTimeout(3_000);
  expect(page.workers()).toEqual(workers);
  expect(headline(await run(page, 'next'))).toBe('ran next');
  expect(page.workers()).toEqual(workers);
});

test('a page that was put to sleep wakes up with its worker', async ({ page }) => {
  await load(page);
  await expect.poll(() => page.workers().length).toBe(2);
  const workers = page.workers();
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setWebLifecycleState', { state: 'frozen' });
  await new Promise((resolve) => setTimeout(resolve, 15_000));
  await session.send('Page.setWebLifecycleState', { state: 'active' });
  await page.waitForTimeout(3_000);
  expect(page.workers()).toEqual(workers);
  expect(headline(await run(page, 'next'))).toBe('ran next');
  expect(page.workers()).toEqual(workers);
});

test('a worker that goes silent is given up after the deadline', async ({ page }) => {
  await page.clock.install();
  await load(page);
  const answer = run(page, 'silence');
  // In steps, so that the frame can answer meanwhile: its own clock is the real one.
  for (let s = 0; s < 14; s++) await page.clock.runFor(1_000);
  expect(JSON.stringify(await answer)).toMatch(/it reported nothing for 10 seconds/);
});

test('forged and late messages are counted and change nothing', async ({ page }) => {
  await load(page);
  const ignored = () => page.evaluate(() => window.scripted.ignoredMessages);
  const heard = await page.evaluate(async () => {
    const cases: unknown[] = [];
    const answer = await window.scripted.run({ task: window.task, source: 'forge' }, (told) => cases.push(told));
    return { answer, cases };
  });
  expect(headline(heard.answer)).toBe('honest');
  expect(heard.cases).toEqual([{ kind: 'normal-run', mode: 'default', case: 'forge' }]);
  const forged = await ignored();
  expect(forged).toBe(8);
  expect(headline(await run(page, 'late 2'))).toBe('in time');
  await expect.poll(ignored).toBe(forged + 2);
  await page.evaluate(() => {
    for (const target of [window, ...Array.from(window.frames)]) target.postMessage({ chamberDied: 'forged' }, '*');
  });
  expect(headline(await run(page, 'next'))).toBe('ran next');
  expect(await page.evaluate(() => Object.keys(Object.prototype))).toEqual([]);
});

test('an answer that is none is refused with a sentence, does nothing, and its worker is replaced', async ({
  page,
}) => {
  await load(page);
  const requests: string[] = [];
  const errors: Error[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', (error) => errors.push(error));
  const none = ['object', 'nothing', 'unfinished', 'of-another-run', 'huge'];
  const revived = ['proxy', 'proxy-of-nothing', 'throw', 'no-such-handler'];
  for (const how of [...none, ...revived]) {
    expect(await run(page, `answer ${how}`), how).toEqual({
      kind: 'failed',
      sentence: 'The interpreter ended in the middle of the run: its answer was malformed. It has been replaced.',
    });
  }
  expect(headline(await run(page, 'next'))).toBe('ran next');
  await page.requestGC();
  expect(await page.evaluate(() => [...Object.keys(Object.prototype), 'polluted' in new Error()])).toEqual([false]);
  expect(requests.filter((url) => !url.startsWith('blob:'))).toEqual([]);
  expect(errors).toEqual([]);
});

test('a request that cannot be sent is a fault of ours, in a sentence', async ({ page }) => {
  await load(page);
  const answer = await page.evaluate(() => {
    const task = { ...window.task, title: (() => undefined) as unknown as string };
    return window.scripted.run({ task, source: '' }, () => undefined);
  });
  expect(JSON.stringify(answer)).toMatch(/The crash test failed, by a fault of ours: .*could not be cloned/);
  expect(headline(await run(page, 'next'))).toBe('ran next');
});

test('a worker inside the worker ends with it, even while it spins', async ({ page }) => {
  await load(page);
  await expect.poll(() => page.workers().length).toBe(2);
  const begun = page.evaluate(
    () =>
      new Promise<RunAnswer>((resolve) => {
        void window.scripted
          .run({ task: window.task, source: 'nest' }, ({ kind }) => void (kind === 'points' && window.scripted.stop()))
          .then(resolve);
      }),
  );
  const nested = await page.waitForEvent('worker');
  expect(await begun).toEqual({ kind: 'stopped' });
  await expect.poll(() => page.workers().includes(nested)).toBe(false);
  await expect.poll(() => page.workers().length).toBe(2);
  expect(headline(await run(page, 'next'))).toBe('ran next');
});

test('what a dead chamber held in the page is collected, its unanswered request too', async ({ page }) => {
  await load(page);
  const session = await page.context().newCDPSession(page);
  const portsInPage = async (): Promise<number> => {
    const evaluated = await session.send('Runtime.evaluate', { expression: 'MessagePort.prototype' });
    const prototypeObjectId = evaluated.result.objectId ?? '';
    const { objects } = await session.send('Runtime.queryObjects', { prototypeObjectId, objectGroup: 'ports' });
    const counted = await session.send('Runtime.callFunctionOn', {
      ...(objects.objectId === undefined ? {} : { objectId: objects.objectId }),
      functionDeclaration: 'function () { return this.length; }',
    });
    await session.send('Runtime.releaseObjectGroup', { objectGroup: 'ports' });
    return counted.result.value as number;
  };
  expect(await portsInPage()).toBeGreaterThan(0);
  for (let i = 0; i < 8; i++) {
    await page.evaluate(async () => {
      const answer = window.scripted.run({ task: window.task, source: 'silence' }, () => window.scripted.stop());
      await answer;
    });
  }
  // Eight have died. The two that live have two each: the port, and what is left of the one that was sent away.
  await expect.poll(portsInPage).toBeLessThan(8);
});

test('a navigated frame is rebuilt', async ({ page }) => {
  await load(page);
  await page.evaluate(() => {
    for (const frame of document.querySelectorAll('iframe')) frame.srcdoc = '<p>elsewhere</p>';
  });
  await expect.poll(() => page.locator('iframe').count()).toBe(0);
  expect(headline(await run(page, 'next'))).toBe('ran next');
});

test('the page hands over no more than a sealed frame, hidden from everybody', async ({ page }) => {
  await load(page);
  const frame = page.locator('iframe').first();
  await expect(frame).toHaveAttribute('sandbox', 'allow-scripts');
  await expect(frame).toHaveAttribute('aria-hidden', 'true');
  await expect(frame).toHaveAttribute('tabindex', '-1');
  // One pixel that nobody sees and nothing hits: a frame that is not drawn would run as a background process.
  await expect(frame).toHaveCSS('opacity', '0');
  await expect(frame).toHaveCSS('pointer-events', 'none');
  const box = await frame.boundingBox();
  expect([box?.width, box?.height]).toEqual([1, 1]);
  expect(await page.evaluate(() => window.crossOriginIsolated)).toBe(false);
});

test('loading tells its stages, in bytes while it downloads', async ({ page }) => {
  await load(page);
  const stages = await page.evaluate(() => window.stages);
  const downloads = stages.filter((progress) => progress.stage === 'download');
  const last = downloads.at(-1);
  expect(last?.loaded).toBe(last?.total);
  expect(last?.total).toBeGreaterThan(0);
  expect(stages.map((progress) => progress.stage)).toEqual(expect.arrayContaining(['download', 'start', 'ready']));
  expect(stages.at(-1)?.stage).toBe('ready');
});

test('a second visit starts from the kept image', async ({ page }) => {
  expect(headline(await run(page, 'kept'))).toBe('no image');
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map((database) => database.name)))
    .toContain('by-accident-images');
  await expect(async () => {
    await page.reload();
    expect(headline(await run(page, 'kept'))).toBe('scripted-image, 1000000 bytes');
  }).toPass();
  expect(await page.evaluate(() => window.scripted.storageProblem)).toBeNull();
});

test('a kept image that does not start is thrown away', async ({ page }) => {
  await run(page, 'kept');
  /** Puts an image in its place that unpacks and does not start. How many records were there. */
  const damage = () =>
    page.evaluate(async () => {
      const wrong = new Blob([new Uint8Array(1_000_000).fill(255)]).stream().pipeThrough(new CompressionStream('gzip'));
      const packed = await new Response(wrong).arrayBuffer();
      return new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('by-accident-images');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const change = opening.result.transaction('images', 'readwrite');
          const count = change.objectStore('images').count();
          count.onsuccess = () => void (count.result === 2 && change.objectStore('images').put(packed, 1));
          change.oncomplete = () => {
            opening.result.close();
            resolve(count.result);
          };
        };
      });
    });
  // What the image is, and its one part.
  await expect.poll(damage).toBe(2);
  await page.reload();
  expect(headline(await run(page, 'kept'))).toBe('no image');
});

test('without storage the chamber works, and says what is missing', async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('the quota is used up', 'QuotaExceededError');
    };
  });
  await page.reload();
  expect(headline(await run(page, 'kept'))).toBe('no image');
  await expect.poll(() => page.evaluate(() => window.scripted.storageProblem)).toMatch(/quota is used up/);
});

test('a database that another tab holds at an older version keeps nobody waiting, and is told', async ({
  page,
  context,
}) => {
  const older = await context.newPage();
  await older.goto('.');
  await older.evaluate(
    () =>
      new Promise<void>((resolve) => {
        // Of an older version of the page, which does not let go.
        const opening = indexedDB.open('by-accident-images', 1);
        opening.onsuccess = () => {
          Object.assign(window, { held: opening.result });
          resolve();
        };
      }),
  );
  await page.reload();
  const begunMs = Date.now();
  expect(headline(await run(page, 'kept'))).toBe('no image');
  expect(Date.now() - begunMs).toBeLessThan(15_000);
  expect(await page.evaluate(() => window.scripted.storageProblem)).toBe(
    "The interpreter's start image could not be read in this browser (it gives no answer; another tab of this page may hold it up); starting takes longer.",
  );
  // Once the other tab is gone the image is kept after all.
  await older.close();
  await expect(async () => {
    await page.reload();
    expect(headline(await run(page, 'kept'))).toBe('scripted-image, 1000000 bytes');
  }).toPass();
  expect(await page.evaluate(() => window.scripted.storageProblem)).toBeNull();
});

test('a change that another tab never ends keeps nobody waiting', async ({ page, context }) => {
  await run(page, 'kept');
  const other = await context.newPage();
  await other.goto('.');
  await expect(async () => {
    await other.evaluate(
      () =>
        new Promise<void>((resolve, reject) => {
          const opening = indexedDB.open('by-accident-images');
          opening.onsuccess = () => {
            const store = opening.result.transaction('images', 'readwrite').objectStore('images');
            const hold = (): void => {
              store.get(0).onsuccess = hold;
              resolve();
            };
            hold();
          };
          opening.onerror = () => reject(opening.error);
        }),
    );
  }).toPass();
  await page.reload();
  const begunMs = Date.now();
  expect(headline(await run(page, 'kept'))).toBe('no image');
  expect(Date.now() - begunMs).toBeLessThan(15_000);
  expect(await page.evaluate(() => window.scripted.storageProblem)).toMatch(/another tab of this page may hold it up/);
});

test('two tabs start at once, run at once, and leave one image that serves both', async ({ page, context }) => {
  const other = await context.newPage();
  await other.goto('.');
  const both = await Promise.all([page, other].map((one) => run(one, 'in two tabs')));
  expect(both.map(headline)).toEqual(['ran in two tabs', 'ran in two tabs']);
  await expect(async () => {
    for (const one of [page, other]) {
      await one.reload();
      expect(headline(await run(one, 'kept'))).toBe('scripted-image, 1000000 bytes');
    }
  }).toPass();
});

test('each way a download can fail has its sentence, and Retry works', async ({ page }) => {
  const attempt = () =>
    page.evaluate(() =>
      window.scripted
        .load(() => undefined)
        .then(
          () => 'ready',
          (error: Error) => error.message,
        ),
    );
  const worker = /scripted-worker/;
  await page.route(worker, (route) => route.fulfill({ status: 503, body: 'later' }));
  expect(await attempt()).toBe('The server answered 503 for scripted-worker.js.');
  await page.unroute(worker);
  await page.route(worker, (route) => route.fulfill({ status: 404, body: '<p>Not found</p>' }));
  expect(await attempt()).toBe(
    'The site has changed since this page was opened: scripted-worker.js is no longer there.',
  );
  await page.unroute(worker);
  await page.route(worker, (route) => route.abort('internetdisconnected'));
  expect(await attempt()).toMatch(/^scripted-worker.js could not be fetched: the connection failed/);
  await page.unroute(worker);
  await page.route(worker, (route) => route.fulfill({ status: 200, body: '<!doctype html><p>Not found</p>' }));
  expect(await attempt()).toMatch(/^scripted-worker.js is not the file of this version: 31 bytes instead of \d+\.$/);
  await page.unroute(worker);
  expect(await attempt()).toBe('ready');
  const shorter = await page.evaluate(() =>
    window
      .clientWith((file) => ({ transferBytes: file.transferBytes + 1 }))
      .load(() => undefined)
      .catch((error: Error) => error.message),
  );
  expect(shorter).toMatch(/^\S+ is not the file of this version: \d+ bytes instead of \d+\.$/);
});

test('one run at a time', async ({ page }) => {
  await load(page);
  const [first, second] = await page.evaluate(async () => {
    const one = window.scripted.run({ task: window.task, source: 'first' }, () => undefined);
    const two = window.scripted.run({ task: window.task, source: 'second' }, () => undefined);
    return Promise.all([one, two]);
  });
  expect(headline(first as RunAnswer)).toBe('ran first');
  expect(second).toEqual({ kind: 'failed', sentence: 'Another crash test is still running.' });
});

test('the real interpreter judges, is stopped in mid-loop, and starts again from its image', async ({ page }) => {
  const source = `def refund_order(conn, order_id):
    total, customer = conn.execute("SELECT total, customer_id FROM orders WHERE id = ?", (order_id,)).fetchone()
    conn.execute("UPDATE customers SET credit = credit + ? WHERE id = ?", (total, customer))
    conn.execute("UPDATE orders SET status = 'refunded' WHERE id = ?", (order_id,))
    conn.commit()
`;
  const visit = () =>
    page.evaluate(async (text) => {
      const stages: string[] = [];
      await window.real.load(({ stage }) => void (stages.at(-1) === stage || stages.push(stage)));
      const kinds = new Set<string>();
      const answer = await window.real.run({ task: window.task, source: text }, ({ kind }) => void kinds.add(kind));
      return { stages, answer, kinds: [...kinds] };
    }, source);

  const first = await visit();
  expect(first.stages).toEqual(['download', 'start', 'import', 'ready']);
  expect(first.answer).toMatchObject({ kind: 'result', result: { verdict: { status: 'judged' } } });
  expect(first.kinds.sort()).toEqual(['cell', 'normal-run', 'points', 'process']);

  const stopped = await page.evaluate(async () => {
    // Inside one call of C code, where no budget ends it first.
    const answer = window.real.run({ task: window.task, source: 'sum(range(10**15))' }, () => undefined);
    await new Promise((resolve) => setTimeout(resolve, 200));
    const stopAt = performance.now();
    window.real.stop();
    return { answer: await answer, ms: performance.now() - stopAt };
  });
  expect(stopped.answer).toEqual({ kind: 'stopped' });
  expect(stopped.ms).toBeLessThan(1_000);

  const again = await visit();
  expect(again.answer).toEqual(first.answer);
  await page.reload();
  const later = await visit();
  expect(later.stages).toEqual(['download', 'start', 'ready']);
  expect(later.answer).toEqual(first.answer);
});
