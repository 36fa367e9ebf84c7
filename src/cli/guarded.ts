// Crash tests of code that nobody here wrote: in a process of their own, which Node lets read what it needs and nothing else.
// It writes no file, starts no process and no worker, evaluates no text, knows no environment, and is ended where it falls
// silent or takes too much memory. Also where a run touched what it must not: the next one gets a fresh process.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { CACHE, keptImagePath } from '../machine/node.ts';
import type { Task } from '../model/task.ts';
import type { Verdict } from '../model/verdict.ts';
import type { LabAnswer } from './lab.ts';
import { bundledChild } from './sealed/bundle.ts';

/** Wall-clock time without any progress before the process is ended. */
export const SILENCE_LIMIT_MS = 60_000;
/** Memory that the process may have, beyond which it is ended. */
export const MEMORY_LIMIT_BYTES = 3_000_000_000;
const MEMORY_LOOK_MS = 500;
const PAGE_BYTES = 4096;
const ROOT = path.join(import.meta.dirname, '../..');

export type GuardedAnswer = LabAnswer | { readonly kind: 'stopped'; readonly sentence: string };

export interface GuardedRequest {
  readonly task: Task;
  readonly source: string;
  readonly brute: boolean;
}

export type FromGuarded =
  | { readonly kind: 'ready' }
  | { readonly kind: 'progress' }
  | LabAnswer
  | { readonly kind: 'fault'; readonly message: string };

export interface GuardOptions {
  readonly silenceLimitMs?: number;
  readonly memoryLimitBytes?: number;
}

/** What Node is told; `readable` are folders and files. Version 20 has the permission model under another name. */
export function sealedFlags(readable: readonly string[]): string[] {
  const permission = Number(process.versions.node.split('.')[0]) >= 24 ? '--permission' : '--experimental-permission';
  return [
    permission,
    ...readable.map((place) => `--allow-fs-read=${place}`),
    '--disallow-code-generation-from-strings',
    '--max-old-space-size=1024',
    '--no-warnings',
  ];
}

export class GuardedLab {
  #child: ChildProcess | null = null;

  constructor(
    readonly childFile: string,
    readonly imageFile: string,
    readonly options: GuardOptions = {},
  ) {}

  /** Makes what the process needs, where it is not kept yet. */
  static async open(options: GuardOptions = {}): Promise<GuardedLab> {
    const image = await keptImagePath();
    return new GuardedLab(await bundledChild(CACHE), image, options);
  }

  /** One at a time. Rejects where the fault is ours. */
  async test(task: Task, source: string, brute = false): Promise<GuardedAnswer> {
    this.#child ??= this.#start();
    const child = this.#child;
    try {
      const answer = await this.#ask(child, { task, source, brute });
      if (answer.kind !== 'result' || isSuspicious(answer.result.verdict)) this.close();
      return answer;
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Whether a process is there, for the next one or for the one that is tested. */
  get isRunning(): boolean {
    return this.#child !== null;
  }

  close(): void {
    this.#child?.kill('SIGKILL');
    this.#child = null;
  }

  #start(): ChildProcess {
    const modules = path.join(ROOT, 'node_modules');
    const readable = [this.childFile, this.imageFile, path.join(ROOT, 'package.json')];
    for (const name of ['pyodide', 'sql.js']) readable.push(`${path.join(modules, name)}/*`);
    return spawn(process.execPath, [...sealedFlags(readable), this.childFile], {
      cwd: CACHE,
      env: { BY_ACCIDENT_IMAGE: this.imageFile },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
    });
  }

  #ask(child: ChildProcess, request: GuardedRequest): Promise<GuardedAnswer> {
    const silenceLimitMs = this.options.silenceLimitMs ?? SILENCE_LIMIT_MS;
    const memoryLimit = this.options.memoryLimitBytes ?? MEMORY_LIMIT_BYTES;
    return new Promise((resolve, reject) => {
      let said = '';
      const stop = (sentence: string): void => {
        done();
        this.close();
        resolve({ kind: 'stopped', sentence });
      };
      const giveUp = (): void => stop(`the code did not come back within ${silenceLimitMs / 1000} seconds`);
      let silence = setTimeout(giveUp, silenceLimitMs);
      const memory = setInterval(() => {
        void residentBytes(child.pid).then((bytes) => {
          if (bytes > memoryLimit) stop(`the code took more than ${memoryLimit / 1_000_000} MB of memory`);
        });
      }, MEMORY_LOOK_MS);
      const onMessage = (message: FromGuarded): void => {
        clearTimeout(silence);
        if (message.kind === 'progress' || message.kind === 'ready') {
          silence = setTimeout(giveUp, silenceLimitMs);
          return;
        }
        done();
        if (message.kind === 'fault') reject(new Error(message.message));
        else resolve(message);
      };
      const onExit = (code: number | null, signal: string | null): void => {
        done();
        this.#child = null;
        reject(new Error(`the process ended by itself (${signal ?? code})${said === '' ? '' : `: ${said}`}`));
      };
      const onText = (part: Buffer): void => {
        said = (said + part.toString()).slice(-2_000);
      };
      const done = (): void => {
        clearTimeout(silence);
        clearInterval(memory);
        child.off('message', onMessage).off('exit', onExit);
        child.stderr?.off('data', onText);
      };
      child.on('message', onMessage).on('exit', onExit);
      child.stderr?.on('data', onText);
      child.send(request);
    });
  }
}

/** One crash test in a process of its own. Rejects where the fault is ours. */
export async function runGuarded(
  task: Task,
  source: string,
  brute: boolean,
  silenceLimitMs = SILENCE_LIMIT_MS,
): Promise<GuardedAnswer> {
  const lab = await GuardedLab.open({ silenceLimitMs });
  try {
    return await lab.test(task, source, brute);
  } finally {
    lab.close();
  }
}

/** A process in which a run touched what it must not, or died on its own, is used no more. */
function isSuspicious({ reason, modes }: Verdict): boolean {
  const codes = [
    reason?.code,
    ...modes.flatMap(({ cells }) => cells.map((cell) => ('reason' in cell ? cell.reason : null))),
  ];
  return codes.some((code) => code === 'tampered' || code === 'died');
}

/** 0 where the system does not say. */
async function residentBytes(pid: number | undefined): Promise<number> {
  try {
    const [, pages] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ');
    return Number(pages) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
