// The simulated clock and entropy of one process. Both are functions of how the process was started, so a
// process started alike behaves alike on every machine.

import { TICK_MS } from '../model/schedule.ts';
import { TooMuch } from '../world/allowance.ts';

/** What a process may sleep in all. */
const LONGEST_MS = 100 * 365.25 * 24 * 3600 * 1000;

export class Clock {
  #nowMs = 0;
  #tickMs = TICK_MS;
  #latestMs = Infinity;

  /** `tickMs` passes at each reading. */
  start(nowMs: number, tickMs = TICK_MS): void {
    this.#nowMs = nowMs;
    this.#tickMs = tickMs;
    this.#latestMs = nowMs + LONGEST_MS;
  }

  /** The time without moving it: for the file system's own use. */
  peek(): number {
    return this.#nowMs;
  }

  /** The time as a process reads it. */
  read(): number {
    this.#nowMs += this.#tickMs;
    return this.#nowMs;
  }

  /** Throws `TooMuch` where a process sleeps longer than anybody would wait. */
  sleep(seconds: number): void {
    if (seconds > 0) this.#nowMs += seconds * 1000;
    if (this.#nowMs > this.#latestMs) throw new TooMuch('slept for more than 100 years');
  }
}

/** A stream of reproducible bytes (sfc32, seeded from a string by xmur3). Not for secrets. */
export class Entropy {
  #a = 0;
  #b = 0;
  #c = 0;
  #counter = 1;

  seed(text: string): void {
    let hash = 1779033703 ^ text.length;
    for (let i = 0; i < text.length; i++) {
      hash = Math.imul(hash ^ text.charCodeAt(i), 3432918353);
      hash = (hash << 13) | (hash >>> 19);
    }
    const next = (): number => {
      hash = Math.imul(hash ^ (hash >>> 16), 2246822507);
      hash = Math.imul(hash ^ (hash >>> 13), 3266489909);
      return (hash ^= hash >>> 16) >>> 0;
    };
    [this.#a, this.#b, this.#c, this.#counter] = [next(), next(), next(), 1];
    for (let i = 0; i < 12; i++) this.#word();
  }

  fill(target: Uint8Array): void {
    for (let i = 0; i < target.length; i++) target[i] = this.#word() & 255;
  }

  #word(): number {
    const sum = (this.#a + this.#b + this.#counter++) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    return sum >>> 8;
  }
}
