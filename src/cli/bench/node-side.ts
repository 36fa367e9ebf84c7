// The engine in Node: as used, and by brute force; and what a restore of a process costs there.
import type { ProcessRequest, PointObserver, WorldCopy } from '../../engine/ports.ts';
import { ProcessMachine } from '../../machine/machine.ts';
import type { Lab } from '../lab.ts';
import { measureRestores, type Restores } from './restores.ts';
import type { Side } from './side.ts';

export interface NodeSide extends Side {
  /** Processes run so far, starting worlds included. */
  readonly processes: number;
}

export function nodeSide(lab: Lab, brute: boolean): NodeSide {
  const machine = machineOf(lab);
  let processes = 0;
  return {
    key: brute ? 'node-brute' : 'node',
    title: `our engine in Node ${process.versions.node.split('.')[0]}, ${brute ? 'by brute force' : 'as used'}`,
    get processes() {
      return processes;
    },
    async run({ task, reference, scenarios, digest, name }) {
      const stopCounting = countRuns(machine, () => processes++);
      const cpu = process.cpuUsage();
      const start = performance.now();
      const { verdict } = lab.test(task, reference.source, { brute });
      const ms = performance.now() - start;
      const { user, system } = process.cpuUsage(cpu);
      stopCounting();
      if (verdict.digest !== digest) throw new Error(`${name}: another verdict ${brute ? 'by brute force' : 'now'}`);
      return { ms, cpuMs: (user + system) / 1000, scenarios: scenarios.length };
    },
  };
}

export function nodeRestores(lab: Lab): Restores {
  return measureRestores(machineOf(lab));
}

function machineOf(lab: Lab): ProcessMachine {
  const { machine } = lab.parts;
  if (machine instanceof ProcessMachine) return machine;
  throw new Error('this machine cannot be asked for a restore alone');
}

/** Counts on the instance itself, because starting worlds are processes that the machine runs on its own. */
function countRuns(machine: ProcessMachine, count: () => void): () => void {
  const run = ProcessMachine.prototype.run;
  machine.run = (request: ProcessRequest, world: WorldCopy, observe?: PointObserver) => {
    count();
    return run.call(machine, request, world, observe);
  };
  return () => Reflect.deleteProperty(machine, 'run');
}
