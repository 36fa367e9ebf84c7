// What a run here is called beside the sender's, and what the length of a link is called.
import { expect, test } from 'vitest';
import { compareWithSender } from './compare.ts';
import { linkLengthAdvice, linkLengthSentence } from './length.ts';

const [ONE, OTHER] = ['1'.repeat(64), '2'.repeat(64)];
const SENDER = { engine: '1.0.0', rules: 4, digest: ONE };

test.each([
  [{}, { kind: 'same', sentence: "Same as the sender's." }],
  [
    { rules: 5, digest: OTHER },
    { kind: 'differs', why: 'rules', sentence: "Differs from the sender's: the rules changed from 4 to 5." },
  ],
  [
    { rules: 3, digest: OTHER },
    {
      kind: 'differs',
      why: 'rules',
      sentence: "Differs from the sender's: the sender has newer rules, 4 instead of 3.",
    },
  ],
  [
    { engine: '1.1.0', digest: OTHER },
    { kind: 'differs', why: 'engine', sentence: "Differs from the sender's: the engine changed from 1.0.0 to 1.1.0." },
  ],
  [
    { engine: '2.0.0', rules: 5, digest: OTHER },
    {
      kind: 'differs',
      why: 'rules',
      sentence: "Differs from the sender's: the rules changed from 4 to 5, and the engine changed from 1.0.0 to 2.0.0.",
    },
  ],
  [
    { digest: OTHER },
    {
      kind: 'differs',
      why: 'verdict',
      sentence:
        "Differs from the sender's, although engine and rules are the same: the task has changed since, " +
        'or the link does not tell what the sender saw.',
    },
  ],
])('a verdict with %j', (over, comparison) => {
  expect(compareWithSender(SENDER, { ...SENDER, ...over })).toEqual(comparison);
});

test('a link is long a little before chats begin to cut', () => {
  expect([0, 1_000, 1_900, 1_901, 5_000].map(linkLengthAdvice)).toEqual(['fine', 'fine', 'fine', 'long', 'long']);
  expect(linkLengthSentence(612)).toBe('This link has 612 characters.');
  expect(linkLengthSentence(2_314)).toBe(
    'This link has 2,314 characters; some chats cut links at about 2,000. Save the file and send that instead.',
  );
});
