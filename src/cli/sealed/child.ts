// The process behind `guarded.ts`: boots from the kept image, shuts its doors, then answers one request after the other.
import { constants } from 'node:fs';
import { freezeIntrinsics } from '../../machine/intrinsics.ts';
import { answerOf, openLab } from '../lab.ts';
import type { FromGuarded, GuardedRequest } from '../guarded.ts';
import { shutDoors } from './doors.ts';

/** Between two signs of life. */
const PROGRESS_EVERY_MS = 200;
let saidMs = 0;
const sayProgress = (): void => {
  const nowMs = performance.now();
  if (nowMs - saidMs < PROGRESS_EVERY_MS) return;
  saidMs = nowMs;
  send({ kind: 'progress' });
};

const sendRaw = process.send?.bind(process);
const send = (message: FromGuarded): void => void sendRaw?.(message);

// Emscripten looks up the numbers of flags while it starts, by a way that the permission model refuses.
Object.assign(process, { binding: () => ({ fs: constants }) });

try {
  const lab = await openLab({ image: process.env['BY_ACCIDENT_IMAGE'] ?? null });
  process.env = {};
  shutDoors();
  freezeIntrinsics();
  process.on('message', ({ task, source, brute }: GuardedRequest) => {
    try {
      send(answerOf(lab, task, source, { brute, onProgress: sayProgress }));
    } catch (error) {
      send(fault(error));
    }
  });
  send({ kind: 'ready' });
} catch (error) {
  send(fault(error));
}

function fault(error: unknown): FromGuarded {
  return { kind: 'fault', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
