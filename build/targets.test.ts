// The oldest browser has one version, wherever it is named.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { OLDEST_CHROMIUM } from './targets.ts';

test('the build, the tests and the README name the same oldest browser', () => {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  expect(devDependencies['@sparticuz/chromium']?.split('.')[0]).toBe(String(OLDEST_CHROMIUM));
  expect(readFileSync('README.md', 'utf8')).toContain(`Chrome, Edge or Chromium ${OLDEST_CHROMIUM}`);
});
