// Links from a `Shared` and back, those of older days, and everything that is refused.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joinBytes } from '../model/bytes.ts';
import { ByteWriter } from './bytes.ts';
import { MAX_SHARED_BYTES, MAX_SHARED_FILES } from './check.ts';
import { decodeLink, encodeLink, MAX_LINK_CHARACTERS } from './link.ts';
import { LINKS_1 } from './links-1.fixture.ts';
import { fromBase64Url, toBase64Url } from './packing.ts';
import { anyShared, bomb, linkOf, linkOfParts, ownShared, taskShared } from './samples.testing.ts';

const DAMAGED =
  'This link is damaged: some of its characters are missing or changed. Copy it again from where it was sent.';
const CUT = 'This link is cut off: its end is missing. Copy all of it, or ask for the file instead.';
const NEWER = 'This link was made by a newer version of By Accident. Reload the page, then open it again.';
const NOT_OURS = 'This link holds something that By Accident did not write.';
const WHOLE = LINKS_1[0]?.link ?? '';

/** The one sentence of a refused link. */
function refusal(text: string): string {
  const result = decodeLink(text);
  if (result.ok) throw new Error(`expected a refusal, got ${JSON.stringify(result.value)}`);
  expect(result.problems.map((one) => one.where)).toEqual(['link']);
  return result.problems[0]?.message ?? '';
}

function taskBody(id: string, code: string): Uint8Array {
  const writer = new ByteWriter();
  writer.text(id);
  writer.lastText(code);
  return writer.finish();
}

describe('there and back', () => {
  test('a link of version 1 is read for ever', () => {
    for (const { link, shared } of LINKS_1) expect(decodeLink(link)).toEqual({ ok: true, value: shared });
  });

  test('whatever can be shared comes back as it was, character by character', () => {
    fc.assert(
      fc.property(anyShared, (shared) => {
        const link = encodeLink(shared);
        expect(link).toMatch(/^1[A-Za-z0-9_-]+e$/);
        expect(decodeLink(link)).toEqual({ ok: true, value: shared });
      }),
      { numRuns: 500 },
    );
  });

  test('a whole address can be pasted, with what a chat leaves around it', () => {
    for (const text of [
      `#${WHOLE}`,
      `https://example.org/play/?embed#${WHOLE}`,
      ` ${WHOLE}\n`,
      `${WHOLE}).`,
      `${WHOLE}>`,
    ]) {
      expect(decodeLink(text)).toEqual(decodeLink(WHOLE));
    }
  });

  test('code of the full size that packs badly fits in a link that is read', () => {
    const largest = MAX_SHARED_BYTES - taskBody('refund-an-order', '').length;
    let [code, state] = ['', 1];
    for (let at = 0; at < largest; at++) {
      state = (state * 48_271) % 2_147_483_647;
      code += String.fromCharCode(1 + (state % 127));
    }
    const shared = taskShared(code);
    const link = encodeLink(shared);
    expect(link.length).toBeLessThanOrEqual(MAX_LINK_CHARACTERS);
    expect(decodeLink(link)).toEqual({ ok: true, value: shared });
    expect(() => encodeLink(taskShared(`${code}x`))).toThrow('up to 256 KB together; this is 257 KB');
  });
});

describe('damage', () => {
  test('one changed character anywhere is noticed', () => {
    const other = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_%.';
    fc.assert(
      fc.property(fc.constantFrom(...LINKS_1), fc.nat(), fc.constantFrom(...other), ({ link }, seed, character) => {
        const at = seed % link.length;
        fc.pre(link[at] !== character && !(at === link.length - 1 && character === '.'));
        expect(decodeLink(link.slice(0, at) + character + link.slice(at + 1)).ok).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  test('flipped bits are noticed, up to three of them always', () => {
    const frame = fromBase64Url(WHOLE.slice(1, -1)) ?? new Uint8Array(0);
    const bit = fc.nat(frame.length * 8 - 1);
    fc.assert(
      fc.property(fc.uniqueArray(bit, { minLength: 1, maxLength: 3 }), (flips) => {
        const changed = Uint8Array.from(frame);
        for (const at of flips) changed[at >> 3] = (changed[at >> 3] ?? 0) ^ (1 << (at & 7));
        expect(refusal(`1${toBase64Url(changed)}e`)).toBe(DAMAGED);
      }),
      { numRuns: 2_000 },
    );
  });

  test('two characters that changed places are noticed', () => {
    for (let at = 1; at < WHOLE.length - 2; at++) {
      const [one, two] = [WHOLE.charAt(at), WHOLE.charAt(at + 1)];
      if (one !== two) expect(refusal(WHOLE.slice(0, at) + two + one + WHOLE.slice(at + 2))).toBe(DAMAGED);
    }
  });

  test('a link cut anywhere is noticed, and nearly always called cut', () => {
    const said = Array.from({ length: WHOLE.length - 1 }, (_, at) => refusal(WHOLE.slice(0, at + 1)));
    expect(new Set(said)).toEqual(new Set([CUT, DAMAGED]));
    expect(said.filter((one) => one === DAMAGED).length).toBeLessThan(said.length / 20);
    expect(refusal(`${WHOLE.slice(0, 40)}…`)).toBe(CUT);
  });

  test('a link that lost its beginning, or has something in front, is not taken for one', () => {
    expect(decodeLink(WHOLE.slice(1)).ok).toBe(false);
    expect(refusal(`x${WHOLE}`)).toBe('This is not a link that By Accident made.');
  });
});

describe('what is no link of ours', () => {
  test.each([
    ['', 'This link is empty.'],
    [' # ', 'This link is empty.'],
    ['refund-an-order', 'This is not a link that By Accident made.'],
    ['__proto__', 'This is not a link that By Accident made.'],
    ['1', CUT],
    ['1e', DAMAGED],
    ['1AAAAAe', DAMAGED],
    ['1%2De', DAMAGED],
    ['1=====e', DAMAGED],
    ['1\0e', DAMAGED],
    ['1\ud800e', DAMAGED],
    ['2' + WHOLE.slice(1), NEWER],
    ['9', NEWER],
    ['0b-anything', NEWER],
  ])('%j is refused', (text, sentence) => {
    expect(refusal(text)).toBe(sentence);
  });

  test('noise is refused, and nothing is thrown', () => {
    const noise = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 500 }),
      fc.string({ unit: fc.constantFrom(...'ABCxyz019-_e#. '), maxLength: 500 }).map((text) => `1${text}e`),
      fc.uint8Array({ maxLength: 500 }).map((bytes) => `1${toBase64Url(bytes)}e`),
    );
    fc.assert(
      fc.property(noise, (text) => {
        expect(refusal(text)).toMatch(/^Th.*\.$/);
      }),
      { numRuns: 3_000 },
    );
  });

  test('20 MB are refused by their length alone', () => {
    expect(refusal('1'.repeat(20_000_000))).toBe(
      'This link is too long: it has 20,000,000 characters, and 360,000 are the limit.',
    );
    expect(refusal('.'.repeat(MAX_LINK_CHARACTERS))).toBe('This link is empty.');
    expect(refusal(`1${'A'.repeat(MAX_LINK_CHARACTERS - 2)}e`)).toBe(DAMAGED);
  });
});

describe('links that somebody made by hand', () => {
  test('bytes with a right checksum are read or refused, and never throw', () => {
    const payload = fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map(linkOf),
      fc.tuple(fc.nat(255), fc.uint8Array({ maxLength: 200 })).map(([flags, body]) => linkOfParts(flags, body)),
    );
    fc.assert(
      fc.property(payload, (link) => {
        const result = decodeLink(link);
        if (result.ok) expect(decodeLink(encodeLink(result.value))).toEqual(result);
        else expect(result.problems[0]?.message).toMatch(/\.$/);
      }),
      { numRuns: 3_000 },
    );
  });

  test('a bomb is refused', () => {
    const link = linkOf(joinBytes([Uint8Array.of(0), bomb(250)]));
    expect(link.length).toBeLessThan(MAX_LINK_CHARACTERS);
    expect(refusal(link)).toBe('This link holds more than the 256 KB that a link may hold.');
  });

  test('parts that do not fit together are refused', () => {
    const body = taskBody('refund-an-order', 'x = 1');
    expect(decodeLink(linkOfParts(0, body))).toEqual({ ok: true, value: taskShared('x = 1') });
    for (const flags of [8, 16, 32, 64, 128, 192])
      expect([flags, refusal(linkOfParts(flags, body))]).toEqual([flags, NOT_OURS]);
    expect(refusal(linkOfParts(2 + 192, Uint8Array.of(1, 1, ...body)))).toBe(NOT_OURS);
    expect(refusal(linkOfParts(4, body, new Uint8Array(31)))).toMatch(/\.$/);
    expect(refusal(linkOfParts(0, Uint8Array.of(200, 97)))).toBe(NOT_OURS);
    expect(refusal(linkOfParts(2, Uint8Array.of(255, 255, 255, 255, 255, 255, 255, 127, 0)))).toBe(NOT_OURS);
    expect(refusal(linkOfParts(2, new Uint8Array(20).fill(255)))).toBe(NOT_OURS);
  });

  test('half of a character is no UTF-8, a NUL is named with its line', () => {
    expect(refusal(linkOfParts(0, Uint8Array.of(1, 97, 0xed, 0xa0, 0x80)))).toBe(NOT_OURS);
    expect(refusal(linkOfParts(0, taskBody('a', 'x\ny\0')))).toBe(
      'Line 2 of the code holds a NUL character, which cannot be shared.',
    );
  });

  test('the name of a task cannot be a key that means something else', () => {
    for (const id of ['__proto__', 'constructor()', '../a', '', 'A', 'a--b', 'a'.repeat(101)]) {
      expect(refusal(linkOfParts(0, taskBody(id, '')))).toBe('The name of the task is not one that a task can have.');
    }
  });

  test('a hundred thousand files are counted and refused', () => {
    const writer = new ByteWriter();
    for (const text of ['', 'f()', '', '']) writer.text(text);
    writer.number(100_000);
    for (let left = 200_000; left > 0; left--) writer.number(0);
    expect(refusal(linkOfParts(1, writer.finish()))).toBe('At most 200 starting files can be shared; here are 100000.');
  });
});

describe('what cannot be shared is our fault once a link is made of it', () => {
  test.each([
    [taskShared('a\0'), 'Line 1 of the code holds a NUL character'],
    [taskShared('a\n\ud83c'), 'Line 2 of the code holds half of a character'],
    [taskShared('', '__proto__'), 'The name of the task'],
    [ownShared({ sql: '\udc00' }), 'Line 1 of the schema and rows holds half of a character'],
    [
      ownShared({ files: Array.from({ length: MAX_SHARED_FILES + 1 }, () => ({ path: 'a', text: '' })) }),
      'At most 200',
    ],
    [{ ...taskShared(''), view: { mode: 'default', fault: 'soft', line: 0, point: 0, step: 'before' } }, 'crash point'],
    [
      { ...taskShared(''), view: { mode: 'default', fault: 'soft', line: 1, point: -1, step: 'before' } },
      'crash point',
    ],
    [{ ...taskShared(''), expected: { engine: '1.0.0', rules: 1, digest: 'ABC' } }, 'The result to compare with'],
    [
      { ...taskShared(''), expected: { engine: 'a b', rules: 1, digest: '0'.repeat(64) } },
      'The result to compare with',
    ],
  ] as const)('%#', (shared, sentence) => {
    expect(() => encodeLink(shared)).toThrow(sentence);
  });
});
