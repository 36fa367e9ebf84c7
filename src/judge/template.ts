// What two equally good values have in common, and what may stand where they differ. Where it cannot be told how a
// difference comes about, the template says that it is unsure, and whoever compares must not call a value right.

/** Values are texts as `dump.ts` writes them: a letter for the type (t, n, l; b and h are bytes), then the value. */
export interface Template {
  /** The value with a word for each gap; equal templates have equal texts. `UNSURE` where nothing can be told. */
  readonly text: string;
  matches(value: string): boolean;
}

/** Stands for a value that two clean runs left so differently that no other value can be called right or wrong. */
export const UNSURE = '?';

/** How a text is taken apart, and the letters of one part. The first that leaves the same between the parts is taken. */
const SPLITS = [
  { split: /([\p{L}\p{N}]+)/u, letters: String.raw`\p{L}\p{N}` },
  // As `secrets.token_urlsafe` writes, whose separators are as random as its letters.
  { split: /([\p{L}\p{N}_-]+)/u, letters: String.raw`\p{L}\p{N}_\-` },
  // As base64 does.
  { split: /([\p{L}\p{N}_+/=-]+)/u, letters: String.raw`\p{L}\p{N}_+/=\-` },
] as const;
const ASCII_WORDS = /([A-Za-z0-9]+)/;
/** From this length on, two words of equal length are taken to have it for a reason. */
const FIXED_LENGTH_FROM = 8;
/** From this length on, a word may be a token. */
const TOKEN_FROM = 16;
/** Of two blobs of equal length, so many of the bytes differ that all of them are made up. */
const MADE_UP_SHARE = 0.9;

const GAPS = /‹[^›]*›/g;

/** The text of a template as a person reads it: gaps as dots. Null where it is nothing but gaps and what is between. */
export function withDots(text: string): string | null {
  if (!text.includes('‹')) return text;
  return /[\p{L}\p{N}]/u.test(text.slice(1).replace(GAPS, '')) ? text.replace(GAPS, '…') : null;
}

/** The template of two values that differ. */
export function templateOf(left: string, right: string): Template {
  if (left[0] !== right[0] || left === 'nNULL' || right === 'nNULL') return unsure(left, right);
  switch (left[0]) {
    case 'n':
      return numbers(left, right);
    case 'b':
    case 'h':
      return blobs(left, right) ?? unsure(left, right);
    default:
      return texts(left, right) ?? unsure(left, right);
  }
}

function texts(left: string, right: string): Template | null {
  for (const { split, letters } of SPLITS) {
    const template = aligned(left, right, split, letters);
    if (template) return template;
  }
  return null;
}

/** Long, in capitals and small letters and digits: another one of its kind may hold separators. */
function isToken(part: string): boolean {
  return part.length >= TOKEN_FROM && /[a-z]/.test(part) && /[A-Z]/.test(part) && /[0-9]/.test(part);
}

function unsure(left: string, right: string): Template {
  const kinds = [left, right].filter((value) => value !== 'nNULL').map((value) => value[0]);
  const hadNull = left === 'nNULL' || right === 'nNULL';
  return {
    text: UNSURE,
    matches: (value) => (value === 'nNULL' ? hadNull : value.length > 1 && kinds.includes(value[0])),
  };
}

const INTEGER = /^n-?\d+$/;
const NUMBER = /^n-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

function numbers(left: string, right: string): Template {
  const shape = INTEGER.test(left) && INTEGER.test(right) ? INTEGER : NUMBER;
  return { text: 'n‹number›', matches: (value) => shape.test(value) };
}

/** Words that differ become gaps; what stands between the words must be the same. Null where it is not. */
function aligned(left: string, right: string, split: RegExp, letters: string): Template | null {
  const [mine, theirs] = [left.slice(1).split(split), right.slice(1).split(split)];
  if (mine.length !== theirs.length) return null;
  if (mine.some((part, at) => at % 2 === 0 && part !== theirs[at])) return null;
  const hasToken = mine.some((part, at) => part !== theirs[at] && (isToken(part) || isToken(theirs[at] ?? '')));
  if (hasToken && split === SPLITS[0].split) return null;
  const gaps = mine.map((part, at) => (part === theirs[at] ? null : gapOf(part, theirs[at] ?? '', letters)));
  return {
    text: (left[0] ?? '') + mine.map((part, at) => gaps[at]?.text ?? part).join(''),
    matches(value) {
      if (value[0] !== left[0]) return false;
      const parts = value.slice(1).split(split);
      return parts.length === mine.length && parts.every((part, at) => gaps[at]?.shape.test(part) ?? part === mine[at]);
    },
  };
}

function gapOf(left: string, right: string, letters: string): { readonly text: string; readonly shape: RegExp } {
  const both = (shape: RegExp): boolean => shape.test(left) && shape.test(right);
  if (both(/^\d+$/)) return { text: '‹number›', shape: /^\d+$/ };
  const { length } = left;
  const fixed = length === right.length && length >= FIXED_LENGTH_FROM;
  if (!fixed) return { text: '‹text›', shape: new RegExp(`^[${letters}]+$`, 'u') };
  if (both(/^[0-9a-f]+$/)) return { text: `‹${length} hex digits›`, shape: new RegExp(`^[0-9a-f]{${length}}$`) };
  return { text: `‹${length} letters›`, shape: new RegExp(`^[${letters}]{${length}}$`, 'u') };
}

/** Blobs are made up as a whole, or they hold text whose words can be compared; each gap keeps its length. */
function blobs(left: string, right: string): Template | null {
  if (left.length !== right.length || left.length < 3) return null;
  const [mine, theirs] = [bytesOf(left), bytesOf(right)];
  const differing = [...mine].filter((byte, at) => byte !== theirs[at]).length;
  if (differing >= mine.length * MADE_UP_SHARE) {
    return {
      text: `${left[0]}‹${mine.length} bytes›`,
      matches: (value) => value[0] === left[0] && value.length === left.length,
    };
  }
  const [parts, others] = [mine.split(ASCII_WORDS), theirs.split(ASCII_WORDS)];
  if (parts.length !== others.length) return null;
  if (parts.some((part, at) => part.length !== others[at]?.length)) return null;
  if (parts.some((part, at) => at % 2 === 0 && part !== others[at])) return null;
  const same = parts.map((part, at) => part === others[at]);
  return {
    text: `${left[0]}${parts.map((part, at) => (same[at] ? hexOf(part) : `‹${part.length} letters›`)).join('')}`,
    matches(value) {
      if (value[0] !== left[0] || value.length !== left.length) return false;
      const found = bytesOf(value);
      let place = 0;
      return parts.every((part, at) => {
        const piece = found.slice(place, place + part.length);
        place += part.length;
        return same[at] ? piece === part : /^[A-Za-z0-9]+$/.test(piece);
      });
    },
  };
}

/** The bytes of a blob, one character each. */
function bytesOf(value: string): string {
  return (value.slice(1).match(/../g) ?? []).map((pair) => String.fromCharCode(parseInt(pair, 16))).join('');
}

function hexOf(bytes: string): string {
  return [...bytes].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
}
