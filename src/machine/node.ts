// The machine in Node: for the command line, the tests and the benchmarks.
import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bootMachine, imageKey, type BootedMachine, type KeptImage } from './boot.ts';
import type { CreateModule, LoadPyodide } from './emscripten.ts';

/** Where images are kept between runs of the command line. */
export const CACHE = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../node_modules/.cache/by-accident');

export interface BootOptions {
  /** Make a new image and keep none. */
  readonly fresh?: boolean;
  /** The image is in this file, which must be there. */
  readonly image?: string | null;
}

/** Path of an image that is kept, made where there was none. */
export async function keptImagePath(): Promise<string> {
  const file = path.join(CACHE, imageKey());
  if (!(await isThere(file))) await bootNodeMachine();
  return file;
}

/** Boots from the image of an earlier run where there is one; keeps a new one for the next. */
export async function bootNodeMachine(options: BootOptions = {}): Promise<BootedMachine> {
  const { loadPyodide } = (await import('pyodide')) as unknown as { loadPyodide: LoadPyodide };
  const asm = (await import('pyodide/pyodide.asm.mjs' as string)) as { default: CreateModule };
  const indexURL = `${path.dirname(fileURLToPath(import.meta.resolve('pyodide')))}/`;
  const kept = options.fresh ? null : await readKept(options.image ?? undefined);
  const booted = await bootMachine({ loadPyodide, createModule: asm.default, indexURL }, kept, () => {});
  if (!kept && !options.fresh) await keep(booted.image).catch(() => {});
  return booted;
}

async function readKept(file = path.join(CACHE, imageKey())): Promise<KeptImage | null> {
  try {
    return { key: imageKey(), bytes: new Uint8Array(await readFile(file)) };
  } catch {
    return null;
  }
}

async function keep(image: KeptImage): Promise<void> {
  await keepFile(path.join(CACHE, image.key), image.bytes);
}

/** Whether something is at the path. */
export async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** Writes a file whole or not at all, whoever else writes it at the same time; its folder is made. */
export async function keepFile(file: string, content: Uint8Array | string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const partial = `${file}.${process.pid}`;
  await writeFile(partial, content);
  await rename(partial, file);
}
