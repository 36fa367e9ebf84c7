import { expect, it } from 'vitest';
import { gunzip, gzip } from './gzip.ts';

const SIZES = [0, 1, 64 * 1024, 64 * 1024 + 1, 1_000_000];

/** Neither all equal nor noise. */
const bytesOf = (length: number): Uint8Array<ArrayBuffer> => Uint8Array.from({ length }, (_, i) => (i * i) >>> 7);

it.each(SIZES)('%i bytes come back as they were', async (length) => {
  const bytes = bytesOf(length);
  const packed = await gzip(bytes.buffer);
  expect(Buffer.from(await gunzip(packed)).equals(bytes)).toBe(true);
  if (length > 100_000) expect(packed.byteLength).toBeLessThan(length / 2);
});

it.each([
  ['nothing', new Uint8Array(0)],
  ['no gzip file', bytesOf(1000)],
])('%s is refused', async (_, bytes) => {
  await expect(gunzip(bytes.buffer)).rejects.toThrow();
});

it('a file that was cut, changed, or tells another length is refused', async () => {
  const packed = new Uint8Array(await gzip(bytesOf(100_000).buffer));
  await expect(gunzip(packed.slice(0, -9).buffer)).rejects.toThrow();
  const changed = packed.slice();
  changed[packed.length >> 1] = (changed[packed.length >> 1] ?? 0) ^ 0xff;
  await expect(gunzip(changed.buffer)).rejects.toThrow();
  const longer = packed.slice();
  new DataView(longer.buffer).setUint32(longer.length - 4, 100_001, true);
  await expect(gunzip(longer.buffer)).rejects.toThrow();
});
