// Lines that came and went.
import { expect, test } from 'vitest';
import { lineChange } from './lines.ts';

test('an appended line is the only change', () => {
  expect(lineChange('a\nb\n', 'a\nb\nc\n')).toEqual({ sameBefore: 2, sameAfter: 0, removed: [], added: ['c'] });
});

test('a line written twice is one added line, not two', () => {
  expect(lineChange('a\n', 'a\na\n')).toEqual({ sameBefore: 1, sameAfter: 0, removed: [], added: ['a'] });
});

test('a changed line in the middle is one removed and one added', () => {
  expect(lineChange('a\nb\nc', 'a\nx\nc')).toEqual({ sameBefore: 1, sameAfter: 1, removed: ['b'], added: ['x'] });
});

test('an emptied text lost all its lines', () => {
  expect(lineChange('a\nb\n', '')).toEqual({ sameBefore: 0, sameAfter: 0, removed: ['a', 'b'], added: [] });
});
