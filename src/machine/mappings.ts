// Files mapped into memory. Emscripten copies a file into memory and writes it back when told to; on a real system the
// memory is the file, and what a process stores there outlives it. So the memory is compared with what it last held,
// before each instruction that may follow a store (`python/stores.py`), before everything else that reads or changes the
// world, and at the end: what differs is a store, is a write point, and goes to the disk at once.
import type { FileNode } from '../world/disk.ts';
import type { PythonModule } from './emscripten.ts';
import { Killed } from './errors.ts';

/** Bits of `mmap`. Source: musl's bits/mman.h. */
const PROT_WRITE = 2;
const MAP_TYPE = 3;
const MAP_PRIVATE = 2;
/** What looking costs of the budget, in steps: a call through the boundary, and bytes compared for each further one. */
const STEPS_A_LOOK = 16;
const BYTES_A_STEP = 512;

/** A mapping that is shared with the file; of the others nothing comes back. */
interface Mapping {
  readonly file: FileNode;
  /** The file's path, as it is called now. */
  readonly path: () => string;
  /** Where it begins in memory, a multiple of a page, and in the file. */
  readonly address: number;
  readonly position: number;
  readonly length: number;
  /** What memory held when it was last looked at; null where the process cannot or need not be watched storing. */
  readonly seen: Uint8Array | null;
  /** Whether it is written to the file when it is unmapped, as Emscripten does; for the files that SQLite keeps. */
  readonly writtenBack: boolean;
}

export interface MappingHooks {
  /** A write point, just before the bytes reach the disk. True: an error, which a store gets as a signal. */
  store(text: string, line: number | null): boolean;
  currentLine(): number | null;
  /** The file's new bytes. */
  write(file: FileNode, bytes: Uint8Array, position: number): void;
  /** Charges the budget. */
  spend(steps: number): void;
  /** Says what the process does with its mappings that cannot be followed exactly. */
  refuse(what: string): void;
}

export interface NewMapping extends Pick<Mapping, 'file' | 'path' | 'address' | 'position' | 'length'> {
  readonly protection: number;
  readonly flags: number;
  /** SQLite's own memory, shared by its connections: its stores are no write points. */
  readonly ofSqlite: boolean;
}

export class Mappings {
  #mappings: Mapping[] = [];
  #settling = false;
  /** Line of the last instruction that was looked at. */
  #line: number | null = null;

  constructor(
    readonly module: PythonModule,
    readonly hooks: MappingHooks,
    /** What is shown of bytes. */
    readonly preview: (bytes: Uint8Array) => string,
  ) {}

  /** Called before every process. */
  startOver(): void {
    this.#mappings = [];
    this.#settling = false;
    this.#line = null;
  }

  /** `address` already holds the file's bytes. */
  add({ protection, flags, ofSqlite, ...mapping }: NewMapping): void {
    if ((flags & MAP_TYPE) === MAP_PRIVATE) return;
    const writable = (protection & PROT_WRITE) !== 0;
    const { address, length } = mapping;
    const seen = writable && !ofSqlite ? this.module.HEAPU8.slice(address, address + length) : null;
    this.#mappings.push({ ...mapping, seen, writtenBack: writable && ofSqlite });
  }

  /** False where nothing of ours is mapped there. */
  remove(address: number): boolean {
    const mapping = this.#mappings.find((one) => one.address === address);
    if (!mapping) return false;
    this.settle();
    if (mapping.writtenBack) {
      const end = Math.min(mapping.length, mapping.file.size - mapping.position);
      this.hooks.write(mapping.file, this.module.HEAPU8.slice(address, address + end), mapping.position);
    }
    this.#mappings = this.#mappings.filter((one) => one !== mapping);
    return true;
  }

  /** `msync` of an address: what was stored is on the disk already. False where nothing of ours is mapped there. */
  flush(address: number): boolean {
    if (!this.#mappings.some((one) => address >= one.address && address < one.address + one.length)) return false;
    this.settle();
    return true;
  }

  /** Before an instruction; `lineBefore` says the line of what ran before it, null where that is not known. */
  look(lineBefore: () => number | null): void {
    if (this.#mappings.length === 0) return;
    this.hooks.spend(STEPS_A_LOOK);
    const line = lineBefore();
    this.settle(() => line);
    this.#line = line ?? this.#line;
  }

  /** Finds what was stored since. Throws where the plan says to crash there. */
  settle(line = this.hooks.currentLine): void {
    if (this.#settling || this.#mappings.length === 0) return;
    this.#settling = true;
    try {
      for (const mapping of this.#mappings) this.#settleOne(mapping, line);
    } finally {
      this.#settling = false;
    }
  }

  /** Bytes were written to a file: who has mapped it sees them. `by` is the mapping through which they came. */
  written(file: FileNode, position: number, bytes: Uint8Array, by?: Mapping): void {
    for (const mapping of this.#mappings) {
      if (mapping.file !== file || mapping === by) continue;
      const from = Math.max(position, mapping.position);
      const end = Math.min(position + bytes.length, mapping.position + mapping.length);
      if (from >= end) continue;
      const part = bytes.subarray(from - position, end - position);
      const at = from - mapping.position;
      const { address, seen } = mapping;
      const heap = this.module.HEAPU8;
      if (seen && seen.subarray(at, at + part.length).some((byte, i) => byte !== heap[address + at + i])) {
        this.hooks.refuse('two mappings that get the same bytes at once');
      }
      heap.set(part, address + at);
      seen?.set(part, at);
    }
  }

  /** Called before a file's size changes. A real process dies where it touches what its mapping has lost. */
  resizing(file: FileNode, size: number): void {
    const isCut = (one: Mapping) => one.file === file && !one.writtenBack && size < one.position + one.length;
    if (this.#mappings.some(isCut)) this.hooks.refuse('a mapping of a file that is cut shorter');
  }

  #settleOne(mapping: Mapping, line: () => number | null): void {
    const { seen, address, position, file } = mapping;
    if (!seen) return;
    this.hooks.spend(Math.ceil(mapping.length / BYTES_A_STEP));
    const changed = difference(this.module.HEAPU8, address, seen);
    if (!changed) return;
    const [from, end] = changed;
    const bytes = this.module.HEAPU8.slice(address + from, address + end);
    const count = `${bytes.length} ${bytes.length === 1 ? 'byte' : 'bytes'}`;
    const text = `store ${count} to ${mapping.path()} at ${position + from}: ${this.preview(bytes)}`;
    if (this.hooks.store(text, line() ?? this.#line)) throw new Killed();
    this.hooks.write(file, bytes, position + from);
    seen.set(bytes, from);
    this.written(file, position + from, bytes, mapping);
  }
}

/** The first and the end of the bytes that differ, counted from the start of `seen`; null where none do. */
function difference(heap: Uint8Array, address: number, seen: Uint8Array): [from: number, end: number] | null {
  const words = seen.length >>> 2;
  const now = new Uint32Array(heap.buffer, address, words);
  const before = new Uint32Array(seen.buffer, 0, words);
  let word = 0;
  while (word < words && now[word] === before[word]) word++;
  let from = word * 4;
  while (from < seen.length && heap[address + from] === seen[from]) from++;
  if (from === seen.length) return null;
  let end = seen.length;
  while (heap[address + end - 1] === seen[end - 1]) end--;
  return [from, end];
}
