// Cuts Python out of prose that has no code fences, as copying from a rendered chat leaves it. Texts with
// fences never come here.
import type { Outline } from './python.ts';
import { isCode } from './statements.ts';

export interface Cut {
  readonly source: string;
  /** Line of the text, from 1, on which the source starts. */
  readonly startLine: number;
}

/** Bounds of the search: runs of lines tried, and characters read for them. */
const MAX_TRIES = 40;
const MAX_CHARACTERS = 400_000;
const OPENERS = ['import ', 'from ', 'def ', 'async def ', 'class ', '@', '#', '"""', "'''"];

/**
 * The longest run of lines around the module-level definition of `name` that reads as a program; null where
 * the text does not define it at module level, or where no such run is found.
 */
export function cutProgram(text: string, whole: Outline, name: string): Cut | null {
  const found = whole.definitions.findLast((one) => one.name === name && one.place.kind === 'module');
  if (found === undefined) return null;
  const lines = text.split('\n');
  const definedAt = found.line - 1;
  let left = MAX_CHARACTERS;
  const reads = (from: number, to: number): boolean => {
    const source = lines.slice(from, to).join('\n');
    left -= source.length;
    return left >= 0 && isCode(source);
  };

  const end = endsAfter(lines, definedAt).find((to) => reads(definedAt, to));
  if (end === undefined) return null;
  const start = startsBefore(lines, definedAt).find((from) => reads(from, end)) ?? definedAt;
  return { source: lines.slice(start, end).join('\n').trimEnd(), startLine: start + 1 };
}

/** Places, from the last, where a paragraph at the left margin may start: the program ends before it. */
function endsAfter(lines: readonly string[], definedAt: number): number[] {
  const ends = [lines.length];
  for (let at = lines.length - 1; at > definedAt; at -= 1) {
    const line = lines[at] ?? '';
    if (line.trim() !== '' && line === line.trimStart()) ends.push(at);
  }
  return ends.slice(0, MAX_TRIES);
}

function startsBefore(lines: readonly string[], definedAt: number): number[] {
  const starts: number[] = [];
  for (let at = 0; at < definedAt; at += 1) {
    const line = lines[at] ?? '';
    if (OPENERS.some((opener) => line.startsWith(opener)) || isConstant(line)) starts.push(at);
  }
  return starts.slice(-MAX_TRIES);
}

/** `LIMIT = 3` at the left margin. */
function isConstant(line: string): boolean {
  const name = line.split('=')[0]?.trim() ?? '';
  return line.includes('=') && name !== '' && name === name.toUpperCase() && !name.includes(' ');
}
