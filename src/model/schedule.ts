// When processes start, on the simulated clock.

/** Simulated times, milliseconds since 1970. */
export interface Schedule {
  /** Every first run starts here. */
  readonly firstRunMs: number;
  /** An operator re-runs here. */
  readonly rerunMs: number;
}

const MINUTE_MS = 60_000;

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
