// The control file: the only way out of a process. Python writes one JSON message a call and, where it asks something,
// reads one back; no object crosses. Its number is no file's: it is answered before the file system is asked. Each message
// goes behind a secret that only the harness has. Also the two output streams.
import { joinBytes } from '../model/bytes.ts';
import { ERRNO, type EmscriptenFS, type FSStream } from './emscripten.ts';

/** File descriptor of the control file; `process.py` knows the same number. */
export const CONTROL_FD = 1000;
/** Bytes of the secret, letters of ASCII; `process.py` knows the same number. */
const SECRET_BYTES = 16;
/** Characters kept of each output stream. */
export const OUTPUT_LIMIT = 64 * 1024;

export type ControlMessage = { readonly op: string } & Readonly<Record<string, unknown>>;

/** What a message does: nothing, a reply to be read, or a failure with EIO. */
export type ControlAnswer = { readonly reply?: unknown; readonly fail?: boolean };

export interface ControlHandlers {
  /** Takes one message of the harness. */
  message(message: ControlMessage): ControlAnswer;
  /** A message of one letter, which is asked for so often that JSON would cost too much. */
  letter(letter: string): void;
  /** What somebody else wrote to the control file or read from it. */
  forged(what: string): void;
}

export interface Control {
  /** Characters kept of each stream; changed by tests only. */
  outputLimit: number;
  /** Puts the standard streams back where a fresh process expects them. */
  reset(): void;
  /** What the next process reads first, behind the secret. */
  setRequest(request: unknown): void;
  /**
   * Takes one message as it was written to the control file; else the number of an error with which the write fails. Its
   * bytes are read before anything could move the memory that they lie in.
   */
  receive(bytes: Uint8Array): number;
  /** Fills a buffer with what there is to read; bytes written, or -1 where nobody was to read anything. */
  answer(buffer: Uint8Array): number;
  output(stream: 'stdout' | 'stderr'): string;
}

const MAJOR = 77;

/** Call it once a machine, before the first process. */
export function createControl(FS: EmscriptenFS, handlers: ControlHandlers): Control {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  /** Null where nothing was asked. */
  let pending: Uint8Array | null = null;
  let secret = new Uint8Array(0);
  const outputs = { stdout: new Output(), stderr: new Output() };

  const receive = (bytes: Uint8Array): number => {
    if (bytes.length <= SECRET_BYTES || secret.some((byte, index) => bytes[index] !== byte)) {
      handlers.forged('it wrote to a file that belongs to the crash test');
      return ERRNO.EBADF;
    }
    const body = decoder.decode(bytes.subarray(SECRET_BYTES));
    if (body.length === 1) {
      handlers.letter(body);
      return 0;
    }
    const answer = handlers.message(JSON.parse(body) as ControlMessage);
    if (answer.fail) return ERRNO.EIO;
    if (answer.reply !== undefined) pending = encoder.encode(JSON.stringify(answer.reply));
    return 0;
  };
  const answer = (buffer: Uint8Array): number => {
    if (pending === null) {
      handlers.forged('it read from a file that belongs to the crash test');
      return -1;
    }
    const count = Math.min(buffer.length, pending.length);
    buffer.set(pending.subarray(0, count));
    // A full buffer means that there may be more: the reader asks again.
    pending = count < buffer.length ? null : pending.subarray(count);
    return count;
  };
  const outputOps = (output: Output) => ({
    open() {},
    close() {},
    read: () => 0,
    write(_stream: FSStream, buffer: Uint8Array, offset: number, length: number): number {
      output.append(new Uint8Array(buffer.buffer, buffer.byteOffset + offset, length));
      return length;
    },
  });

  const device = (minor: number, path: string, ops: object): FSStream => {
    const number = FS.makedev(MAJOR, minor);
    FS.registerDevice(number, ops);
    FS.mkdev(path, 0o666, number);
    return FS.open(path, 'r+');
  };
  const streams = [
    device(1, '/dev/machine-stdin', outputOps(new Output())),
    device(2, '/dev/machine-stdout', outputOps(outputs.stdout)),
    device(3, '/dev/machine-stderr', outputOps(outputs.stderr)),
  ];

  return {
    get outputLimit() {
      return outputs.stdout.limit;
    },
    set outputLimit(limit) {
      outputs.stdout.limit = limit;
      outputs.stderr.limit = limit;
    },
    reset() {
      FS.streams.length = 0;
      streams.forEach((stream, fd) => {
        stream.fd = fd;
        stream.position = 0;
        FS.streams[fd] = stream;
      });
      pending = null;
      outputs.stdout.clear();
      outputs.stderr.clear();
    },
    setRequest(request) {
      secret = newSecret();
      pending = joinBytes([secret, encoder.encode(JSON.stringify(request))]);
    },
    receive,
    answer,
    output: (stream) => outputs[stream].text(),
  };
}

/** From the host's own chance, which no process can foresee; no result depends on it. */
function newSecret(): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(SECRET_BYTES)).map((byte) => 97 + (byte & 15));
}

class Output {
  limit = OUTPUT_LIMIT;
  #parts: Uint8Array[] = [];
  #kept = 0;
  #dropped = 0;

  append(bytes: Uint8Array): void {
    const room = this.limit - this.#kept;
    const kept = bytes.slice(0, Math.max(0, room));
    if (kept.length > 0) this.#parts.push(kept);
    this.#kept += kept.length;
    this.#dropped += bytes.length - kept.length;
  }

  clear(): void {
    this.#parts = [];
    this.#kept = 0;
    this.#dropped = 0;
  }

  text(): string {
    if (this.#kept === 0) return '';
    const text = new TextDecoder().decode(joinBytes(this.#parts));
    return this.#dropped === 0 ? text : `${text}\n… (${this.#dropped} more bytes were printed and not kept)\n`;
  }
}
