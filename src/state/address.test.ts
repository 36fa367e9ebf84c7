// Links that arrive, and the address bar that follows the page: a target and a bar made by hand, and a clock of its own.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ok } from '../model/result.ts';
import type { Shared } from '../model/shared.ts';
import { exampleOwn } from '../own/example.ts';
import { MAX_SHARED_BYTES } from '../share/check.ts';
import { decodeLink, encodeLink } from '../share/link.ts';
import { AddressWriter, fragmentOf, openLink, openShared, type LinkTarget } from './address.ts';

const START = 'refund-an-order';
const shared = (code: string, id = START): Shared => ({
  subject: { kind: 'task', id },
  code,
  view: null,
  expected: null,
});
const own = (call: string): Shared => ({
  subject: { kind: 'own', own: { ...exampleOwn().own, call } },
  code: 'x = 1\n',
  view: null,
  expected: null,
});

/** Writes down what is asked of it. `mine` is the visitor's own draft. */
function target(mine: string | null = null, looks = true) {
  const asked: string[] = [];
  const made: LinkTarget = {
    tasks: [{ id: START }, { id: 'count-a-page-view' }],
    resume: ({ code }) => {
      if (code === mine) asked.push('resume');
      return code === mine;
    },
    look: ({ code }) => {
      asked.push(`look ${code}`);
      return looks;
    },
    selectTask: (id) => void asked.push(`task ${id}`),
  };
  return { asked, target: made };
}

describe('a link that arrives', () => {
  test('is looked at', () => {
    const { asked, target: to } = target();
    expect(openLink(to, encodeLink(shared('x = 1')), false)).toBe(null);
    expect(asked).toEqual(['look x = 1']);
  });

  test('opens the draft where it holds nothing but the draft', () => {
    const { asked, target: to } = target('x = 1');
    expect(openLink(to, encodeLink(shared('x = 1')), false)).toBe(null);
    expect(asked).toEqual(['resume']);
  });

  test('never opens a draft in a frame of another page', () => {
    const { asked, target: to } = target('x = 1');
    expect(openLink(to, encodeLink(shared('x = 1')), true)).toBe(null);
    expect(asked).toEqual(['look x = 1']);
  });

  test('without code chooses the task', () => {
    const { asked, target: to } = target();
    expect(openLink(to, encodeLink(shared('', 'count-a-page-view')), false)).toBe(null);
    expect(asked).toEqual(['task count-a-page-view']);
  });

  test.each([
    ['1', 'This link is cut off: its end is missing. Copy all of it, or ask for the file instead.'],
    ['__proto__', 'This is not a link that By Accident made.'],
    [
      encodeLink(shared('x', 'a-task-of-next-year')),
      'This is about the task “a-task-of-next-year”, and there is no such task here.',
    ],
    [encodeLink(shared('x', 'own-function')), 'This is about the task “own-function”, and there is no such task here.'],
  ])('%.30s gets a sentence, and nothing is touched', (fragment, sentence) => {
    const { asked, target: to } = target();
    expect(openLink(to, fragment, false)).toBe(sentence);
    expect(asked).toEqual([]);
  });

  test('of 20 MB is not looked into', () => {
    const { asked, target: to } = target();
    expect(openLink(to, `1${'A'.repeat(20_000_000)}e`, false)).toMatch(
      /^This link is too long: it has 20,000,002 char/,
    );
    expect(asked).toEqual([]);
  });

  test('with an own function that is not finished says what is missing in it', () => {
    const { target: to } = target(null, false);
    expect(openShared(to, ok(own('book_seat(')), false)).toMatch(
      /^The function that was sent is not finished \(call: .+\)\. Ask for it again once it runs there\.$/,
    );
  });
});

describe('what belongs behind the #', () => {
  test('is a link that gives the same again', () => {
    const one = shared('x = 1\n');
    expect(decodeLink(fragmentOf(one, START))).toEqual({ ok: true, value: one });
  });

  test('is nothing where there is neither code nor another task than the first', () => {
    expect(fragmentOf(shared(' \n'), START)).toBe('');
    expect(fragmentOf(shared('', 'count-a-page-view'), START)).not.toBe('');
  });

  test('is nothing where it cannot be shared', () => {
    expect(fragmentOf(shared('x\0'), START)).toBe('');
    expect(fragmentOf(shared('x'.repeat(MAX_SHARED_BYTES + 1)), START)).toBe('');
  });
});

describe('writing the address', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function bar(now: string) {
    const writes: string[] = [];
    const host = {
      read: () => now,
      replace: (fragment: string) => {
        now = fragment;
        writes.push(fragment);
      },
    };
    return { writes, writer: new AddressWriter(host, 300) };
  }

  test('a flood of changes is written once, the last of them', () => {
    const { writes, writer } = bar('');
    for (let n = 0; n < 500; n++) {
      writer.follow(() => `1-${n}`);
      vi.advanceTimersByTime(20);
    }
    expect(writes).toEqual([]);
    vi.advanceTimersByTime(300);
    expect(writes).toEqual(['1-499']);
  });

  test('a change that comes to what stands there is not written', () => {
    const { writes, writer } = bar('1a');
    writer.follow(() => '1a');
    vi.advanceTimersByTime(1_000);
    expect(writes).toEqual([]);
  });

  test('a link that could not be opened stays until something else is shown', () => {
    const { writes, writer } = bar('damaged');
    writer.hold('1a');
    writer.follow(() => '1a');
    vi.advanceTimersByTime(1_000);
    expect(writes).toEqual([]);
    writer.follow(() => '1b');
    vi.advanceTimersByTime(1_000);
    writer.follow(() => '1a');
    vi.advanceTimersByTime(1_000);
    expect(writes).toEqual(['1b', '1a']);
  });

  test('it goes at once when the notice is closed', () => {
    const { writes, writer } = bar('damaged');
    writer.hold('');
    writer.follow(() => '');
    vi.advanceTimersByTime(1_000);
    writer.release();
    expect(writes).toEqual(['']);
  });
});
