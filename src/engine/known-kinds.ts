// A write point of a kind that there is none of was not told by the harness: the code told it. Such a run is tampered with,
// on the command line as on the page, which would not read its result.
import type { WritePoint, WritePointKind } from '../model/trace.ts';
import type { Machine } from './ports.ts';

const KINDS: Readonly<Record<WritePointKind, true>> = {
  statement: true,
  commit: true,
  blob: true,
  backup: true,
  open: true,
  write: true,
  store: true,
  truncate: true,
  rename: true,
  delete: true,
  mkdir: true,
  link: true,
  mail: true,
  cache: true,
};

function isKnown({ kind }: WritePoint): boolean {
  return Object.hasOwn(KINDS, kind);
}

export function withKnownKinds(machine: Machine): Machine {
  return {
    startingWorld: (taskCase, task) => machine.startingWorld(taskCase, task),
    run(request, world, observe) {
      const record = machine.run(
        request,
        world,
        observe && ((point, moment) => isKnown(point) && observe(point, moment)),
      );
      const points = record.points.filter(isKnown);
      return points.length === record.points.length ? record : { ...record, points, intact: false };
    },
  };
}
