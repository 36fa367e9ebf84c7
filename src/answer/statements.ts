// Tells code from prose where the parser does not know every line of Python: it is older than the language. Works on
// lines; what the code means is read elsewhere, and whether it is right is for Python to say.
import { isProgram } from './python.ts';

/** How a statement begins that is taken for Python although the parser does not understand all of it. */
const BEGINNINGS: readonly RegExp[] = [
  /^@/,
  /^(async\s+)?def\s+\w+\s*[([]/,
  /^class\s+\w+\s*[:([]/,
  /^(async\s+)?with\s*\(/,
  /^type\s+\w+\s*[=[]/,
  /^[A-Za-z_][\w.]*\s*(:[^=\n]*)?[-+*/%@&|^]?=(?!=)/,
];
/** The same, where the line also ends with a colon. */
const HEADS: readonly RegExp[] = [/^(async\s+)?(for|with)\s/, /^match\s/];
/** At the left margin these go on with a statement rather than begin one. */
const CLAUSE = /^(else|elif|except|finally)\b/;

/** True for a program, and for a text of which every statement at the left margin reads as one or begins like one. */
export function isCode(source: string): boolean {
  if (isProgram(source)) return true;
  const statements = topStatements(source)?.filter((one) => !isRemark(one)) ?? [];
  return statements.length > 0 && statements.every((one) => begins(one) || isProgram(one));
}

function begins(statement: string): boolean {
  const [first = ''] = statement.split('\n', 1);
  const isHead = first.trimEnd().endsWith(':') && HEADS.some((head) => head.test(first));
  return isHead || BEGINNINGS.some((beginning) => beginning.test(first));
}

function isRemark(statement: string): boolean {
  return statement.split('\n').every((line) => line.trim() === '' || line.trimStart().startsWith('#'));
}

/**
 * Statements at the left margin with the lines that stand under them, and definitions with their decorators. Null
 * where the text ends inside a bracket or a string.
 */
function topStatements(source: string): string[] | null {
  const lines = source.split('\n');
  const inside = linesInside(source);
  if (inside === null) return null;
  const statements: string[][] = [];
  let isDecorated = false;
  lines.forEach((line, at) => {
    const isAtMargin = line.trim() !== '' && line === line.trimStart() && !line.startsWith('#') && !inside.has(at);
    if (isAtMargin && !isDecorated && !CLAUSE.test(line)) statements.push([]);
    if (isAtMargin) isDecorated = line.startsWith('@');
    if (statements.length === 0) statements.push([]);
    statements.at(-1)?.push(line);
  });
  return statements.map((one) => one.join('\n'));
}

/** Numbers, from 0, of the lines that begin inside a bracket, a string or a continued line; null at an open end. */
function linesInside(source: string): ReadonlySet<number> | null {
  const inside = new Set<number>();
  let depth = 0;
  /** The quotes that end the string that is open: one, or three of a kind. */
  let quote = '';
  let line = 0;
  for (let at = 0; at < source.length; at += 1) {
    const sign = source[at] ?? '';
    if (sign === '\\') {
      at += 1;
      if (source[at] === '\n') inside.add((line += 1));
    } else if (sign === '\n') {
      line += 1;
      if (quote.length === 1) quote = '';
      if (depth > 0 || quote !== '') inside.add(line);
    } else if (quote !== '') {
      if (!source.startsWith(quote, at)) continue;
      at += quote.length - 1;
      quote = '';
    } else if (sign === '"' || sign === "'") {
      quote = source.startsWith(sign.repeat(3), at) ? sign.repeat(3) : sign;
      at += quote.length - 1;
    } else if (sign === '#') {
      while (at + 1 < source.length && source[at + 1] !== '\n') at += 1;
    } else if ('([{'.includes(sign)) depth += 1;
    else if (')]}'.includes(sign)) depth = Math.max(0, depth - 1);
  }
  return depth > 0 || quote.length === 3 ? null : inside;
}
