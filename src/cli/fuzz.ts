// `npm run fuzz -- [--seed <n>] [--seconds <n>] [--only <targets>]`: random inputs for what reads texts and files of
// strangers. Prints the seed first, so that an input that hangs can be found again too. Exit 0 where everything held.
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { MACHINE_TARGETS, machineTargets } from '../fuzz/machine.testing.ts';
import { TARGETS, type Target } from '../fuzz/targets.testing.ts';
import { openLab } from './lab.ts';

const NAMES: readonly string[] = [...TARGETS.map(({ name }) => name), ...MACHINE_TARGETS];

const USAGE = `usage: npm run -s fuzz -- [--seed <n>] [--seconds <n>] [--only <targets>]

  --seed     the first seed; by default one of the clock
  --seconds  for each target (20)
  --only     some of ${NAMES.join(',')}

exit: 0 everything held · 1 something did not · 2 bad input`;

interface Options {
  readonly seed: number;
  readonly seconds: number;
  /** Names of targets. */
  readonly targets: readonly string[];
}

/** Throws a sentence where an argument is wrong. */
function readOptions(args: readonly string[]): Options | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string' },
      seconds: { type: 'string', default: '20' },
      only: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  const number = (name: string, text: string): number => {
    const value = Number(text);
    if (!Number.isSafeInteger(value) || value < 0)
      throw new Error(`--${name}: expected a whole number, found "${text}"`);
    return value;
  };
  const targets = values.only?.split(',') ?? NAMES;
  for (const name of targets) if (!NAMES.includes(name)) throw new Error(`--only: there is no target "${name}"`);
  const seed = values.seed === undefined ? Date.now() % 2 ** 31 : number('seed', values.seed);
  return { seed, seconds: number('seconds', values.seconds), targets };
}

/** True where everything held. Each round has a seed of its own, printed where it fails. */
function fuzz({ name, property, runs }: Target, firstSeed: number, seconds: number): boolean {
  const endMs = performance.now() + seconds * 1000;
  let seed = firstSeed;
  let tried = 0;
  do {
    const details = fc.check(property, { seed, numRuns: runs });
    tried += details.numRuns;
    if (details.failed) {
      const cause =
        details.errorInstance instanceof Error ? details.errorInstance.message : String(details.errorInstance);
      console.log(`✕ ${name}: seed ${seed}, path ${details.counterexamplePath ?? ''}`);
      console.log(`  input: ${fc.stringify(details.counterexample)}\n  ${cause}`);
      return false;
    }
    seed += 1;
  } while (performance.now() < endMs);
  console.log(`✓ ${name}: ${tried} inputs, seeds ${firstSeed} to ${seed - 1}`);
  return true;
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options === null) console.log(USAGE);
  else {
    console.log(`seed ${options.seed}`);
    const needsMachine = options.targets.some((name) => !TARGETS.some((one) => one.name === name));
    const all = needsMachine ? [...TARGETS, ...machineTargets(await openLab())] : TARGETS;
    const chosen = all.filter(({ name }) => options.targets.includes(name));
    const held = chosen.map((target) => fuzz(target, options.seed, options.seconds));
    if (held.includes(false)) process.exitCode = 1;
  }
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  process.exitCode = 2;
}
