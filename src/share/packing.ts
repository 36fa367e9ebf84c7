// Bytes as text that survives an address bar, smaller bytes, and a checksum. Knows nothing of what the bytes mean.
import { deflateSync, Inflate } from 'fflate';
import { joinBytes } from '../model/bytes.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const VALUES = new Map([...ALPHABET].map((character, value) => [character, value]));

/** base64url of RFC 4648 without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const group = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    const characters = Math.min(bytes.length - at, 3) + 1;
    for (let index = 0; index < characters; index++) text += ALPHABET[(group >> (18 - 6 * index)) & 63];
  }
  return text;
}

/** Null for any text that `toBase64Url` does not make, so that a changed last character is noticed too. */
export function fromBase64Url(text: string): Uint8Array | null {
  if (text.length % 4 === 1) return null;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let [bits, held, at] = [0, 0, 0];
  for (const character of text) {
    const value = VALUES.get(character);
    if (value === undefined) return null;
    bits = ((bits << 6) | value) & 0xffff;
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes[at++] = (bits >> held) & 255;
    }
  }
  const unused = bits & ((1 << held) - 1);
  return unused === 0 ? bytes : null;
}

/** CRC-32 of zlib and PNG, from 0 to 2^32 - 1. Notices every change that spans at most 32 bits. */
export function checksum(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

export function deflate(bytes: Uint8Array, dictionary: Uint8Array): Uint8Array {
  return deflateSync(bytes, { level: 9, dictionary });
}

/** Bytes of packed text that are unpacked at once. */
const SLICE_BYTES = 1_024;
/** Most bytes that deflate makes of one. */
const DEFLATE_FACTOR = 1_032;
/** Bytes that deflate may hold back until all of a stored block has arrived. */
const STORED_BYTES = 65_535;
/** Most bytes that are ever unpacked beyond a limit: about a megabyte. */
export const OVERSHOOT_BYTES = SLICE_BYTES * DEFLATE_FACTOR + STORED_BYTES;

export type Inflated =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'too-large'; readonly unpackedBytes: number }
  | { readonly kind: 'damaged' };

/** Unpacks slice by slice and stops at the first that goes beyond `limitBytes`. Nothing is thrown. */
export function inflate(packed: Uint8Array, dictionary: Uint8Array, limitBytes: number): Inflated {
  const parts: Uint8Array[] = [];
  let total = 0;
  const stream = new Inflate({ dictionary }, (part) => {
    total += part.length;
    parts.push(part);
  });
  try {
    for (let at = 0; at < packed.length; at += SLICE_BYTES) {
      stream.push(packed.subarray(at, at + SLICE_BYTES), at + SLICE_BYTES >= packed.length);
      if (total > limitBytes) return { kind: 'too-large', unpackedBytes: total };
    }
  } catch {
    return { kind: 'damaged' };
  }
  return { kind: 'bytes', bytes: joinBytes(parts) };
}
