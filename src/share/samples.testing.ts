// Arbitrary `Shared` values, and links and files that By Accident would not make. For tests of this folder only.
import { constants, deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import type { OwnFunction } from '../model/own.ts';
import { STEPS, type Shared } from '../model/shared.ts';
import { FAULTS, MODES } from '../model/trace.ts';
import { joinBytes } from '../model/bytes.ts';
import { DICTIONARY_1 } from './dictionary.ts';
import { checksum, deflate, toBase64Url } from './packing.ts';

const line = fc.constantFrom(
  '    conn.execute("UPDATE orders SET status = ? WHERE id = ?", (status, order_id))',
  'def refund_order(conn, order_id):',
  '\twith conn:',
  '    # Größe × 2 → 完了 🎉',
  '',
);
const code = fc
  .tuple(fc.array(line, { maxLength: 40 }), fc.constantFrom('\n', '\r\n', '\r', ''))
  .map(([lines, end]) => lines.map((one) => one + end).join(''));
/** Any characters but those that cannot be shared, a byte order mark among them. */
const anyText = fc.string({ unit: 'binary', maxLength: 200 }).map((text) => text.replaceAll('\0', '\uFEFF'));
const text = fc.oneof(code, anyText, fc.constantFrom('', '__proto__', '../x', '\uFEFFx', '</script>'));

const own: fc.Arbitrary<OwnFunction> = fc.record({
  title: text,
  call: text,
  sql: text,
  files: fc.array(fc.record({ path: text, text }), { maxLength: 4 }),
  judgeSql: text,
  finishesInterruptedWork: fc.boolean(),
});

export const anyShared: fc.Arbitrary<Shared> = fc.record({
  subject: fc.oneof(
    fc.record({ kind: fc.constant('task' as const), id: fc.stringMatching(/^[a-z0-9]{1,20}(-[a-z0-9]{1,20}){0,3}$/) }),
    fc.record({ kind: fc.constant('own' as const), own }),
  ),
  code: text,
  view: fc.option(
    fc.record({
      mode: fc.constantFrom(...MODES),
      fault: fc.constantFrom(...FAULTS),
      line: fc.option(
        fc.oneof(
          fc.integer({ min: 1, max: 300 }),
          fc.maxSafeNat().map((one) => Math.max(one, 1)),
        ),
      ),
      point: fc.oneof(fc.nat(300), fc.maxSafeNat()),
      step: fc.constantFrom(...STEPS),
    }),
  ),
  expected: fc.option(
    fc.record({
      engine: fc.stringMatching(/^[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}$/),
      rules: fc.oneof(fc.nat(20), fc.maxSafeNat()),
      digest: fc.stringMatching(/^[0-9a-f]{64}$/),
    }),
  ),
});

/** A whole task link with nothing but these. */
export function taskShared(code: string, id = 'refund-an-order'): Shared {
  return { subject: { kind: 'task', id }, code, view: null, expected: null };
}

/** A link with a right checksum around any payload: what somebody could make who knows the format. */
export function linkOf(payload: Uint8Array): string {
  const sum = new Uint8Array(4);
  new DataView(sum.buffer).setUint32(0, checksum(payload));
  return `1${toBase64Url(joinBytes([sum, payload]))}e`;
}

/** The same around any flags, digest and body, packed as a link packs them. */
export function linkOfParts(flags: number, body: Uint8Array, digest = new Uint8Array(0)): string {
  return linkOf(joinBytes([Uint8Array.of(flags), digest, deflate(body, DICTIONARY_1)]));
}

/** An own function that is empty but for `over`. */
export function ownShared(over: Partial<OwnFunction>): Shared {
  const own = { title: '', call: '', sql: '', files: [], judgeSql: '', finishesInterruptedWork: false, ...over };
  return { subject: { kind: 'own', own }, code: '', view: null, expected: null };
}

/** Zeros, packed raw: a kilobyte for each megabyte. */
export function bomb(megabytes: number): Uint8Array {
  const zeros = new Uint8Array(1_000_000);
  const part = new Uint8Array(deflateRawSync(zeros, { level: 9, finishFlush: constants.Z_SYNC_FLUSH }));
  const parts = Array.from({ length: megabytes - 1 }, () => part);
  return joinBytes([...parts, new Uint8Array(deflateRawSync(zeros, { level: 9 }))]);
}
