// What the tests of the engine share: the bundled tasks, the real laboratory, a fake machine whose worlds are
// words, and a fake judge that looks worlds up. For tests only.
import path from 'node:path';
import { openLab as openPlainLab, type Lab } from '../cli/lab.ts';
import { formatProblem } from '../model/result.ts';
import type { Task } from '../model/task.ts';
import type { Exit, ExitStatus, Fault, Mode, Refusal, WritePoint } from '../model/trace.ts';
import type { CrashTestResult, Findings, JudgedCell, Verdict } from '../model/verdict.ts';
import type { WorldData } from '../model/world.ts';
import { loadTasksRoot } from '../tasks/folder.ts';
import type { EngineParts } from './laboratory.ts';
import type { Judge, Judgement, Machine, ProcessRecord, ProcessRequest, WorldCopy } from './ports.ts';
import { watched } from './watched.testing.ts';

const TASKS = path.join(import.meta.dirname, '../../tasks/crash');

export async function loadTasks(): Promise<readonly Task[]> {
  return (await loadTasksRoot(TASKS)).map((result) => {
    if (!result.ok) throw new Error(result.problems.map(formatProblem).join('\n'));
    return result.value;
  });
}

export async function loadTask(id: string): Promise<Task> {
  const task = (await loadTasks()).find((one) => one.id === id);
  if (!task) throw new Error(`no task ${id}`);
  return task;
}

export function sourceOf(task: Task, name: string): string {
  const reference = task.references.find((one) => one.name === name);
  if (!reference) throw new Error(`${task.id} has no reference ${name}`);
  return reference.source;
}

export type { Lab };

/** The real laboratory; after each crash test it looks whether a world was written to that nobody may write to. */
export async function openLab(): Promise<Lab> {
  return watched(await openPlainLab());
}

export function judgedCells(verdict: Verdict): readonly (JudgedCell & { readonly mode: Mode })[] {
  return verdict.modes.flatMap(({ mode, cells }) =>
    cells.flatMap((cell) => (cell.status === 'judged' ? [{ mode, ...cell }] : [])),
  );
}

/** Cells of a table's column in a world that the verdict names, joined by commas. */
export function column(result: CrashTestResult, world: number, table: string, name: string): string {
  const view = result.evidence.worlds[result.verdict.worlds[world]?.digest ?? ''];
  const found = view?.tables.find((one) => one.name === table);
  if (!found) throw new Error(`world ${world} has no table ${table}`);
  return found.rows.map((row) => row[found.columns.indexOf(name)]).join(',');
}

// --- fakes -------------------------------------------------------------------------------------------------

/** A process of the fake machine: what it does at each write point, and the world after it. */
export interface FakeProcess {
  readonly steps?: readonly (readonly [text: string, after: string])[];
  readonly status?: ExitStatus;
  readonly refusals?: readonly Refusal[];
  readonly transactionOpen?: boolean;
  readonly tampering?: string;
  /** Write points beyond the recorded ones. */
  readonly more?: number;
}

/**
 * Processes by `mode world`, and by `mode world soft n` where an error at point n leads elsewhere than to the
 * world before it. `any world` serves both modes.
 */
export type FakeProgram = Readonly<Record<string, FakeProcess>>;

export const RETURNED: ExitStatus = { kind: 'returned', value: 'None' };
export const RAISED: ExitStatus = { kind: 'raised', errorType: 'ValueError', message: 'done already', line: 2 };

export function fakeExit(status: ExitStatus = RETURNED, changes: Partial<Exit> = {}): Exit {
  return {
    status,
    stdout: '',
    stderr: '',
    traceback: '',
    refusals: [],
    steps: 0,
    facts: [],
    transactionOpen: false,
    ...changes,
  };
}

export class FakeMachine implements Machine {
  /** Every process that was run: `mode world`, and where it was crashed. */
  readonly ran: string[] = [];

  constructor(
    readonly program: FakeProgram,
    readonly start = 'start',
  ) {}

  run(request: ProcessRequest, world: WorldCopy, observe?: Parameters<Machine['run']>[2]): ProcessRecord {
    const { crash } = request;
    const mode = request.mode ?? 'files';
    this.ran.push(`${mode} ${world.digest}${crash ? ` ${crash.fault} ${crash.index}` : ''}`);
    const process = this.#process(mode, world.digest, crash);
    const points: WritePoint[] = [];
    let now = world.digest;
    const end = (status: ExitStatus): ProcessRecord => ({
      exit: fakeExit(status, {
        refusals: process.refusals ?? [],
        facts: process.transactionOpen ? ['changes-lost-at-end'] : [],
        transactionOpen: process.transactionOpen ?? false,
      }),
      points,
      pointsReached: points.length + (process.more ?? 0),
      world: wordWorld(now),
      tampering: process.tampering ?? null,
    });
    for (const [text, after] of process.steps ?? []) {
      const index = points.length;
      const before = wordWorld(now);
      const point: WritePoint = { index, kind: 'statement', text, line: index + 1, repetition: 1 };
      points.push(point);
      observe?.(point, { world: () => before, exit: () => fakeExit({ kind: 'killed' }) });
      if (crash?.index === index && crash.fault === 'hard') return end({ kind: 'killed' });
      if (crash?.index === index && !this.#softProcess(mode, world.digest, index)) {
        return end({ kind: 'raised', errorType: 'OperationalError', message: 'disk I/O error', line: index + 1 });
      }
      now = after;
    }
    return end(process.status ?? RETURNED);
  }

  startingWorld(): WorldCopy {
    return wordWorld(this.start);
  }

  #softProcess(mode: string, world: string, index: number): FakeProcess | undefined {
    return this.program[`${mode} ${world} soft ${index}`] ?? this.program[`any ${world} soft ${index}`];
  }

  #process(mode: string, world: string, crash: { index: number; fault: Fault } | null): FakeProcess {
    const soft = crash?.fault === 'soft' ? this.#softProcess(mode, world, crash.index) : undefined;
    const process = soft ?? this.program[`${mode} ${world}`] ?? this.program[`any ${world}`];
    if (!process) throw new Error(`the fake program does not say what happens from: ${mode} ${world}`);
    return process;
  }
}

/** A world that is one word. */
export function wordWorld(word: string): WorldCopy {
  return { digest: word, data: () => wordData(word) };
}

function wordData(word: string): WorldData {
  const bytes = new TextEncoder().encode(word);
  return {
    files: [{ path: 'word', bytes, modifiedMs: 0 }],
    directories: [],
    links: [],
    mail: [],
    cache: [],
    databases: [],
  };
}

const wordOf = (world: WorldData): string => new TextDecoder().decode(world.files[0]?.bytes);

/** What the fake judge says of each world; of a world that is not listed, that all is done. */
export type FakeFindings = Readonly<Record<string, Partial<Findings> | 'cannot be read'>>;

export function fakeJudge(findings: FakeFindings): Judge {
  const judge = (world: WorldData): Judgement => {
    const found = findings[wordOf(world)] ?? {};
    if (found === 'cannot be read') return { ok: false, message: 'the view torn fails' };
    return { ok: true, findings: { torn: [], missing: [], repeated: [], ...found } };
  };
  return {
    settle: () => null,
    judge: (_sql, world) => judge(world),
    learn: () => ({
      hides: false,
      judge(world) {
        const judgement = judge(world);
        return judgement.ok ? { ...judgement, unsure: null } : judgement;
      },
    }),
    view: () => ({ tables: [], files: [], mail: [], cache: [], unreadable: null }),
  };
}

export function fakeParts(program: FakeProgram, findings: FakeFindings): EngineParts & { machine: FakeMachine } {
  return { machine: new FakeMachine(program), judge: fakeJudge(findings), store: { withDatabases: (world) => world } };
}

export function fakeTask(changes: Partial<Task> = {}): Task {
  return {
    id: 'fake',
    title: 'Fake',
    category: 'database',
    function: 'f',
    parameters: ['conn'],
    finishesInterruptedWork: false,
    judgesRepeats: true,
    prompt: '',
    cases: [{ name: 'one', args: [{ helper: 'conn' }], sql: '', files: [], cache: [] }],
    judgeSql: 'views',
    references: [],
    ...changes,
  };
}
