// How much a worker may say, and how fast: a worker that foreign code has taken over must not keep the page busy. Sizes of
// single messages live in `protocol.ts`; what happens to a worker that says more lives in `chamber.ts`.

interface Allowance {
  /** What may come at once, after a pause: a page that was busy finds what has piled up meanwhile. */
  readonly atOnce: number;
  readonly perSecond: number;
}

/** An honest worker sends 25 messages a second while it runs, and a dozen while it loads. */
const MESSAGES: Allowance = { atOnce: 1_500, perSecond: 100 };
/** In UTF-16 units, of all texts that are no answers: an honest crash test says less than half a million in all. */
const CHARS: Allowance = { atOnce: 8_000_000, perSecond: 500_000 };

class Bucket {
  readonly #allowance: Allowance;
  #left: number;
  #atMs: number;

  constructor(allowance: Allowance, nowMs: number) {
    this.#allowance = allowance;
    this.#left = allowance.atOnce;
    this.#atMs = nowMs;
  }

  /** False where it asks for more than is left. */
  take(amount: number, nowMs: number): boolean {
    const { atOnce, perSecond } = this.#allowance;
    this.#left = Math.min(atOnce, this.#left + ((nowMs - this.#atMs) / 1_000) * perSecond);
    this.#atMs = nowMs;
    this.#left -= amount;
    return this.#left >= 0;
  }
}

/** Of one chamber, over its whole life: a request that ends gives nothing back. */
export class Traffic {
  readonly #messages: Bucket;
  readonly #chars: Bucket;

  constructor(nowMs: number) {
    this.#messages = new Bucket(MESSAGES, nowMs);
    this.#chars = new Bucket(CHARS, nowMs);
  }

  /** Called for each message before it is looked at, because looking costs most. False: a flood. */
  hear(nowMs: number): boolean {
    return this.#messages.take(1, nowMs);
  }

  /** Called for each text that is no answer, before it is read. False: a flood. */
  read(chars: number, nowMs: number): boolean {
    return this.#chars.take(chars, nowMs);
  }
}
