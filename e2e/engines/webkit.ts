// WebKitGTK by its own driver, over plain WebDriver. It has no mode without a window, so it gets a display of its own
// where there is none.
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pressAt, strikeKeys } from './actions.ts';
import { findProgram, freePort, start, type Program } from './process.ts';
import type { Wire } from './tab.ts';

/** Where the browser of the driver's package may be, beside the path. */
const LIBRARIES = ['x86_64-linux-gnu', 'aarch64-linux-gnu', ''].flatMap((platform) =>
  ['webkitgtk-6.0', 'webkit2gtk-4.1', 'webkit2gtk-4.0'].flatMap((name) => [
    join('/usr/lib', platform, name),
    join('/usr/libexec', platform, name),
  ]),
);

const SCRIPT_MS = 600_000;

/** Resolves with the `value` of the driver's answer. Waits as long as it takes: a run may need minutes. */
function ask(port: number, method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? '' : JSON.stringify(body);
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
    const asked = request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const { value } = JSON.parse(Buffer.concat(chunks).toString()) as { value: Record<string, unknown> | null };
        if (response.statusCode === 200) resolve(value);
        else reject(new Error(`${String(value?.error)}: ${String(value?.message)}`));
      });
    });
    asked.on('error', reject);
    asked.end(text);
  });
}

async function listening(port: number, driver: Program): Promise<void> {
  const gone = driver.says(/^\0$/).catch((error: Error) => error);
  for (let attempt = 0; attempt < 100; attempt++) {
    if (
      await ask(port, 'GET', '/status').then(
        () => true,
        () => false,
      )
    )
      return;
    const ended = await Promise.race([gone, new Promise<null>((resolve) => setTimeout(() => resolve(null), 100))]);
    if (ended instanceof Error) throw ended;
  }
  throw new Error('WebKitWebDriver does not answer.');
}

/** Null where it is not installed; a sentence where only the display is missing. */
export async function openWebKit(): Promise<Wire | string | null> {
  const driverPath = findProgram(['WebKitWebDriver']);
  const binary = findProgram(['MiniBrowser'], [...(process.env.PATH ?? '').split(delimiter), ...LIBRARIES]);
  if (driverPath === null || binary === null) return null;
  const home = mkdtempSync(join(tmpdir(), 'by-accident-webkit-'));
  const programs: Program[] = [];
  const end = async (): Promise<void> => {
    for (const program of programs.reverse()) await program.end();
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    let display = process.env.DISPLAY;
    if (!display) {
      const xvfb = findProgram(['Xvfb']);
      if (xvfb === null) return 'it needs a display, or Xvfb';
      // It chooses a free number and tells it on its standard output.
      const screen = start(xvfb, ['-displayfd', '1', '-screen', '0', '1400x1100x24', '-nolisten', 'tcp']);
      programs.push(screen);
      display = `:${(await screen.says(/^(\d+)\n/m))[1]}`;
    }
    const port = await freePort();
    const env = { ...process.env, DISPLAY: display, HOME: home, XDG_RUNTIME_DIR: home, NO_AT_BRIDGE: '1' };
    const driver = start(driverPath, [`--port=${port}`, '--host=127.0.0.1'], env);
    programs.push(driver);
    await listening(port, driver);
    const created = (await ask(port, 'POST', '/session', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } } },
    })) as { sessionId: string; capabilities: { browserVersion: string } };
    const session = `/session/${created.sessionId}`;
    const send = (path: string, body: unknown): Promise<unknown> => ask(port, 'POST', `${session}/${path}`, body);
    await send('timeouts', { script: SCRIPT_MS, pageLoad: SCRIPT_MS });
    await send('window/rect', { x: 0, y: 0, width: 1280, height: 1000 });
    return {
      version: `WebKitGTK ${created.capabilities.browserVersion}`,
      open: async (url) => void (await send('url', { url })),
      reload: async () => void (await send('refresh', {})),
      async evaluate(expression) {
        const script = `const done = arguments[0];
          (${expression}).then((text) => done({ text }), (error) => done({ error: String(error) }));`;
        const answer = (await send('execute/async', { script, args: [] })) as { text: string } | { error: string };
        if ('error' in answer) throw new Error(answer.error);
        return answer.text;
      },
      press: async (x, y) => void (await send('actions', { actions: pressAt(x, y) })),
      strike: async (...keys: string[]) => void (await send('actions', { actions: strikeKeys(keys) })),
      async close() {
        await ask(port, 'DELETE', session);
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}
