// How deep Python and C code may call each other: less deep than any browser's stack reaches, so that the limit is the same
// everywhere. The interpreter compares its place on its own stack, which lies in memory, with a limit of its own. Who comes
// there went deeper than this machine, and not than Linux: `StackOverflow` in `python/process.py` says so.
import type { PythonModule } from './emscripten.ts';

/** Bytes of that stack which a process may use, its first calls among them. */
export const STACK_BYTES = 96 * 1024;
/** What the interpreter keeps free below its limit. Source: `tstate_set_stack` in Python/ceval.c, version 3.14. */
const MARGINS = 2;
const MARGIN_BYTES = 8 * 1024;

/**
 * Called once, before the image is taken. `stackOverflow` is the class that the interpreter raises from then on. Throws where the
 * interpreter does not take the limit.
 */
export function limitRecursion(module: PythonModule, stackOverflow: number): void {
  module.HEAPU32[module._PyExc_RecursionError >>> 2] = stackOverflow;
  const size = STACK_BYTES + MARGINS * MARGIN_BYTES;
  const thread = module._PyThreadState_Get();
  const top = module._emscripten_stack_get_base();
  if (module._PyUnstable_ThreadState_SetStackProtection(thread, top - size, size) !== 0) {
    throw new Error('the interpreter took no limit for its stack');
  }
}
