// Hides the harness from the solution that runs beside it: what cannot be done from inside the interpreter is done in its
// memory, once, while the image is made. What and why stands in `python/sealed.py`.
import type { PythonModule } from './emscripten.ts';

/** Addresses, as `listing()` of `sealed.py` gives them. */
export interface ToSeal {
  readonly functions: readonly number[];
  readonly codes: readonly number[];
  /** The type that sealed functions get, and the one that they have. */
  readonly sealed: number;
  readonly functionType: number;
  /** `gc.unfreeze`, which would bring the harness back to light, and `gc.freeze`. */
  readonly unfreeze: number;
  readonly freeze: number;
}

/** Offsets in 32-bit memory. Source: Include/cpython/object.h, methodobject.h and code.h, version 3.14. */
const OBJECT_TYPE = 4;
const TYPE = { vectorcall: 28, call: 64, flags: 84, descriptorGet: 136 } as const;
const BUILTIN_DEFINITION = 8;
const DEFINITION_FUNCTION = 4;
/** Of `_co_firsttraceable`, counted back from where the instructions begin. */
const BEFORE_INSTRUCTIONS = 8;

const FLAG = { disallowInstantiation: 1 << 7, immutable: 1 << 8, base: 1 << 10, vectorcall: 1 << 11, method: 1 << 17 };
/** More instructions than any code has, and few enough that no address overflows: a frame that has not come so far is not shown. */
const NEVER = 1 << 24;
/** What stands there before: no code of ours begins with more instructions that are not traced. */
const MOST_UNTRACED = 64;

/** `codeStart`: offset of the instructions in a code object. Throws where the interpreter is laid out otherwise. */
export function seal(module: PythonModule, codeStart: number, found: ToSeal): void {
  const word = (address: number): number => module.HEAPU32[address >>> 2] ?? 0;
  const set = (address: number, value: number): void => {
    module.HEAPU32[address >>> 2] = value;
  };
  for (const code of found.codes) {
    const at = code + codeStart - BEFORE_INSTRUCTIONS;
    if (word(at) > MOST_UNTRACED) throw new Error('the interpreter lays out its code objects otherwise');
    set(at, NEVER);
  }
  for (const slot of [TYPE.vectorcall, TYPE.call, TYPE.descriptorGet]) {
    const value = word(found.functionType + slot);
    if (value === 0 || word(found.sealed + slot) !== 0) throw new Error('the interpreter lays out its types otherwise');
    set(found.sealed + slot, value);
  }
  const flags = word(found.sealed + TYPE.flags) & ~FLAG.base;
  set(found.sealed + TYPE.flags, flags | FLAG.disallowInstantiation | FLAG.immutable | FLAG.vectorcall | FLAG.method);
  for (const address of found.functions) {
    if (word(address + OBJECT_TYPE) !== found.functionType) throw new Error('what is to be sealed is no function');
    set(address + OBJECT_TYPE, found.sealed);
    module._Py_IncRef(found.sealed);
  }
  const definition = (builtin: number): number => word(builtin + BUILTIN_DEFINITION);
  set(definition(found.unfreeze) + DEFINITION_FUNCTION, word(definition(found.freeze) + DEFINITION_FUNCTION));
}
