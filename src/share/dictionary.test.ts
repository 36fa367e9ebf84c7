// The dictionary never changes once links have been sent.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { DICTIONARY_1 } from './dictionary.ts';

test('the dictionary of version 1 is the one that links were made with', () => {
  expect(DICTIONARY_1.length).toBe(19_565);
  expect(createHash('sha256').update(DICTIONARY_1).digest('hex')).toBe(
    'ffe5cf505bf52f1068c9ed448166bc4a61005d52464e57c8650d31da06a92b91',
  );
});

test('all of the dictionary is within the reach of deflate, with a long answer behind it', () => {
  expect(DICTIONARY_1.length + 12_000).toBeLessThanOrEqual(32_768);
});
