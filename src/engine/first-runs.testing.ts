// A machine that runs each first run once and remembers it, for tests that vary only the time of the re-run: a first
// run starts at the same time whenever the re-run will be. That equal requests give equal runs is tested elsewhere.
import type { Exit, WritePoint } from '../model/trace.ts';
import type { Machine, ProcessRecord, WorldCopy } from './ports.ts';

interface Remembered {
  readonly record: ProcessRecord;
  /** What an observer was told, in order; empty where nobody observed. */
  readonly moments: readonly { readonly point: WritePoint; readonly world: WorldCopy; readonly exit: Exit }[];
}

export function rememberFirstRuns(machine: Machine): Machine {
  const known = new Map<string, Remembered>();
  return {
    startingWorld: (taskCase, task) => machine.startingWorld(taskCase, task),
    run(request, world, observe) {
      if (request.attempt === 2) return machine.run(request, world, observe);
      const key = `${JSON.stringify(request)} ${world.digest} ${observe ? 'observed' : ''}`;
      let remembered = known.get(key);
      if (!remembered) {
        const moments: Remembered['moments'][number][] = [];
        const note: typeof observe = (point, moment) =>
          moments.push({ point, world: moment.world(), exit: moment.exit() });
        remembered = { record: machine.run(request, world, observe && note), moments };
        known.set(key, remembered);
      }
      for (const { point, world: copy, exit } of remembered.moments) {
        observe?.(point, { world: () => copy, exit: () => exit });
      }
      return remembered.record;
    },
  };
}
