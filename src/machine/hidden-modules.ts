// Takes modules that are compiled into this interpreter out of its table, so that no import of any kind finds them: the
// foreign function interface, what speaks to the host, and interpreters beside this one.
import { asciiAt } from '../model/bytes.ts';
import type { PythonModule } from './emscripten.ts';

const HIDDEN = new Set(
  (
    '_ctypes _ctypes_test _pyodide_core _pyodide _interpreters _interpchannels _interpqueues _remote_debugging ' +
    '_testcapi _testinternalcapi _testlimitedcapi _testclinic _testclinic_limited _testbuffer _testimportmultiple ' +
    '_testmultiphase _testsinglephase _xxtestfuzz'
  ).split(' '),
);
/** `struct _inittab`: a name and a function. Source: Include/cpython/import.h, version 3.14. */
const ENTRY_BYTES = 8;
/** Words of the runtime's state in which its own copy of the table is looked for. */
const RUNTIME_WORDS = 200_000;

/** Throws where the interpreter keeps its table elsewhere. The names that were hidden. */
export function hideModules(module: PythonModule): readonly string[] {
  const word = (address: number): number => module.HEAPU32[address >>> 2] ?? 0;
  const first = word(module._PyImport_Inittab);
  const copies = new Set([first, ...copiesOf(module, first)]);
  if (copies.size < 2) throw new Error('the interpreter keeps its table of modules elsewhere');
  const hidden = new Set<string>();
  for (const table of copies) {
    const entries: { at: number; name: string }[] = [];
    for (let at = table; word(at) !== 0; at += ENTRY_BYTES) {
      entries.push({ at, name: asciiAt(module.HEAPU8, word(at)) ?? '' });
    }
    // What is hidden is named and done as another entry, whichever of the two is found.
    const other = entries.find(({ name }) => !HIDDEN.has(name));
    if (!other) throw new Error('the interpreter has no module to show');
    for (const { at, name } of entries) {
      if (!HIDDEN.has(name)) continue;
      hidden.add(name);
      module.HEAPU32[at >>> 2] = word(other.at);
      module.HEAPU32[(at + 4) >>> 2] = word(other.at + 4);
    }
  }
  return [...hidden];
}

/** The runtime works with a copy, made when it begins. */
function copiesOf(module: PythonModule, table: number): number[] {
  const { HEAPU32 } = module;
  const runtime = module.__PyRuntime >>> 2;
  const [name, init] = [HEAPU32[table >>> 2], HEAPU32[(table >>> 2) + 1]];
  const found: number[] = [];
  for (let at = runtime; at < runtime + RUNTIME_WORDS; at++) {
    const pointer = HEAPU32[at] ?? 0;
    if (pointer === table || pointer % 4 !== 0) continue;
    if (HEAPU32[pointer >>> 2] === name && HEAPU32[(pointer >>> 2) + 1] === init) found.push(pointer);
  }
  return found;
}
