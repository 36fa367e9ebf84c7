// Runs references on the machine and on its native twin, side by side, and compares every label.
import { availableParallelism } from 'node:os';
import type { NativePython } from '../../machine/native-python.ts';
import type { Reference, Task } from '../../model/task.ts';
import type { Lab } from '../lab.ts';
import { compare, type Comparison } from './compare.ts';
import { TwinDriver } from './native.ts';

export interface TwinSubject {
  readonly task: Task;
  readonly reference: Reference;
}

/** Calls `onCompared` for each subject as soon as it is done, in no fixed order. */
export async function runTwin(
  lab: Lab,
  python: NativePython,
  subjects: readonly TwinSubject[],
  every: boolean,
  onCompared: (subject: TwinSubject, comparison: Comparison) => void,
): Promise<void> {
  const waiting = [...subjects];
  const work = async (): Promise<void> => {
    const driver = new TwinDriver(python);
    try {
      for (let subject = waiting.shift(); subject; subject = waiting.shift()) {
        const { task, reference } = subject;
        const { verdict } = lab.test(task, reference.source);
        const plans = verdict.modes.map(({ mode, points }) => ({ mode, points: points.map(({ index }) => index) }));
        onCompared(subject, compare(verdict, await driver.ask(task, reference.source, plans, every)));
      }
    } finally {
      await driver.close();
    }
  };
  const drivers = Math.min(availableParallelism(), 4, subjects.length);
  await Promise.all(Array.from({ length: drivers }, work));
}
