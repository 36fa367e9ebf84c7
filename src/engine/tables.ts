// The verdict's tables: worlds and exits are named once and referred to by index, so that a verdict with many
// cells stays small.
import { canonicalJson } from '../model/digest.ts';
import type { Exit } from '../model/trace.ts';
import type { Findings, JudgedWorld } from '../model/verdict.ts';

export class Table<T> {
  readonly rows: T[] = [];
  readonly #index = new Map<string, number>();

  /** Index of the value, from 0; equal values share one. */
  add(value: T): number {
    const key = canonicalJson(value);
    const known = this.#index.get(key);
    if (known !== undefined) return known;
    this.rows.push(value);
    this.#index.set(key, this.rows.length - 1);
    return this.rows.length - 1;
  }
}

export class VerdictTables {
  readonly worlds = new Table<JudgedWorld>();
  readonly exits = new Table<Exit>();

  world(digest: string, findings: Findings): number {
    return this.worlds.add({ digest, findings });
  }
}
