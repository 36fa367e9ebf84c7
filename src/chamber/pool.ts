// Two chambers at most: one that runs, and a warm spare behind it. Makes, promotes and replaces them; what they run
// lives in `client.ts`.
import type { LoadStage } from '../model/progress.ts';
import type { ImageStore } from '../storage/images.ts';
import { Chamber } from './chamber.ts';
import type { FetchedFiles } from './download.ts';
import type { CrossingImage } from './protocol.ts';

/** A chamber is replaced after this many runs, so that what a long session leaves behind in it stays small. */
const RUNS_PER_CHAMBER = 250;

class Member {
  readonly chamber = new Chamber();
  /** Settled once; rejects with a `LoadError`. */
  ready: Promise<void> = Promise.resolve();
  isReady = false;
  /** True where it was started from an image, which may be at fault if it does not start. */
  fromImage = false;
}

export class ChamberPool {
  readonly #files: FetchedFiles;
  readonly #images: Pick<ImageStore, 'keep' | 'discard'>;
  readonly #kept: Promise<CrossingImage | null>;
  #image: CrossingImage | null = null;
  #imageSought = false;
  #active: Member | null = null;
  #spare: Member | null = null;
  #ignoredByTheDead = 0;

  /** `kept` is the image of an earlier visit, being read while the files arrive. */
  constructor(files: FetchedFiles, images: Pick<ImageStore, 'keep' | 'discard'>, kept: Promise<CrossingImage | null>) {
    this.#files = files;
    this.#images = images;
    this.#kept = kept;
  }

  /** Messages ignored so far, in all chambers. */
  get ignored(): number {
    return this.#ignoredByTheDead + (this.#active?.chamber.ignored ?? 0) + (this.#spare?.chamber.ignored ?? 0);
  }

  /** Called before each run. Rejects with a `LoadError`; the next call tries again. */
  async take(onStage: (stage: LoadStage) => void): Promise<Chamber> {
    if (this.#active?.chamber.alive === false) this.retire();
    this.#promote();
    const taken = (this.#active ??= this.#start(onStage));
    try {
      await taken.ready;
      return taken.chamber;
    } catch (error) {
      if (this.#active === taken) this.retire();
      // The image has been dropped: the next attempt does without, and cannot come this way again.
      if (taken.fromImage) return this.take(onStage);
      throw error;
    }
  }

  /** Called when nothing runs: a worn chamber goes, the spare moves up, a missing spare is started. Never rejects. */
  tidy(): void {
    const active = this.#active?.chamber;
    if (active !== undefined && (!active.alive || active.runs >= RUNS_PER_CHAMBER)) this.retire();
    this.#promote();
    // Without an image a second chamber would only slow the first one down.
    if (this.#spare !== null || (this.#image === null && this.#active?.isReady !== true)) return;
    this.#spare = this.#start(() => undefined);
  }

  /** Called on stop, and where a run left the chamber unfit. Ends it at once; its run is answered as stopped. */
  retire(): void {
    this.#ignoredByTheDead += this.#active?.chamber.ignored ?? 0;
    this.#active?.chamber.close();
    this.#active = null;
  }

  #promote(): void {
    if (this.#spare?.chamber.alive === false) this.#spare = null;
    if (this.#active !== null || this.#spare === null) return;
    this.#active = this.#spare;
    this.#spare = null;
  }

  #start(onStage: (stage: LoadStage) => void): Member {
    const member = new Member();
    member.ready = this.#boot(member, onStage);
    // Whoever takes it hears of it; a spare that does not start is no news to anybody else.
    member.ready.catch(() => undefined);
    return member;
  }

  async #boot(member: Member, onStage: (stage: LoadStage) => void): Promise<void> {
    if (!this.#imageSought) {
      this.#image = await this.#kept;
      this.#imageSought = true;
    }
    const kept = this.#image;
    member.fromImage = kept !== null;
    try {
      const made = await member.chamber.load(this.#files, kept, onStage);
      member.isReady = true;
      if (made === null) return;
      this.#image = made;
      void this.#images.keep({ ...made, fingerprint: this.#files.fingerprint });
    } catch (error) {
      if (kept !== null && this.#image === kept) {
        this.#image = null;
        void this.#images.discard();
      }
      throw error;
    }
  }
}
