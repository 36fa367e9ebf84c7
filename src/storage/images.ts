// The heap image that a first visit makes, kept in IndexedDB so that later visits start at once. One is kept; whether
// it fits the machine is for the caller's key to say. Losing it costs two seconds and nothing else.
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { joinBytes } from '../model/bytes.ts';

export interface StoredImage {
  /** Names everything that the image depends on; another key is another image. */
  readonly fingerprint: string;
  /** The machine's own key. */
  readonly key: string;
  /** gzip. */
  readonly bytes: ArrayBuffer;
}

/** One image: what it is under 0, its parts from 1 on. */
interface ImageSchema extends DBSchema {
  images: { key: number; value: Kept | ArrayBuffer };
}

interface Kept {
  readonly fingerprint: string;
  readonly key: string;
  /** How many parts there are. */
  readonly parts: number;
}

/** A part is written or read in one go, and the page stands still meanwhile: so it is small, in bytes. */
const PART_BYTES = 512 * 1024;

/** `null` where all is well, else a sentence: nothing here throws, because nothing here is needed. */
export type ImageProblem = string | null;

/**
 * Nobody waits for the storage longer than this. Another tab can hold it up for good: an older version of the page that
 * does not let go of the database, or one that the browser has put to sleep in the middle of a change.
 */
const READ_TIMEOUT_MS = 4_000;
/** Nobody waits for what is kept; but that it was not kept must be told some time. */
const KEEP_TIMEOUT_MS = 60_000;

const DATABASE = 'by-accident-images';
/** 1 kept images that were not packed. */
const VERSION = 2;

export class ImageStore {
  #problem: ImageProblem = null;
  #database: Promise<IDBPDatabase<ImageSchema>> | null = null;

  /** What went wrong last, for a status line; starting is slower then, and everything works. */
  get problem(): ImageProblem {
    return this.#problem;
  }

  /** Called before the first chamber starts. Null: none, or none that fits. */
  async read(fingerprint: string): Promise<StoredImage | null> {
    return this.#attempt('read', READ_TIMEOUT_MS, async (database) => {
      const store = database.transaction('images').store;
      const kept = await store.get(0);
      if (kept === undefined || kept instanceof ArrayBuffer || kept.fingerprint !== fingerprint) return null;
      const parts: Uint8Array[] = [];
      for (let n = 1; n <= kept.parts; n++) {
        const part = await store.get(n);
        if (!(part instanceof ArrayBuffer)) return null;
        parts.push(new Uint8Array(part));
      }
      return { fingerprint, key: kept.key, bytes: joinBytes(parts).buffer };
    });
  }

  /** Called once a chamber has made an image, before it has run foreign code. Replaces every other image. */
  async keep({ fingerprint, key, bytes }: StoredImage): Promise<void> {
    await this.#attempt('kept', KEEP_TIMEOUT_MS, async (database) => {
      const change = database.transaction('images', 'readwrite');
      // Whoever waits for a part hears of a failure.
      change.done.catch(() => undefined);
      const parts = Math.ceil(bytes.byteLength / PART_BYTES);
      await change.store.clear();
      await change.store.put({ fingerprint, key, parts }, 0);
      // Each in a turn of its own; all or none of them are kept.
      for (let n = 1; n <= parts; n++) {
        await change.store.put(bytes.slice((n - 1) * PART_BYTES, n * PART_BYTES), n);
      }
      await change.done;
      return null;
    });
  }

  /** Called where an image did not start. */
  async discard(): Promise<void> {
    await this.#attempt('removed', KEEP_TIMEOUT_MS, async (database) => {
      await database.clear('images');
      return null;
    });
  }

  async #attempt<T>(
    what: string,
    timeoutMs: number,
    act: (database: IDBPDatabase<ImageSchema>) => Promise<T>,
  ): Promise<T | null> {
    try {
      const done = await within(timeoutMs, this.#open().then(act));
      this.#problem = null;
      return done;
    } catch (error) {
      // One that only comes late is waited for by the next attempt; another request would stand in line behind it.
      if (!(error instanceof HeldUp)) this.#database = null;
      const why =
        error instanceof HeldUp ? HELD_UP : error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      this.#problem = `The interpreter's start image could not be ${what} in this browser (${why}); starting takes longer.`;
      return null;
    }
  }

  #open(): Promise<IDBPDatabase<ImageSchema>> {
    return (this.#database ??= openDB<ImageSchema>(DATABASE, VERSION, {
      upgrade(database) {
        if (database.objectStoreNames.contains('images')) database.deleteObjectStore('images');
        database.createObjectStore('images');
      },
      // A newer version in another tab may go on; this tab opens it again when needed.
      blocking: (_current, _blocked, event) => {
        (event.target as IDBDatabase).close();
        this.#database = null;
      },
      terminated: () => (this.#database = null),
    }));
  }
}

/** The storage gave no answer in time. */
class HeldUp extends Error {}
const HELD_UP = 'it gives no answer; another tab of this page may hold it up';

function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new HeldUp()), timeoutMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
