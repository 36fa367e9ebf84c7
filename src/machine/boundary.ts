// The boundary of the interpreter: the WebAssembly imports through which it reads the time, draws entropy,
// asks for memory and for files, spends its budget and exits. They are replaced before the module is instantiated, so the
// realm's own `Date` and `crypto` are left alone.
import { asciiAt } from '../model/bytes.ts';
import type { Clock, Entropy } from './clock.ts';
import { CONTROL_FD } from './control.ts';
import { ERRNO, type CreateModule, type PythonModule } from './emscripten.ts';
import { ProcessExit } from './errors.ts';
import { replaceLocalTime } from './local-time.ts';
import { cutImports, type Import } from './imports.ts';
import type { IsMissing } from './missing.ts';

/** Memory that a process may have, in bytes; beyond it allocation fails with MemoryError. */
export const MEMORY_LIMIT_BYTES = 256 * 1024 * 1024;

const CLOCK_REALTIME = 0;
const NANOSECONDS_PER_MS = 1_000_000;

export interface Boundary {
  readonly clock: Clock;
  readonly entropy: Entropy;
  /** Called when the interpreter's countdown of checks reaches zero; throws to end the process. */
  onCountdown(): number;
  /** Takes what is written to the control file; else the number of an error. Throws to crash the process. */
  onControl(message: Uint8Array): number;
  /** Fills a buffer with what the control file has to say; bytes written, or -1 where nobody was to read it. */
  onAnswer(buffer: Uint8Array): number;
  /** Told of a call that no process may make, which ends it. */
  onForbidden(name: string): void;
  /** False while the interpreter is being started, when the host's own code runs in it. */
  sealed: boolean;
  /** A mapping is taken away, or written to the disk; false where it is not one of the world's, and Emscripten does it. */
  onUnmap(address: number): boolean;
  onFlush(address: number): boolean;
  /** Asked before the file system is. */
  isMissing: IsMissing;
  /** Set once the module exists. */
  module: PythonModule | null;
}

/** Wraps Pyodide's module factory so that every instance it makes is bounded. */
export function bounded(createModule: CreateModule, boundary: Boundary): CreateModule {
  return async (settings) => {
    const instantiate = settings.instantiateWasm.bind(settings);
    const module = await createModule({
      ...settings,
      instantiateWasm(imports, receive) {
        replaceImports(imports, boundary);
        return instantiate(imports, receive);
      },
      preRun: [
        ...settings.preRun,
        (early) => {
          boundary.module = early;
        },
      ],
    });
    boundary.module = module;
    return module;
  };
}

function moduleOf({ module }: Boundary): PythonModule {
  if (!module) throw new Error('the interpreter asked for memory before it had any');
  return module;
}

/** Throws where another version of Pyodide imports something else. */
function found(imports: Record<string, Import>, name: string): Import {
  const given = imports[name];
  if (!given) throw new Error(`the interpreter does not import ${name}`);
  return given;
}

function replaceImports(imports: WebAssembly.Imports, boundary: Boundary): void {
  const env = imports['env'] as Record<string, Import>;
  const wasi = imports['wasi_snapshot_preview1'] as Record<string, Import>;
  const { clock, entropy } = boundary;
  const heap = (): Uint8Array => moduleOf(boundary).HEAPU8;

  replaceLocalTime(env, () => moduleOf(boundary));
  env['emscripten_date_now'] = () => clock.read();
  // Monotonic time keeps the same origin, so differences agree with the wall clock.
  env['emscripten_get_now'] = () => clock.read();
  wasi['clock_time_get'] = (id = CLOCK_REALTIME, _precision, pointer = 0) => {
    const view = new DataView(heap().buffer);
    view.setBigUint64(pointer >>> 0, BigInt(Math.round(clock.read() * NANOSECONDS_PER_MS)), true);
    return id >= 0 ? 0 : 28;
  };
  wasi['random_get'] = (pointer = 0, length = 0) => {
    entropy.fill(heap().subarray(pointer >>> 0, (pointer >>> 0) + (length >>> 0)));
    return 0;
  };
  env['_Py_CheckEmscriptenSignals_Helper'] = () => boundary.onCountdown();

  // An errno is returned and not thrown through the file system: see `missing.ts` for what a throw may cost.
  const write = found(wasi, 'fd_write');
  wasi['fd_write'] = (fd = 0, vectors = 0, count = 0, written = 0) => {
    if (fd !== CONTROL_FD || count !== 1) return write(fd, vectors, count, written);
    const { HEAPU8, HEAPU32 } = moduleOf(boundary);
    const [from = 0, length = 0] = HEAPU32.subarray(vectors >>> 2, (vectors >>> 2) + 2);
    const error = boundary.onControl(HEAPU8.subarray(from, from + length));
    if (error !== 0) return error;
    // Taking the message may have grown the memory: its views are others then.
    moduleOf(boundary).HEAPU32[written >>> 2] = length;
    return 0;
  };
  const read = found(wasi, 'fd_read');
  wasi['fd_read'] = (fd = 0, vectors = 0, count = 0, taken = 0) => {
    if (fd !== CONTROL_FD || count !== 1) return read(fd, vectors, count, taken);
    const { HEAPU8, HEAPU32 } = moduleOf(boundary);
    const [into = 0, length = 0] = HEAPU32.subarray(vectors >>> 2, (vectors >>> 2) + 2);
    const filled = boundary.onAnswer(HEAPU8.subarray(into, into + length));
    if (filled < 0) return ERRNO.EBADF;
    HEAPU32[taken >>> 2] = filled;
    return 0;
  };
  for (const name of ['__syscall_stat64', '__syscall_lstat64']) {
    const stat = found(env, name);
    env[name] = (pointer = 0, buffer = 0) => {
      const path = asciiAt(heap(), pointer >>> 0);
      return path !== null && boundary.isMissing(path) ? -ERRNO.ENOENT : stat(pointer, buffer);
    };
  }

  // Emscripten would write through the descriptor that made the mapping, which may be closed, or another file's by now.
  const unmap = found(env, '_munmap_js');
  env['_munmap_js'] = (address = 0, ...rest) => (boundary.onUnmap(address >>> 0) ? 0 : unmap(address, ...rest));
  const flush = found(env, '_msync_js');
  env['_msync_js'] = (address = 0, ...rest) => (boundary.onFlush(address >>> 0) ? 0 : flush(address, ...rest));

  const resize = found(env, 'emscripten_resize_heap');
  env['emscripten_resize_heap'] = (size = 0) => (size >>> 0 > MEMORY_LIMIT_BYTES ? 0 : resize(size));
  const exit = (code = 0): never => {
    throw new ProcessExit(code);
  };
  wasi['proc_exit'] = exit;
  env['exit'] = exit;
  cutImports(
    env,
    () => boundary.sealed,
    (name) => boundary.onForbidden(name),
  );
}
