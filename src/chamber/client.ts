// What the rest of the app knows of the chamber: load, run, stop, query. Files, frames, ports and deadlines live beside it.
import { lazy } from '../lazy.ts';
import type { LoadProgress, LoadStage, TestProgress } from '../model/progress.ts';
import type { QueryAnswer, WorldQuery } from '../model/query.ts';
import type { Task } from '../model/task.ts';
import type { CrashTestResult } from '../model/verdict.ts';
import { ImageStore } from '../storage/images.ts';
import type { RunAnswer } from './chamber.ts';
import { type ChamberFiles, Download, DownloadError, LoadError } from './download.ts';
import { ChamberPool } from './pool.ts';
import { BROKEN, BUSY, GONE, ONE_AT_A_TIME } from './query-answers.ts';

export { LoadError } from './download.ts';
export type { RunAnswer } from './chamber.ts';

export interface CrashTestRequest {
  readonly task: Task;
  readonly source: string;
}

export interface CrashTestClient {
  /** Gets ready to run; again = Retry. Rejects with a `LoadError` whose message is a sentence with the cause. */
  load(onLoad: (progress: LoadProgress) => void): Promise<void>;
  /** Crash-tests one solution; loads first where needed. Always resolves. One at a time. */
  run(request: CrashTestRequest, onProgress: (progress: TestProgress) => void): Promise<RunAnswer>;
  /** Ends the run at once, whatever it is doing. Without a run: nothing. */
  stop(): void;
  /** Reads a world of the last result. Always resolves; one at a time, and a run that is started ends it. */
  query(query: WorldQuery): Promise<QueryAnswer>;
  /** Messages from the chamber that were forged, malformed or late. */
  readonly ignoredMessages: number;
  /** A sentence where the start image could not be kept or read, else null. */
  readonly storageProblem: string | null;
}

/** Files are asked for on the first `load`, so that nothing is fetched before it is wanted. */
export type FilesSource = () => Promise<ChamberFiles>;

const filesModule = lazy(() => import('./files.ts'));
const filesOfThisApp: FilesSource = async () => (await filesModule()).chamberFiles;

export function createClient(source: FilesSource = filesOfThisApp): CrashTestClient {
  return new Client(source);
}

const SPARE_DELAY_MS = 2_000;

/** The run that is going on. */
interface Run {
  /** From 1; a message with another number is too late. */
  readonly number: number;
  stop: () => void;
  /** True once the code has been handed over. */
  started: boolean;
}

class Client implements CrashTestClient {
  readonly #source: FilesSource;
  readonly #images = new ImageStore();
  readonly #listeners = new Set<(progress: LoadProgress) => void>();
  #download: Download | null = null;
  #pool: ChamberPool | null = null;
  #loading: Promise<ChamberPool> | null = null;
  #progress: LoadProgress = { stage: 'download', loaded: 0, total: 0 };
  #lastRun = 0;
  #current: Run | null = null;
  #asking = false;
  /** Digest of the last verdict whose code broke its worker. */
  #broken: string | null = null;

  constructor(source: FilesSource) {
    this.#source = source;
  }

  get ignoredMessages(): number {
    return this.#pool?.ignored ?? 0;
  }

  get storageProblem(): string | null {
    return this.#images.problem;
  }

  async load(onLoad: (progress: LoadProgress) => void): Promise<void> {
    this.#listeners.add(onLoad);
    try {
      onLoad(this.#progress);
      const pool = await this.#loaded();
      // The spare can wait: a run that is wanted at once should not share the processor with its start.
      setTimeout(() => {
        if (this.#current === null) pool.tidy();
      }, SPARE_DELAY_MS);
    } finally {
      this.#listeners.delete(onLoad);
    }
  }

  async run(request: CrashTestRequest, onProgress: (progress: TestProgress) => void): Promise<RunAnswer> {
    if (this.#current !== null) return { kind: 'failed', sentence: 'Another crash test is still running.' };
    const run: Run = { number: ++this.#lastRun, stop: () => undefined, started: false };
    const stopped = new Promise<RunAnswer>((resolve) => {
      run.stop = () => resolve({ kind: 'stopped' });
    });
    this.#current = run;
    if (this.#asking) this.#pool?.retire();
    try {
      const answer = await Promise.race([stopped, this.#answer(run, request, onProgress)]);
      // Stopped while loading: nothing foreign has run, so the loading goes on for the next run.
      if (run.started && (answer.kind !== 'result' || leavesUnfit(answer.result))) {
        this.#broken = answer.kind === 'result' ? answer.result.verdict.digest : null;
        this.#pool?.retire();
      }
      return answer;
    } finally {
      this.#current = null;
      this.#pool?.tidy();
    }
  }

  stop(): void {
    this.#current?.stop();
  }

  async query(query: WorldQuery): Promise<QueryAnswer> {
    if (this.#current !== null) return BUSY;
    if (this.#asking) return ONE_AT_A_TIME;
    if (query.verdict === this.#broken) return BROKEN;
    const chamber = this.#pool?.active ?? null;
    if (chamber === null) return GONE;
    this.#asking = true;
    try {
      return await chamber.query(query);
    } finally {
      this.#asking = false;
      if (!chamber.alive && this.#current === null) this.#pool?.tidy();
    }
  }

  async #answer(
    run: Run,
    { task, source }: CrashTestRequest,
    onProgress: (progress: TestProgress) => void,
  ): Promise<RunAnswer> {
    try {
      const pool = await this.#loaded();
      const chamber = await pool.take((stage) => this.#say(stage));
      if (this.#current !== run) return { kind: 'stopped' };
      run.started = true;
      return await chamber.run(run.number, task, source, (progress) => {
        if (this.#current === run) onProgress(progress);
      });
    } catch (error) {
      return { kind: 'failed', sentence: error instanceof Error ? error.message : String(error) };
    }
  }

  /** One attempt at a time; a failed one is forgotten, so that the next call is a retry. */
  #loaded(): Promise<ChamberPool> {
    const attempt = (this.#loading ??= this.#open());
    attempt.catch(() => {
      if (this.#loading === attempt) this.#loading = null;
    });
    return attempt;
  }

  async #open(): Promise<ChamberPool> {
    const pool = this.#pool ?? (await this.#newPool());
    try {
      await pool.take((stage) => this.#say(stage));
    } catch (error) {
      // The files are asked for again; what has arrived is remembered.
      if (error instanceof DownloadError) {
        pool.retire();
        this.#pool = null;
      }
      throw error;
    }
    this.#download = null;
    this.#say('ready');
    return pool;
  }

  async #newPool(): Promise<ChamberPool> {
    const download = (this.#download ??= new Download(await this.#files()));
    this.#say('download', 0, download.total);
    const kept = this.#images.read(download.fingerprint);
    const files = download.start((loaded) => this.#say('download', loaded, download.total));
    return (this.#pool = new ChamberPool(files, download.fingerprint, this.#images, kept));
  }

  async #files(): Promise<ChamberFiles> {
    try {
      return await this.#source();
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error);
      throw new LoadError(`The list of the interpreter's files could not be fetched (${cause}).`);
    }
  }

  #say(stage: LoadStage, loaded = 0, total = 0): void {
    this.#progress = { stage, loaded, total };
    for (const listener of this.#listeners) listener(this.#progress);
  }
}

/** Whether a run may have left its worker other than it was: then the next run gets another one. */
function leavesUnfit({ verdict }: CrashTestResult): boolean {
  return (
    verdict.exits.some(({ status }) => status.kind === 'died') ||
    verdict.reason?.code === 'tampered' ||
    verdict.modes.some(({ cells }) =>
      cells.some((cell) => cell.status === 'not-judged' && (cell.reason === 'tampered' || cell.reason === 'died')),
    )
  );
}
