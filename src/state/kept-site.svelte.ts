// Whether the page works without a network, and whether a newer version of it waits. Asking the browser lives in `offline/`.
import { type ContainerOfSite, type Kept, Keeper } from '../offline/keeper.ts';

export class KeptSite {
  readonly #keeper: Keeper;
  kept: Kept = $state.raw({ state: 'unknown', newer: 'none' });
  /** The notice was put away; a page that is loaded anew shows it again. */
  #putAway = $state(false);
  readonly offersNewer: boolean = $derived(this.kept.newer !== 'none' && !this.#putAway);

  /** `container` is null where the site is not to be kept or cannot be. */
  constructor(container: ContainerOfSite | null, reload: () => void) {
    this.#keeper = new Keeper(container, reload, (kept) => (this.kept = kept));
  }

  keep(): void {
    void this.#keeper.keep('./sw.js');
  }

  look(): void {
    this.#keeper.look();
  }

  takeNewer(): void {
    this.#keeper.take();
  }

  putAway(): void {
    this.#putAway = true;
  }
}
