// The image: the interpreter's memory after boot, imports and shim, taken once. A process starts as a copy
// of it.
import type { PythonModule } from './emscripten.ts';

/** Memory and the addresses in it, which hold in every process because all start from the same bytes. */
export interface Image {
  readonly memory: Uint8Array;
  /** The function `enter` of `process.py`. */
  readonly enter: number;
  /** The type `code`. */
  readonly codeType: number;
  readonly stackPointer: number;
}

const TRAILER_WORDS = 4;
const TRAILER_BYTES = TRAILER_WORDS * 4;
const MAGIC = 0x42594143;

/** One run of bytes, as an image is kept between visits: the memory, then four numbers. */
export function packImage(image: Image): Uint8Array {
  const packed = new Uint8Array(image.memory.length + TRAILER_BYTES);
  packed.set(image.memory);
  const trailer = new DataView(packed.buffer, image.memory.length);
  [image.enter, image.codeType, image.stackPointer, MAGIC].forEach((word, i) => trailer.setUint32(i * 4, word, true));
  return packed;
}

/** Null where the bytes are not an image of ours. */
export function unpackImage(packed: Uint8Array): Image | null {
  if (packed.length <= TRAILER_BYTES) return null;
  const end = packed.length - TRAILER_BYTES;
  const trailer = new DataView(packed.buffer, packed.byteOffset + end, TRAILER_BYTES);
  if (trailer.getUint32(12, true) !== MAGIC) return null;
  return {
    memory: packed.subarray(0, end),
    enter: trailer.getUint32(0, true),
    codeType: trailer.getUint32(4, true),
    stackPointer: trailer.getUint32(8, true),
  };
}

/** Puts a module's memory back to the image. */
export interface Restorer {
  /** Called before every process. What lives on the JavaScript side is not touched. */
  restore(): void;
  /** Bytes copied by one restore, without what a process added. */
  readonly bytes: number;
  /** Bytes of memory that the process has taken so far, the image's included. */
  usedBytes(): number;
}

/**
 * Copies only what a process can see: not the dead stack below the stack pointer, nor memory above the
 * break; memory that the last process added above it is zeroed, as a fresh process expects.
 */
export function createRestorer(module: PythonModule, image: Image): Restorer {
  const { memory, stackPointer } = image;
  const breakAddress = module._emscripten_get_sbrk_ptr();
  const imageBreak = new DataView(memory.buffer, memory.byteOffset).getUint32(breakAddress, true);
  const stackEnd = module._emscripten_stack_get_end();
  const below = memory.subarray(0, stackEnd);
  const aboveStart = stackPointer & ~15;
  const above = memory.subarray(aboveStart, imageBreak);
  return {
    bytes: below.length + above.length,
    usedBytes: () => module.HEAPU32[breakAddress >>> 2] ?? imageBreak,
    restore() {
      const heap = module.HEAPU8;
      const usedBreak = module.HEAPU32[breakAddress >>> 2] ?? imageBreak;
      heap.set(below, 0);
      heap.set(above, aboveStart);
      if (usedBreak > imageBreak) heap.fill(0, imageBreak, usedBreak);
      module.stackRestore(stackPointer);
    },
  };
}
