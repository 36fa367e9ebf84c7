// Drafts over a map in place of localStorage.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MapShelf } from './drafts.testing.ts';
import { Drafts, readSetting, writeSetting, type Shelf } from './drafts.ts';

describe('drafts', () => {
  let shelf: MapShelf;
  let problems: (string | null)[];
  let drafts: Drafts;
  beforeEach(() => {
    vi.useFakeTimers();
    shelf = new MapShelf();
    problems = [];
    drafts = new Drafts(shelf, (sentence) => problems.push(sentence), { delayMs: 400 });
  });
  afterEach(() => vi.useRealTimers());

  test('many writes become one, after the delay, with the last text', () => {
    const set = vi.spyOn(shelf, 'setItem');
    drafts.write('refund', 'a');
    drafts.write('refund', 'ab');
    vi.advanceTimersByTime(399);
    expect(set).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(set).toHaveBeenCalledTimes(1);
    expect(drafts.read('refund')).toBe('ab');
  });

  test('each task has its own draft, also while both wait', () => {
    drafts.write('refund', 'r');
    drafts.write('transfer', 't');
    expect([drafts.read('refund'), drafts.read('transfer')]).toEqual(['r', 't']);
    drafts.flush();
    expect([...shelf.map.values()]).toEqual(['r', 't']);
  });

  test('an empty draft is removed and not kept as an empty text', () => {
    drafts.write('refund', 'r');
    drafts.flush();
    drafts.write('refund', '');
    drafts.flush();
    expect(shelf.map.size).toBe(0);
    expect(drafts.read('refund')).toBe('');
  });

  test('a full storage is said, the text stays readable, and the next success takes the notice back', () => {
    shelf.full = true;
    drafts.write('refund', 'long');
    drafts.flush();
    expect(problems).toEqual([
      'Your draft is not kept in this browser: the quota has been exceeded. Copy it before you leave.',
    ]);
    expect(drafts.read('refund')).toBe('long');
    shelf.full = false;
    drafts.flush();
    expect(problems.at(-1)).toBeNull();
    expect(shelf.map.get('by-accident/draft/refund')).toBe('long');
  });

  test('a browser without storage is said', () => {
    const homeless = new Drafts(null, (sentence) => problems.push(sentence));
    homeless.write('refund', 'x');
    homeless.flush();
    expect(problems[0]).toContain('does not let the page keep anything');
  });
});

test('a setting that cannot be read or kept costs nothing', () => {
  const refusing: Shelf = {
    getItem: () => {
      throw new Error('refused');
    },
    setItem: () => {
      throw new Error('refused');
    },
    removeItem: () => undefined,
  };
  writeSetting(refusing, 'theme', 'dark');
  expect(readSetting(refusing, 'theme')).toBeNull();
  expect(readSetting(null, 'theme')).toBeNull();
});
