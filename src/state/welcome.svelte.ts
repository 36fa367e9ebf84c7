// Whether the first screen tells its scenario: on a first visit, and whenever a person asks for it.
import { readSetting, writeSetting, type Shelf } from '../storage/drafts.ts';

const SETTING = 'welcomed';

export class Welcome {
  readonly #shelf: Shelf | null;
  shown: boolean = $state(false);

  /** `busyElsewhere`: the visitor has a draft, and wants to see that. */
  constructor(shelf: Shelf | null, busyElsewhere: boolean) {
    this.#shelf = shelf;
    this.shown = !busyElsewhere && readSetting(shelf, SETTING) === null;
  }

  show(): void {
    this.shown = true;
  }

  /** A link is shown instead; the next visit without one still tells the scenario. */
  hide(): void {
    this.shown = false;
  }

  leave(): void {
    this.shown = false;
    writeSetting(this.#shelf, SETTING, 'yes');
  }
}
