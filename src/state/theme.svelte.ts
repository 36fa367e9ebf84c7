// Light or dark: the system's wish until a person chooses. The colours themselves live in `ui/theme.css`.
import { readSetting, writeSetting, type Shelf } from '../storage/drafts.ts';

type Shade = 'light' | 'dark';

export class Theme {
  readonly #shelf: Shelf | null;
  #system: Shade = $state('light');
  #chosen: Shade | null = $state(null);
  readonly shade: Shade = $derived(this.#chosen ?? this.#system);

  constructor(shelf: Shelf | null, systemDark: MediaQueryList) {
    this.#shelf = shelf;
    this.#system = systemDark.matches ? 'dark' : 'light';
    systemDark.addEventListener('change', (event) => (this.#system = event.matches ? 'dark' : 'light'));
    const kept = readSetting(shelf, 'theme');
    if (kept === 'light' || kept === 'dark') this.#chosen = kept;
  }

  toggle(): void {
    const next = this.shade === 'dark' ? 'light' : 'dark';
    // Back at the system's wish: follow it again.
    this.#chosen = next === this.#system ? null : next;
    writeSetting(this.#shelf, 'theme', this.#chosen);
  }
}
