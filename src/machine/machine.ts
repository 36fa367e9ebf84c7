// Runs processes: restore the image, let the interpreter call the solution, read how it ended. It crashes
// where the plan says and records write points; it decides no outcome.
import type { Machine, PointObserver, ProcessRecord, ProcessRequest, WorldCopy } from '../engine/ports.ts';
import { SCHEDULE, TICK_MS } from '../model/schedule.ts';
import type { TaskCase } from '../model/task.ts';
import {
  REFUSAL_KINDS,
  RUN_FACTS,
  WRITE_POINT_KINDS,
  type Exit,
  type ExitStatus,
  type Refusal,
  type RefusalKind,
  type RunFact,
  type WritePoint,
  type WritePointKind,
} from '../model/trace.ts';
import { DATABASE_PATH, WORLD_ROOT } from '../model/world.ts';
import { TooMuch } from '../world/allowance.ts';
import { emptyWorld, TEMPORARY_DIRECTORY, type World } from '../world/world.ts';
import { MEMORY_LIMIT_BYTES, type Boundary } from './boundary.ts';
import { Canary } from './canary.ts';
import { createControl, type Control, type ControlAnswer, type ControlMessage } from './control.ts';
import type { PythonModule } from './emscripten.ts';
import { BudgetExhausted, Forbidden, Killed, ProcessExit } from './errors.ts';
import { createFrameReader, type FrameReader } from './frames.ts';
import { createRestorer, type Image, type Restorer } from './image.ts';
import { actLikeLinux, type LinuxFiles } from './linux-files.ts';
import { closeOutside } from './outside.ts';
import { speakLinux } from './linux-errors.ts';
import { quietlyMissing } from './missing.ts';
import { setUpSource } from './python/sources.ts';
import { setupError } from './setup.ts';
import { type Announced, SqliteFiles } from './sqlite-files.ts';
import { mountZones } from './zoneinfo/mount.ts';
import { mountWorld, type WorldFs, type WorldFsHooks } from './world-fs.ts';

/** Interpreter checks (loop jumps, calls) and SQLite steps that a process may use. */
export const BUDGET_STEPS = 10_000_000;
/** Checks between two looks for signals when nothing is set. Source: `PY_EMSCRIPTEN_SIGNAL_INTERVAL`. */
const SIGNAL_INTERVAL = 50;
/** Write points that are recorded; what comes after is counted only. */
export const RECORDED_POINTS = 100_000;
/** Starting worlds that are kept: enough for every bundled task. */
const STARTS_KEPT = 64;
/** Characters of a point's text. */
const TEXT_LIMIT = 400;
/** Refusals of a run that are named; the first decides. */
const REFUSALS_KEPT = 20;
/** Process ids, which differ between a run and its re-run as they would. */
const FIRST_PID = 4200;

interface Running {
  readonly request: ProcessRequest;
  readonly observe: PointObserver | undefined;
  readonly points: WritePoint[];
  readonly repetitions: Map<string, number>;
  /** By kind and name, in the order in which they were asked for. */
  readonly refusals: Map<string, Refusal>;
  readonly facts: Set<RunFact>;
  reached: number;
  /** What was touched that no process may touch, first of all. */
  tampering: string | null;
  done: { status: ExitStatus; traceback: string; transactionOpen: boolean } | null;
}

export class ProcessMachine implements Machine {
  readonly imageBytes: number;
  /** Steps that each process may use; changed by tests only. */
  budgetSteps = BUDGET_STEPS;
  /** Counts write points of databases in memory too; for the test of transparency only. */
  everyDatabase = false;
  readonly control: Control;
  readonly #frames: FrameReader;
  readonly #restorer: Restorer;
  readonly #canary: Canary;
  readonly #worldFs: WorldFs;
  readonly #files: LinuxFiles;
  readonly #sqliteFiles = new SqliteFiles({
    opened: (path) => {
      if (this.world.openedBySqlite(path)) this.#databaseOpened = true;
    },
    committedApart: () => {
      this.#running?.facts.add('wal-with-attach');
    },
  });
  /** Whether SQLite has opened a database of the world since Python last began to make a connection. */
  #databaseOpened = false;
  #running: Running | null = null;
  /** By what a case starts with, oldest first: the same case comes as another object each time that a page asks. */
  readonly #starts = new Map<string, WorldCopy>();

  constructor(
    readonly module: PythonModule,
    readonly boundary: Boundary,
    readonly world: World,
    readonly image: Image,
  ) {
    const { FS } = module;
    FS.mkdir(WORLD_ROOT);
    FS.rmdir('/tmp');
    FS.symlink(`${WORLD_ROOT}/${TEMPORARY_DIRECTORY}`, '/tmp');
    for (const name of ['urandom', 'random']) {
      FS.unlink(`/dev/${name}`);
      const device = FS.makedev(78, name === 'random' ? 1 : 0);
      FS.registerDevice(device, {
        read: (_stream: unknown, buffer: Uint8Array, offset: number, length: number) => {
          boundary.entropy.fill(new Uint8Array(buffer.buffer, buffer.byteOffset + offset, length));
          return length;
        },
        write: (_stream: unknown, _buffer: unknown, _offset: number, length: number) => length,
      });
      FS.mkdev(`/dev/${name}`, 0o666, device);
    }
    mountZones(FS);
    this.control = createControl(FS, {
      message: (message) => this.#handle(message),
      letter: (letter) => this.#look(letter),
      forged: (what) => this.#tampered(what),
    });
    boundary.onControl = (message) => this.control.receive(message);
    boundary.onAnswer = (buffer) => this.control.answer(buffer);
    boundary.onForbidden = (name) => this.#tampered(`it called ${name}, a function of the host`);
    const hooks: WorldFsHooks = {
      point: (kind, text, line) => this.#point(kind, text, line),
      currentLine: () => this.#frames.currentLine(),
      spend: (steps) => this.#spend(steps),
      refuse: (what) => {
        if (this.#running) this.#refuse(this.#running, 'part', what);
      },
      nowMs: () => boundary.clock.peek(),
      fact: (fact) => this.#running?.facts.add(fact),
    };
    this.#worldFs = mountWorld(module, world, hooks, this.#sqliteFiles, WORLD_ROOT);
    this.#files = actLikeLinux(FS, this.#worldFs);
    boundary.onUnmap = (address) => this.#worldFs.mappings.remove(address);
    boundary.onFlush = (address) => this.#worldFs.mappings.flush(address);
    boundary.isMissing = quietlyMissing(FS, world, WORLD_ROOT);
    this.#restorer = createRestorer(module, image);
    this.imageBytes = this.#restorer.bytes;
    this.#restorer.restore();
    const onLack = (name: string): boolean => {
      if (this.#running) this.#refuse(this.#running, 'part', name);
      return this.#running !== null;
    };
    speakLinux(module, image.errorTable, () => onLack(this.#unnamedCall()));
    closeOutside(FS, onLack);
    this.#frames = createFrameReader(module, image.codeType, 'solution.py');
    // Also called whenever C code looks for signals, so the countdown itself is looked at; at zero the
    // interpreter puts it back to its own interval.
    boundary.onCountdown = () => {
      if (this.#stepsLeft > SIGNAL_INTERVAL) return 0;
      throw new BudgetExhausted(this.#frames.currentLine());
    };
    this.#canary = new Canary(FS);
    boundary.sealed = true;
  }

  /** Restores the image and nothing else: what a benchmark measures. */
  restoreOnly(): void {
    this.#restorer.restore();
  }

  run(request: ProcessRequest, world: WorldCopy, observe?: PointObserver): ProcessRecord {
    this.#start(request, world);
    const running: Running = {
      request,
      observe,
      points: [],
      repetitions: new Map(),
      refusals: new Map(),
      facts: new Set(),
      reached: 0,
      tampering: null,
      done: null,
    };
    this.#running = running;
    let status: ExitStatus;
    try {
      status = this.#endOf(() => {
        const result = this.module._PyObject_CallNoArgs(this.image.enter);
        return result === 0 || !running.done ? brokenHarness() : running.done.status;
      });
      if (status.kind !== 'killed') status = this.#endOf(() => this.#lastStores(status));
    } finally {
      this.#running = null;
    }
    if (running.tampering === null && goesTooDeep(running, status)) return tooDeep(running, world);
    return {
      exit: this.#exit(running, status),
      points: running.points,
      pointsReached: running.reached,
      world: this.world.copy(),
      tampering: running.tampering ?? this.#canary.complaint(),
    };
  }

  #endOf(run: () => ExitStatus): ExitStatus {
    try {
      return run();
    } catch (error) {
      return this.#statusOf(error);
    }
  }

  /** What a process has stored to shared mappings outlives it, however it ended. */
  #lastStores(status: ExitStatus): ExitStatus {
    this.#worldFs.mappings.settle();
    return status;
  }

  startingWorld(taskCase: TaskCase): WorldCopy {
    const empty = emptyWorld(taskCase.files, taskCase.cache, SCHEDULE.firstRunMs).copy();
    if (taskCase.sql === null) return empty;
    const key = `${empty.digest} ${taskCase.sql}`;
    const start = this.#starts.get(key) ?? this.#makeStart(taskCase, taskCase.sql, empty);
    this.#starts.delete(key);
    this.#starts.set(key, start);
    const [oldest] = this.#starts.keys();
    if (oldest !== undefined && this.#starts.size > STARTS_KEPT) this.#starts.delete(oldest);
    return start;
  }

  #makeStart(taskCase: TaskCase, sql: string, empty: WorldCopy): WorldCopy {
    const record = this.run(
      {
        source: setUpSource,
        function: 'set_up',
        args: [{ helper: 'conn' }, { value: sql }],
        mode: 'autocommit',
        attempt: 0,
        startMs: SCHEDULE.firstRunMs,
        tickMs: TICK_MS,
        crash: null,
        entropySalt: 'set-up',
      },
      empty,
    );
    const { status } = record.exit;
    if (status.kind !== 'returned') throw setupError(taskCase, status);
    return record.world;
  }

  #start(request: ProcessRequest, world: WorldCopy): void {
    const { module, boundary } = this;
    const { FS } = module;
    this.world.load(world);
    this.#worldFs.startOver();
    this.#files.startOver();
    FS.currentPath = WORLD_ROOT;
    this.control.reset();
    this.#restorer.restore();
    boundary.clock.start(request.startMs, request.tickMs);
    boundary.entropy.seed(`attempt ${request.attempt} ${request.entropySalt}`);
    module.HEAPU8[module._Py_EMSCRIPTEN_SIGNAL_HANDLING] = 1;
    this.#stepsLeft = this.budgetSteps;
    // In the order in which `enter` of `process.py` takes them.
    this.control.setRequest([
      request.source,
      request.function,
      JSON.stringify(request.args),
      request.mode,
      DATABASE_PATH,
      this.everyDatabase,
      FIRST_PID + request.attempt,
    ]);
  }

  get #stepsLeft(): number {
    return this.module.HEAP32[this.module.__Py_emscripten_signal_clock >>> 2] ?? 0;
  }

  set #stepsLeft(steps: number) {
    this.module.HEAP32[this.module.__Py_emscripten_signal_clock >>> 2] = steps;
  }

  #handle(message: ControlMessage): ControlAnswer {
    const running = this.#running;
    if (!running) return {};
    const text = (field: string): string => String(message[field] ?? '');
    switch (message.op) {
      case 'point': {
        const kind = WRITE_POINT_KINDS.find((one) => one === message['kind']);
        if (kind === undefined) {
          this.#tampered('it told of a write of a kind that there is none of');
          return {};
        }
        this.#sqliteFiles.nextPoint();
        return { fail: this.#point(kind, text('text').replace(/\s+/g, ' ').trim()) };
      }
      case 'steps':
        this.#spend(Number(message['count']));
        return {};
      case 'python':
        this.#sqliteFiles.announce(text('call') as Announced, text('path'));
        return {};
      case 'sqlite.connect':
        this.#databaseOpened = false;
        return {};
      case 'sqlite.opened':
        return { reply: this.#databaseOpened };
      case 'sleep':
        this.boundary.clock.sleep(Number(message['seconds']));
        return {};
      case 'link':
        return { reply: this.#files.link(text('source'), text('target')) };
      case 'lock': {
        const error = this.#files.lock(Number(message['fd']), Number(message['operation']));
        if (error === null) throw new BudgetExhausted(this.#frames.currentLine());
        return { reply: error };
      }
      case 'refused':
        this.#refuse(running, text('kind') as RefusalKind, text('name'));
        return {};
      case 'tampered':
        this.#tampered(text('what'));
        return {};
      case 'fact':
        running.facts.add(text('what') as RunFact);
        return {};
      case 'send': {
        if (this.#point('mail', `mail to ${text('to')}: ${text('subject')}`)) return { fail: true };
        this.world.deliver({
          to: text('to'),
          subject: text('subject'),
          body: text('body'),
          idempotencyKey: message['key'] == null ? null : text('key'),
          sentAt: new Date(this.boundary.clock.peek()).toISOString(),
        });
        return {};
      }
      case 'cache.get':
        return { reply: this.world.cacheGet(text('key')) };
      case 'cache.set':
        if (this.#point('cache', `set ${text('key')} to ${text('value')}`)) return { fail: true };
        this.world.cacheSet(text('key'), text('value'));
        return {};
      case 'cache.delete':
        if (this.#point('cache', `delete ${text('key')}`)) return { fail: true };
        this.world.cacheDelete(text('key'));
        return {};
      case 'done':
        running.done = {
          status: message['status'] as ExitStatus,
          traceback: text('traceback'),
          transactionOpen: message['transactionOpen'] === true,
        };
        return {};
      default:
        return {};
    }
  }

  #spend(steps: number): void {
    const left = this.#stepsLeft - steps;
    if (left <= 0) throw new BudgetExhausted(this.#frames.currentLine());
    this.#stepsLeft = left;
  }

  /** Looks for stores to shared mappings, as `stores.py` asks. */
  #look(who: string): void {
    this.#worldFs.mappings.look(() => (who === 'a' ? null : this.#frames.lineBefore(who === 'c')));
  }

  #tampered(what: string): void {
    if (this.#running) this.#running.tampering ??= what;
  }

  /**
   * Counts a write point, just before its effect. True: a soft crash, the call fails. Throws on a hard one. `line` is
   * given where it is not the one that is running.
   */
  #point(kind: WritePointKind, text: string, line = this.#frames.currentLine()): boolean {
    const running = this.#running;
    if (!running) return false;
    // What was stored before goes first.
    if (kind !== 'store') this.#worldFs.mappings.settle();
    const index = running.reached++;
    if (running.points.length < RECORDED_POINTS) {
      const key = `${line}:${kind}`;
      const repetition = (running.repetitions.get(key) ?? 0) + 1;
      running.repetitions.set(key, repetition);
      const shown = text.length > TEXT_LIMIT ? `${text.slice(0, TEXT_LIMIT)}…` : text;
      const point: WritePoint = { index, kind, text: shown, line, repetition };
      running.points.push(point);
      running.observe?.(point, {
        world: () => this.world.copy(),
        exit: () => this.#exit(running, { kind: 'killed' }),
      });
    }
    const { crash } = running.request;
    if (crash?.index !== index) return false;
    if (crash.fault === 'hard') throw new Killed();
    return true;
  }

  #refuse(running: Running, kind: RefusalKind, name: string): void {
    const key = `${kind} ${name}`;
    // A name comes from this machine's tables, except from code that forges the message.
    if (running.refusals.size < REFUSALS_KEPT && !running.refusals.has(key)) {
      running.refusals.set(key, {
        kind: REFUSAL_KINDS.includes(kind) ? kind : 'part',
        name: name.slice(0, TEXT_LIMIT),
      });
    }
  }

  /** For an operation that no table names: the file system or the C library could not do it. */
  #unnamedCall(): string {
    const line = this.#frames.currentLine();
    return `an operation of Linux${line === null ? '' : ` at line ${line}`}`;
  }

  #statusOf(error: unknown): ExitStatus {
    if (error instanceof Killed) return { kind: 'killed' };
    if (error instanceof BudgetExhausted) return { kind: 'timed-out', line: error.line };
    if (error instanceof TooMuch) return { kind: 'over-limit', what: error.what, line: this.#frames.currentLine() };
    if (error instanceof Forbidden) return { kind: 'died', cause: 'crashed', detail: `it was ended: ${error.message}` };
    if (error instanceof ProcessExit) return { kind: 'exited', code: String(error.code), abrupt: true };
    if (isStackOverflow(error)) return { kind: 'died', cause: 'stack-overflow', detail: 'its stack overflowed' };
    if (error instanceof WebAssembly.RuntimeError) {
      // Where an allocation fails the interpreter sometimes falls over it instead of raising MemoryError.
      return this.#restorer.usedBytes() > MEMORY_LIMIT_BYTES / 2
        ? { kind: 'died', cause: 'memory', detail: 'it ran out of memory' }
        : { kind: 'died', cause: 'crashed', detail: 'it crashed, as after a wild pointer' };
    }
    throw error;
  }

  #exit(running: Running, status: ExitStatus): Exit {
    return {
      status,
      stdout: this.control.output('stdout'),
      stderr: this.control.output('stderr'),
      traceback: running.done?.traceback ?? '',
      refusals: [...running.refusals.values()],
      facts: RUN_FACTS.filter((fact) => running.facts.has(fact)),
      steps: this.budgetSteps - this.#stepsLeft,
      transactionOpen: running.done?.transactionOpen ?? false,
    };
  }
}

/** As `StackOverflow` of `process.py` calls it. */
const TOO_DEEP = 'recursion this deep through C code';

function goesTooDeep({ refusals }: Running, status: ExitStatus): boolean {
  return refusals.has(`part ${TOO_DEEP}`) || (status.kind === 'died' && status.cause === 'stack-overflow');
}

/**
 * Where calls go deeper than the machine does, one engine comes to the interpreter's limit and another to the end of its own
 * stack. What the code did after that is not looked at, so that every engine says the same.
 */
function tooDeep(running: Running, start: WorldCopy): ProcessRecord {
  const before: Refusal[] = [];
  for (const refusal of running.refusals.values()) {
    if (refusal.name === TOO_DEEP) break;
    before.push(refusal);
  }
  const exit: Exit = {
    status: { kind: 'died', cause: 'stack-overflow', detail: 'its stack overflowed' },
    stdout: '',
    stderr: '',
    traceback: '',
    refusals: [...before, { kind: 'part', name: TOO_DEEP }],
    facts: [],
    steps: 0,
    transactionOpen: false,
  };
  return { exit, points: [], pointsReached: 0, world: start, tampering: null };
}

/** Each engine has an error of its own for it: V8 and JavaScriptCore a RangeError, SpiderMonkey an InternalError. */
function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && error.name === 'InternalError');
}

/** The harness inside the process could not finish: the solution broke the interpreter around it. */
function brokenHarness(): ExitStatus {
  return { kind: 'died', cause: 'crashed', detail: 'the interpreter could not report how the call ended' };
}
