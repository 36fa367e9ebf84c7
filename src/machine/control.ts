// The control file: the only way out of a process. Python writes one JSON message a call and, where it asks
// something, reads one back; no object crosses. Also the two output streams.
import { joinBytes } from '../model/bytes.ts';
import { ERRNO, type EmscriptenFS, type FSStream } from './emscripten.ts';

/** File descriptor of the control file; `process.py` knows the same number. */
export const CONTROL_FD = 1000;
/** Characters kept of each output stream. */
export const OUTPUT_LIMIT = 64 * 1024;

export type ControlMessage = { readonly op: string } & Readonly<Record<string, unknown>>;

/** What a message does: nothing, a reply to be read, or a failure with EIO. */
export type ControlAnswer = { readonly reply?: unknown; readonly fail?: boolean };

export interface Control {
  /** Characters kept of each stream; changed by tests only. */
  outputLimit: number;
  /** Puts the standard streams and the control file back where a fresh process expects them. */
  reset(): void;
  /** What the next process reads first. */
  setRequest(request: unknown): void;
  /**
   * Takes one message as it was written to the control file; false where the write is to fail with EIO. Its bytes are
   * read before anything could move the memory that they lie in.
   */
  receive(bytes: Uint8Array): boolean;
  output(stream: 'stdout' | 'stderr'): string;
}

const MAJOR = 77;

/** Call it once a machine, before the first process. */
export function createControl(FS: EmscriptenFS, handle: (message: ControlMessage) => ControlAnswer): Control {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  let pending: Uint8Array = new Uint8Array(0);
  const outputs = { stdout: new Output(), stderr: new Output() };

  const receive = (bytes: Uint8Array): boolean => {
    const answer = handle(JSON.parse(decoder.decode(bytes)) as ControlMessage);
    if (answer.fail) return false;
    if (answer.reply !== undefined) pending = encoder.encode(JSON.stringify(answer.reply));
    return true;
  };
  const controlOps = {
    open() {},
    close() {},
    read(_stream: FSStream, buffer: Uint8Array, offset: number, length: number): number {
      const count = Math.min(length, pending.length);
      new Uint8Array(buffer.buffer, buffer.byteOffset).set(pending.subarray(0, count), offset);
      pending = pending.subarray(count);
      return count;
    },
    write(_stream: FSStream, buffer: Uint8Array, offset: number, length: number): number {
      if (!receive(new Uint8Array(buffer.buffer, buffer.byteOffset + offset, length)))
        throw new FS.ErrnoError(ERRNO.EIO);
      return length;
    },
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
  const control = device(0, '/dev/machine-control', controlOps);
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
      control.fd = CONTROL_FD;
      FS.streams[CONTROL_FD] = control;
      pending = new Uint8Array(0);
      outputs.stdout.clear();
      outputs.stderr.clear();
    },
    setRequest(request) {
      pending = encoder.encode(JSON.stringify(request));
    },
    receive,
    output: (stream) => outputs[stream].text(),
  };
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
