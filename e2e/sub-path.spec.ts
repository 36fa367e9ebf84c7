// The built app on the plainest host, under a path of its own: it works, and everything it fetches lies below it.
import { expect, test } from '@playwright/test';

test('the app runs under a sub-path, and no request leaves it', async ({ page, baseURL }) => {
  const asked: string[] = [];
  const refused: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('console', (message) => {
    if (message.type() === 'error') refused.push(message.text());
  });
  await page.goto('.');
  await page.getByRole('button', { name: /run/i }).first().click();
  await expect
    .poll(() => asked.filter((url) => url.includes('pyodide.asm.wasm')).length, { timeout: 60_000 })
    .toBeGreaterThan(0);
  await expect(page.locator('iframe[sandbox="allow-scripts"]').first()).toBeAttached({ timeout: 60_000 });
  expect(asked.filter((url) => !url.startsWith(String(baseURL)) && !/^(blob|data|about):/.test(url))).toEqual([]);
  expect(refused).toEqual([]);
});
