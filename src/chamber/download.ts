// Fetches the chamber's files from the page's own origin, with progress in bytes and causes in words. Which files
// there are lives in `files.ts`; nothing here knows what is in them.
import { FILE_NAMES, type FileName } from './protocol.ts';

/** Where one file is and how large; written by the build. */
export interface ChamberFile {
  readonly name: string;
  readonly url: string;
  /** True: gzip, to be unpacked here. */
  readonly packed: boolean;
  readonly transferBytes: number;
  /** Unpacked size. */
  readonly bytes: number;
  /** Of the unpacked bytes, hex. */
  readonly sha256: string;
}

export interface ChamberFiles {
  readonly worker: ChamberFile;
  readonly files: Readonly<Record<FileName, ChamberFile>>;
}

/** The same files, fetched and unpacked. */
export interface FetchedFiles {
  readonly worker: Blob;
  readonly files: Readonly<Record<FileName, ArrayBuffer>>;
  /** Changes whenever a byte of them changes. */
  readonly fingerprint: string;
}

/** Why the chamber could not be made ready. `message` is a sentence for a person. */
export class LoadError extends Error {
  override readonly name = 'LoadError';
}

/** A download that yields no byte for this long is given up. */
export const STALL_TIMEOUT_MS = 30_000;

/** Fails with a `LoadError`, and remembers what has arrived for the next attempt. */
export class Download {
  readonly #wanted: ChamberFiles;
  readonly #arrived = new Map<ChamberFile, ArrayBuffer>();
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
  async fetchAll(onBytes: (loaded: number) => void): Promise<FetchedFiles> {
    let loaded = 0;
    const add = (bytes: number): void => onBytes((loaded += bytes));
    const abort = new AbortController();
    try {
      await Promise.all(this.#all().map((file) => this.#fetchOne(file, add, abort)));
    } catch (error) {
      abort.abort();
      throw error;
    }
    const bytesOf = (file: ChamberFile): ArrayBuffer => this.#arrived.get(file) ?? new ArrayBuffer(0);
    const { worker, files } = this.#wanted;
    const all = Object.fromEntries(FILE_NAMES.map((name) => [name, bytesOf(files[name])]));
    return {
      worker: new Blob([bytesOf(worker)]),
      files: all as Record<FileName, ArrayBuffer>,
      fingerprint: this.fingerprint,
    };
  }

  async #fetchOne(file: ChamberFile, add: (bytes: number) => void, abort: AbortController): Promise<void> {
    if (this.#arrived.has(file)) return add(file.transferBytes);
    let stalled = false;
    const stall = (): void => {
      stalled = true;
      abort.abort();
    };
    let timer = setTimeout(stall, STALL_TIMEOUT_MS);
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    try {
      const response = await fetch(file.url, { signal: abort.signal, credentials: 'same-origin' });
      if (!response.ok) throw new LoadError(`The server answered ${response.status} for ${file.name}.`);
      if (response.body === null) throw new LoadError(`The server sent nothing for ${file.name}.`);
      for (const reader = response.body.getReader(); ;) {
        const { done, value } = await reader.read();
        if (done) break;
        clearTimeout(timer);
        timer = setTimeout(stall, STALL_TIMEOUT_MS);
        chunks.push(value);
        add(value.length);
      }
    } catch (error) {
      if (error instanceof LoadError) throw error;
      const seconds = STALL_TIMEOUT_MS / 1000;
      if (stalled) throw new LoadError(`The download of ${file.name} stalled: no byte for ${seconds} seconds.`);
      throw new LoadError(`${file.name} could not be fetched: the connection failed (${words(error)}).`);
    } finally {
      clearTimeout(timer);
    }
    this.#arrived.set(file, await unpack(file, new Blob(chunks)));
  }
}

async function unpack(file: ChamberFile, arrived: Blob): Promise<ArrayBuffer> {
  let bytes: ArrayBuffer;
  try {
    const stream = file.packed ? arrived.stream().pipeThrough(new DecompressionStream('gzip')) : arrived.stream();
    bytes = await new Response(stream).arrayBuffer();
  } catch (error) {
    throw new LoadError(`${file.name} arrived damaged and could not be unpacked (${words(error)}).`);
  }
  if (bytes.byteLength === file.bytes) return bytes;
  throw new LoadError(
    `${file.name} is not the file of this version: ${bytes.byteLength} bytes instead of ${file.bytes}.`,
  );
}

function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
