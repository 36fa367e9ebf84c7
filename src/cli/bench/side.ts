// One way of running the same scenarios. The sides take turns, reference by reference, so that a busy machine slows
// all of them alike.
import type { Subject } from './subjects.ts';

export interface Sample {
  readonly ms: number;
  /** Processor time; null where it cannot be read. */
  readonly cpuMs: number | null;
  /** Scenarios that the time was spent on; 0 where this side leaves the subject out. */
  readonly scenarios: number;
}

export interface Side {
  readonly key: string;
  /** As the report names it. */
  readonly title: string;
  run(subject: Subject): Promise<Sample>;
}

/** The same side, leaving out all other subjects. */
export function onlyFor(side: Side, subjects: readonly Subject[]): Side {
  const kept = new Set(subjects);
  return {
    key: side.key,
    title: side.title,
    run: (subject) => (kept.has(subject) ? side.run(subject) : Promise.resolve({ ms: 0, cpuMs: 0, scenarios: 0 })),
  };
}
