// The heap image that a first visit makes, kept in IndexedDB so that later visits start at once. One is kept; whether
// it fits the machine is for the caller's key to say. Losing it costs two seconds and nothing else.
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

export interface StoredImage {
  /** Names everything that the image depends on; another key is another image. */
  readonly fingerprint: string;
  /** The machine's own key. */
  readonly key: string;
  /** gzip. */
  readonly bytes: ArrayBuffer;
}

interface ImageSchema extends DBSchema {
  images: { key: string; value: { fingerprint: string; key: string; bytes: ArrayBuffer } };
}

/** `null` where all is well, else a sentence: nothing here throws, because nothing here is needed. */
export type ImageProblem = string | null;

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
    return this.#attempt('read', async (database) => {
      return (await database.get('images', fingerprint)) ?? null;
    });
  }

  /** Called once a chamber has made an image, before it has run foreign code. Replaces every other image. */
  async keep(image: StoredImage): Promise<void> {
    await this.#attempt('kept', async (database) => {
      const change = database.transaction('images', 'readwrite');
      await Promise.all([change.store.clear(), change.store.put({ ...image }), change.done]);
      return null;
    });
  }

  /** Called where an image did not start. */
  async discard(): Promise<void> {
    await this.#attempt('removed', async (database) => {
      await database.clear('images');
      return null;
    });
  }

  async #attempt<T>(what: string, act: (database: IDBPDatabase<ImageSchema>) => Promise<T>): Promise<T | null> {
    try {
      this.#database ??= openDB<ImageSchema>(DATABASE, VERSION, {
        upgrade(database, from) {
          if (from > 0) database.deleteObjectStore('images');
          database.createObjectStore('images', { keyPath: 'fingerprint' });
        },
        // A newer version in another tab may go on; this tab opens it again when needed.
        blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
        terminated: () => (this.#database = null),
      });
      const done = await act(await this.#database);
      this.#problem = null;
      return done;
    } catch (error) {
      this.#database = null;
      const cause = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      this.#problem = `The interpreter's start image could not be ${what} in this browser (${cause}); starting takes longer.`;
      return null;
    }
  }
}
