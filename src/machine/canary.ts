// Canaries: things on the JavaScript side that no process may change. Checked after every process.
import type { EmscriptenFS } from './emscripten.ts';

const WATCHED = ['open', 'close', 'mount', 'unmount', 'createNode', 'lookupNode', 'unlink', 'mkdir'] as const;

export class Canary {
  readonly #functions: readonly unknown[];
  readonly #prototypes: string;

  constructor(readonly FS: EmscriptenFS) {
    this.#functions = WATCHED.map((name) => FS[name]);
    this.#prototypes = prototypeKeys();
  }

  /** What was changed, where something was: the run is void and the machine must be replaced. */
  complaint(): string | null {
    const isWhole =
      WATCHED.every((name, i) => this.FS[name] === this.#functions[i]) && prototypeKeys() === this.#prototypes;
    return isWhole ? null : 'it changed the machine around it';
  }
}

function prototypeKeys(): string {
  return [Object.prototype, Array.prototype, Function.prototype, Uint8Array.prototype]
    .map((prototype) => Reflect.ownKeys(prototype).length)
    .join();
}
