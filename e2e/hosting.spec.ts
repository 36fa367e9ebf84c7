// The built site on hosts that have a will of their own: headers that help, headers that forbid, types that are wrong. And
// in browsers that keep nothing.
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { type Host, startHost } from './host.ts';
import { judged, paste, reference, run, verdict } from './page.ts';

const ANSWER = reference('refund-an-order', 'commit_at_the_end');

let host: Host | null = null;
test.afterEach(async () => {
  await host?.close();
  host = null;
});

async function open(page: Page, headers: Readonly<Record<string, string>> = {}): Promise<void> {
  host = await startHost(headers);
  await page.goto(host.url);
  await page.getByRole('button', { name: 'Paste your own answer' }).click();
}

/** The headers that `docs/hosting.md` shows, as it shows them. */
function documented(): Record<string, string> {
  const block = /```http\n([\s\S]*?)```/.exec(readFileSync('docs/hosting.md', 'utf8'))?.[1] ?? '';
  return Object.fromEntries(
    block
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
}

test('with the headers of the documentation the page works, and nothing is refused', async ({ page }) => {
  const headers = documented();
  expect(Object.keys(headers)).toContain('Content-Security-Policy');
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') refused.push(message.text());
  });
  await open(page, headers);
  await paste(page, ANSWER);
  await run(page);
  await judged(page, /safe by accident/i);
  expect(refused).toEqual([]);
});

test('with the headers of an isolated page it works too', async ({ page }) => {
  await open(page, {
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  });
  await paste(page, ANSWER);
  await run(page);
  await judged(page, /safe by accident/i);
});

const INLINE = "'sha256-";
const BLOCKED: readonly (readonly [name: string, policy: string, directive: RegExp])[] = [
  ['everything but its own files', "default-src 'self'", /script-src-elem/],
  ['blob workers', "worker-src 'self'", /worker-src/],
  ['blob modules', `script-src 'self' 'wasm-unsafe-eval' ${INLINE}…'; worker-src 'self' blob:`, /script-src/],
  ['WebAssembly', `script-src 'self' blob: ${INLINE}…'; worker-src 'self' blob:`, /script-src/],
  ['fetching its files', "connect-src 'none'", /connect-src/],
];
for (const [name, policy, directive] of BLOCKED) {
  test(`a host whose policy forbids ${name} is named, with its policy, soon`, async ({ page }) => {
    const hash = /sha256-[^']+/.exec(documented()['Content-Security-Policy'] ?? '')?.[0] ?? '';
    const whole = policy.replace('sha256-…', hash);
    await open(page, { 'Content-Security-Policy': whole });
    await paste(page, ANSWER);
    const begunMs = Date.now();
    await run(page);
    await expect(verdict(page).getByRole('heading', { name: 'Python did not load' })).toBeVisible({ timeout: 20_000 });
    expect(Date.now() - begunMs).toBeLessThan(20_000);
    await expect(verdict(page)).toContainText(`the Content-Security-Policy of this page's host forbids it`);
    await expect(verdict(page)).toContainText(`“${whole.slice(0, 60)}`);
    await expect(verdict(page)).toContainText(directive);
  });
}

test('where the browser keeps nothing at all, a verdict comes, and what is not kept is said', async ({ page }) => {
  await page.addInitScript(() => {
    const denied = (): never => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, { get: denied, configurable: true });
    Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: denied, configurable: true });
  });
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  await open(page);
  await paste(page, ANSWER);
  await run(page);
  await judged(page, /safe by accident/i);
  await expect(page.getByText('Your draft is not kept in this browser')).toBeVisible();
  await expect(page.getByText(/start image could not be (read|kept) in this browser/)).toBeVisible();
  expect(errors).toEqual([]);
});

test('where the database never answers, a verdict comes all the same', async ({ page }) => {
  await page.addInitScript(() => {
    // A request that is opened and never heard of again.
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (this: IDBFactory, ...given: Parameters<IDBFactory['open']>) {
      const request = open.apply(this, given);
      for (const type of ['success', 'error', 'upgradeneeded'])
        request.addEventListener(type, (event) => event.stopImmediatePropagation(), { capture: true });
      return request;
    };
  });
  await open(page);
  await paste(page, ANSWER);
  await run(page);
  await judged(page, /safe by accident/i);
  await expect(page.getByText('another tab of this page may hold it up')).toBeVisible();
});

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('where the disk is full, a verdict comes, and the page says that it is not kept', async ({ page }) => {
    host = await startHost();
    const session = await page.context().newCDPSession(page);
    const { origin } = new URL(host.url);
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1_000_000 });
    await page.goto(host.url);
    await page.getByRole('button', { name: 'Paste your own answer' }).click();
    await paste(page, ANSWER);
    await run(page);
    await judged(page, /safe by accident/i);
    await expect(page.getByText('This page could not be kept in this browser')).toBeVisible({ timeout: 60_000 });
    // The image is kept while nobody waits for it; that it was not is said after the next run.
    await run(page);
    await expect(page.getByText(/start image could not be kept in this browser \(.*[Qq]uota/)).toBeVisible();
    await judged(page, /safe by accident/i);
  });
});
