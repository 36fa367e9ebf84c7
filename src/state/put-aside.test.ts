// What is kept of drafts that a fork took the place of: nothing is lost, nothing is kept twice.
import { describe, expect, test } from 'vitest';
import { exampleOwn } from '../own/example.ts';
import { exchange, keptAside, putAside, textOfAside, type AsideDraft } from './put-aside.ts';

const draft = (text: string): AsideDraft => ({ text, own: null });
const ownDraft = (title: string): AsideDraft => ({ text: '', own: { ...exampleOwn().own, title } });

describe('kept as text', () => {
  test('comes back as it was', () => {
    const drafts = [draft('x = 1\r\n'), ownDraft('Größe')];
    expect(keptAside(textOfAside(drafts))).toEqual(drafts);
  });

  test('none is no text, so that nothing is kept', () => {
    expect(textOfAside([])).toBe('');
  });

  test.each(['', '{', '3', '[{"text": 1, "own": null}]', '{"__proto__": []}'])('%j gives none', (text) => {
    expect(keptAside(text)).toEqual([]);
  });
});

describe('putting aside', () => {
  test('the newest stands first', () => {
    expect(putAside([draft('a')], draft('b'))).toEqual([draft('b'), draft('a')]);
  });

  test('the same draft is not kept twice', () => {
    expect(putAside([draft('b'), draft('a')], draft('a'))).toEqual([draft('a'), draft('b')]);
  });

  test('an empty draft is not kept, but an own function without code is', () => {
    expect(putAside([], draft(' \n'))).toEqual([]);
    expect(putAside([], ownDraft('Mine'))).toEqual([ownDraft('Mine')]);
  });

  test('two own functions that differ are two drafts', () => {
    expect(putAside([ownDraft('Mine')], ownDraft('Yours'))).toHaveLength(2);
  });
});

describe('bringing back', () => {
  test('every draft is seen again after as many exchanges as there are drafts, and none is lost', () => {
    let aside: readonly AsideDraft[] = [draft('c'), draft('b'), draft('a')];
    let current = draft('d');
    const seen: string[] = [];
    for (let n = 0; n < 4; n++) {
      const exchanged = exchange(aside, current);
      if (exchanged === null) throw new Error('expected a draft to come back');
      current = exchanged.back;
      aside = exchanged.rest;
      seen.push(current.text);
      expect([current, ...aside].map((one) => one.text).toSorted()).toEqual(['a', 'b', 'c', 'd']);
    }
    expect(seen).toEqual(['c', 'b', 'a', 'd']);
  });

  test('an empty text in its place is not kept', () => {
    expect(exchange([draft('a')], draft(''))).toEqual({ back: draft('a'), rest: [] });
  });

  test('there is nothing to bring back where nothing was put aside', () => {
    expect(exchange([], draft('a'))).toBe(null);
  });
});
