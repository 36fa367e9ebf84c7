// A laboratory that, after each crash test, takes the digest of every world that was made in it again from the bytes: a
// copy of a world is never written to. For tests only.
import { labOf, type Lab } from '../cli/lab.ts';
import { digestAnew } from '../world/world.ts';
import type { EngineParts } from './laboratory.ts';
import type { Moment, WorldCopy } from './ports.ts';

/** `test` throws where a world has changed since it was made. */
export function watched({ parts }: Lab): Lab {
  const made = new Map<WorldCopy, string>();
  const lab = labOf(watch(parts, (world) => made.set(world, world.digest)));
  return {
    parts,
    test: (...given) => {
      try {
        const result = lab.test(...given);
        for (const [world, digest] of made) {
          if (digestAnew(world) !== digest) throw new Error(`the world ${digest} was written to`);
        }
        return result;
      } finally {
        made.clear();
      }
    },
  };
}

/** The same parts; every copy of a world that comes out of them is told. */
function watch({ machine, judge, store }: EngineParts, tell: (world: WorldCopy) => void): EngineParts {
  const told = <W extends WorldCopy>(world: W): W => {
    tell(world);
    return world;
  };
  const watchedMoment = (moment: Moment): Moment => ({ ...moment, world: () => told(moment.world()) });
  return {
    judge,
    machine: {
      startingWorld: (taskCase, task) => told(machine.startingWorld(taskCase, task)),
      run(request, world, observe) {
        const watching =
          observe && ((...[point, moment]: Parameters<typeof observe>) => observe(point, watchedMoment(moment)));
        const record = machine.run(request, world, watching);
        told(record.world);
        return record;
      },
    },
    store: { withDatabases: (world, databases) => told(store.withDatabases(world, databases)) },
  };
}
