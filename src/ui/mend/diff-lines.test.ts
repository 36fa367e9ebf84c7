// The lines of a difference put together again give both codes.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { comparable, diffLines, type DiffLine } from './diff-lines.ts';

const shown = (before: string, after: string): string[] =>
  diffLines(before, after).map(({ sign, text }) => sign + text);
const side = (lines: readonly DiffLine[], other: '-' | '+'): string =>
  lines.flatMap(({ sign, text }) => (sign === other ? [] : [`${text}\n`])).join('');

test('lines that were kept, removed and added', () => {
  expect(shown('a\nb\nc\nd\n', 'a\nB\nB2\nc\nd\n')).toEqual([' a', '-b', '+B', '+B2', ' c', ' d']);
});

test('lines at the beginning and at the end, and a whole code', () => {
  expect(shown('a\nb\n', 'b\n')).toEqual(['-a', ' b']);
  expect(shown('a\n', 'a\nb\n')).toEqual([' a', '+b']);
  expect(shown('a\n\n', 'a\n')).toEqual([' a', '-']);
  expect(shown('a', 'z')).toEqual(['-a', '+z']);
  expect(shown('\n\nb', '\nb')).toEqual([' ', '-', ' b']);
});

test('the same code, and only another line end, show no difference', () => {
  expect(shown('a\nb', 'a\nb')).toEqual([' a', ' b']);
  expect(shown('a\r\nb\r\n', 'a\nb')).toEqual([' a', ' b']);
});

test('removed and kept lines are the earlier code, added and kept lines the later one', () => {
  const code = fc
    .array(fc.constantFrom('a', 'b', '', '  c', 'def f():'), { maxLength: 12 })
    .map((all) => all.join('\n'));
  fc.assert(
    fc.property(code, code, (before, after) => {
      const lines = diffLines(before, after);
      expect(side(lines, '+')).toBe(comparable(before));
      expect(side(lines, '-')).toBe(comparable(after));
    }),
  );
});
