// The watchdog against a fake clock.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Watchdog } from './watchdog.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
afterEach(() => vi.useRealTimers());

test('silence ends it once', () => {
  const bark = vi.fn();
  new Watchdog(5_000, bark);
  vi.advanceTimersByTime(4_999);
  expect(bark).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(bark).toHaveBeenCalledTimes(1);
});

test('a sign of life starts the count again', () => {
  const bark = vi.fn();
  const dog = new Watchdog(5_000, bark);
  for (let i = 0; i < 10; i++) {
    vi.advanceTimersByTime(4_000);
    dog.touch();
  }
  expect(bark).not.toHaveBeenCalled();
});

test('an hour of sleep counts as one look', () => {
  const bark = vi.fn();
  new Watchdog(5_000, bark);
  const now = vi.spyOn(performance, 'now').mockReturnValue(3_600_000);
  vi.advanceTimersByTime(1_000);
  expect(bark).not.toHaveBeenCalled();
  now.mockRestore();
});

test('once stopped it stays quiet', () => {
  const bark = vi.fn();
  new Watchdog(5_000, bark).stop();
  vi.advanceTimersByTime(60_000);
  expect(bark).not.toHaveBeenCalled();
});
