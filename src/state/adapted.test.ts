// A function that reaches the task's name by an assignment is read like one that is defined under it.
import { expect, it } from 'vitest';
import { readAnswer } from '../answer/answer.ts';
import { detectStyle } from '../style/detect.ts';

const WANTED = { function: 'refund_order', parameters: ['conn', 'order_id'] };
const BODY = `
    with conn:
        conn.execute("UPDATE orders SET status = 'refunded' WHERE id = ?", (order_id,))
    conn.execute("INSERT INTO refunds (order_id) VALUES (?)", (order_id,))
    conn.commit()
`;
const PLAIN = `def refund_order(conn, order_id):${BODY}`;

function adapted(source: string): string {
  const reading = readAnswer(source, WANTED);
  if (reading.kind !== 'one' || reading.candidate.adapted === null) throw new Error(JSON.stringify(reading));
  return reading.candidate.source;
}

it.each<[string, string]>([
  ['another name', `def pay_back(conn, order_id):${BODY}`],
  ['another name and order', `def pay_back(order_id, conn):${BODY}`],
  ['another order', `def refund_order(order_id, conn):${BODY}`],
  ['async', `async def refund_order(conn, order_id):${BODY}`],
  ['async under another name', `async def pay_back(conn, order_id):${BODY}`],
])('%s', (_how, source) => {
  const plain = detectStyle(PLAIN, 'refund_order');
  expect(plain).toMatchObject({ style: 'with-conn', lines: [2] });
  expect(plain.patterns.length).toBeGreaterThan(0);
  expect(detectStyle(adapted(source), 'refund_order')).toEqual(plain);
});

it('of a method the style of its class is told, and no pattern', () => {
  const method = `class Shop:\n    def __init__(self, conn):\n        self.conn = conn\n\n    def refund_order(self, order_id):${BODY.replaceAll('\n    ', '\n        ').replaceAll('conn', 'self.conn')}`;
  expect(detectStyle(adapted(method), 'refund_order')).toMatchObject({ style: 'with-conn', patterns: [] });
});

it.each(['refund_order = retry(pay_back)', 'refund_order = missing', 'refund_order = lambda conn, order_id: 1'])(
  'another value is not followed: %s',
  (line) => {
    expect(detectStyle(`def pay_back(conn, order_id):${BODY}\n\n${line}\n`, 'refund_order').style).toBe('no-database');
  },
);
