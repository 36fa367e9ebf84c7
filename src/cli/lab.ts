// Everything a command of ours needs to run crash tests in Node: machine, judge and world, put together once.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { crashTest, type CrashTestOptions } from '../engine/crash-test.ts';
import type { EngineParts } from '../engine/laboratory.ts';
import { createJudge } from '../judge/sql-judge.ts';
import { bootNodeMachine, type BootOptions } from '../machine/node.ts';
import type { TestProgress } from '../model/progress.ts';
import { TaskFault } from '../model/task-fault.ts';
import type { Task } from '../model/task.ts';
import type { CrashTestResult } from '../model/verdict.ts';
import { taskDigest } from '../tasks/digest.ts';
import { worldStore } from '../world/world.ts';

export interface TestOptions extends Omit<CrashTestOptions, 'taskDigest'> {
  readonly onProgress?: (event: TestProgress) => void;
}

export interface Lab {
  readonly parts: EngineParts;
  test(task: Task, source: string, options?: TestOptions): CrashTestResult;
}

export async function openLab(options: BootOptions = {}): Promise<Lab> {
  const wasm = fileURLToPath(import.meta.resolve('sql.js/dist/sql-wasm.wasm'));
  const [{ machine }, judge] = await Promise.all([bootNodeMachine(options), readFile(wasm).then(createJudge)]);
  return labOf({ machine, judge, store: worldStore });
}

export type LabAnswer =
  | { readonly kind: 'result'; readonly result: CrashTestResult }
  /** Nothing can be judged by the task; the sentence says why. */
  | { readonly kind: 'bad-input'; readonly sentence: string };

/** As `test`, with a task's fault as an answer. */
export function answerOf(lab: Lab, task: Task, source: string, options: TestOptions = {}): LabAnswer {
  try {
    return { kind: 'result', result: lab.test(task, source, options) };
  } catch (error) {
    if (!(error instanceof TaskFault)) throw error;
    return { kind: 'bad-input', sentence: `${task.id}/${error.message}` };
  }
}

export function labOf(parts: EngineParts): Lab {
  return {
    parts,
    test: (task, source, { onProgress, ...rest } = {}) =>
      crashTest(parts, task, source, { taskDigest: taskDigest(task), ...rest }, onProgress),
  };
}
