// The browser of the benchmark, with its pages built and served. Found as the tests find theirs.
import { chromium, type Browser } from '@playwright/test';
import { browserArgs, findBrowser } from '../../../e2e/browser.mjs';
import { buildPages } from './build-pages.ts';
import { servePages, type PageServer } from './server.ts';

export interface BenchBrowser {
  readonly browser: Browser;
  readonly server: PageServer;
  close(): Promise<void>;
}

/** Null where no browser is found. */
export async function openBrowser(): Promise<BenchBrowser | null> {
  const executablePath = findBrowser();
  if (executablePath === null) return null;
  const server = await servePages(await buildPages());
  try {
    const browser = await chromium.launch({ executablePath, args: browserArgs() });
    return {
      browser,
      server,
      async close() {
        await browser.close();
        server.close();
      },
    };
  } catch (error) {
    server.close();
    throw error;
  }
}
