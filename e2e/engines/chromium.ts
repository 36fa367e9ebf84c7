// Chromium, by Playwright, as everywhere in `e2e/`.
import { chromium } from '@playwright/test';
import { browserArgs, findBrowser } from '../browser.mjs';
import { KEYS, type Wire } from './tab.ts';

const NAMES = new Map<string, string>([
  [KEYS.control, 'Control'],
  [KEYS.enter, 'Enter'],
  [KEYS.escape, 'Escape'],
]);

/** Null where it is not installed. */
export async function openChromium(): Promise<Wire | null> {
  const executablePath = findBrowser();
  if (executablePath === null) return null;
  const browser = await chromium.launch({ executablePath, args: browserArgs() });
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  return {
    version: `Chromium ${browser.version()}`,
    open: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    evaluate: (expression) => page.evaluate<string>(expression),
    press: (x, y) => page.mouse.click(x, y),
    strike: (...keys) => page.keyboard.press(keys.map((key) => NAMES.get(key) ?? key).join('+')),
    close: () => browser.close(),
  };
}
