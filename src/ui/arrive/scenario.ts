// The scenario that the first screen tells, as facts of one crash point of one reference. A test runs it and compares,
// so the page says nothing here that was not observed.
import type { Task } from '../../model/task.ts';
import type { Fault, Mode } from '../../model/trace.ts';

export const SCENARIO = {
  task: 'refund-an-order',
  reference: 'commit_at_the_end',
  /** Line before which the process is killed, from 1. */
  line: 8,
  /** Of the write point of that line among those planned, from 0. */
  point: 1,
  fault: 'hard' as Fault,
  /** What stands in the database at the three moments, the killed run in each mode. */
  rows: {
    default: { credit: ['0', '0', '50'], status: ['paid', 'paid', 'refunded'] },
    autocommit: { credit: ['0', '50', '100'], status: ['paid', 'paid', 'refunded'] },
  } satisfies Record<Mode, { credit: readonly string[]; status: readonly string[] }>,
} as const;

/** The code that the scenario is about; null where its task did not load. */
export function scenarioSource(tasks: readonly Task[]): string | null {
  const task = tasks.find(({ id }) => id === SCENARIO.task);
  return task?.references.find(({ name }) => name === SCENARIO.reference)?.source ?? null;
}
