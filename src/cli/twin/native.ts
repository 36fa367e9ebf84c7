// Native CPython as a twin: finds one, keeps a few driver processes, and asks them for experiments. What an
// experiment is stands in `driver.py`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { nativePythons, type NativePython } from '../../machine/native-python.ts';
import { SCHEDULE } from '../../model/schedule.ts';
import { usesDatabase, type Task } from '../../model/task.ts';
import type { Fault, Mode } from '../../model/trace.ts';
import type { Outcome, Safety } from '../../model/verdict.ts';

/** What the twin says of one scenario. */
export interface TwinCell {
  /** Index of the write point in the run, from 0. */
  readonly index: number;
  readonly fault: Fault;
  /** Outcome, and `torn` and `bad` where it is; or why there is none. */
  readonly label: string;
  /** What was seen, for a person who looks into a difference. */
  readonly detail: string;
}

export interface TwinMode {
  readonly mode: Mode;
  readonly works: boolean;
  readonly why: string | null;
  /** Kind and text of each write point of the clean run of the first case. */
  readonly points: readonly string[];
  readonly cells: readonly TwinCell[];
  readonly repeat: Outcome | null;
}

export interface TwinReport {
  readonly safety: Safety | null;
  readonly modes: readonly TwinMode[];
}

export interface TwinPlan {
  readonly mode: Mode;
  /** Indices of the write points to crash at. */
  readonly points: readonly number[];
}

/** CPython 3.13 where there is one, else the newest from 3.12 on; null where there is none. */
export function findTwinPython(): NativePython | null {
  const fit = nativePythons().filter(({ version: [major, minor] }) => major === 3 && minor >= 12);
  return fit.find(({ version: [, minor] }) => minor === 13) ?? fit[0] ?? null;
}

/** One driver process; one experiment at a time. */
export class TwinDriver {
  readonly #child;
  readonly #answers;

  constructor(python: NativePython) {
    const driver = fileURLToPath(new URL('./driver.py', import.meta.url));
    this.#child = spawn(python.executable, ['-P', '-s', '-B', driver], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, PYTHONHASHSEED: '0', PYTHONUTF8: '1', PYTHONWARNINGS: 'ignore', TZ: 'UTC' },
    });
    this.#answers = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  /** `every`: execute each re-run, though an equal world was re-run before. Rejects where the driver fails; its message is on standard error then. */
  async ask(task: Task, source: string, plans: readonly TwinPlan[], every: boolean): Promise<TwinReport> {
    if (task.judgeSql === null) throw new Error(`${task.id} has no judge.sql, and the twin has no other judge`);
    const request = {
      source,
      function: task.function,
      usesDatabase: usesDatabase(task),
      finishes: task.finishesInterruptedWork,
      judgesRepeats: task.judgesRepeats,
      judgeSql: task.judgeSql,
      cases: task.cases.map(({ args, sql, cache, files }) => ({
        args,
        sql,
        cache,
        files: files.map(({ path, bytes }) => ({ path, base64: Buffer.from(bytes).toString('base64') })),
      })),
      modes: plans,
      every,
      ...SCHEDULE,
    };
    this.#child.stdin.write(`${JSON.stringify(request)}\n`);
    const line = await this.#answers.next();
    if (line.done) throw new Error('the native twin ended; its message stands above');
    return JSON.parse(line.value) as TwinReport;
  }

  async close(): Promise<void> {
    this.#child.stdin.end();
    if (this.#child.exitCode === null) await once(this.#child, 'exit');
  }
}
