// How the journeys in `e2e/` run: in which browsers, with which servers. All run in the browser that is found or fetched by
// `e2e/browser.mjs`; what depends most on the browser runs in the oldest one, too.
import { existsSync } from 'node:fs';
import { defineConfig, type LaunchOptions, type Project } from '@playwright/test';
import { browserArgs, findBrowser } from './e2e/browser.mjs';
import { hasOldest, launchOldest } from './e2e/oldest.mjs';

const APP = 'http://127.0.0.1:5301/';
const APP_UNDER_A_PATH = 'http://127.0.0.1:5303/some/where/';
const CHAMBER = 'chamber*.spec.ts';
const UNDER_A_PATH = 'sub-path.spec.ts';
const CHAMBER_PAGE = 'http://127.0.0.1:5302/deep/er/';

const executablePath = findBrowser();
const newest = { args: browserArgs(), ...(executablePath === null ? {} : { executablePath }) };
/** As on a computer: without it this shell keeps a sealed frame in the page's own process, where nothing can die alone. */
const oldestArgs = [...browserArgs(), '--site-per-process'];
/** Start, link, lazy parts, keys, runs, deaths, life without a network and the chamber; the rest is the page's own logic. */
const IN_THE_OLDEST = ['cold.spec.ts', 'journeys.spec.ts', 'lazy.spec.ts', 'offline.spec.ts'];
const build = existsSync('dist/index.html') ? '' : 'npx vite build && ';

/** The three pages under test in one browser; of the app's journeys those in `journeys`. */
function projects(prefix: string, launchOptions: LaunchOptions, journeys: string[]): Project[] {
  return [
    { name: `${prefix}chamber`, testMatch: CHAMBER, use: { baseURL: CHAMBER_PAGE, launchOptions } },
    { name: `${prefix}under-a-path`, testMatch: UNDER_A_PATH, use: { baseURL: APP_UNDER_A_PATH, launchOptions } },
    {
      name: `${prefix}app`,
      testMatch: journeys,
      testIgnore: [CHAMBER, UNDER_A_PATH],
      use: { baseURL: APP, launchOptions },
    },
  ];
}

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/setup.ts',
  timeout: 360_000,
  expect: { timeout: 40_000 },
  // What passes only on a second try is broken.
  retries: 0,
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    launchOptions: newest,
    // Each test would fetch the whole site once more, and `page.route` does not see what a service worker answers. The
    // tests in `offline.spec.ts` allow it.
    serviceWorkers: 'block',
    // What cannot be clicked is told soon, not when the test's time is up.
    actionTimeout: 60_000,
  },
  projects: [
    ...projects('', newest, ['**/*.spec.ts']),
    ...(hasOldest ? projects('oldest-', { args: oldestArgs, ...launchOldest() }, IN_THE_OLDEST) : []),
  ],
  webServer: [
    {
      command: `${build}npx vite preview --port 5301 --strictPort`,
      url: APP,
      timeout: 300_000,
      reuseExistingServer: false,
    },
    {
      command:
        'npx vite build --logLevel warn --config e2e/chamber/vite.config.ts && ' +
        'node e2e/static-server.mjs .cache/chamber-page 5302 /deep/er/',
      url: CHAMBER_PAGE,
      timeout: 300_000,
      reuseExistingServer: false,
    },
    {
      command: 'node e2e/static-server.mjs dist 5303 /some/where/',
      port: 5303,
      timeout: 300_000,
      reuseExistingServer: false,
    },
  ],
});
