// Breaks a text into lines of a width in pixels. Knows no canvas: whoever calls it measures.
import type { Font, Measure } from './card.ts';

/** At most `most` lines; what does not fit ends in `…`. Words that are wider than a line are broken. */
export function wrap(text: string, width: number, font: Font, measure: Measure, most: number): readonly string[] {
  const fits = (line: string): boolean => measure(line, font) <= width;
  const lines: string[] = [];
  let line = '';
  let words = plain(text).split(' ').filter(Boolean);
  while (words.length > 0 && lines.length < most) {
    const [word = '', ...rest] = words;
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      words = rest;
    } else if (line !== '') {
      lines.push(line);
      line = '';
    } else {
      const head = headThatFits(word, fits);
      lines.push(head);
      words = [word.slice(head.length), ...rest].filter(Boolean);
    }
  }
  if (line !== '' && lines.length < most) lines.push(line);
  else if (line !== '' || words.length > 0) {
    const last = lines.pop() ?? '';
    lines.push(cut(last, fits));
  }
  return lines;
}

/** The text on one line, cut at its end where it is too wide. */
export function fitLine(text: string, width: number, font: Font, measure: Measure): string {
  const line = plain(text);
  const fits = (part: string): boolean => measure(part, font) <= width;
  return fits(line) ? line : cut(line, fits);
}

/** One line without anything that could turn or move what stands around it. */
function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}

function cut(text: string, fits: (part: string) => boolean): string {
  const signs = Array.from(text);
  while (signs.length > 0 && !fits(`${signs.join('').trimEnd()}…`)) signs.pop();
  return `${signs.join('').trimEnd()}…`;
}

/** Never empty, so that the text gets shorter. */
function headThatFits(word: string, fits: (part: string) => boolean): string {
  const signs = Array.from(word);
  let head = signs[0] ?? '';
  for (const sign of signs.slice(1)) {
    if (!fits(head + sign)) break;
    head += sign;
  }
  return head;
}
