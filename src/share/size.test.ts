// How long links get for the answers that people share: the references of the bundled tasks, and any other code.
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeLink } from './link.ts';
import { anyShared, taskShared } from './samples.testing.ts';

/** Longer than the address of the page is likely to be. */
const ADDRESS_CHARACTERS = 60;
const TASKS = new URL('../../tasks/crash/', import.meta.url);
const DIGEST = '3f0a6c52b97de8141d20f35b6a8c9e7704d1e2f3a4b5c6d7e8f90a1b2c3d4e5f';

function wholeLength(id: string, code: string): number {
  const link = encodeLink({
    ...taskShared(code, id),
    view: { mode: 'autocommit', fault: 'hard', line: 27, point: 5, step: 'after-rerun' },
    expected: { engine: '1.12.3', rules: 17, digest: DIGEST },
  });
  return ADDRESS_CHARACTERS + link.length;
}

function references(): { readonly name: string; readonly lines: number; readonly characters: number }[] {
  return readdirSync(TASKS).flatMap((id) =>
    readdirSync(new URL(`${id}/references/`, TASKS)).map((file) => {
      const code = readFileSync(new URL(`${id}/references/${file}`, TASKS), 'utf8');
      return { name: `${id}/${file}`, lines: code.trimEnd().split('\n').length, characters: wholeLength(id, code) };
    }),
  );
}

test('no reference of up to 40 lines needs a link of more than 1,000 characters, half of those around 30 lines 500', () => {
  const all = references().filter((one) => one.lines <= 40);
  expect(all.length).toBeGreaterThan(50);
  expect(all.filter((one) => one.characters > 1_000)).toEqual([]);
  const typical = all.filter((one) => one.lines >= 25 && one.lines <= 35).map((one) => one.characters);
  expect(typical.sort((a, b) => a - b)[Math.floor(typical.length / 2)]).toBeLessThanOrEqual(500);
});

test('a task that came after the dictionary costs its name and no more', () => {
  const code = 'def f(conn):\n    conn.commit()\n';
  const more = wholeLength('a-task-of-another-year', code) - wholeLength('refund-an-order', code);
  expect(more).toBeLessThanOrEqual(30);
});

test('a link is never much longer than what it holds', () => {
  fc.assert(
    fc.property(anyShared, (shared) => {
      const bytes = new TextEncoder().encode(JSON.stringify(shared)).length;
      expect(encodeLink(shared).length).toBeLessThanOrEqual(Math.ceil((bytes * 4) / 3) + 20);
    }),
    { numRuns: 500 },
  );
});
