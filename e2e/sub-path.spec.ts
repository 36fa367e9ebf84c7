// The built app on the plainest host, under a path of its own: it works, and everything it fetches lies below it.
import { expect, test } from '@playwright/test';

const SOLUTION = `def refund_order(conn, order_id):
    row = conn.execute("SELECT total, customer_id, status FROM orders WHERE id = ?", (order_id,)).fetchone()
    if row is None or row[2] != 'paid':
        raise ValueError("not a paid order")
    with conn:
        conn.execute("BEGIN")
        conn.execute("UPDATE customers SET credit = credit + ? WHERE id = ?", (row[0], row[1]))
        conn.execute("UPDATE orders SET status = 'refunded' WHERE id = ?", (order_id,))
        conn.execute("INSERT INTO refunds VALUES (?, ?)", (order_id, row[0]))
`;

test('the app judges a solution under a sub-path, and no request leaves it', async ({ page, baseURL }) => {
  const asked: string[] = [];
  const refused: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('console', (message) => {
    if (message.type() === 'error') refused.push(message.text());
  });
  await page.goto('.');
  await page.getByRole('button', { name: 'Paste your own answer' }).click();
  await page.getByRole('textbox', { name: 'Your code' }).click();
  await page.keyboard.insertText(SOLUTION);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByText(/safe by design/i).first()).toBeVisible({ timeout: 200_000 });
  expect(asked.some((url) => url.includes('pyodide.asm.wasm'))).toBe(true);
  expect(asked.filter((url) => !url.startsWith(String(baseURL)) && !/^(blob|data|about):/.test(url))).toEqual([]);
  expect(refused).toEqual([]);
});
