// A client that answers by hand, and tasks with references: what is tallied, and how a check ends.
import { describe, expect, test } from 'vitest';
import type { Reference, Task } from '../model/task.ts';
import type { Verdict } from '../model/verdict.ts';
import type { RunAnswer } from './client.ts';
import { checkReferences, isFaulty, type Tally } from './gate.ts';

const reference = (name: string, intended: Reference['intended']): Reference => ({
  name,
  source: name,
  intended,
  note: '',
  breaksAt: null,
  onlyHard: false,
});
const taskOf = (title: string, references: readonly Reference[]): Task => ({ title, references }) as unknown as Task;
const TASKS = [
  taskOf('Refund an order', [reference('begin', 'safe-by-design'), reference('late', 'unsafe')]),
  taskOf('Count a page view', [reference('replace', 'safe-by-design')]),
];

const found = (safety: Verdict['safety']): RunAnswer =>
  ({
    kind: 'result',
    result: { verdict: { safety, status: 'judged', reason: null, counts: { notJudged: 0 }, modes: [] } },
  }) as unknown as RunAnswer;

/** Answers by source; a source without an answer runs until it is stopped. */
function clientWith(answers: Record<string, RunAnswer>, load: () => Promise<void> = async () => undefined) {
  const asked: string[] = [];
  let end: ((answer: RunAnswer) => void) | null = null;
  const client = {
    load,
    stop: () => end?.({ kind: 'stopped' }),
    run: ({ source }: { source: string }): Promise<RunAnswer> => {
      asked.push(source);
      const answer = answers[source];
      return answer ? Promise.resolve(answer) : new Promise((resolve) => (end = resolve));
    },
  };
  return { client, asked };
}

function check(client: ReturnType<typeof clientWith>['client'], unloaded: string[] = []) {
  const stop = new AbortController();
  const told: string[] = [];
  const ended = checkReferences(client, { tasks: TASKS, unloaded }, stop.signal, {
    onLoad: () => undefined,
    onCheck: ({ done, total }, now) => void told.push(`${done} of ${total}: ${now}`),
  });
  return { stop, told, ended };
}

describe('a check', () => {
  test('runs every reference of every task in order and counts as it goes', async () => {
    const good = found('safe-by-design');
    const { client, asked } = clientWith({ begin: good, late: found('unsafe'), replace: good });
    const { told, ended } = check(client);
    expect(await ended).toEqual({ kind: 'checked', tally: { done: 3, total: 3, failures: [], unloaded: [] } });
    expect(asked).toEqual(['begin', 'late', 'replace']);
    expect(told).toEqual([
      '0 of 3: null',
      '0 of 3: Refund an order, begin',
      '1 of 3: Refund an order, late',
      '2 of 3: Count a page view, replace',
    ]);
  });

  test('names task, reference, found and expected of what differs, and goes on', async () => {
    const died: RunAnswer = { kind: 'failed', sentence: 'The interpreter ended.' };
    const { client } = clientWith({ begin: found('unsafe'), late: died, replace: found('safe-by-design') });
    const { kind, tally } = await check(client).ended;
    expect([kind, tally.done]).toEqual(['checked', 3]);
    expect(tally.failures).toEqual([
      { task: 'Refund an order', reference: 'begin', sentence: 'unsafe, expected safe-by-design' },
      {
        task: 'Refund an order',
        reference: 'late',
        sentence: 'no verdict (The interpreter ended.), expected unsafe',
      },
    ]);
  });

  test('that is stopped in a run stops the client, keeps its count and asks nothing more', async () => {
    const { client, asked } = clientWith({ begin: found('safe-by-design') });
    const { stop, ended } = check(client);
    await new Promise((resolve) => setTimeout(resolve));
    expect(asked).toEqual(['begin', 'late']);
    stop.abort();
    expect(await ended).toMatchObject({ kind: 'stopped', tally: { done: 1, failures: [] } });
    expect(asked).toEqual(['begin', 'late']);
  });

  test('that is stopped while Python loads does not wait for it', async () => {
    const { client, asked } = clientWith({}, () => new Promise(() => undefined));
    const { stop, ended } = check(client);
    stop.abort();
    expect(await ended).toMatchObject({ kind: 'stopped', tally: { done: 0 } });
    expect(asked).toEqual([]);
  });

  test('is broken off with the cause where Python does not load', async () => {
    const { client, asked } = clientWith({}, () => Promise.reject(new Error('No network.')));
    expect(await check(client).ended).toMatchObject({ kind: 'broken-off', sentence: 'No network.' });
    expect(asked).toEqual([]);
  });
});

test('one failure, or a task that did not load, is enough to trust no verdict', () => {
  const fine: Tally = { done: 3, total: 3, failures: [], unloaded: [] };
  expect(isFaulty(fine)).toBe(false);
  expect(isFaulty({ ...fine, failures: [{ task: 'a', reference: 'b', sentence: 'c' }] })).toBe(true);
  expect(isFaulty({ ...fine, unloaded: ['task.json: expected an object'] })).toBe(true);
});
