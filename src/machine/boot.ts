// Starts the machine: boots Pyodide, makes the image or takes a kept one, and hands out a `Machine`. Called
// once a worker (or once a command line), before any foreign code.
import type { Machine } from '../engine/ports.ts';
import type { LoadStage } from '../model/progress.ts';
import { SCHEDULE } from '../model/schedule.ts';
import { World } from '../world/world.ts';
import { bounded, type Boundary } from './boundary.ts';
import { Clock, Entropy } from './clock.ts';
import type { CreateModule, LoadPyodide, ModuleSettings, Pyodide, PythonModule } from './emscripten.ts';
import { createFrameReader } from './frames.ts';
import { packImage, takeImage, unpackImage, type Image } from './image.ts';
import { ProcessMachine } from './machine.ts';
import { hideModules } from './hidden-modules.ts';
import { seal, type ToSeal } from './seal.ts';
import { limitRecursion } from './recursion.ts';
import { pythonSources } from './python/sources.ts';

export const PYODIDE_VERSION = '314.0.7';

/** What the machine is made of, handed in by whoever can read files: the page, or the command line. */
export interface MachineParts {
  readonly loadPyodide: LoadPyodide;
  /** Default export of `pyodide.asm.mjs`. */
  readonly createModule: CreateModule;
  /** Where Pyodide looks for its other files, with a slash at the end. */
  readonly indexURL: string;
}

/** An image as it is kept between visits. */
export interface KeptImage {
  readonly key: string;
  readonly bytes: Uint8Array;
}

export interface BootedMachine {
  readonly machine: Machine & { readonly imageBytes: number };
  readonly image: KeptImage;
}

/** Environment of the interpreter: the same everywhere, so that the image is. */
const ENVIRONMENT = {
  PYTHONHASHSEED: '0',
  HOME: '/home',
  LANG: 'C.UTF-8',
  PATH: '/',
  USER: 'user',
  LOGNAME: 'user',
  PWD: '/',
  _: 'python',
};
const LOCK = JSON.stringify({
  info: {
    abi_version: '2026_0',
    arch: 'wasm32',
    platform: 'emscripten_5_0_3',
    python: '3.14.2',
    version: PYODIDE_VERSION,
  },
  packages: {},
});

/** Changes whenever an image made by another version must not be used. */
export function imageKey(): string {
  const text = Object.values(pythonSources).join('\0');
  let hash = 5381;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 33) ^ text.charCodeAt(i)) >>> 0;
  return `pyodide-${PYODIDE_VERSION}-image-5-${hash.toString(16)}`;
}

/** Throws what Pyodide throws; a kept image that does not fit is put aside and a new one made. */
export async function bootMachine(
  parts: MachineParts,
  kept: KeptImage | null,
  onStage: (stage: LoadStage) => void,
): Promise<BootedMachine> {
  const boundary: Boundary = {
    clock: new Clock(),
    entropy: new Entropy(),
    onCountdown: () => 0,
    onControl: () => 0,
    onAnswer: () => -1,
    onForbidden: () => {},
    sealed: false,
    onUnmap: () => false,
    onFlush: () => false,
    isMissing: () => false,
    module: null,
  };
  boundary.clock.start(SCHEDULE.firstRunMs);
  boundary.entropy.seed('image');
  onStage('start');
  const unpacked = kept && kept.key === imageKey() ? unpackImage(kept.bytes) : null;
  if (kept && unpacked) {
    const module = await emptyInstance(parts, boundary, unpacked.memoryBytes);
    return { machine: new ProcessMachine(module, boundary, new World(), unpacked), image: kept };
  }
  const py = await parts.loadPyodide({ ...options(parts), createPyodideModule: bounded(parts.createModule, boundary) });
  onStage('import');
  const image = makeImage(py);
  const packed = { key: imageKey(), bytes: packImage(image) };
  return { machine: new ProcessMachine(py._module, boundary, new World(), image), image: packed };
}

function options(parts: MachineParts): object {
  return {
    indexURL: parts.indexURL,
    env: { ...ENVIRONMENT },
    lockFileContents: LOCK,
    _sysExecutable: 'python',
  };
}

/**
 * An instance whose interpreter was never started: its memory comes whole from a kept image. Pyodide is
 * asked for its settings only; what it would do next, in Python, has been done in the image.
 */
async function emptyInstance(parts: MachineParts, boundary: Boundary, memoryBytes: number): Promise<PythonModule> {
  const made = new Error('the instance is made; Pyodide need not go on');
  const create = bounded(parts.createModule, boundary);
  try {
    await parts.loadPyodide({
      ...options(parts),
      // Only its length is looked at: the size of the memory to make.
      _loadSnapshot: new Uint8Array(memoryBytes),
      createPyodideModule: async (settings: ModuleSettings) => {
        await create(settings);
        throw made;
      },
    });
  } catch (error) {
    if (error !== made) throw error;
  }
  if (!boundary.module) throw new Error('no instance was made');
  return boundary.module;
}

/** What `first()` of `image.py` says: addresses. */
interface Found {
  readonly enter: number;
  readonly codeType: number;
  readonly errorTable: number;
  readonly types: readonly number[];
  readonly stackOverflow: number;
}

function makeImage(py: Pyodide): Image {
  const module = py._module;
  py.FS.mkdir('/machine');
  for (const [name, source] of Object.entries(pythonSources)) py.FS.writeFile(`/machine/${name}.py`, source);
  py.runPython(pythonSources.image);
  const found = JSON.parse(String(py.runPython('first()'))) as Found;
  const frames = createFrameReader(module, found.codeType, '');
  frames.setTypesMutable(found.types, true);
  const toSeal = JSON.parse(String(py.runPython('second()'))) as ToSeal;
  frames.setTypesMutable(found.types, false);
  hideModules(module);
  limitRecursion(module, found.stackOverflow);
  seal(module, frames.codeStart, toSeal);
  return takeImage(module, found);
}
