// Copies the pictures that the README and the documents show from where e2e/screens.spec.ts leaves them.
import { copyFileSync } from 'node:fs';

const SHOWN = ['first-1280-dark', 'verdict-1280-light', 'verdict-1920-dark', 'verdict-360-dark', 'rounds-1280-light'];

for (const name of SHOWN) copyFileSync(`test-results/screens/${name}.png`, `docs/screenshots/${name}.png`);
