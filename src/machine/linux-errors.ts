// Linux's numbers and texts in every `OSError` that C code makes: the function behind `OSError.__new__` is wrapped in
// WebAssembly's table, so no type changes and no C code sees another number. What Python code can name is renumbered in
// `python/linux_errors.py`, which also makes the table that is read here.
import type { PythonModule } from './emscripten.ts';

/** Offset of `tp_new` in a type, 32-bit. Source: Include/cpython/object.h, version 3.14. */
const TYPE_NEW = 156;
/** Offset of an object's type. */
const OBJECT_TYPE = 4;
const HEADER_WORDS = 5;
const ROW_WORDS = 4;
/** WASI's number of an operation that is not there. */
const NOT_IMPLEMENTED = 52;

interface Row {
  readonly text: number;
  readonly linuxNumber: number;
  readonly linuxText: number;
}

/**
 * Called once a machine, its memory being the image; the table does not live in the memory, so it survives restores.
 * `onNotImplemented` is called where the machine could not do what an operation asked for.
 */
export function speakLinux(module: PythonModule, tableAddress: number, onNotImplemented: () => void): void {
  const word = (address: number): number => module.HEAPU32[address >>> 2] ?? 0;
  const [count = 0, osError = 0, fileNotFound = 0, intType = 0, strType = 0] = Array.from(
    { length: HEADER_WORDS },
    (_, i) => word(tableAddress + i * 4),
  );
  /** By the address of the compiled number, of which there is one object only. */
  const rows = new Map<number, Row[]>();
  let notImplemented = 0;
  for (let i = 0; i < count; i++) {
    const at = tableAddress + (HEADER_WORDS + i * ROW_WORDS) * 4;
    const number = word(at);
    if (module._PyLong_AsLong(number) === NOT_IMPLEMENTED) notImplemented = number;
    const row = { text: word(at + 4), linuxNumber: word(at + 8), linuxText: word(at + 12) };
    rows.set(number, [...(rows.get(number) ?? []), row]);
  }
  const index = word(osError + TYPE_NEW);
  const original = module.wasmTable.get(index) as ((type: number, args: number, kwds: number) => number) | null;
  if (original === null || index !== word(fileNotFound + TYPE_NEW) || count === 0 || notImplemented === 0) {
    throw new Error('the interpreter keeps its OSError elsewhere');
  }

  /** The row of these arguments, where they are what C code makes of an error: a compiled number with its own text. */
  const find = (args: number, length: number): Row | undefined => {
    if (length < 2) return undefined;
    const number = module._PyTuple_GetItem(args, 0);
    if (word(number + OBJECT_TYPE) !== intType) return undefined;
    const text = module._PyTuple_GetItem(args, 1);
    if (word(text + OBJECT_TYPE) !== strType) return undefined;
    const row = rows.get(number)?.find((one) => module._PyUnicode_Compare(text, one.text) === 0);
    if (row && number === notImplemented) onNotImplemented();
    return row;
  };
  const make = (type: number, args: number, kwds: number): number => {
    const length = module._PyTuple_Size(args);
    const row = find(args, length);
    if (!row) return original(type, args, kwds);
    const translated = module._PyTuple_New(length);
    if (translated === 0) return 0;
    for (let i = 0; i < length; i++) {
      const item = i === 0 ? row.linuxNumber : i === 1 ? row.linuxText : module._PyTuple_GetItem(args, i);
      module._Py_IncRef(item);
      module._PyTuple_SetItem(translated, i, item);
    }
    const made = original(type, translated, kwds);
    module._Py_DecRef(translated);
    return made;
  };
  module.wasmTable.set(index, asTableFunction(make));
}

/** `(i32, i32, i32) → i32` for WebAssembly's table, which takes no function of JavaScript: a module that calls one. */
function asTableFunction(call: (a: number, b: number, c: number) => number): () => unknown {
  const bytes = Uint8Array.of(
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0], // magic, version
    ...[1, 8, 1, 0x60, 3, 0x7f, 0x7f, 0x7f, 1, 0x7f], // type 0
    ...[2, 7, 1, 1, 0x65, 1, 0x66, 0, 0], // import e.f of type 0
    ...[7, 5, 1, 1, 0x66, 0, 0], // export it as f
  );
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { e: { f: call } });
  return exports['f'] as () => unknown;
}
