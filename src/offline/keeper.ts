// The page's side of the service worker: whether the site is kept for use without a network, and whether a newer version
// waits. Nothing here reloads the page unless a person has asked for it, and nothing here is needed for a verdict.
import { TAKE_OVER } from './words.ts';

/** What the page knows of itself as a kept site. */
export interface Kept {
  /** `unknown` until asked, and where this browser or this address has no service workers (plain http, some frames). */
  readonly state: 'unknown' | 'keeping' | 'kept' | 'failed';
  /** `waits`: it is there and begins on request. `began`: another tab has asked for it; this page is still the old one. */
  readonly newer: 'none' | 'waits' | 'began';
}

type Listened<E extends string> = { addEventListener(type: E, listener: () => void): void };

/** The parts of the browser's own objects that are used; a test gives others. */
export interface WorkerOfSite extends Listened<'statechange'> {
  readonly state: ServiceWorkerState;
  postMessage(word: string): void;
}
export interface RegistrationOfSite extends Listened<'updatefound'> {
  readonly installing: WorkerOfSite | null;
  readonly waiting: WorkerOfSite | null;
  readonly active: WorkerOfSite | null;
  update(): Promise<unknown>;
}
export interface ContainerOfSite extends Listened<'controllerchange'> {
  readonly controller: object | null;
  register(url: string): Promise<RegistrationOfSite>;
}

/** A page that stays open looks for a newer version this often at most, when it is looked at again. */
const LOOK_EVERY_MS = 60 * 60 * 1_000;
/** A version that was asked for and does not begin does not keep the person waiting: the page is loaded anew all the same. */
const TAKE_OVER_TIMEOUT_MS = 5_000;

/** The browser's container, or null where it gives none: a frame without an origin throws. */
export function browserContainer(): ContainerOfSite | null {
  try {
    return (navigator.serviceWorker as ContainerOfSite | undefined) ?? null;
  } catch {
    return null;
  }
}

export class Keeper {
  readonly #container: ContainerOfSite | null;
  readonly #reload: () => void;
  readonly #onChange: (kept: Kept) => void;
  #kept: Kept = { state: 'unknown', newer: 'none' };
  #registration: RegistrationOfSite | null = null;
  #asked = false;
  #isTaking = false;
  #lookedMs = 0;

  constructor(container: ContainerOfSite | null, reload: () => void, onChange: (kept: Kept) => void) {
    this.#container = container;
    this.#reload = reload;
    this.#onChange = onChange;
    let controlled = container?.controller != null;
    container?.addEventListener('controllerchange', () => {
      if (this.#isTaking) return this.#reload();
      // The first one takes the page as it is; a second one is another version, which another tab has asked for.
      if (controlled) this.#tell({ newer: 'began' });
      controlled = true;
    });
  }

  /** Called once the page has been quiet for a while: eight megabytes are fetched where they are not there yet. */
  async keep(url: string): Promise<void> {
    if (this.#container === null || this.#asked) return;
    this.#asked = true;
    try {
      // Browsers under test can refuse without a word.
      const registration = (await this.#container.register(url)) as RegistrationOfSite | undefined;
      if (registration === undefined) return;
      this.#registration = registration;
      this.#lookedMs = performance.now();
      registration.addEventListener('updatefound', () => this.#follow(registration.installing));
      if (registration.active !== null) this.#tell({ state: 'kept' });
      if (registration.waiting !== null && this.#container.controller !== null) this.#tell({ newer: 'waits' });
      this.#follow(registration.installing);
    } catch {
      // Storage is denied, the disk is full, or the host does not have the file.
      this.#tell({ state: 'failed' });
    }
  }

  /** Called when the page is looked at again. */
  look(): void {
    const now = performance.now();
    if (this.#registration === null || now - this.#lookedMs < LOOK_EVERY_MS) return;
    this.#lookedMs = now;
    // Without a network there is nothing newer.
    this.#registration.update().catch(() => undefined);
  }

  /** Called when a person asks for the newer version, with everything kept that is to be kept. Loads the page anew. */
  take(): void {
    const waiting = this.#registration?.waiting ?? null;
    if (waiting === null) return this.#reload();
    this.#isTaking = true;
    setTimeout(this.#reload, TAKE_OVER_TIMEOUT_MS);
    waiting.postMessage(TAKE_OVER);
  }

  #follow(worker: WorkerOfSite | null): void {
    if (worker === null) return;
    if (this.#kept.state !== 'kept') this.#tell({ state: 'keeping' });
    const isFirst = this.#registration?.active == null;
    worker.addEventListener('statechange', () => {
      switch (worker.state) {
        case 'installed':
          if (!isFirst) this.#tell({ newer: 'waits' });
          return;
        case 'activated':
          return this.#tell({ state: 'kept' });
        case 'redundant':
          // A newer version that could not be kept leaves the older one in its place.
          if (this.#registration?.active == null) this.#tell({ state: 'failed' });
          return;
        default:
          return;
      }
    });
  }

  #tell(change: Partial<Kept>): void {
    this.#kept = { ...this.#kept, ...change };
    this.#onChange(this.#kept);
  }
}
