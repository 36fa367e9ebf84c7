// What a restore of a process costs, beside the floor: one plain copy of as many bytes. Runs in Node and in the
// chamber's worker.
import { median } from './statistics.ts';

export interface Restores {
  readonly bytes: number;
  /** Medians of interleaved batches, milliseconds each. */
  readonly restoreMs: number;
  readonly copyMs: number;
}

interface Restoring {
  readonly imageBytes: number;
  restoreOnly(): void;
}

/** Clocks in a worker tick in tenths of a millisecond, so batches are timed. */
const BATCH = 20;
const BATCHES = 15;

export function measureRestores(machine: Restoring): Restores {
  const from = new Uint8Array(machine.imageBytes).fill(1);
  const to = new Uint8Array(machine.imageBytes).fill(2);
  const restores: number[] = [];
  const copies: number[] = [];
  for (let i = 0; i < BATCHES; i++) {
    restores.push(batchMs(() => machine.restoreOnly()));
    copies.push(batchMs(() => to.set(from)));
  }
  return { bytes: machine.imageBytes, restoreMs: median(restores), copyMs: median(copies) };
}

function batchMs(act: () => void): number {
  const start = performance.now();
  for (let i = 0; i < BATCH; i++) act();
  return (performance.now() - start) / BATCH;
}
