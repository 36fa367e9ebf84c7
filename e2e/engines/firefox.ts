// Firefox by WebDriver BiDi, which it speaks by itself: no driver between.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { pressAt, strikeKeys } from './actions.ts';
import { findProgram, start } from './process.ts';
import type { Wire } from './tab.ts';

/** A profile of a test: nothing is fetched in the background, and the first window is the only one. */
const PREFERENCES: Readonly<Record<string, string | number | boolean>> = {
  'app.update.disabledForTesting': true,
  'app.normandy.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.newtabpage.enabled': false,
  'browser.safebrowsing.blockedURIs.enabled': false,
  'browser.safebrowsing.downloads.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.search.update': false,
  'browser.sessionstore.resume_from_crash': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.disable_open_during_load': false,
  'extensions.getAddons.cache.enabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,none',
  'toolkit.startup.max_resumed_crashes': -1,
  'toolkit.telemetry.server': '',
};

interface Waiting {
  readonly resolve: (result: Record<string, unknown>) => void;
  readonly reject: (error: Error) => void;
}

/** A connection on which commands are sent and answered by number. */
class Bidi {
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;

  constructor(readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => this.#hear(JSON.parse(data.toString()) as Record<string, unknown>));
    socket.on('close', () =>
      this.#waiting.forEach(({ reject }) => reject(new Error('Firefox has closed the connection.'))),
    );
  }

  static open(url: string): Promise<Bidi> {
    const socket = new WebSocket(url, { maxPayload: 256 * 1024 * 1024 });
    return new Promise((resolve, reject) => {
      socket.on('open', () => resolve(new Bidi(socket)));
      socket.on('error', reject);
    });
  }

  send(method: string, params: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.socket.send(JSON.stringify({ id, method, params }));
    });
  }

  #hear(message: Record<string, unknown>): void {
    const waiting = this.#waiting.get(Number(message.id));
    if (waiting === undefined) return;
    this.#waiting.delete(Number(message.id));
    if (message.type === 'success') waiting.resolve(message.result as Record<string, unknown>);
    else waiting.reject(new Error(`${String(message.error)}: ${String(message.message)}`));
  }
}

/** Null where it is not installed. */
export async function openFirefox(): Promise<Wire | null> {
  const path = findProgram(['firefox-esr', 'firefox']);
  if (path === null) return null;
  const profile = mkdtempSync(join(tmpdir(), 'by-accident-firefox-'));
  const preferences = Object.entries(PREFERENCES).map(
    (one) => `user_pref(${one.map((part) => JSON.stringify(part)).join(', ')});\n`,
  );
  writeFileSync(join(profile, 'user.js'), preferences.join(''));
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
  const browser = start(path, args, {
    ...process.env,
    HOME: profile,
    MOZ_HEADLESS_WIDTH: '1280',
    MOZ_HEADLESS_HEIGHT: '1000',
  });
  const end = async (): Promise<void> => {
    await browser.end();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    const [, address] = await browser.says(/WebDriver BiDi listening on (ws:\S+)/);
    const bidi = await Bidi.open(`${address}/session`);
    const { capabilities } = (await bidi.send('session.new', { capabilities: {} })) as {
      capabilities: { browserVersion: string };
    };
    const { contexts } = (await bidi.send('browsingContext.getTree', {})) as { contexts: { context: string }[] };
    const context = contexts[0]?.context ?? '';
    const act = async (actions: unknown): Promise<void> =>
      void (await bidi.send('input.performActions', { context, actions }));
    return {
      version: `Firefox ${capabilities.browserVersion}`,
      open: async (url) => void (await bidi.send('browsingContext.navigate', { context, url, wait: 'complete' })),
      reload: async () => void (await bidi.send('browsingContext.reload', { context, wait: 'complete' })),
      async evaluate(expression) {
        const answer = await bidi.send('script.evaluate', { expression, target: { context }, awaitPromise: true });
        if (answer.type === 'exception') throw new Error((answer.exceptionDetails as { text: string }).text);
        return String((answer.result as { value: unknown }).value);
      },
      press: (x, y) => act(pressAt(x, y)),
      strike: (...keys) => act(strikeKeys(keys)),
      async close() {
        bidi.socket.close();
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}
