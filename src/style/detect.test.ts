// The detector against hand labels: exact styles, no pattern that is not labelled, none missed that is not listed.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { detectStyle } from './detect.ts';
import { loadSnippets } from './labelled.testing.ts';
import { PATTERN_IDS } from './report.ts';

const snippets = loadSnippets();
const documentation = readFileSync(path.join(import.meta.dirname, '../../docs/style-detector.md'), 'utf8');

describe.each(snippets.map((snippet) => [snippet.title, snippet] as const))('%s', (_title, snippet) => {
  const report = detectStyle(snippet.source, 'run');

  it('has the labelled style and exactly the labelled patterns', () => {
    expect(report.style).toBe(snippet.style);
    expect(report.patterns.map(({ id, line }) => `${line} ${id}`).sort()).toEqual(snippet.patterns);
  });

  it('shows its style on lines of the source, and says each pattern in one sentence', () => {
    const count = snippet.source.split('\n').length;
    for (const line of report.lines) expect(line).toBeLessThan(count);
    for (const { sentence } of report.patterns) expect(sentence).toMatch(/^[A-Z`][^\n]*[^.]\.$/);
  });
});

it.each(snippets.filter((snippet) => snippet.missed.length > 0).map((snippet) => snippet.title))(
  '%s is listed among what the detector misses',
  (title) => {
    expect(documentation).toContain(title);
  },
);

it('the labels cover every pattern, and enough snippets have none', () => {
  const seen = new Set(snippets.flatMap((one) => one.patterns.map((pattern) => pattern.split(' ')[1])));
  expect([...seen].sort()).toEqual([...PATTERN_IDS].sort());
  expect(snippets.length).toBeGreaterThanOrEqual(60);
  expect(snippets.filter((one) => one.patterns.length === 0).length).toBeGreaterThanOrEqual(20);
});
