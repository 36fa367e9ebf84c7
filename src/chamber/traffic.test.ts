// What an honest worker says passes, however late the page hears of it; more does not.
import { expect, test } from 'vitest';
import { Traffic } from './traffic.ts';

test('an hour of progress passes', () => {
  const traffic = new Traffic(0);
  for (let ms = 0; ms < 3_600_000; ms += 40) expect(traffic.hear(ms) && traffic.read(3_000, ms)).toBe(true);
});

test('what piled up while the page was busy for half a minute passes', () => {
  const traffic = new Traffic(0);
  for (let i = 0; i < 30 * 25; i++) expect(traffic.hear(30_000)).toBe(true);
});

test('many small messages are a flood, in a call or out of one', () => {
  const traffic = new Traffic(0);
  let passed = 0;
  for (let i = 0; i < 10_000; i++) if (traffic.hear(i / 100)) passed++;
  expect(passed).toBeGreaterThan(1_000);
  expect(passed).toBeLessThan(2_000);
});

test('a few large texts are a flood', () => {
  const traffic = new Traffic(0);
  const passed = Array.from({ length: 20 }, () => traffic.read(2_000_000, 0));
  expect(passed.filter(Boolean)).toHaveLength(4);
});

test('a flood that has ended is forgotten after a while, so that a pause is a pause', () => {
  const traffic = new Traffic(0);
  for (let i = 0; i < 1_500; i++) traffic.hear(0);
  expect(traffic.hear(0)).toBe(false);
  expect(traffic.hear(2_000)).toBe(true);
});
