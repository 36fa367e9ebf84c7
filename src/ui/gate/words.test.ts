// What the panel says in each of its states.
import { expect, test } from 'vitest';
import type { GateState, Tally } from '../../state/gate.ts';
import { gateSentence, gateWord } from './words.ts';

const tally = (over: Partial<Tally> = {}): Tally => ({ done: 12, total: 66, failures: [], unloaded: [], ...over });
const failure = { task: 'Refund an order', reference: 'late', sentence: 'unsafe, expected safe-by-design' };

test.each<[GateState, string, string | null]>([
  [{ kind: 'not-checked' }, 'not checked yet in this browser', null],
  [{ kind: 'checking', tally: tally(), now: 'Refund an order, late' }, 'checking, 12 of 66', null],
  [
    { kind: 'stopped', tally: tally() },
    'stopped at 12 of 66',
    'Stopped after 12 of 66. The references that were left say nothing yet.',
  ],
  [
    { kind: 'broken-off', tally: tally({ done: 0 }), sentence: 'No network.' },
    'could not be checked',
    'The check could not go on after 0 of 66: No network.',
  ],
  [{ kind: 'checked', tally: tally({ done: 66 }) }, '66 of 66 as intended', '66 of 66 as intended.'],
  [
    { kind: 'checked', tally: tally({ done: 66, failures: [failure], unloaded: ['task.json: is missing'] }) },
    '65 of 66 as intended',
    '65 of 66 as intended. 1 problem kept tasks from being loaded.',
  ],
])('%j', (state, word, sentence) => {
  expect([gateWord(state), gateSentence(state)]).toEqual([word, sentence]);
});
