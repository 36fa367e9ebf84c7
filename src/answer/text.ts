// Cleans pasted text before anything reads it. What the text means lives in `answer.ts`.

/**
 * Line ends become `\n`, a byte order mark at the start goes, and non-breaking spaces (which copying from a
 * rendered page leaves behind) become spaces. Tabs stay. The number of lines does not change.
 */
export function normaliseText(text: string): string {
  const start = text.startsWith('\uFEFF') ? 1 : 0;
  return text.slice(start).replaceAll('\r\n', '\n').replaceAll('\r', '\n').replaceAll('\u00A0', ' ');
}

/** Removes the white space that all non-blank lines begin with. */
export function dedent(text: string): string {
  const lines = text.split('\n');
  let common: string | null = null;
  for (const line of lines) {
    if (line.trim() === '') continue;
    const indentation = line.slice(0, line.length - line.trimStart().length);
    common = common === null ? indentation : sharedStart(common, indentation);
    if (common === '') return text;
  }
  if (common === null) return text;
  const width = common.length;
  return lines.map((line) => (line.trim() === '' ? '' : line.slice(width))).join('\n');
}

function sharedStart(a: string, b: string): string {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return a.slice(0, length);
}

/** Lines as an editor counts them: a line end at the very end opens no further line. */
export function countLines(text: string): number {
  if (text === '') return 0;
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

/** "line 3" or "lines 3–9"; both ends from 1. */
export function lineRange(first: number, count: number): string {
  return count <= 1 ? `line ${first}` : `lines ${first}–${first + count - 1}`;
}
