// Two codes as one list of lines that were kept, removed or added: for paper, and to be counted. Pure.
import { Chunk } from '@codemirror/merge';
import { Text } from '@codemirror/state';

export interface DiffLine {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
}

/** Limits the time for long codes that have little in common; the editors use the same. */
export const DIFF_CONFIG = { scanLimit: 500 } as const;

/** Line ends as one kind, and one after the last line: only what is read is compared. */
export function comparable(source: string): string {
  return `${source.replace(/\r\n?/g, '\n').replace(/\n$/, '')}\n`;
}

/** Begins both texts: a change at the very start of a document comes out as none where it is an empty line. */
const FIRST_LINE = '\u0001';

export function diffLines(before: string, after: string): readonly DiffLine[] {
  const [a, b] = [textOf(before), textOf(after)];
  const lines: DiffLine[] = [];
  let at = 0;
  const take = (sign: DiffLine['sign'], text: Text, from: number, to: number): void => {
    if (to <= from) return;
    for (const line of text.slice(from, Math.min(to - 1, text.length)).iterLines()) lines.push({ sign, text: line });
  };
  for (const { fromA, toA, fromB, toB } of Chunk.build(a, b, DIFF_CONFIG)) {
    take(' ', a, at, fromA);
    take('-', a, fromA, toA);
    take('+', b, fromB, toB);
    at = toA;
  }
  take(' ', a, at, a.length);
  return lines.slice(1);
}

function textOf(source: string): Text {
  return Text.of([FIRST_LINE, ...comparable(source).split('\n')]);
}
