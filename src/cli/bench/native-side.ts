// The scenarios on a native CPython, a fresh subprocess a run: talks with `native_driver.py`, which starts and times
// the processes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { nativePythons } from '../../machine/native-python.ts';
import type { Sample, Side } from './side.ts';
import { spread, sum } from './statistics.ts';
import type { Scenario, Subject } from './subjects.ts';

export interface NativeSide extends Side {
  readonly python: string;
  /** Scenarios that are run each round, of all. */
  readonly sampled: number;
  /** Crashes whose write point the plain counting of the native side did not reach. */
  readonly notFired: number;
  close(): Promise<void>;
}

interface Answer {
  readonly ms: number;
  readonly cpuMs: number;
  readonly fired: boolean;
}

/** Null where no Python of version 3.12 or later with sqlite3 is found. */
export function openNativeSide(subjects: readonly Subject[], limit: number): NativeSide | null {
  const [python] = nativePythons().filter(({ version: [major, minor] }) => major === 3 && minor >= 12);
  if (!python) return null;
  const driver = spawn(python.executable, ['-I', fileURLToPath(new URL('./native_driver.py', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: driver.stdout })[Symbol.asyncIterator]();
  const chosen = choose(subjects, limit);
  let notFired = 0;

  async function run(subject: Subject): Promise<Sample> {
    const scenarios = chosen.get(subject) ?? [];
    if (scenarios.length === 0) return { ms: 0, cpuMs: 0, scenarios: 0 };
    driver.stdin.write(`${requestOf(subject, scenarios)}\n`);
    const line = await lines.next();
    if (line.done) throw new Error('the native side ended; its message stands above');
    const answers = JSON.parse(line.value) as Answer[];
    notFired += answers.filter(({ fired }) => !fired).length;
    const total = (of: (answer: Answer) => number): number => sum(answers.map(of));
    return { ms: total(({ ms }) => ms), cpuMs: total(({ cpuMs }) => cpuMs), scenarios: answers.length };
  }

  return {
    key: 'native',
    title: `native CPython ${python.version.join('.')}, a fresh process a run`,
    python: python.version.join('.'),
    sampled: sum([...chosen.values()].map(({ length }) => length)),
    get notFired() {
      return notFired;
    },
    run,
    async close() {
      driver.stdin.end();
      if (driver.exitCode === null && driver.signalCode === null) await once(driver, 'exit');
    },
  };
}

function choose(subjects: readonly Subject[], limit: number): ReadonlyMap<Subject, readonly Scenario[]> {
  const all = subjects.flatMap((subject) => subject.scenarios.map((scenario) => ({ subject, scenario })));
  const chosen = new Map<Subject, Scenario[]>();
  for (const { subject, scenario } of spread(all, limit)) {
    chosen.set(subject, [...(chosen.get(subject) ?? []), scenario]);
  }
  return chosen;
}

function requestOf({ task, reference, name }: Subject, scenarios: readonly Scenario[]): string {
  const [start] = task.cases;
  if (!start) throw new Error(`${name} has no case`);
  const files = start.files.map(({ path, bytes }) => ({ path, base64: Buffer.from(bytes).toString('base64') }));
  return JSON.stringify({
    source: reference.source,
    function: task.function,
    args: start.args,
    start: { sql: start.sql, files, cache: start.cache },
    scenarios,
  });
}
