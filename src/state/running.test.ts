// From Run to what is tested, while the text is read elsewhere.
import { expect, test } from 'vitest';
import type { RunAnswer } from '../chamber/chamber.ts';
import { directReader } from '../reader/direct.testing.ts';
import type { Reader } from '../reader/reader.ts';
import { bundledTasks } from '../tasks/bundled.ts';
import type { CrashTestClient } from './client.ts';
import { Playground } from './playground.svelte.ts';

const CODE = 'def refund_order(conn, order_id):\n    conn.commit()\n';

function open(reader: Partial<Reader>) {
  const ran: string[] = [];
  const client = {
    load: () => Promise.resolve(),
    run: ({ source }: { source: string }): Promise<RunAnswer> => {
      ran.push(source);
      return Promise.resolve({ kind: 'stopped' });
    },
    stop: () => undefined,
    ignoredMessages: 0,
    storageProblem: null,
  } as unknown as CrashTestClient;
  const tasks = bundledTasks().flatMap((task) => (task.ok ? [task.value] : []));
  const playground = new Playground({
    client,
    tasks,
    startTask: 'refund-an-order',
    taskProblems: [],
    reader: { ...directReader, ...reader },
    shelf: null,
    makeWay: () => Promise.resolve(),
  });
  return { playground, ran };
}

test('what is typed while the text is read is what is tested, and is not lost', async () => {
  let waits: (() => void)[] = [];
  const { playground, ran } = open({
    readAnswer: (text, wanted) =>
      new Promise((resolve) => waits.push(() => resolve(directReader.readAnswer(text, wanted)))),
  });
  playground.edit(`Here it is:\n\n\`\`\`python\n${CODE}\`\`\`\n`);
  const running = playground.run();
  expect(playground.phase.kind).toBe('reading');
  const typed = CODE.replace('commit', 'rollback');
  playground.edit(typed);
  while (ran.length === 0) {
    const [first, ...rest] = waits;
    waits = rest;
    first?.();
    await Promise.resolve();
  }
  await running;
  expect(ran).toEqual([typed]);
  expect(playground.source).toBe(typed);
});

test('a text that is not read gets its sentence, and stays', async () => {
  const { playground, ran } = open({ readAnswer: async () => ({ kind: 'unread', sentence: 'It took too long.' }) });
  playground.edit(CODE);
  await playground.run();
  expect(playground.phase).toEqual({ kind: 'failed', sentence: 'It took too long.' });
  expect([playground.source, ran]).toEqual([CODE, []]);
});

test('Stop ends the reading, and what it would have said comes too late', async () => {
  let answer: () => void = () => undefined;
  let stops = 0;
  const { playground, ran } = open({
    readAnswer: () => new Promise((resolve) => (answer = () => resolve({ kind: 'none', sentence: 'late' }))),
    stop: () => (stops += 1),
  });
  playground.edit(CODE);
  const running = playground.run();
  playground.stop();
  answer();
  await running;
  expect(playground.phase).toEqual({ kind: 'stopped', live: null });
  expect([stops, ran]).toEqual([1, []]);
});
