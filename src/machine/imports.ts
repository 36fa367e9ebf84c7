// Which functions of JavaScript the interpreter may call while a solution runs. Of the hundreds that it imports a process
// uses some forty: files, clocks, entropy, memory. All others convert values between Python and JavaScript, evaluate text,
// load libraries or open sockets; they are cut once the image is made, in Node as in the browser, so that whoever gets at
// the interpreter's memory still gets at nothing outside it.
import { Forbidden } from './errors.ts';

export type Import = (...args: number[]) => unknown;

/** What is left, each checked by hand: none evaluates text, and none gives an object of JavaScript away. */
const OPEN = new RegExp(
  '^(?:' +
    [
      'fd_\\w+',
      'clock_(?:time|res)_get',
      'environ_(?:sizes_)?get',
      'random_get',
      'proc_exit|exit|_abort_js|__assert_fail',
      '_(?:gm|local|mk)time_js|_timegm_js|_tzset_js',
      '_mmap_js|_msync_js|_munmap_js',
      '__syscall_\\w+|_try_fcntl64',
      'emscripten_(?:date_now|get_now|get_heap_max|resize_heap)',
      '_emscripten_get_progname|_emscripten_runtime_keepalive_clear|emscripten_runtime_keepalive_(?:push|pop)',
      '_Py_CheckEmscriptenSignals_Helper|_Py_emscripten_runtime|_PyEM_TrampolineCall_JS',
      '__call_sighandler',
      'getprotobyname',
      'invoke_\\w+|_emscripten_throw_longjmp|__cxa_\\w+|_Unwind_\\w+',
    ].join('|') +
    ')$',
);
/** System calls that Emscripten would carry out over the network. */
const SOCKETS = /^__syscall_(?:accept4|bind|connect|get(?:peer|sock)name|getsockopt|listen|recv\w+|send\w+|socket)$/;

/** Whether a process may call this function. */
export function isOpen(name: string): boolean {
  return OPEN.test(name) && !SOCKETS.test(name);
}

/**
 * Replaces every function that is not open by one that asks `isCut` first: `false` while the interpreter is being started,
 * which needs them. Cut, it calls `onForbidden` and ends the process.
 */
export function cutImports(
  env: Record<string, Import>,
  isCut: () => boolean,
  onForbidden: (name: string) => void,
): void {
  for (const [name, original] of Object.entries(env)) {
    if (typeof original !== 'function' || isOpen(name)) continue;
    const guarded: Import = (...args) => {
      if (!isCut()) return original(...args);
      onForbidden(name);
      throw new Forbidden(name);
    };
    // Emscripten reads a function's signature from the function.
    env[name] = Object.assign(guarded, original);
  }
}
