// However much a world holds, what is shown of it stays within one size, is cut alike each time, and says so.
import { describe, expect, it } from 'vitest';
import { readRunReply, writeRunReply } from '../chamber/protocol.ts';
import type { WorldView } from '../model/world.ts';
import { CUT_SENTENCE, EVIDENCE_LIMIT_CHARS, withinLimit } from './evidence.ts';
import { loadTask, openLab } from './testing.ts';

const EMPTY: WorldView = { tables: [], files: [], mail: [], cache: [], unreadable: null };
const files = (count: number, text: string): WorldView => ({
  ...EMPTY,
  files: Array.from({ length: count }, (_, n) => ({ path: `out/${n}.txt`, text, bytes: text.length })),
});
const sizeOf = (worlds: Readonly<Record<string, WorldView>>): number => JSON.stringify(Object.values(worlds)).length;

it('what is within the limit is the same object, and says nothing', () => {
  const worlds = { a: files(3, 'text') };
  expect(withinLimit(worlds)).toEqual({ worlds });
  expect(withinLimit(worlds).worlds).toBe(worlds);
});

it('long texts are cut first, and a digest tells those apart that look alike', () => {
  const worlds = { a: files(5, `${'x'.repeat(3_000)}1`), b: files(5, `${'x'.repeat(3_000)}2`) };
  const { worlds: cut, cut: sentence } = withinLimit(worlds, 20_000);
  expect(sentence).toBe(CUT_SENTENCE);
  const [first, second] = [cut['a']?.files[0], cut['b']?.files[0]];
  expect(first?.text).toBe(`${'x'.repeat(1_000)}…`);
  expect([first?.text, first?.bytes]).toEqual([second?.text, second?.bytes]);
  expect(first?.digest).toMatch(/^[0-9a-f]{64}$/);
  expect(first?.digest).not.toBe(second?.digest);
  expect(cut['a']?.files.length).toBe(5);
});

it('then files, mails and entries, with how many are hidden', () => {
  const mail = { to: 'a', subject: 'b', body: 'c', idempotencyKey: null, sentAt: 'd' };
  const many: WorldView = { ...files(900, 'y'), mail: Array.from({ length: 300 }, () => mail) };
  const { worlds } = withinLimit({ a: many }, 30_000);
  expect(worlds['a']?.hidden).toEqual({ files: 700, mail: 100, cache: 0 });
});

it.each([0, 100, 1_000, 50_000])('a limit of %i is kept, and the cut is the same each time', (limit) => {
  const table = {
    name: 't',
    columns: ['a'],
    key: [],
    rows: Array.from({ length: 200 }, () => ['z'.repeat(150)]),
    total: 200,
  };
  const worlds = Object.fromEntries(
    Array.from({ length: 20 }, (_, n) => [`w${n}`, { ...files(100, '😀'.repeat(90)), tables: [table] }]),
  );
  const once = withinLimit(worlds, limit);
  expect(once).toEqual(withinLimit(worlds, limit));
  const nothing = sizeOf(Object.fromEntries(Object.keys(worlds).map((key) => [key, EMPTY])));
  expect(sizeOf(once.worlds)).toBeLessThanOrEqual(Math.max(limit, nothing) + Object.keys(worlds).length + 1);
  expect(JSON.stringify(once.worlds)).not.toMatch(/\\ud83d(?!\\ude00)/);
});

const REFUND = `    row = conn.execute("SELECT total, customer_id, status FROM orders WHERE id = ?", (order_id,)).fetchone()
    if row is None or row[2] != "paid":
        raise ValueError("order is not paid")
    conn.execute("UPDATE customers SET credit = credit + ? WHERE id = ?", (row[0], row[1]))
    conn.execute("UPDATE orders SET status = 'refunded' WHERE id = ?", (order_id,))
    conn.execute("INSERT INTO refunds (order_id, amount) VALUES (?, ?)", (order_id, row[0]))
    conn.commit()
`;

describe('on the page as on the command line', () => {
  const open = async (source: string) => {
    const lab = await openLab();
    const result = lab.test(await loadTask('refund-an-order'), source);
    return { result, reply: await readRunReply(writeRunReply({ kind: 'result', run: 1, result })) };
  };

  it('95 files of 4 kB get their verdict', async () => {
    const source = `import os
def refund_order(conn, order_id):
    os.makedirs("out", exist_ok=True)
    for i in range(95):
        with open(f"out/{i}.txt", "w") as f:
            f.write("line\\n" * 800)
${REFUND}`;
    const { result, reply } = await open(source);
    expect(reply).toMatchObject({ kind: 'result', result: { verdict: { digest: result.verdict.digest } } });
    expect(result.evidence.cut).toBe(CUT_SENTENCE);
    expect(JSON.stringify(result.evidence.worlds).length).toBeLessThan(EVIDENCE_LIMIT_CHARS * 1.01);
  });

  it('a write point of a kind that there is none of is told by the code: tampered, and no malformed answer', async () => {
    const forged = `b'{"op":"point","kind":"<b>","text":"t"}'`;
    const { reply } = await open(
      `def refund_order(conn, order_id):\n    import os\n    os.write(1000, ${forged})\n${REFUND}`,
    );
    expect(reply).toMatchObject({ kind: 'result', result: { verdict: { status: 'not-judged', safety: null } } });
  });
});
