// Python's literals as text: reading strings and numbers, and writing values back. The call around them is read in
// `call.ts`.
import type { Argument, Json } from '../model/task.ts';

export type LiteralReading<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  '\n': '',
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};
const ESCAPE = /\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-7]{1,3}|[^])/g;

/** One string literal with its prefix and quotes. Unknown escapes keep their backslash, as in Python. */
export function readString(literal: string): LiteralReading<string> {
  const parts = /^([a-zA-Z]*)("""|'''|"|')([^]*)\2$/.exec(literal.replace(/\r\n?/g, '\n'));
  if (parts === null) return refused('expected a closing quote');
  const [, prefix = '', , body = ''] = parts;
  const kind = prefix.toLowerCase();
  if (kind !== '' && kind !== 'u' && kind !== 'r') {
    return refused(`expected a plain text, found one with the prefix ${prefix}: only r and u can be read here`);
  }
  if (kind === 'r') return wellFormed(body);
  let message: string | null = null;
  const text = body.replace(ESCAPE, (escape) => {
    const read = readEscape(escape);
    if (read.ok) return read.value;
    message ??= read.message;
    return '';
  });
  return message === null ? wellFormed(text) : refused(message);
}

function readEscape(escape: string): LiteralReading<string> {
  const letter = escape[1] ?? '';
  const simple = SIMPLE_ESCAPES[letter];
  if (simple !== undefined) return { ok: true, value: simple };
  if (/[0-7]/.test(letter)) return { ok: true, value: String.fromCodePoint(parseInt(escape.slice(1), 8)) };
  if (letter === 'N') return refused('expected the character itself: names such as \\N{DASH} cannot be read here');
  if (!'xuU'.includes(letter)) return { ok: true, value: escape };
  if (escape.length === 2) return refused(`expected hexadecimal digits after ${escape}`);
  const code = parseInt(escape.slice(2), 16);
  if (code > 0x10ffff) return refused(`expected a character, found ${escape}, which is beyond the last one`);
  return { ok: true, value: String.fromCodePoint(code) };
}

function wellFormed(text: string): LiteralReading<string> {
  if (isWellFormed(text)) return { ok: true, value: text };
  return refused('expected a text of whole characters, found half of a surrogate pair');
}

/** False where a half of a surrogate pair stands alone: such a text has no UTF-8. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/**
 * One number without a sign. Refuses what would arrive as another number: whole floats, since values travel as
 * JSON and 5.0 would become the int 5, and ints that JavaScript rounds.
 */
export function readNumber(literal: string): LiteralReading<number> {
  const digits = literal.replace(/(?<=[\da-fA-F])_(?=[\da-fA-F])|(?<=^0[xXoObB])_/g, '');
  if (/[jJ]$/.test(digits)) return refused(`expected a real number, found ${literal}`);
  const isInt = /^(0+|[1-9]\d*|0[xX][\da-fA-F]+|0[oO][0-7]+|0[bB][01]+)$/.test(digits);
  const isFloat = /^(\d+\.\d*|\.\d+|\d+)([eE][-+]?\d+)?$/.test(digits) && /[.eE]/.test(digits);
  if (!isInt && !isFloat) return refused(`expected a number as Python writes it, found ${literal}`);
  const value = Number(digits);
  if (isInt && !Number.isSafeInteger(value)) {
    return refused(`expected an int up to ${Number.MAX_SAFE_INTEGER}, found ${literal}: a larger one would be rounded`);
  }
  if (isFloat && Number.isInteger(value)) {
    return refused(`expected a float with a fraction, found ${literal}: it would arrive as the int ${value}`);
  }
  if (!Number.isFinite(value)) return refused(`expected a number, found ${literal}, which is too large`);
  return { ok: true, value };
}

function refused(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message };
}

/** `f(conn, 7, "x")`: what `readCall` reads back as the same function and arguments. */
export function writeCall(name: string, args: readonly Argument[]): string {
  return `${name}(${args.map((one) => ('helper' in one ? one.helper : writeValue(one.value))).join(', ')})`;
}

function writeValue(value: Json): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return Object.is(value, -0) ? '0' : String(value);
  if (typeof value === 'string') return writeString(value);
  if (isList(value)) return `[${value.map(writeValue).join(', ')}]`;
  return `{${Object.entries(value)
    .map(([key, inner]) => `${writeString(key)}: ${writeValue(inner)}`)
    .join(', ')}}`;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '"': '\\"', '\\': '\\\\' };

/** Characters that a person cannot see are written as escapes. */
function writeString(text: string): string {
  const escaped = text.replace(/["\\\p{Cc}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return NAMED[character] ?? (code < 256 ? `\\x${hex(code, 2)}` : `\\u${hex(code, 4)}`);
  });
  return `"${escaped}"`;
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}
