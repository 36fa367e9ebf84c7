// Values as Python source. What is written with them is decided elsewhere.
import type { Json } from '../model/task.ts';

/** Control characters but newline and tab, line separators and lone surrogates: never written as they are. */
const UNSAFE =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * Text of many lines, each on a line of its own: raw where its characters allow that, so that it can be read and
 * copied as it is, else with escapes. The `[1:]` takes away the line end after the quotes.
 */
export function blockLiteral(text: string): string {
  const isPlain = text.search(UNSAFE) < 0 && !/(?<!\\)(\\\\)*\\$/.test(text);
  for (const quotes of ["'''", '"""']) {
    if (isPlain && !text.includes(quotes) && !text.endsWith(quotes.charAt(0)))
      return `r${quotes}\n${text}${quotes}[1:]`;
  }
  return `"""\n${escapedBlock(text)}"""[1:]`;
}

/** What stands between triple double quotes, without a prefix, to mean `text`. */
export function escapedBlock(text: string): string {
  const body = text.endsWith('"') ? text.slice(0, -1) : text;
  const escaped = body.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"').replace(UNSAFE, escapeOf);
  return escaped + text.slice(body.length).replace('"', '\\"');
}

/** Text on one line. */
export function textLiteral(text: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
  return `"${escaped.replace(UNSAFE, escapeOf)}"`;
}

/** Bytes as an expression; what has lines is written line by line, `indent` deep. */
export function bytesLiteral(bytes: Uint8Array, indent: string): string {
  const text = utf8(bytes);
  const parts = text === null ? chunks(bytes) : (text.match(/[^\n]*\n|[^\n]+$/g) ?? ['']).map(textLiteral);
  // eslint-disable-next-line no-control-regex
  const isText = text !== null && /[^\u0000-\u007f]/.test(text);
  const literals = text === null ? parts : isText ? parts : parts.map((part) => `b${part}`);
  const end = isText ? '.encode()' : '';
  if (literals.length === 1) return `${literals.join('')}${end}`;
  return `(\n${literals.map((literal) => `${indent}    ${literal}\n`).join('')}${indent})${end}`;
}

export function valueLiteral(value: Json): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return JSON.stringify(value);
  if (typeof value === 'string') return textLiteral(value);
  if (Array.isArray(value)) return `[${value.map(valueLiteral).join(', ')}]`;
  const entries = Object.entries(value).map(
    ([key, inner]: [string, Json]) => `${textLiteral(key)}: ${valueLiteral(inner)}`,
  );
  return `{${entries.join(', ')}}`;
}

function escapeOf(character: string): string {
  const code = character.charCodeAt(0);
  if (character === '\r') return '\\r';
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
}

function utf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function chunks(bytes: Uint8Array): string[] {
  const hex = Array.from(bytes, (byte) => `\\x${byte.toString(16).padStart(2, '0')}`);
  const found: string[] = [];
  for (let at = 0; at < hex.length; at += 24) found.push(`b"${hex.slice(at, at + 24).join('')}"`);
  return found;
}
