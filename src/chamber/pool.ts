// Two chambers at most: one that runs, and a warm spare behind it. Makes, promotes and replaces them; what they run
// lives in `client.ts`.
import type { LoadStage } from '../model/progress.ts';
import type { ImageStore } from '../storage/images.ts';
import { Chamber } from './chamber.ts';
import { type ArrivingFiles, DownloadError } from './download.ts';
import { gzip } from './gzip.ts';
import type { CrossingImage, ImageBytes } from './protocol.ts';

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
  readonly #files: ArrivingFiles;
  readonly #fingerprint: string;
  readonly #images: Pick<ImageStore, 'keep' | 'discard'>;
  /** Of an earlier visit, being read while the files arrive; later the one that was made. */
  #image: Promise<CrossingImage | null>;
  #hasImage = false;
  #active: Member | null = null;
  #spare: Member | null = null;
  #ignoredByTheDead = 0;

  /** `fingerprint` names the files, and with them the images that they make. */
  constructor(
    files: ArrivingFiles,
    fingerprint: string,
    images: Pick<ImageStore, 'keep' | 'discard'>,
    kept: Promise<CrossingImage | null>,
  ) {
    this.#files = files;
    this.#fingerprint = fingerprint;
    this.#images = images;
    this.#image = kept;
  }

  /** Messages ignored so far, in all chambers. */
  get ignored(): number {
    return this.#ignoredByTheDead + (this.#active?.chamber.ignored ?? 0) + (this.#spare?.chamber.ignored ?? 0);
  }

  /** The chamber of the last run, while it lives; else one that keeps no worlds, or null. */
  get active(): Chamber | null {
    return this.#active?.chamber ?? null;
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
      if (taken.fromImage && !(error instanceof DownloadError)) return this.take(onStage);
      throw error;
    }
  }

  /** Called when nothing runs: a worn chamber goes, the spare moves up, a missing spare is started. Never rejects. */
  tidy(): void {
    const active = this.#active?.chamber;
    if (active !== undefined && (!active.alive || active.runs >= RUNS_PER_CHAMBER)) this.retire();
    this.#promote();
    // Without an image a second chamber would only slow the first one down.
    if (this.#spare !== null || (!this.#hasImage && this.#active?.isReady !== true)) return;
    this.#spare = this.#start(() => undefined);
  }

  /** Called on stop, and where a run left the chamber unfit. Ends it at once; its run is answered as stopped. */
  retire(): void {
    // The spare has most likely gone with it, and would be missed only some seconds later, in the middle of a run.
    if (this.#active?.chamber.lostProcess === true) this.#spare = this.#end(this.#spare);
    this.#active = this.#end(this.#active);
  }

  #end(member: Member | null): null {
    this.#ignoredByTheDead += member?.chamber.ignored ?? 0;
    member?.chamber.close();
    return null;
  }

  #promote(): void {
    if (this.#spare?.chamber.alive === false) this.#spare = null;
    if (this.#active !== null || this.#spare === null) return;
    this.#active = this.#spare;
    this.#spare = null;
  }

  /** For further chambers and later visits; packed, because reading and crossing take longer than unpacking. */
  async #keep({ key, bytes }: ImageBytes): Promise<CrossingImage> {
    const image = { key, bytes: await gzip(bytes) };
    void this.#images.keep({ ...image, fingerprint: this.#fingerprint });
    return image;
  }

  #start(onStage: (stage: LoadStage) => void): Member {
    const member = new Member();
    member.ready = this.#boot(member, onStage);
    // Whoever takes it hears of it; a spare that does not start is no news to anybody else.
    member.ready.catch(() => undefined);
    return member;
  }

  async #boot(member: Member, onStage: (stage: LoadStage) => void): Promise<void> {
    const image = this.#image;
    void image.then((kept) => {
      member.fromImage = kept !== null;
      if (this.#image === image) this.#hasImage = kept !== null;
    });
    try {
      const made = await member.chamber.load(this.#files, image, onStage);
      member.isReady = true;
      if (made === null) return;
      this.#image = this.#keep(made);
      this.#hasImage = true;
    } catch (error) {
      if (member.fromImage && this.#image === image && !(error instanceof DownloadError)) {
        this.#image = Promise.resolve(null);
        this.#hasImage = false;
        void this.#images.discard();
      }
      throw error;
    }
  }
}
