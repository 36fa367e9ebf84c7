// Copies the pictures that the README and the documents show from where e2e/screens.spec.ts leaves them.
import { copyFileSync } from 'node:fs';

const WIDTHS = [360, 1280, 1920];
const THEMES = ['light', 'dark'];
const everywhere = (state) => WIDTHS.flatMap((width) => THEMES.map((theme) => `${state}-${width}-${theme}`));

for (const name of [...everywhere('first'), ...everywhere('verdict'), 'rounds-1280-light', 'own-1280-dark']) {
  copyFileSync(`test-results/screens/${name}.png`, `docs/screenshots/${name}.png`);
}
