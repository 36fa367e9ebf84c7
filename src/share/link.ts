// Share links: a `Shared` as the text behind the `#` and back. The page decides when to read one and never runs it.
// docs/links.md tells the format.
import { joinBytes } from '../model/bytes.ts';
import { grouped } from '../model/grouped.ts';
import { fail, type Result } from '../model/result.ts';
import type { Shared } from '../model/shared.ts';
import { checkShared, expectSharable, MAX_SHARED_BYTES } from './check.ts';
import { DICTIONARY_1 } from './dictionary.ts';
import { DIGEST_BYTES, EXPECTED, fromParts, toParts } from './layout.ts';
import { checksum, deflate, fromBase64Url, inflate, toBase64Url } from './packing.ts';

const VERSION = '1';
/** Tells a whole link from one that was cut, and ends it with a letter: programs that find links in a text drop a `_`. */
const END = 'e';
const CHECKSUM_BYTES = 4;
const FLAGS_BYTES = 1;

/** Longest link that is read, in characters. Everything that `checkShared` passes fits, however badly it packs. */
export const MAX_LINK_CHARACTERS = 360_000;

/** The fragment without `#`. Throws where `checkShared` has a problem: ask it first about what a person typed. */
export function encodeLink(shared: Shared): string {
  expectSharable(shared);
  const { flags, digest, body } = toParts(shared);
  const payload = joinBytes([Uint8Array.of(flags), digest ?? new Uint8Array(0), deflate(body, DICTIONARY_1)]);
  const sum = new Uint8Array(CHECKSUM_BYTES);
  new DataView(sum.buffer).setUint32(0, checksum(payload));
  return VERSION + toBase64Url(joinBytes([sum, payload])) + END;
}

/**
 * `text` is a fragment, or a whole link with one. White space around it, and punctuation that a chat took for part of
 * it, are left out. Nothing is thrown; each problem's message is a whole sentence.
 */
export function decodeLink(text: string): Result<Shared> {
  if (text.length > MAX_LINK_CHARACTERS) return refuse(tooLong(text.length));
  const link = withoutSurroundings(text);
  if (link === '') return refuse('This link is empty.');
  if (/^[02-9]/.test(link)) return refuse(NEWER);
  if (!link.startsWith(VERSION)) return refuse('This is not a link that By Accident made.');
  if (!link.endsWith(END) || link.length < 2) return refuse(CUT);

  const frame = fromBase64Url(link.slice(VERSION.length, -END.length));
  if (frame === null || frame.length <= CHECKSUM_BYTES) return refuse(DAMAGED);
  const payload = frame.subarray(CHECKSUM_BYTES);
  const sum = new DataView(frame.buffer, 0, CHECKSUM_BYTES).getUint32(0);
  return sum === checksum(payload) ? readPayload(payload) : refuse(DAMAGED);
}

/** What arrives here is whole, though anybody may have made it. */
function readPayload(payload: Uint8Array): Result<Shared> {
  const flags = payload[0] ?? 0;
  const digestEnd = FLAGS_BYTES + (flags & EXPECTED ? DIGEST_BYTES : 0);
  const digest = flags & EXPECTED ? payload.subarray(FLAGS_BYTES, digestEnd) : null;
  const inflated = inflate(payload.subarray(digestEnd), DICTIONARY_1, MAX_SHARED_BYTES);
  if (inflated.kind === 'too-large') return refuse(UNPACKS_TOO_LARGE);
  const body = inflated.kind === 'bytes' ? inflated.bytes : null;
  const shared = body && fromParts({ flags, digest, body });
  return shared === null ? refuse(NOT_OURS) : checkShared(shared, WHERE);
}

const WHERE = 'link';
const NEWER = 'This link was made by a newer version of By Accident. Reload the page, then open it again.';
const CUT = 'This link is cut off: its end is missing. Copy all of it, or ask for the file instead.';
const DAMAGED =
  'This link is damaged: some of its characters are missing or changed. Copy it again from where it was sent.';
const NOT_OURS = 'This link holds something that By Accident did not write.';
const UNPACKS_TOO_LARGE = `This link holds more than the ${MAX_SHARED_BYTES / 1024} KB that a link may hold.`;

function tooLong(length: number): string {
  const [found, limit] = [length, MAX_LINK_CHARACTERS].map(grouped);
  return `This link is too long: it has ${found} characters, and ${limit} are the limit.`;
}

function refuse(message: string): Result<never> {
  return fail({ where: WHERE, line: null, field: null, message });
}

function withoutSurroundings(text: string): string {
  const trimmed = text.trim();
  const start = trimmed.indexOf('#') + 1;
  let end = trimmed.length;
  while (end > start && '.,;:!?)]}>\'"*'.includes(trimmed.charAt(end - 1))) end--;
  return trimmed.slice(start, end);
}
