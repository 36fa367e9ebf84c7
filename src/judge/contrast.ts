// Shows two values that differ so that a reader sees where: short ones whole, long ones around the first difference.
// What is said of them lives in `difference-words.ts`.
import { shown } from './items.ts';
import { withDots } from './template.ts';

/** Characters up to which a value is shown whole. */
const WHOLE = 60;
/** Characters shown before the first difference, and from it on. */
const BEFORE = 16;
const FROM = 32;
/** The same for bytes. */
const BYTES_BEFORE = 2;
const BYTES_FROM = 6;

export interface Contrast {
  readonly value: string;
  readonly wanted: string;
  /** `from character 58 on`, `from offset 24 on`; empty where both are shown whole. */
  readonly where: string;
}

/** Both are fields of items: a letter for the type, then the value. Characters count from 1, bytes from offset 0. */
export function contrast(value: string, wanted: string): Contrast {
  const hasWords = withDots(value) !== null && withDots(wanted) !== null;
  if (hasWords && isText(value) && isText(wanted)) return texts(value.slice(1), wanted.slice(1));
  if (isBytes(value) && isBytes(wanted)) return bytes(value.slice(1).toLowerCase(), wanted.slice(1).toLowerCase());
  return { value: brief(value), wanted: brief(wanted), where: '' };
}

/** One value by itself: where it is too long, how long it is. */
export function brief(value: string): string {
  if (isBytes(value)) {
    const hex = value.slice(1).toLowerCase();
    return hex.length <= WHOLE ? `x'${hex}'` : sizeOf(hex.length / 2);
  }
  return isText(value) && withDots(value) !== null ? `'${cutEnd(printable(value.slice(1)))}'` : shown(value);
}

export function sizeOf(bytes: number): string {
  return bytes === 1 ? '1 byte' : `${bytes} bytes`;
}

function texts(value: string, wanted: string): Contrast {
  const [left, right] = [[...printable(value)], [...printable(wanted)]];
  if (left.length <= WHOLE && right.length <= WHOLE) {
    return { value: `'${left.join('')}'`, wanted: `'${right.join('')}'`, where: '' };
  }
  const at = firstDifference(left, right);
  const around = (text: readonly string[]): string => {
    const start = Math.max(0, at - BEFORE);
    const end = at + FROM;
    return `'${start > 0 ? '…' : ''}${text.slice(start, end).join('')}${end < text.length ? '…' : ''}'`;
  };
  return { value: around(left), wanted: around(right), where: `from character ${at + 1} on` };
}

function bytes(value: string, wanted: string): Contrast {
  if (value.length <= WHOLE && wanted.length <= WHOLE) {
    return { value: `x'${value}'`, wanted: `x'${wanted}'`, where: '' };
  }
  const pairs = (hex: string): readonly string[] => hex.match(/../g) ?? [];
  const [left, right] = [pairs(value), pairs(wanted)];
  const at = firstDifference(left, right);
  const around = (all: readonly string[]): string => {
    if (at >= all.length) return `${sizeOf(all.length)}, which end there`;
    const [start, end] = [Math.max(0, at - BYTES_BEFORE), at + BYTES_FROM];
    return `${sizeOf(all.length)} with x'${start > 0 ? '…' : ''}${all.slice(start, end).join('')}${end < all.length ? '…' : ''}'`;
  };
  return { value: around(left), wanted: around(right), where: `from offset ${at} on` };
}

function firstDifference(left: readonly string[], right: readonly string[]): number {
  const at = left.findIndex((one, index) => one !== right[index]);
  return at < 0 ? left.length : at;
}

function isText(value: string): boolean {
  return value.startsWith('t');
}

/** Bytes come from files and cells (`b`), and from texts with a zero in them (`h`). */
function isBytes(value: string): boolean {
  return /^[bh](?:[0-9a-fA-F]{2})*$/.test(value);
}

/** Line ends and tabs as a program would write them, so that a sentence stays on one line. */
function printable(text: string): string {
  return (withDots(text) ?? text).replace(/[\n\r\t]/g, (one) => (one === '\n' ? '\\n' : one === '\r' ? '\\r' : '\\t'));
}

function cutEnd(text: string): string {
  const all = [...text];
  return all.length > WHOLE ? `${all.slice(0, WHOLE - 1).join('')}…` : text;
}
