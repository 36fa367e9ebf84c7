// What the tests of the machine share: small processes and their worlds. For tests only.
import type { Machine, ProcessRecord, ProcessRequest, WorldCopy } from '../engine/ports.ts';
import { SCHEDULE, TICK_MS } from '../model/schedule.ts';

export const ACCOUNTS =
  'CREATE TABLE account (id INTEGER PRIMARY KEY, balance INT); INSERT INTO account VALUES (1, 100), (2, 0);';

export function startingWorld(machine: Machine, sql: string | null = ACCOUNTS): WorldCopy {
  return machine.startingWorld({ name: 'test', args: [], sql, files: [], cache: [] }, { category: 'database' });
}

/** A process whose function `f` takes the connection, the notifier and the cache. */
export function request(source: string, changes: Partial<ProcessRequest> = {}): ProcessRequest {
  return {
    source,
    function: 'f',
    args: [{ helper: 'conn' }, { helper: 'notifier' }, { helper: 'cache' }],
    mode: 'default',
    attempt: 1,
    startMs: SCHEDULE.firstRunMs,
    tickMs: TICK_MS,
    crash: null,
    entropySalt: '',
    ...changes,
  };
}

export function kill(source: string, index: number, changes: Partial<ProcessRequest> = {}): ProcessRequest {
  return request(source, { crash: { index, fault: 'hard' }, ...changes });
}

export function paths(record: ProcessRecord): string[] {
  return record.world.data().files.map((file) => file.path);
}

export function textOf(record: ProcessRecord, path: string): string | null {
  const file = record.world.data().files.find((candidate) => candidate.path === path);
  return file ? new TextDecoder().decode(file.bytes) : null;
}

/** `kind line` of each write point. */
export function pointsOf(record: ProcessRecord): string[] {
  return record.points.map((point) => `${point.kind} ${point.line}`);
}
