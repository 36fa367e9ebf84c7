// What the page hands into a worker, piece by piece: each can be waited for before it is there. Files are unpacked here,
// so that the page's thread is left alone and less crosses the border.
import { unreachable } from '../model/unreachable.ts';
import { gunzip } from './gzip.ts';
import { type CrossingImage, FILE_NAMES, type FileName, type Piece } from './protocol.ts';
import type { Image, Inside } from './serve.ts';

type Bytes = Uint8Array<ArrayBuffer>;

interface Packed {
  readonly bytes: ArrayBuffer;
  readonly packed: boolean;
}

interface Awaited<T> {
  readonly promise: Promise<T>;
  readonly settle: (value: T | Promise<T>) => void;
}

export class Inbox implements Inside {
  readonly files: Inside['files'];
  readonly kept: Promise<Image | null>;
  readonly #files = new Map<FileName, Awaited<Bytes>>();
  readonly #kept = awaited<Image | null>();

  constructor() {
    for (const name of FILE_NAMES) this.#files.set(name, awaited<Bytes>());
    this.files = Object.fromEntries([...this.#files].map(([name, { promise }]) => [name, promise])) as Inside['files'];
    this.kept = this.#kept.promise;
  }

  /** The first piece of each name counts. */
  put(piece: Piece): void {
    switch (piece.kind) {
      case 'file':
        return this.#files.get(piece.name)?.settle(unpack(piece, `the file ${piece.name}`));
      case 'image':
        return this.#kept.settle(piece.kept && unpackImage(piece.kept));
      default:
        return unreachable(piece);
    }
  }
}

async function unpackImage(kept: CrossingImage): Promise<Image> {
  return { key: kept.key, bytes: await unpack({ ...kept, packed: true }, 'the kept image') };
}

async function unpack({ bytes, packed }: Packed, what: string): Promise<Bytes> {
  if (!packed) return new Uint8Array(bytes);
  try {
    return new Uint8Array(await gunzip(bytes));
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new Error(`${what} arrived damaged and could not be unpacked (${cause})`, { cause: error });
  }
}

/** A rejection that nobody waits for yet is not reported: whoever waits later gets it. */
function awaited<T>(): Awaited<T> {
  let settle: Awaited<T>['settle'] = () => undefined;
  const promise = new Promise<T>((resolve) => (settle = resolve));
  promise.catch(() => undefined);
  return { promise, settle };
}
