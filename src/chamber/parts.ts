// Turns the bytes that the page handed in into the parts the machine is made of. Pyodide believes that it fetches.
import type { MachineParts } from '../machine/boot.ts';
import type { CreateModule, LoadPyodide } from '../machine/emscripten.ts';
import type { Inside } from './serve.ts';

/** An address that does not exist; nothing is ever asked for there. */
const NOWHERE = 'https://chamber.invalid/';

type Fetch = typeof globalThis.fetch;

/**
 * Called once, before boot. Does with each file what can be done without the others, then `work`. While `work` runs,
 * `fetch` answers from memory; afterwards it is what it was, and the frame's policy refuses it. Rejects where a file is
 * damaged or one of the scripts is no module.
 */
export async function withParts<T>(files: Inside['files'], work: (parts: MachineParts) => Promise<T>): Promise<T> {
  const [python, module, wasm, stdlibZip] = await Promise.all([
    files.pyodideMjs.then(importBytes) as Promise<{ loadPyodide: LoadPyodide }>,
    files.asmMjs.then(importBytes) as Promise<{ default: CreateModule }>,
    files.wasm,
    files.stdlibZip,
  ]);
  const refused = globalThis.fetch;
  globalThis.fetch = fromMemory({
    'pyodide.asm.wasm': { bytes: wasm, type: 'application/wasm' },
    'python_stdlib.zip': { bytes: stdlibZip, type: 'application/zip' },
  });
  try {
    return await work({ loadPyodide: python.loadPyodide, createModule: module.default, indexURL: NOWHERE });
  } finally {
    globalThis.fetch = refused;
  }
}

function fromMemory(held: Readonly<Record<string, { bytes: Uint8Array<ArrayBuffer>; type: string }>>): Fetch {
  return async (input) => {
    const url = input instanceof Request ? input.url : String(input);
    const found = url.startsWith(NOWHERE) ? held[url.slice(NOWHERE.length)] : undefined;
    if (found === undefined) throw new TypeError(`the chamber has no file ${url}`);
    return new Response(found.bytes, { headers: { 'Content-Type': found.type } });
  };
}

/** A blob needs no network, so a module that arrived as bytes can be imported where nothing can be fetched. */
async function importBytes(bytes: Uint8Array<ArrayBuffer>): Promise<unknown> {
  const url = URL.createObjectURL(new Blob([bytes], { type: 'text/javascript' }));
  try {
    return await import(/* @vite-ignore */ url);
  } finally {
    URL.revokeObjectURL(url);
  }
}
