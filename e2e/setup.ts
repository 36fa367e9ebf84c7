// Runs once before the tests: they need a browser.
import { ensureBrowser } from './browser.mjs';

export default function setup(): void {
  ensureBrowser();
}
