// The fields of version 1 in their order, as flags, digest and body. Packing them is for `link.ts`, judging them for
// `check.ts`. Frozen: links that people have sent are read by it for ever.
import type { OwnFile, OwnFunction } from '../model/own.ts';
import { STEPS, type Shared, type SharedSubject, type SharedView } from '../model/shared.ts';
import { ByteReader, ByteWriter, UnreadableBytes } from './bytes.ts';

export const DIGEST_BYTES = 32;

/** What a link is made of. The digest is kept apart because it is random: among texts it would cost a third more. */
export interface Parts {
  /** From 0 to 255; the bits are named below. */
  readonly flags: number;
  /** 32 bytes, null where the sender had not run the code. */
  readonly digest: Uint8Array | null;
  readonly body: Uint8Array;
}

const OWN = 1;
const VIEW = 2;
export const EXPECTED = 4;
const FINISHES_INTERRUPTED_WORK = 8;
const AUTOCOMMIT = 16;
const HARD = 32;
/** The step takes the two highest bits. */
const STEP = 64;

/** `shared` has been checked. */
export function toParts(shared: Shared): Parts {
  const { subject, code, view, expected } = shared;
  const writer = new ByteWriter();
  if (expected) {
    writer.text(expected.engine);
    writer.number(expected.rules);
  }
  if (view) {
    writer.number(view.line ?? 0);
    writer.number(view.point);
  }
  if (subject.kind === 'task') writer.text(subject.id);
  else writeOwn(writer, subject.own);
  writer.lastText(code);
  return { flags: flagsOf(shared), digest: expected && fromHex(expected.digest), body: writer.finish() };
}

/** Null where the bytes are not what `toParts` makes. */
export function fromParts({ flags, digest, body }: Parts): Shared | null {
  const reader = new ByteReader(body);
  try {
    const expected = digest && { engine: reader.text(), rules: reader.number(), digest: toHex(digest) };
    const view = flags & VIEW ? readView(reader, flags) : null;
    const subject = readSubject(reader, flags);
    const shared: Shared = { subject, code: reader.lastText(), view, expected };
    return flagsOf(shared) === flags ? shared : null;
  } catch (error) {
    if (error instanceof UnreadableBytes) return null;
    throw error;
  }
}

function flagsOf({ subject, view, expected }: Shared): number {
  let flags = 0;
  if (subject.kind === 'own') flags |= OWN | (subject.own.finishesInterruptedWork ? FINISHES_INTERRUPTED_WORK : 0);
  if (expected) flags |= EXPECTED;
  if (!view) return flags;
  if (view.mode === 'autocommit') flags |= AUTOCOMMIT;
  if (view.fault === 'hard') flags |= HARD;
  return flags | VIEW | (STEPS.indexOf(view.step) * STEP);
}

function readView(reader: ByteReader, flags: number): SharedView {
  const [line, point] = [reader.number(), reader.number()];
  const step = STEPS[Math.floor(flags / STEP)];
  if (step === undefined) throw new UnreadableBytes('at a step that does not exist');
  return {
    mode: flags & AUTOCOMMIT ? 'autocommit' : 'default',
    fault: flags & HARD ? 'hard' : 'soft',
    line: line === 0 ? null : line,
    point,
    step,
  };
}

function writeOwn(writer: ByteWriter, own: OwnFunction): void {
  writer.text(own.title);
  writer.text(own.call);
  writer.text(own.sql);
  writer.text(own.judgeSql);
  writer.number(own.files.length);
  for (const file of own.files) {
    writer.text(file.path);
    writer.text(file.text);
  }
}

function readSubject(reader: ByteReader, flags: number): SharedSubject {
  if (!(flags & OWN)) return { kind: 'task', id: reader.text() };
  const [title, call, sql, judgeSql] = [reader.text(), reader.text(), reader.text(), reader.text()];
  const files: OwnFile[] = [];
  for (let left = reader.number(); left > 0; left--) files.push({ path: reader.text(), text: reader.text() });
  const finishesInterruptedWork = (flags & FINISHES_INTERRUPTED_WORK) !== 0;
  return { kind: 'own', own: { title, call, sql, files, judgeSql, finishesInterruptedWork } };
}

/** `hex` is 64 hex digits. */
function fromHex(hex: string): Uint8Array {
  return Uint8Array.from({ length: DIGEST_BYTES }, (_, at) => Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16));
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
