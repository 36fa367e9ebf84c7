// From a source and its verdict to what the card says beside it.
import { expect, test } from 'vitest';
import type { Verdict } from '../model/verdict.ts';
import { detectStyle } from '../style/detect.ts';
import { readingOf } from './reading.ts';

const SOURCE = `def pay(conn, ids):
    for one in ids:
        conn.execute("UPDATE orders SET paid = 1 WHERE id = ?", (one,))
    conn.commit()
`;
const READ = { kind: 'read', report: detectStyle(SOURCE, 'pay') } as const;
const verdict = (over: Partial<Verdict>): Verdict =>
  ({ status: 'judged', safety: 'safe-by-accident', story: null, ...over }) as unknown as Verdict;

test('code that borrowed its safety is told where to open its own transaction', () => {
  const { report, change } = readingOf(READ, verdict({}));
  expect([report?.style, report?.lines]).toEqual(['none', [3]]);
  expect(change).toContain('before line 2');
});

test('what was not judged gets no advice, and its style all the same', () => {
  const { report, change } = readingOf(READ, verdict({ status: 'not-judged', safety: null }));
  expect([report?.style, change]).toEqual(['none', null]);
});

test('where the text was not read, the reason is all there is', () => {
  const reading = readingOf({ kind: 'unread', sentence: 'It took too long.' }, verdict({}));
  expect(reading).toEqual({ report: null, change: null, problem: 'It took too long.' });
});
