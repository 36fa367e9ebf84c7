// Programs that the wires need: found in the path, started, listened to, ended with all that they started.
import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';

/** Path of an installed program, or null. */
export function findProgram(
  names: readonly string[],
  folders = (process.env.PATH ?? '').split(delimiter),
): string | null {
  const places = folders.filter(Boolean).flatMap((folder) => names.map((name) => join(folder, name)));
  return (
    places.find((place) => {
      try {
        accessSync(place, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    }) ?? null
  );
}

export interface Program {
  /** Resolves with the match once a line of its output has it. Rejects where the program ends before. */
  says(what: RegExp): Promise<RegExpExecArray>;
  end(): Promise<void>;
}

/** Starts it as the leader of a group of its own, which ends as a whole. */
export function start(path: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): Program {
  const child = spawn(path, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let failed: Error | null = null;
  const listeners = new Set<() => void>();
  const hear = (chunk: unknown): void => {
    output = (output + String(chunk)).slice(-100_000);
    listeners.forEach((listener) => listener());
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  child.on('error', (error) => {
    failed = error;
    hear('');
  });
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  void ended.then(() => hear(''));
  const isOver = (): boolean => failed !== null || child.exitCode !== null || child.signalCode !== null;
  return {
    says: (what) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const match = what.exec(output);
          if (match === null && !isOver()) return;
          listeners.delete(look);
          if (match === null) reject(new Error(`${path} ended before it said ${what}: ${failed?.message ?? output}`));
          else resolve(match);
        };
        listeners.add(look);
        look();
      }),
    end: async () => {
      if (isOver()) return;
      endGroup(child, 'SIGTERM');
      const hard = setTimeout(() => endGroup(child, 'SIGKILL'), 5_000);
      await ended;
      clearTimeout(hard);
    },
  };
}

function endGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}

export function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
