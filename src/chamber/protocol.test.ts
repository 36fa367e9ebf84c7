// The border's checks: what an honest worker sends passes, everything else is nobody's message.
import { expect, test } from 'vitest';
import type { CrashTestResult } from '../model/verdict.ts';
import {
  MESSAGE_LIMIT_CHARS,
  readAnswer,
  readLoadReply,
  readQueryText,
  readRunReply,
  readSaid,
  type RunReply,
  writeRunReply,
} from './protocol.ts';

const result: CrashTestResult = {
  verdict: {
    schema: 'by-accident/verdict@2',
    engine: '1.0.0',
    rules: 1,
    task: { id: 'crash/refund', digest: 'aa' },
    solution: { digest: 'bb', function: 'refund_order' },
    status: 'judged',
    reason: null,
    safety: 'unsafe',
    doubleApplies: true,
    fullyCrashSafe: false,
    headline: 'Unsafe.',
    story: { mode: 'default', fault: 'hard', point: 0, line: 3, sentence: 'Killed before line 3.' },
    notes: [],
    counts: { planned: 1, fired: 1, notJudged: 0 },
    modes: [
      {
        mode: 'default',
        works: true,
        normal: [{ case: 'paid', works: true, exit: 0, world: 0 }],
        startWorld: 0,
        points: [{ index: 0, kind: 'statement', text: 'UPDATE', line: 3, repetition: 1 }],
        pointsReached: 1,
        sampled: false,
        cells: [
          {
            status: 'judged',
            fault: 'hard',
            point: 0,
            outcome: 'double-applied',
            bad: true,
            torn: true,
            crashExit: 0,
            crashWorld: 0,
            rerunExit: 0,
            rerunWorld: 0,
          },
        ],
        repeat: null,
      },
    ],
    worlds: [{ digest: 'cc', findings: { torn: ['the customer was paid'], missing: [], repeated: [] } }],
    exits: [
      {
        status: { kind: 'returned', value: 'None' },
        stdout: '',
        stderr: '',
        traceback: '',
        refusals: [],
        steps: 12,
        facts: [],
        transactionOpen: false,
      },
    ],
    digest: 'dd',
  },
  evidence: {
    worlds: { cc: { tables: [], files: [], mail: [], cache: [['k', '1']], unreadable: null } },
    logs: [
      {
        points: [{ kind: 'statement', text: 'UPDATE', line: 3 }],
        runs: [
          { shared: 0, own: [0], skipped: 0, last: [], more: 0 },
          { shared: 1, own: [0], skipped: 3, last: [0], more: 1 },
        ],
        cells: [{ crash: 0, rerun: 1 }],
      },
    ],
  },
};

const message = { kind: 'result', run: 7, result } as unknown as RunReply;
const text = writeRunReply(message);

/** The same message with one value replaced, by path. */
function changed(path: readonly (string | number)[], value: unknown): string {
  const copy = structuredClone(message) as unknown;
  let at = copy as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) at = at[key] as Record<string | number, unknown>;
  at[path.at(-1) as string | number] = value;
  return writeRunReply(copy as RunReply);
}

test('an honest result passes unchanged', async () => {
  expect(await readRunReply(text)).toEqual(message);
});

test.each([
  ['an object', message],
  ['text that is no JSON', '{"kind":'],
  ['another kind of message', JSON.stringify({ kind: 'kept-image-used' })],
  ['nothing', undefined],
  ['a function, as a proxy would be', () => undefined],
  ['a text that is too long', text.padEnd(MESSAGE_LIMIT_CHARS + 1)],
])('%s is no result', async (_name, answer) => {
  expect(await readRunReply(answer)).toBeNull();
});

test.each([
  ['a class that does not exist', ['result', 'verdict', 'safety'], 'splendid'],
  ['markup where a text is expected', ['result', 'verdict', 'headline'], { html: '<b>' }],
  ['a world that is not there', ['result', 'verdict', 'modes', 0, 'cells', 0, 'crashWorld'], 9],
  ['a point that is not there', ['result', 'verdict', 'modes', 0, 'cells', 0, 'point'], 1],
  ['a negative index', ['result', 'verdict', 'modes', 0, 'startWorld'], -1],
  ['a run that is no number', ['run'], '7'],
  ['a log that is not there', ['result', 'evidence', 'logs', 0, 'cells', 0, 'rerun'], 2],
  ['a log of a point that is not there', ['result', 'evidence', 'logs', 0, 'runs', 1, 'last'], [1]],
  ['a log that shares more than there is', ['result', 'evidence', 'logs', 0, 'runs', 1, 'shared'], 2],
  ['a log that is too long', ['result', 'evidence', 'logs', 0, 'runs', 1, 'own'], Array.from({ length: 501 }, () => 0)],
  ['logs of no mode', ['result', 'evidence', 'logs'], []],
  ['rows that are no texts', ['result', 'evidence', 'worlds', 'cc', 'cache'], [[1, 2]]],
] as const)('%s is refused', async (_name, path, value) => {
  expect(await readRunReply(changed(path, value))).toBeNull();
});

test('SQL of a task that is at fault is answered with its part and a line, or with none', async () => {
  const reply = { kind: 'bad-input', run: 7, part: 'world', line: 3, cause: 'near "CRATE": syntax error' };
  expect(await readRunReply(JSON.stringify(reply))).toEqual(reply);
  expect(await readRunReply(JSON.stringify({ ...reply, line: null }))).toEqual({ ...reply, line: null });
  expect(await readRunReply(JSON.stringify({ ...reply, part: 'prompt' }))).toBeNull();
  for (const line of [0, 1.5, '3', undefined])
    expect(await readRunReply(JSON.stringify({ ...reply, line }))).toBeNull();
});

test('a key named __proto__ changes no prototype', async () => {
  await readRunReply(text.replace('"worlds":{"cc"', '"worlds":{"__proto__"'));
  expect('tables' in {}).toBe(false);
});

test('a world that is cut short, or a world of another kind, is refused', async () => {
  for (const world of ['{"tables":', '[]', '{"tables":1}']) {
    const worlds = JSON.stringify({ cc: world });
    expect(await readRunReply(text.replace(/"worlds":\{"cc":".*?[^\\]"\}/, `"worlds":${worlds}`))).toBeNull();
  }
});

test('loading is answered by an image of bytes, or by a text', () => {
  const image = { key: 'k', bytes: new ArrayBuffer(8) };
  expect(readLoadReply(image)).toEqual({ kind: 'image-made', image });
  expect(readLoadReply({ key: 'k', bytes: 'x' })).toBeNull();
  expect(readLoadReply('{"kind":"kept-image-used"}')).toEqual({ kind: 'kept-image-used' });
  expect(readLoadReply(JSON.stringify({ kind: 'image-made', image }))).toBeNull();
});

test('the cause of a failure is cut', () => {
  const cause = '<b>'.repeat(1_000);
  expect(readLoadReply(JSON.stringify({ kind: 'load-failed', cause }))).toEqual({
    kind: 'load-failed',
    cause: cause.slice(0, 500),
  });
});

test('what is said meanwhile is text of two kinds', () => {
  const stage = { kind: 'stage', stage: 'start' };
  const progress = { kind: 'progress', run: 7, progress: [{ kind: 'normal-run', mode: 'default', case: 'paid' }] };
  expect(readSaid(JSON.stringify(stage))).toEqual(stage);
  expect(readSaid(JSON.stringify(progress))).toEqual(progress);
  expect(readSaid(stage)).toBeNull();
  expect(readSaid('{"kind":"stage","stage":"elsewhere"}')).toBeNull();
  expect(readSaid(JSON.stringify(message))).toBeNull();
});

test('of an answer only a plain value comes through', () => {
  expect(readAnswer({ id: 'a', type: 'RAW', value: 'text' })).toEqual({ id: 'a', value: 'text' });
  for (const revived of [
    { id: 'a', type: 'HANDLER', name: 'proxy', value: {} },
    { id: 'a', type: 'HANDLER', name: 'throw', value: { isError: false, value: 'text' } },
    { id: 'a', type: 'RAW' },
    { id: 'a' },
  ]) {
    expect(readAnswer(revived)).toEqual({ id: 'a', value: undefined });
  }
  for (const none of [null, 7, { id: 7, type: 'RAW', value: 'text' }, { type: 'RAW', value: 'text' }]) {
    expect(readAnswer(none)).toBeNull();
  }
});

const rows = { kind: 'rows', columns: ['a', 'b'], rows: [['1', null]], cut: true };

test.each([rows, { kind: 'refused', sentence: 'No.' }, { kind: 'gone' }, { kind: 'failed', cause: 'x' }])(
  'the answer to a query %j passes unchanged',
  (answer) => {
    expect(readQueryText(JSON.stringify(answer))).toEqual(answer);
  },
);

test.each([
  ['that is no text', rows],
  ['whose rows have another number of values than there are columns', JSON.stringify({ ...rows, rows: [['1']] })],
  ['with a number in the place of a text', JSON.stringify({ ...rows, rows: [['1', 2]] })],
  ['with a value that is too long', JSON.stringify({ ...rows, rows: [['1', 'x'.repeat(1_000)]] })],
  ['with too many rows', JSON.stringify({ ...rows, rows: Array.from({ length: 201 }, () => ['1', '2']) })],
  [
    'with too many values in all',
    JSON.stringify({
      ...rows,
      columns: Array.from({ length: 100 }, () => 'a'),
      rows: Array.from({ length: 41 }, () => Array.from({ length: 100 }, () => '1')),
    }),
  ],
])('the answer to a query %s is refused', (_name, answer) => {
  expect(readQueryText(answer)).toBeNull();
});
