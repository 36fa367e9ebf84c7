// The names that people and tests read.
import { describe, expect, test } from 'vitest';
import type { WritePoint } from '../model/trace.ts';
import { cellTone, cellWords, loadSentence, pointName, verdictWord } from './words.ts';

const point = (over: Partial<WritePoint>): WritePoint => ({
  index: 0,
  kind: 'statement',
  text: 'UPDATE orders SET status = ?',
  line: 8,
  repetition: 1,
  ...over,
});

describe('a write point is named by line and verb', () => {
  test.each([
    [point({}), 'line 8 UPDATE'],
    [point({ repetition: 3 }), 'line 8 UPDATE, time 3'],
    [point({ text: '  -- pay\n /* twice */ insert into refunds values (1)' }), 'line 8 INSERT'],
    [point({ text: '??' }), 'line 8 statement'],
    [point({ kind: 'commit', text: '', line: 12 }), 'line 12 COMMIT'],
    [point({ kind: 'rename', text: 'a.tmp → a', line: null }), 'no line rename'],
  ])('%j', (given, name) => expect(pointName(given)).toBe(name));
});

describe('a cell', () => {
  const judged = {
    status: 'judged',
    fault: 'hard',
    point: 0,
    outcome: 'recovered',
    bad: false,
    torn: false,
    crashExit: 0,
    crashWorld: 0,
    rerunExit: 0,
    rerunWorld: 0,
  } as const;

  test('that was half-updated says so even where the re-run recovers, and is a cross where it is bad', () => {
    const cell = { ...judged, bad: true, torn: true };
    expect([cellWords(cell), cellTone(cell)]).toEqual(['recovered, half-updated after the crash', 'unsafe']);
  });

  test('that was not judged is never shown as good', () => {
    const cell = { status: 'not-judged', fault: 'soft', point: 0, reason: 'timed-out', detail: '' } as const;
    expect([cellWords(cell), cellTone(cell)]).toEqual(['not judged, timed out', 'unknown']);
  });

  test('that is not bad but did not recover is neither a tick nor a cross', () => {
    expect(cellTone({ ...judged, outcome: 'half-done' })).toBe('accident');
  });
});

test('a verdict without a class has a word of its own', () => {
  expect(verdictWord({ status: 'does-not-work', safety: null }).word).toBe('Does not work');
  expect(verdictWord({ status: 'not-judged', safety: null }).word).toBe('Not judged');
  expect(verdictWord({ status: 'judged', safety: null }).tone).toBe('unknown');
});

test('loading names bytes only where they are counted', () => {
  expect(loadSentence({ stage: 'download', loaded: 3_100_000, total: 12_400_000 })).toBe(
    'Download Python and SQLite: 3.1 of 12.4 MB.',
  );
  expect(loadSentence({ stage: 'start', loaded: 0, total: 0 })).toBe('Start Python.');
});
