// Everything a command of ours needs to run crash tests in Node: machine, judge and world, put together once.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { crashTest, type CrashTestOptions } from '../engine/crash-test.ts';
import type { EngineParts } from '../engine/laboratory.ts';
import { createJudge } from '../judge/sql-judge.ts';
import { bootNodeMachine, type BootOptions } from '../machine/node.ts';
import type { TestProgress } from '../model/progress.ts';
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

export function labOf(parts: EngineParts): Lab {
  return {
    parts,
    test: (task, source, { onProgress, ...rest } = {}) =>
      crashTest(parts, task, source, { taskDigest: taskDigest(task), ...rest }, onProgress),
  };
}
