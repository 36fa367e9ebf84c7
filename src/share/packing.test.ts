// Base64url, checksum and deflate, beside those of Node.
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checksum, deflate, fromBase64Url, inflate, OVERSHOOT_BYTES, toBase64Url } from './packing.ts';
import { bomb } from './samples.testing.ts';

const bytes = fc.uint8Array({ maxLength: 300 });
const DICTIONARY = new TextEncoder().encode('conn.execute("UPDATE orders SET status = ? WHERE id = ?", (order_id,))');

test('base64url is the one of RFC 4648, there and back', () => {
  fc.assert(
    fc.property(bytes, (given) => {
      const text = toBase64Url(given);
      expect(text).toBe(Buffer.from(given).toString('base64url'));
      expect(fromBase64Url(text)).toEqual(given);
    }),
  );
});

test('base64url that nobody would write is refused: padding, strange characters, unused bits', () => {
  for (const text of ['AA==', 'A', 'AA+A', 'AA/A', 'AA A', 'AÄAA', 'AB', 'AAB', '__proto__']) {
    expect([text, fromBase64Url(text)]).toEqual([text, null]);
  }
});

test('the checksum is CRC-32', () => {
  expect(checksum(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
  fc.assert(
    fc.property(bytes, (given) => {
      expect(checksum(given)).toBe(crc32(given));
    }),
  );
});

test('what is packed here can be unpacked by zlib with the same dictionary, and the other way round', () => {
  fc.assert(
    fc.property(bytes, (given) => {
      const options = { dictionary: DICTIONARY };
      expect(new Uint8Array(inflateRawSync(deflate(given, DICTIONARY), options))).toEqual(given);
      const packed = new Uint8Array(deflateRawSync(given, options));
      expect(inflate(packed, DICTIONARY, 300)).toEqual({ kind: 'bytes', bytes: given });
    }),
  );
});

test('the limit is exact: as many bytes pass, one more does not', () => {
  const packed = deflate(new Uint8Array(10_000), DICTIONARY);
  expect(inflate(packed, DICTIONARY, 10_000).kind).toBe('bytes');
  expect(inflate(packed, DICTIONARY, 9_999).kind).toBe('too-large');
});

test('a bomb of 300 MB is given up soon after the limit', () => {
  expect(inflate(bomb(2), DICTIONARY, 2_000_000).kind).toBe('bytes');
  const result = inflate(bomb(300), DICTIONARY, 1_000);
  if (result.kind !== 'too-large') throw new Error(`expected too-large, got ${result.kind}`);
  expect(result.unpackedBytes).toBeLessThanOrEqual(1_000 + OVERSHOOT_BYTES);
});

test('noise and cut streams are damaged or something short, and nothing is thrown', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2_000 }), (noise) => {
      const result = inflate(noise, DICTIONARY, 5_000);
      if (result.kind === 'bytes') expect(result.bytes.length).toBeLessThanOrEqual(5_000);
    }),
    { numRuns: 2_000 },
  );
  const packed = deflate(new TextEncoder().encode('a text that is long enough to be cut'), DICTIONARY);
  expect(inflate(packed.subarray(0, packed.length - 2), DICTIONARY, 5_000).kind).toBe('damaged');
});
