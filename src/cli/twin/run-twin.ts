// Runs code on the machine and on its native twin, side by side, and compares every label.
import { availableParallelism } from 'node:os';
import type { NativePython } from '../../machine/native-python.ts';
import type { Task } from '../../model/task.ts';
import type { Verdict } from '../../model/verdict.ts';
import type { Lab } from '../lab.ts';
import { compare, type Comparison } from './compare.ts';
import { TwinDriver, type TwinReport } from './native.ts';

/** Code to compare, and the task that it is for. */
export interface TwinSubject {
  /** For a person: `task/reference`, or an answer's `set/task`. */
  readonly name: string;
  readonly task: Task;
  readonly source: string;
}

export type TwinResult =
  | {
      readonly kind: 'compared';
      readonly comparison: Comparison;
      readonly verdict: Verdict;
      readonly report: TwinReport;
    }
  /** One of the two could not be asked. */
  | { readonly kind: 'failed'; readonly message: string };

/** Calls `onResult` for each subject as soon as it is done, in no fixed order; a failed one does not end the others. */
export async function runTwin(
  lab: Lab,
  python: NativePython,
  subjects: readonly TwinSubject[],
  every: boolean,
  onResult: (subject: TwinSubject, result: TwinResult) => void,
): Promise<void> {
  const waiting = [...subjects];
  const work = async (): Promise<void> => {
    let driver = new TwinDriver(python);
    try {
      for (let subject = waiting.shift(); subject; subject = waiting.shift()) {
        let result: TwinResult;
        try {
          result = await runOne(lab, driver, subject, every);
        } catch (error) {
          result = { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
          await driver.close();
          driver = new TwinDriver(python);
        }
        onResult(subject, result);
      }
    } finally {
      await driver.close();
    }
  };
  // While a driver works the machine, which is synchronous, tests the next subject.
  const drivers = Math.min(availableParallelism(), 4, subjects.length);
  await Promise.all(Array.from({ length: drivers }, work));
}

async function runOne(
  lab: Lab,
  driver: TwinDriver,
  { task, source }: TwinSubject,
  every: boolean,
): Promise<TwinResult> {
  const { verdict } = lab.test(task, source);
  const plans = verdict.modes.map(({ mode, points }) => ({ mode, points: points.map(({ index }) => index) }));
  const report = await driver.ask(task, source, plans, every);
  return { kind: 'compared', comparison: compare(verdict, report), verdict, report };
}
