// When processes start, on the simulated clock.

/** Simulated times, milliseconds since 1970. */
export interface Schedule {
  /** Every first run starts here. */
  readonly firstRunMs: number;
  /** An operator re-runs here. */
  readonly rerunMs: number;
}

const MINUTE_MS = 60_000;

/** Simulated milliseconds that pass at each reading of the clock, so that a loop that waits for it ends. */
export const TICK_MS = 1;

/**
 * How much later the default judge lets a clean run take place a second time, to see what the clock and chance account
 * for, and how its clock ticks. Day, hour, minute, second, fraction, half of the day and durations are all other ones
 * (29:27:37.345 later); month and year, which no re-run leaves, stay.
 */
export const ELSEWHERE = { laterMs: 106_057_345, tickMs: 7 } as const;

/**
 * A first run at 2026-01-15 23:55:00 UTC, the re-run ten minutes later and so on the next day: a key made of the hour
 * or the date is another one then. Source: method, step 5; the time of day is ours.
 */
export const SCHEDULE: Schedule = scheduleWithDelay(10 * MINUTE_MS);

/** The same first run with another delay before the re-run. */
export function scheduleWithDelay(delayMs: number): Schedule {
  const firstRunMs = Date.UTC(2026, 0, 15, 23, 55, 0);
  return { firstRunMs, rerunMs: firstRunMs + delayMs };
}
