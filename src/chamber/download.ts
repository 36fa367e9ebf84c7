// Fetches the chamber's files from the page's own origin, with progress in bytes and causes in words. Which files
// there are lives in `files.ts`; nothing here knows what is in them.
import { gunzip } from './gzip.ts';
import { FILE_NAMES, type FileName } from './protocol.ts';
import { Refusals, toldRefusal } from './refusal.ts';

/** Where one file is and how large; written by the build. */
export interface ChamberFile {
  readonly name: string;
  readonly url: string;
  /** True: gzip, to be unpacked. */
  readonly packed: boolean;
  readonly transferBytes: number;
  /** Of the unpacked bytes, hex. */
  readonly sha256: string;
}

export interface ChamberFiles {
  readonly worker: ChamberFile;
  readonly files: Readonly<Record<FileName, ChamberFile>>;
}

/** One file as it arrived, packed where `packed` says so; the chamber's worker unpacks it. */
export interface ArrivedFile {
  readonly bytes: ArrayBuffer;
  readonly packed: boolean;
}

/** Files on their way. All of them reject with the same `LoadError` where one fails. */
export interface ArrivingFiles {
  /** The worker's script, unpacked. */
  readonly worker: Promise<Blob>;
  readonly files: Readonly<Record<FileName, Promise<ArrivedFile>>>;
}

/** Why the chamber could not be made ready. `message` is a sentence for a person. */
export class LoadError extends Error {
  override readonly name: string = 'LoadError';
}

/** A `LoadError` for which the files are at fault, and no chamber. */
export class DownloadError extends LoadError {
  override readonly name = 'DownloadError';
}

/** A download that yields no byte for this long is given up. */
export const STALL_TIMEOUT_MS = 30_000;

/** Remembers what has arrived, for the next attempt. */
export class Download {
  readonly #wanted: ChamberFiles;
  readonly #arrived = new Map<ChamberFile, ArrayBuffer>();
  /** What has failed before is asked for past the browser's cache, which may hold the very answer that was wrong. */
  readonly #failed = new Set<ChamberFile>();
  readonly total: number;

  constructor(wanted: ChamberFiles) {
    this.#wanted = wanted;
    this.total = this.#all().reduce((sum, file) => sum + file.transferBytes, 0);
  }

  /** Changes whenever a byte of the files changes; known before they are fetched. */
  get fingerprint(): string {
    return this.#all()
      .map((file) => file.sha256.slice(0, 16))
      .join('-');
  }

  #all(): ChamberFile[] {
    return [this.#wanted.worker, ...FILE_NAMES.map((name) => this.#wanted.files[name])];
  }

  /** Called by the client on the first load and on each retry. `onBytes` gets the bytes so far, of `total`. */
  start(onBytes: (loaded: number) => void): ArrivingFiles {
    let loaded = 0;
    const add = (bytes: number): void => onBytes((loaded += bytes));
    const abort = new AbortController();
    let first: unknown = null;
    const arrive = async <T>(file: ChamberFile, use: (bytes: ArrayBuffer) => T | Promise<T>): Promise<T> => {
      try {
        return await use(await this.#fetchOne(file, add, abort));
      } catch (error) {
        // The others fail because this one did: the first cause is the one to tell.
        first ??= error;
        abort.abort();
        throw first;
      }
    };
    const { worker, files } = this.#wanted;
    // Asked for first: everything else waits for it.
    const script = arrive(worker, (bytes) => unpack(worker, bytes));
    const arriving = FILE_NAMES.map((name) => {
      const file = files[name];
      return [name, arrive(file, (bytes) => ({ bytes, packed: file.packed }))] as const;
    });
    // Whoever waits for one of them hears of a failure; the rest have nobody to tell.
    for (const [, file] of arriving) file.catch(() => undefined);
    return {
      worker: script,
      files: Object.fromEntries(arriving) as ArrivingFiles['files'],
    };
  }

  async #fetchOne(file: ChamberFile, add: (bytes: number) => void, abort: AbortController): Promise<ArrayBuffer> {
    const known = this.#arrived.get(file);
    if (known !== undefined) {
      add(file.transferBytes);
      return known;
    }
    let stalled = false;
    const stall = (): void => {
      stalled = true;
      abort.abort();
    };
    const refusals = new Refusals(document, (blocked) => blocked === new URL(file.url, document.baseURI).href);
    let timer = setTimeout(stall, STALL_TIMEOUT_MS);
    const bytes = new Uint8Array(file.transferBytes);
    let filled = 0;
    try {
      const cache = this.#failed.has(file) ? 'reload' : 'default';
      const response = await fetch(file.url, { signal: abort.signal, credentials: 'same-origin', cache });
      if (response.status === 404 || response.status === 410) {
        throw new DownloadError(`The site has changed since this page was opened: ${file.name} is no longer there.`);
      }
      if (!response.ok) throw new DownloadError(`The server answered ${response.status} for ${file.name}.`);
      if (response.body === null) throw new DownloadError(`The server sent nothing for ${file.name}.`);
      for (const reader = response.body.getReader(); ;) {
        const { done, value } = await reader.read();
        if (done) break;
        clearTimeout(timer);
        timer = setTimeout(stall, STALL_TIMEOUT_MS);
        if (filled + value.length <= bytes.length) bytes.set(value, filled);
        filled += value.length;
        add(value.length);
      }
    } catch (error) {
      // Where another file has failed this one was only given up.
      if (!abort.signal.aborted || stalled) this.#failed.add(file);
      if (error instanceof DownloadError) throw error;
      const refused = abort.signal.aborted ? null : await toldRefusal(refusals);
      if (refused !== null) throw new DownloadError(`${file.name} could not be fetched: ${refused}.`);
      const seconds = STALL_TIMEOUT_MS / 1000;
      if (stalled) throw new DownloadError(`The download of ${file.name} stalled: no byte for ${seconds} seconds.`);
      throw new DownloadError(`${file.name} could not be fetched: the connection failed (${words(error)}).`);
    } finally {
      clearTimeout(timer);
      refusals.stop();
    }
    if (filled !== bytes.length) {
      this.#failed.add(file);
      throw new DownloadError(
        `${file.name} is not the file of this version: ${filled} bytes instead of ${file.transferBytes}.`,
      );
    }
    this.#arrived.set(file, bytes.buffer);
    return bytes.buffer;
  }
}

async function unpack(file: ChamberFile, bytes: ArrayBuffer): Promise<Blob> {
  try {
    return new Blob([file.packed ? await gunzip(bytes) : bytes]);
  } catch (error) {
    throw new DownloadError(`${file.name} arrived damaged and could not be unpacked (${words(error)}).`);
  }
}

function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
