// Lines that came and went.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineChange } from './lines.ts';

/** `=2 -b +x`: two lines the same, b went, x came. */
const told = (before: string, now: string): string =>
  lineChange(before, now)
    .map((part) => (part.kind === 'same' ? `=${part.count}` : `${part.kind === 'removed' ? '-' : '+'}${part.line}`))
    .join(' ');

test.each([
  ['an appended line is the only change', 'a\nb\n', 'a\nb\nc\n', '=2 +c'],
  ['a line written twice is one added line, not two', 'a\n', 'a\na\n', '=1 +a'],
  ['a changed line in the middle is one removed and one added', 'a\nb\nc', 'a\nx\nc', '=1 -b +x =1'],
  ['an emptied text lost all its lines', 'a\nb\n', '', '-a -b'],
  ['two changes leave what is between them alone', 'a\nb\nc\nd\ne', 'a\nx\nc\nd\ne\nf', '=1 -b +x =3 +f'],
  ['an equal text has no change', 'a\nb', 'a\nb\n', '=2'],
])('%s', (_name, before, now, expected) => {
  expect(told(before, now)).toBe(expected);
});

test('long texts without a common line are gone and come', () => {
  const lines = (name: string): string => Array.from({ length: 500 }, (_, n) => `${name}${n}`).join('\n');
  expect(lineChange(lines('a'), lines('b'))).toHaveLength(1_000);
});

test('whatever the texts, the parts make the new one out of the old one', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })
    .map((lines) => lines.map((one) => `${one}\n`).join(''));
  fc.assert(
    fc.property(text, text, (before, now) => {
      const old = before.split('\n').slice(0, -1);
      const made: string[] = [];
      let at = 0;
      for (const part of lineChange(before, now)) {
        if (part.kind === 'added') made.push(part.line);
        else if (part.kind === 'removed') expect(old[at++]).toBe(part.line);
        else for (let n = 0; n < part.count; n++) made.push(old[at++] ?? 'beyond the end');
      }
      expect(at).toBe(old.length);
      expect(made.map((line) => `${line}\n`).join('')).toBe(now);
    }),
    { seed: 20_260_115 },
  );
});
