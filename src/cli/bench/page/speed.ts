// The page on which crash tests are timed: one client as the app has it, one whose worker runs by brute force, both
// in real sealed chambers. The benchmark calls them; nothing is shown.
import { chamberFiles } from '../../../chamber/files.ts';
import { createClient, type CrashTestClient } from '../../../chamber/client.ts';
import type { Task } from '../../../model/task.ts';
import { bundledTasks } from '../../../tasks/bundled.ts';
import type { Restores } from '../restores.ts';
import bruteWorker from './brute-worker.ts?chamber';
import { MEASURE_RESTORES } from './measure-restores.ts';

export interface TimedVerdict {
  readonly ms: number;
  readonly digest: string;
}

export interface SpeedPage {
  load(brute: boolean): Promise<void>;
  /** Wall-clock time of `client.run`, border and checks included. */
  run(brute: boolean, taskId: string, reference: string): Promise<TimedVerdict>;
  restores(taskId: string): Promise<Restores>;
}

declare global {
  interface Window {
    speed: SpeedPage;
  }
}

const asUsed = createClient();
const byBruteForce = createClient(async () => ({ ...chamberFiles, worker: bruteWorker }));
const clientFor = (brute: boolean): CrashTestClient => (brute ? byBruteForce : asUsed);
const nothing = (): void => undefined;

function taskWith(id: string): Task {
  const found = bundledTasks().find((result) => result.ok && result.value.id === id);
  if (!found?.ok) throw new Error(`there is no task ${id}`);
  return found.value;
}

const tasks = new Map<string, Task>();
function task(id: string): Task {
  const known = tasks.get(id) ?? taskWith(id);
  tasks.set(id, known);
  return known;
}

window.speed = {
  load: (brute) => clientFor(brute).load(nothing),
  async run(brute, taskId, reference) {
    const source = task(taskId).references.find(({ name }) => name === reference)?.source;
    if (source === undefined) throw new Error(`there is no reference ${taskId}/${reference}`);
    const request = { task: task(taskId), source };
    const start = performance.now();
    const answer = await clientFor(brute).run(request, nothing);
    const ms = performance.now() - start;
    if (answer.kind !== 'result') throw new Error(`${taskId}/${reference}: ${JSON.stringify(answer)}`);
    return { ms, digest: answer.result.verdict.digest };
  },
  async restores(taskId) {
    const answer = await byBruteForce.run({ task: task(taskId), source: MEASURE_RESTORES }, nothing);
    if (answer.kind !== 'result') throw new Error(JSON.stringify(answer));
    return JSON.parse(answer.result.verdict.headline) as Restores;
  },
};
