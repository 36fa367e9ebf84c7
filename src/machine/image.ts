// The image: the interpreter's memory after boot, imports and shim, taken once. A process starts as a copy
// of it.
import type { PythonModule } from './emscripten.ts';

/**
 * What a process can see of the memory, and the addresses in it, which hold in every process because all start
 * from the same bytes. The dead stack below the stack pointer and the memory above the break are left out.
 */
export interface Image {
  /** From address 0 to the end of the static data. */
  readonly low: Uint8Array;
  /** From `highStart` (the live stack) to the break. */
  readonly high: Uint8Array;
  readonly highStart: number;
  /** Size of the whole memory, in bytes. */
  readonly memoryBytes: number;
  readonly stackPointer: number;
  /** The function `enter` of `process.py`. */
  readonly enter: number;
  /** The type `code`. */
  readonly codeType: number;
  /** What `linux_errors.py` made for `linux-errors.ts`. */
  readonly errorTable: number;
}

/** Called once, when the interpreter is ready and no process has run. */
export function takeImage(module: PythonModule, found: Pick<Image, 'enter' | 'codeType' | 'errorTable'>): Image {
  const heap = module.HEAPU8;
  const stackPointer = module.stackSave();
  const highStart = stackPointer & ~15;
  const imageBreak = module.HEAPU32[module._emscripten_get_sbrk_ptr() >>> 2] ?? 0;
  return {
    low: heap.slice(0, module._emscripten_stack_get_end()),
    high: heap.slice(highStart, imageBreak),
    highStart,
    memoryBytes: heap.length,
    stackPointer,
    ...found,
  };
}

const MAGIC = 0x42594144;
const TRAILER_WORDS = 8;
const TRAILER_BYTES = TRAILER_WORDS * 4;

/** One run of bytes, as an image is kept between visits: low, high, then the numbers. */
export function packImage(image: Image): Uint8Array {
  const { low, high } = image;
  const packed = new Uint8Array(low.length + high.length + TRAILER_BYTES);
  packed.set(low);
  packed.set(high, low.length);
  const trailer = new DataView(packed.buffer, low.length + high.length);
  const words = [
    low.length,
    image.highStart,
    image.memoryBytes,
    image.stackPointer,
    image.enter,
    image.codeType,
    image.errorTable,
    MAGIC,
  ];
  words.forEach((word, i) => trailer.setUint32(i * 4, word, true));
  return packed;
}

/** Null where the bytes are not an image of ours. */
export function unpackImage(packed: Uint8Array): Image | null {
  const end = packed.length - TRAILER_BYTES;
  if (end <= 0) return null;
  const trailer = new DataView(packed.buffer, packed.byteOffset + end, TRAILER_BYTES);
  const word = (index: number): number => trailer.getUint32(index * 4, true);
  const lowBytes = word(0);
  if (word(7) !== MAGIC || lowBytes > end) return null;
  return {
    low: packed.subarray(0, lowBytes),
    high: packed.subarray(lowBytes, end),
    highStart: word(1),
    memoryBytes: word(2),
    stackPointer: word(3),
    enter: word(4),
    codeType: word(5),
    errorTable: word(6),
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

/** Memory that the last process added above the image's break is zeroed, as a fresh process expects. */
export function createRestorer(module: PythonModule, image: Image): Restorer {
  const { low, high, highStart, stackPointer } = image;
  const breakIndex = module._emscripten_get_sbrk_ptr() >>> 2;
  const imageBreak = highStart + high.length;
  const usedBytes = (): number => module.HEAPU32[breakIndex] ?? imageBreak;
  return {
    bytes: low.length + high.length,
    usedBytes,
    restore() {
      const heap = module.HEAPU8;
      const used = usedBytes();
      heap.set(low, 0);
      heap.set(high, highStart);
      if (used > imageBreak) heap.fill(0, imageBreak, used);
      module.stackRestore(stackPointer);
    },
  };
}
