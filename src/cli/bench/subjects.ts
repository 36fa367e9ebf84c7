// What is measured: every reference of every bundled task, with the scenarios that the engine plans for it.
import { formatProblem } from '../../model/result.ts';
import type { Reference, Task } from '../../model/task.ts';
import type { Fault, Mode } from '../../model/trace.ts';
import type { Lab } from '../lab.ts';
import { bundledTasks } from '../tasks.ts';

export interface Scenario {
  readonly mode: Mode;
  readonly fault: Fault;
  /** Index of the write point in the run, from 0. */
  readonly index: number;
}

export interface Subject {
  /** `task/reference`, for messages. */
  readonly name: string;
  readonly task: Task;
  readonly reference: Reference;
  readonly scenarios: readonly Scenario[];
  /** Of the verdict; every side must come to the same. */
  readonly digest: string;
}

/** Throws where a bundled task does not load. */
export async function findSubjects(lab: Lab): Promise<readonly Subject[]> {
  const subjects: Subject[] = [];
  for (const loaded of await bundledTasks()) {
    if (!loaded.ok) throw new Error(loaded.problems.map(formatProblem).join('\n'));
    const task = loaded.value;
    for (const reference of task.references) {
      const { verdict } = lab.test(task, reference.source);
      const scenarios = verdict.modes.flatMap(({ mode, points, cells }) =>
        cells.flatMap(({ fault, point }) => {
          const index = points[point]?.index;
          return index === undefined ? [] : [{ mode, fault, index }];
        }),
      );
      subjects.push({ name: `${task.id}/${reference.name}`, task, reference, scenarios, digest: verdict.digest });
    }
  }
  return subjects;
}
