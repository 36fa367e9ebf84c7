// The sentences about the sender of a link.
import { describe, expect, test } from 'vitest';
import type { Shared, SharedView } from '../../model/shared.ts';
import { exampleOwn } from '../../own/example.ts';
import { senderSentence, subjectSentence } from './words.ts';

const expected = { engine: '1.2.0', rules: 3, digest: '0'.repeat(64) };
const view: SharedView = { mode: 'autocommit', fault: 'hard', line: 8, point: 2, step: 'after-rerun' };
const shared = (over: Partial<Shared>): Shared => ({
  subject: { kind: 'task', id: 'refund-an-order' },
  code: '',
  view: null,
  expected: null,
  ...over,
});

describe('what the sender saw', () => {
  test.each([
    [shared({}), 'The sender had not run it.'],
    [shared({ expected }), 'The sender ran it with engine 1.2.0 and rules 3.'],
    [
      shared({ expected, view }),
      'The sender ran it with engine 1.2.0 and rules 3, and had open: a kill before line 8 in autocommit mode, after the re-run.',
    ],
    [
      shared({ expected, view: { ...view, mode: 'default', fault: 'soft', line: null, step: 'before' } }),
      'The sender ran it with engine 1.2.0 and rules 3, and had open: an error at write point 3 in default mode, before.',
    ],
  ])('%#', (one, sentence) => {
    expect(senderSentence(one)).toBe(sentence);
  });
});

test('a task is named, and an own function by the title its sender gave it', () => {
  expect(subjectSentence(shared({}), { title: 'Refund an order' })).toBe(
    'It is an answer to the task “Refund an order”.',
  );
  const own = shared({ subject: { kind: 'own', own: exampleOwn().own } });
  expect(subjectSentence(own, { title: '<b>x</b>' })).toBe(
    "It is a function of the sender's own, with its own world: “<b>x</b>”.",
  );
});
