// Names of saved files.
import { expect, test } from 'vitest';
import { fileNameOf } from './file-name.ts';

test.each([
  ['Refund an order', 'by-accident-refund-an-order.json'],
  ['Verfügbare  Plätze!', 'by-accident-verfugbare-platze.json'],
  ['../../<b>x</b>', 'by-accident-b-x-b.json'],
  ['完了', 'by-accident.json'],
  ['a'.repeat(200), `by-accident-${'a'.repeat(60)}.json`],
])('%j is saved as %s', (title, name) => {
  expect(fileNameOf(title, 'json')).toBe(name);
});
