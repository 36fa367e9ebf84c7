// Reads, from the interpreter's memory alone, which line of the solution is running. Nothing in the process
// is called or changed, so it works in the middle of a system call, when no thread holds the interpreter.
//
// CPython publishes where its structures keep their fields for debuggers: a table of 64-bit numbers at the
// start of `_PyRuntime`. Source: Include/internal/pycore_debug_offsets.h, version 3.14.
import type { PythonModule } from './emscripten.ts';

const COOKIE = 'xdebugpy';
const SUPPORTED = 0x030e; // 3.14
/** Index of each field in the table, counted in 64-bit words after the cookie. */
const FIELD = {
  version: 0,
  interpretersHead: 4,
  threadsHead: 8,
  currentFrame: 25,
  framePrevious: 31,
  frameExecutable: 32,
  frameInstruction: 33,
  codeFilename: 39,
  codeLinetable: 42,
  codeFirstLine: 43,
  codeStart: 47,
  typeFlags: 54,
  objectType: 50,
} as const;
/** A flag of a type: its attributes may not be set. Source: Include/object.h. */
const IMMUTABLE_TYPE = 1 << 8;
const MAX_FRAMES = 5000;
const CODE_UNIT_BYTES = 2;

export interface FrameReader {
  /** Line of the innermost frame of the solution, from 1; null where none is on the stack. */
  currentLine(): number | null;
  /**
   * For a callback that is called before an instruction: line of what ran before it, the instruction that stands before it,
   * or, where its function has just begun, the caller.
   */
  lineBefore(atStart: boolean): number | null;
  /** Offset of the instructions in a code object. */
  readonly codeStart: number;
  /** Lets attributes of these types be set (`false` closes them again). For making the image only. */
  setTypesMutable(types: readonly number[], mutable: boolean): void;
}

/** `codeType` is the address of the type `code`; `filename` the solution's, in ASCII. */
export function createFrameReader(module: PythonModule, codeType: number, filename: string): FrameReader {
  const runtime = module.__PyRuntime;
  const table = new DataView(module.HEAPU8.buffer, runtime);
  const cookie = String.fromCharCode(...module.HEAPU8.subarray(runtime, runtime + 8));
  const offset = (field: keyof typeof FIELD): number => Number(table.getBigUint64(8 + FIELD[field] * 8, true));
  if (cookie !== COOKIE || offset('version') >>> 16 !== SUPPORTED) {
    throw new Error(
      `the interpreter is not CPython 3.14 (cookie ${cookie}, version ${offset('version').toString(16)})`,
    );
  }
  const at = {
    interpretersHead: offset('interpretersHead'),
    threadsHead: offset('threadsHead'),
    currentFrame: offset('currentFrame'),
    previous: offset('framePrevious'),
    executable: offset('frameExecutable'),
    instruction: offset('frameInstruction'),
    filename: offset('codeFilename'),
    linetable: offset('codeLinetable'),
    firstLine: offset('codeFirstLine'),
    codeStart: offset('codeStart'),
    typeFlags: offset('typeFlags'),
    objectType: offset('objectType'),
  };
  const ASCII_DATA = 20; // sizeof(PyASCIIObject) on wasm32
  const UNICODE_LENGTH = 8;
  const BYTES_DATA = 16;
  const BYTES_LENGTH = 8;

  const pointer = (address: number): number => module.HEAPU32[address >>> 2] ?? 0;

  const isSolution = (code: number): boolean => {
    const text = pointer(code + at.filename);
    if (pointer(text + UNICODE_LENGTH) !== filename.length) return false;
    for (let i = 0; i < filename.length; i++) {
      if (module.HEAPU8[text + ASCII_DATA + i] !== filename.charCodeAt(i)) return false;
    }
    return true;
  };

  const lineOf = (code: number, instruction: number): number | null => {
    const unit = (instruction - (code + at.codeStart)) / 2;
    const lines = pointer(code + at.linetable);
    const start = lines + BYTES_DATA;
    return lineAt(
      module.HEAPU8.subarray(start, start + pointer(lines + BYTES_LENGTH)),
      module.HEAP32[(code + at.firstLine) >>> 2] ?? 0,
      unit,
    );
  };

  /** The line in the innermost frame of the solution; of the innermost `skipped` frames none is looked at. */
  const innermostLine = (skipped: number, before: boolean): number | null => {
    const interpreter = pointer(runtime + at.interpretersHead);
    const thread = pointer(interpreter + at.threadsHead);
    let frame = pointer(thread + at.currentFrame);
    let depth = 0;
    for (let walked = 0; frame !== 0 && walked < MAX_FRAMES; walked++, frame = pointer(frame + at.previous)) {
      const code = pointer(frame + at.executable) & ~3; // the low bits are tags
      if (code === 0 || pointer(code + at.objectType) !== codeType || depth++ < skipped) continue;
      if (!isSolution(code)) continue;
      const back = before && depth === skipped + 1 ? CODE_UNIT_BYTES : 0;
      return lineOf(code, pointer(frame + at.instruction) - back);
    }
    return null;
  };

  return {
    currentLine: () => innermostLine(0, false),
    codeStart: at.codeStart,
    lineBefore: (atStart) => (atStart ? innermostLine(2, false) : innermostLine(1, true)),
    setTypesMutable(types, mutable) {
      for (const type of types) {
        const index = (type + at.typeFlags) >>> 2;
        const flags = module.HEAPU32[index] ?? 0;
        module.HEAPU32[index] = mutable ? flags & ~IMMUTABLE_TYPE : flags | IMMUTABLE_TYPE;
      }
    },
  };
}

/**
 * The line of code unit `unit` (from 0) in a location table. Source: Objects/locations.md of CPython: each
 * entry begins with a byte of 1, a 4-bit code and a 3-bit length; short and one-line forms follow.
 */
export function lineAt(table: Uint8Array, firstLine: number, unit: number): number | null {
  let line = firstLine;
  let covered = 0;
  for (let at = 0; at < table.length;) {
    const head = table[at++] ?? 0;
    const code = (head >> 3) & 15;
    const length = (head & 7) + 1;
    let hasLine = true;
    if (code === 15) {
      hasLine = false;
    } else if (code === 14 || code === 13) {
      let shift = 0;
      let value = 0;
      for (;;) {
        const byte = table[at++] ?? 0;
        value |= (byte & 63) << shift;
        shift += 6;
        if ((byte & 64) === 0) break;
      }
      line += value & 1 ? -(value >> 1) : value >> 1;
    } else if (code >= 10) {
      line += code - 10;
    }
    covered += length;
    if (unit < covered) return hasLine ? line : null;
    while (at < table.length && ((table[at] ?? 0) & 128) === 0) at++;
  }
  return null;
}
