// The border's checks: what an honest worker sends passes, everything else is nobody's message.
import { expect, test } from 'vitest';
import type { CrashTestResult } from '../model/verdict.ts';
import { readLoading, readRunning } from './protocol.ts';

const result: CrashTestResult = {
  verdict: {
    schema: 'by-accident/verdict@1',
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
        transactionOpen: false,
      },
    ],
    digest: 'dd',
  },
  evidence: { worlds: { cc: { tables: [], files: [], mail: [], cache: [['k', '1']], unreadable: null } } },
};

const message = { kind: 'result', run: 7, result };

/** The same message with one value replaced, by path. */
function changed(path: readonly (string | number)[], value: unknown): string {
  const copy = structuredClone(message) as unknown;
  let at = copy as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) at = at[key] as Record<string | number, unknown>;
  at[path.at(-1) as string | number] = value;
  return JSON.stringify(copy);
}

test('an honest result passes unchanged', () => {
  expect(readRunning(JSON.stringify(message))).toEqual(message);
});

test('after foreign code nothing but JSON text is read', () => {
  expect(readRunning(message)).toBeNull();
  expect(readRunning('{"kind":')).toBeNull();
  expect(readRunning(JSON.stringify({ kind: 'loaded', image: null }))).toBeNull();
});

test.each([
  ['a class that does not exist', ['result', 'verdict', 'safety'], 'splendid'],
  ['markup where a text is expected', ['result', 'verdict', 'headline'], { html: '<b>' }],
  ['a world that is not there', ['result', 'verdict', 'modes', 0, 'cells', 0, 'crashWorld'], 9],
  ['a point that is not there', ['result', 'verdict', 'modes', 0, 'cells', 0, 'point'], 1],
  ['a negative index', ['result', 'verdict', 'modes', 0, 'startWorld'], -1],
  ['a run that is no number', ['run'], '7'],
  ['rows that are no texts', ['result', 'evidence', 'worlds', 'cc', 'cache'], [[1, 2]]],
] as const)('%s is refused', (_name, path, value) => {
  expect(readRunning(changed(path, value))).toBeNull();
});

test('a key named __proto__ changes no prototype', () => {
  const text = JSON.stringify(message).replace('"worlds":{"cc"', '"worlds":{"__proto__"');
  readRunning(text);
  expect('tables' in {}).toBe(false);
});

test('an image is taken while loading only, and must be bytes', () => {
  const bytes = new ArrayBuffer(8);
  expect(readLoading({ kind: 'loaded', image: { key: 'k', bytes } })).toEqual({
    kind: 'loaded',
    image: { key: 'k', bytes },
  });
  expect(readLoading({ kind: 'loaded', image: { key: 'k', bytes: 'x' } })).toBeNull();
  expect(readLoading({ kind: 'stage', stage: 'elsewhere' })).toBeNull();
});
