// A deadline that counts only time in which the page itself was awake. What is done when it ends lives with the caller.

/** How often the watchdog looks, and the most that one look can count: a sleeping laptop is not a hanging worker. */
const TICK_MS = 1_000;
const TICK_AT_MOST_MS = 2_000;

export class Watchdog {
  #silentMs = 0;
  #lastMs = performance.now();
  readonly #timer: ReturnType<typeof setInterval>;

  /** Starts counting. `onTimeout` is called once, after `timeoutMs` without a `touch`. */
  constructor(timeoutMs: number, onTimeout: () => void) {
    this.#timer = setInterval(() => {
      const now = performance.now();
      this.#silentMs += Math.min(now - this.#lastMs, TICK_AT_MOST_MS);
      this.#lastMs = now;
      if (this.#silentMs < timeoutMs) return;
      this.stop();
      onTimeout();
    }, TICK_MS);
  }

  /** Called at each sign of life. */
  touch(): void {
    this.#silentMs = 0;
    this.#lastMs = performance.now();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
