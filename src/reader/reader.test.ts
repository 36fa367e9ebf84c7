// The reader over workers that answer, that never do, that break, and that throw: everybody who waits hears something.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readAnswer } from '../answer/answer.ts';
import { detectStyle } from '../style/detect.ts';
import { ANSWER_DEADLINE_MS, readerOver, STYLE_DEADLINE_MS, type ReaderWorker } from './reader.ts';

const WANTED = { function: 'pay', parameters: ['conn'] };
const CODE = 'def pay(conn):\n    conn.commit()\n';

type Functions = ReaderWorker['functions'];
const HONEST: Functions = {
  readAnswer: async (text, wanted) => readAnswer(text, wanted),
  detectStyle: async (source, name) => detectStyle(source, name),
};
const never = <T>(): Promise<T> => new Promise<T>(() => undefined);
const SILENT: Functions = { readAnswer: () => never(), detectStyle: () => never() };

/** Workers that do `kinds` in turn, the last one for ever. */
function readerOf(...kinds: Functions[]) {
  const made: { ended: boolean; onBroken: () => void }[] = [];
  const reader = readerOver((onBroken) => {
    const worker = { ended: false, onBroken };
    made.push(worker);
    const functions = kinds[Math.min(made.length, kinds.length) - 1] ?? HONEST;
    return { functions, end: () => (worker.ended = true) };
  });
  return { reader, made };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('one worker answers one text after the other, and no deadline is left behind', async () => {
  const { reader, made } = readerOf(HONEST);
  reader.warm();
  expect(await reader.readAnswer(CODE, WANTED)).toMatchObject({ kind: 'one' });
  expect(await reader.readStyle(CODE, 'pay')).toMatchObject({ kind: 'read', report: { style: 'none' } });
  expect([made.length, made[0]?.ended, vi.getTimerCount()]).toEqual([1, false, 0]);
});

test('a text that takes too long is said in a sentence, its worker goes, and the next text has another one', async () => {
  const { reader, made } = readerOf(SILENT, HONEST);
  const slow = reader.readAnswer(CODE, WANTED);
  await vi.advanceTimersByTimeAsync(ANSWER_DEADLINE_MS - 1);
  expect(made[0]?.ended).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await slow).toEqual({
    kind: 'unread',
    sentence: expect.stringMatching(/took longer than 10 seconds.*still there/),
  });
  expect(made[0]?.ended).toBe(true);
  expect(await reader.readAnswer(CODE, WANTED)).toMatchObject({ kind: 'one' });
});

test('a style that takes too long leaves the verdict without it', async () => {
  const { reader } = readerOf(SILENT);
  const slow = reader.readStyle(CODE, 'pay');
  await vi.advanceTimersByTimeAsync(STYLE_DEADLINE_MS);
  expect(await slow).toEqual({ kind: 'unread', sentence: expect.stringMatching(/took too long/) });
});

test('a worker that does not load or breaks is said, and asked for anew', async () => {
  const { reader, made } = readerOf(SILENT, HONEST);
  const waiting = reader.readAnswer(CODE, WANTED);
  made[0]?.onBroken();
  expect(await waiting).toEqual({ kind: 'unread', sentence: expect.stringMatching(/did not load/) });
  expect(await reader.readAnswer(CODE, WANTED)).toMatchObject({ kind: 'one' });
  expect([made.length, vi.getTimerCount()]).toEqual([2, 0]);
});

test('an error in the worker is no error of the page', async () => {
  const { reader } = readerOf({ ...HONEST, readAnswer: () => Promise.reject(new Error('no')) });
  expect(await reader.readAnswer(CODE, WANTED)).toEqual({
    kind: 'unread',
    sentence: expect.stringMatching(/could not be read/),
  });
});

test('stopping ends what is read, and nothing else', async () => {
  const { reader, made } = readerOf(SILENT, HONEST);
  const waiting = reader.readAnswer(CODE, WANTED);
  reader.stop();
  expect(await waiting).toEqual({ kind: 'unread', sentence: 'Reading was stopped.' });
  expect(await reader.readAnswer(CODE, WANTED)).toMatchObject({ kind: 'one' });
  reader.stop();
  expect(made.map(({ ended }) => ended)).toEqual([true, false]);
});

test('a text over the limit is never handed over', async () => {
  const { reader, made } = readerOf(HONEST);
  expect(await reader.readAnswer('x'.repeat(200_001), WANTED)).toEqual({
    kind: 'none',
    sentence: expect.stringMatching(/at most 200,000 are read/),
  });
  expect(made).toEqual([]);
});

test('a worker that cannot be made, as a host may forbid it, is said', async () => {
  const reader = readerOver(() => {
    throw new Error('refused');
  });
  reader.warm();
  expect(await reader.readAnswer(CODE, WANTED)).toEqual({
    kind: 'unread',
    sentence: expect.stringContaining('did not load') as string,
  });
});
