// How the journeys in `e2e/` run: which browser, which servers. The browser is found or fetched by `e2e/browser.mjs`.
import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { browserArgs, findBrowser } from './e2e/browser.mjs';

const APP = 'http://127.0.0.1:5301/';
const APP_UNDER_A_PATH = 'http://127.0.0.1:5303/some/where/';
const CHAMBER_PAGE = 'http://127.0.0.1:5302/deep/er/';

const executablePath = findBrowser();
const build = existsSync('dist/index.html') ? '' : 'npx vite build && ';

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/setup.ts',
  timeout: 360_000,
  expect: { timeout: 40_000 },
  // A busy machine can starve one browser. What passes only the second time is reported as flaky.
  retries: 1,
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    launchOptions: { args: browserArgs(), ...(executablePath === null ? {} : { executablePath }) },
    trace: 'on-first-retry',
  },
  projects: [
    { name: 'chamber', testMatch: 'chamber*.spec.ts', use: { baseURL: CHAMBER_PAGE } },
    { name: 'under-a-path', testMatch: 'sub-path.spec.ts', use: { baseURL: APP_UNDER_A_PATH } },
    { name: 'app', testIgnore: ['chamber*.spec.ts', 'sub-path.spec.ts'], use: { baseURL: APP } },
  ],
  webServer: [
    {
      command: `${build}npx vite preview --port 5301 --strictPort`,
      url: APP,
      timeout: 120_000,
      reuseExistingServer: false,
    },
    {
      command:
        'npx vite build --logLevel warn --config e2e/chamber/vite.config.ts && ' +
        'node e2e/static-server.mjs .cache/chamber-page 5302 /deep/er/',
      url: CHAMBER_PAGE,
      timeout: 120_000,
      reuseExistingServer: false,
    },
    {
      command: 'node e2e/static-server.mjs dist 5303 /some/where/',
      port: 5303,
      timeout: 120_000,
      reuseExistingServer: false,
    },
  ],
});
