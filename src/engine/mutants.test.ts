// Broken harnesses on purpose: each must be noticed by a check that the real machine passes. The mutant whose
// Python is changed has a file of its own.
import { afterEach, beforeAll, expect, it } from 'vitest';
import { bootNodeMachine } from '../machine/node.ts';
import type { ProcessMachine } from '../machine/machine.ts';
import { SCHEDULE } from '../model/schedule.ts';
import { failedChecks, type CheckName } from './checks.testing.ts';
import type { Machine, PointObserver, ProcessRecord, ProcessRequest, WorldCopy } from './ports.ts';

let machine: ProcessMachine;
let reset: () => void;
let setRequest: (request: unknown) => void;

beforeAll(async () => {
  machine = (await bootNodeMachine()).machine as ProcessMachine;
  reset = machine.control.reset;
  setRequest = machine.control.setRequest;
});

afterEach(() => {
  Object.assign(machine.control, { reset, setRequest });
});

type Run = Machine['run'];

/** The machine with another way to run. */
function running(run: (real: Run, ...args: Parameters<Run>) => ProcessRecord): Machine {
  const real: Run = (...args) => machine.run(...args);
  return { run: (...args) => run(real, ...args), startingWorld: (taskCase) => machine.startingWorld(taskCase) };
}

function asking(change: (request: ProcessRequest) => ProcessRequest): Machine {
  return running((real, request, world, observe) => real(change(request), world, observe));
}

const mutants: Readonly<Record<string, { readonly make: () => Machine; readonly fails: readonly CheckName[] }>> = {
  'a kill that lets finally run': {
    make: () => asking(({ crash, ...rest }) => ({ ...rest, crash: crash && { ...crash, fault: 'soft' } })),
    fails: ['a kill runs no finally'],
  },
  'entropy that repeats itself on the re-run': {
    make: () => asking((request) => ({ ...request, attempt: 1 })),
    fails: ['a re-run draws another uuid'],
  },
  'a clock that stands still between the runs': {
    make: () => asking((request) => ({ ...request, startMs: SCHEDULE.firstRunMs })),
    fails: ['a key made of the time does not protect a re-run ten minutes later'],
  },
  'a connection that is always opened in autocommit': {
    make: () => asking((request) => ({ ...request, mode: 'autocommit' })),
    fails: ['a write in autocommit is saved at once, and one in the default mode is not'],
  },
  'worlds of kills that are taken one point late': {
    make: () => running(oneLate),
    fails: ['the world of a kill is the one before the effect'],
  },
  'commits that are not seen': {
    make: () =>
      running((real, ...args) => {
        const record = real(...args);
        return { ...record, points: record.points.filter((point) => point.kind !== 'commit') };
      }),
    fails: ['every statement and commit is a write point'],
  },
  'files that stay open': {
    make: withOpenFiles,
    fails: ['a process starts with no file open'],
  },
  'a restore that is left out': {
    make: withoutRestore,
    fails: ['a process remembers nothing of another'],
  },
};

function oneLate(real: Run, request: ProcessRequest, world: WorldCopy, observe?: PointObserver): ProcessRecord {
  let late: ((world: WorldCopy) => void) | null = null;
  const record = real(request, world, (point, moment) => {
    const now = moment.world();
    const exit = moment.exit();
    late?.(now);
    late = (after) => observe?.(point, { world: () => after, exit: () => exit });
  });
  (late as ((world: WorldCopy) => void) | null)?.(record.world);
  return record;
}

function withOpenFiles(): Machine {
  const { FS } = machine.module;
  machine.control.reset = () => {
    const open = [...FS.streams.entries()].filter(([fd, stream]) => stream && fd > 2 && fd < 1000);
    reset.call(machine.control);
    for (const [fd, stream] of open) FS.streams[fd] = stream;
  };
  return machine;
}

/** What a process leaves in memory is put back after the restore, just before the next one starts. */
function withoutRestore(): Machine {
  let left: Uint8Array | null = null;
  machine.control.setRequest = (request) => {
    if (left) machine.module.HEAPU8.set(left);
    setRequest.call(machine.control, request);
  };
  return running((real, ...args) => {
    const record = real(...args);
    left = record.exit.status.kind === 'returned' ? machine.module.HEAPU8.slice() : null;
    return record;
  });
}

it('the real machine passes every check', () => {
  expect(failedChecks(machine)).toEqual([]);
});

it.each(Object.entries(mutants))('%s: noticed', (_name, { make, fails }) => {
  expect(failedChecks(make())).toEqual(fails);
});

it('and after all of them the real machine passes again', () => {
  expect(failedChecks(machine)).toEqual([]);
});
