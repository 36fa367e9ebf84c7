// The thread behind `guarded.ts`: one request in, progress and one answer out.
import { parentPort, workerData } from 'node:worker_threads';
import { TaskFault } from '../model/task-fault.ts';
import type { FromGuarded, GuardedRequest } from './guarded.ts';
import { openLab } from './lab.ts';

function send(message: FromGuarded): void {
  parentPort?.postMessage(message);
}

const { task, source, brute } = workerData as GuardedRequest;
try {
  const lab = await openLab();
  send({ kind: 'progress' });
  const result = lab.test(task, source, { brute, onProgress: () => send({ kind: 'progress' }) });
  send({ kind: 'result', result });
} catch (error) {
  if (error instanceof TaskFault) send({ kind: 'bad-input', sentence: `${task.id}/${error.message}` });
  else send({ kind: 'fault', message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
}
