// SHA-256 over bytes and over canonical JSON. The only place that knows the hash function.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

export function digestBytes(bytes: Uint8Array): string {
  return bytesToHex(sha256(bytes));
}

export function digestText(text: string): string {
  return digestBytes(utf8ToBytes(text));
}

/** JSON with sorted keys and no white space: equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
  });
}

export function digestJson(value: unknown): string {
  return digestText(canonicalJson(value));
}
