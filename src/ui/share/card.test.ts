// The layout of the result card, measured with a made-up font: every sign is half as wide as high.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CARD, cardDescription, COLOURS, layOutCard, qrOf, type CardInput, type Item, type Measure } from './card.ts';
import { fitLine, wrap } from './wrap.ts';

const measure: Measure = (text, { size }) => Array.from(text).length * size * 0.5;
const FONT = { size: 20, weight: 400, family: 'sans' } as const;

const STORY = 'Killed before line 2, the customer has the credit and the order still says paid; the re-run pays again.';
const card = (over: Partial<CardInput> = {}, verdict: Partial<CardInput['verdict']> = {}): CardInput => ({
  title: 'Refund an order',
  source: 'def refund_order(conn, order_id):\n    conn.execute("UPDATE orders SET status = \'refunded\'")\n',
  link: 'https://host.example/by-accident/#1abce',
  verdict: {
    status: 'judged',
    safety: 'safe-by-accident',
    headline: 'Never half-updated in the default mode.',
    reason: null,
    story: { mode: 'autocommit', fault: 'hard', point: 1, line: 2, sentence: STORY },
    engine: '1.0.0',
    rules: 1,
    digest: '3f0a6c52b97d'.padEnd(64, '0'),
    ...verdict,
  },
  ...over,
});

const texts = (items: readonly Item[]): string[] => items.flatMap((item) => (item.kind === 'text' ? [item.text] : []));
const qr = (items: readonly Item[]) => items.find((item) => item.kind === 'qr');

/** Right and lower edge of what is drawn, in pixels. */
function edges(item: Item): { x: number; y: number } {
  if (item.kind === 'box') return { x: item.x + item.width, y: item.y + item.height };
  if (item.kind === 'mark') return { x: item.x + item.size, y: item.y + item.size };
  if (item.kind === 'qr')
    return { x: item.x + item.dark.length * item.module, y: item.y + item.dark.length * item.module };
  return { x: item.x + measure(item.text, item.font), y: item.y };
}

describe('what is on it', () => {
  test('word and shape of the verdict, the task, the story, the line at fault, and where it comes from', () => {
    const items = layOutCard(card(), measure);
    const all = texts(items);
    expect(all).toContain('Safe by accident');
    expect(items).toContainEqual(expect.objectContaining({ kind: 'mark', tone: 'accident' }));
    expect(all).toContain('Refund an order');
    expect(all.join(' ')).toContain(STORY);
    expect(all).toContain('2');
    expect(all.some((one) => one.startsWith('conn.execute("UPDATE orders'))).toBe(true);
    expect(all).toContain('engine 1.0.0, rules 1, verdict 3f0a6c52b97d');
  });

  test.each([
    [{ safety: 'unsafe' }, 'Unsafe', 'unsafe'],
    [{ safety: 'safe-by-design', story: null }, 'Safe by design', 'design'],
    [{ status: 'not-judged', safety: null, story: null }, 'Not judged', 'unknown'],
    [{ status: 'does-not-work', safety: null, story: null }, 'Does not work', 'aside'],
  ] as const)('%j is called %s', (over, word, tone) => {
    const items = layOutCard(card({}, over), measure);
    expect(texts(items)).toContain(word);
    expect(items).toContainEqual(expect.objectContaining({ kind: 'mark', tone }));
  });

  test('without a story there is the first sentence, and no line is shown as being at fault', () => {
    const all = texts(layOutCard(card({}, { safety: 'safe-by-design', story: null }), measure));
    expect(all.join(' ')).toContain('Never half-updated in the default mode.');
    expect(all.some((one) => one.includes('conn.execute'))).toBe(false);
  });

  test('a long story is written smaller before it is cut', () => {
    const of = (sentence: string) => {
      const story = { mode: 'default', fault: 'hard', point: 0, line: 2, sentence } as const;
      return layOutCard(card({}, { story }), measure);
    };
    const longer = `${STORY} ${STORY} ${STORY}`;
    expect(texts(of(longer)).join(' ')).toContain(longer);
    expect(texts(of(longer.repeat(3))).some((one) => one.endsWith('…'))).toBe(true);
  });

  test('the description says the same in words', () => {
    expect(cardDescription(card())).toBe(
      `Safe by accident. Refund an order. ${STORY} Line 2: conn.execute("UPDATE orders SET status = 'refunded'")`,
    );
  });

  test('its colours are those of the light theme', () => {
    const css = readFileSync(new URL('../theme.css', import.meta.url), 'utf8');
    for (const [name, colour] of Object.entries(COLOURS)) {
      expect(css).toContain(`--${name}: light-dark(${colour},`);
    }
  });
});

describe('the QR code', () => {
  test('holds the link, with white around it and modules that a telephone can read', () => {
    const link = `https://host.example/by-accident/#${'1'.padEnd(900, 'a')}e`;
    const item = qr(layOutCard(card({ link }), measure));
    if (item?.kind !== 'qr') throw new Error('expected a QR code');
    expect(item.dark).toEqual(qrOf(link));
    expect(item.module).toBeGreaterThanOrEqual(3);
    const { x, y } = edges(item);
    expect([CARD.width - x, CARD.height - y].every((white) => white >= 4 * item.module)).toBe(true);
  });

  test('is left out where the link is too long, and the text takes its place', () => {
    const link = `https://host.example/#${'a'.repeat(1_200)}`;
    expect(qrOf(link)).toBe(null);
    expect(qrOf('a'.repeat(10_000))).toBe(null);
    const widest = (items: readonly Item[]) =>
      Math.max(...items.flatMap((item) => (item.kind === 'text' && item.font.size === 27 ? [edges(item).x] : [])));
    const without = layOutCard(card({ link }), measure);
    expect(qr(without)).toBe(undefined);
    expect(widest(without)).toBeGreaterThan(widest(layOutCard(card(), measure)));
  });
});

describe('lines', () => {
  test('are broken between words, and never wider than asked for', () => {
    expect(wrap('one two three', 80, FONT, measure, 5)).toEqual(['one two', 'three']);
  });

  test('a word that is wider than a line is broken', () => {
    expect(wrap('abcdefghij kl', 50, FONT, measure, 5)).toEqual(['abcde', 'fghij', 'kl']);
  });

  test('what does not fit ends in a sign that says so', () => {
    expect(wrap('one two three four', 80, FONT, measure, 1)).toEqual(['one two…']);
    expect(fitLine('one two three', 80, FONT, measure)).toBe('one two…');
  });

  test('signs that would turn or break the line are blanks', () => {
    expect(fitLine('a\u202E\tb\n\u2028c', 1_000, FONT, measure)).toBe('a b c');
  });

  test('nothing on the card lies outside it or below its last line, whatever the texts are', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'binary', maxLength: 600 }),
        fc.string({ maxLength: 300 }),
        fc.nat(1_500),
        (title, sentence, source, length) => {
          const story = { mode: 'default', fault: 'soft', point: 0, line: 1, sentence } as const;
          const link = `https://host.example/#${'a'.repeat(length)}`;
          const items = layOutCard(card({ title, source, link }, { story }), measure);
          const code = qr(items);
          for (const item of items) {
            const { x, y } = edges(item);
            expect(x).toBeLessThanOrEqual(CARD.width);
            expect(y).toBeLessThanOrEqual(CARD.height);
            const beside = item.kind === 'text' && item.y > 200 && item.y < 556;
            if (beside && code?.kind === 'qr') expect(x).toBeLessThanOrEqual(code.x - 4 * code.module);
            if (beside) expect(y).toBeLessThanOrEqual(548);
          }
        },
      ),
      { numRuns: 50 },
    );
  });
});
