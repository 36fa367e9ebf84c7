// Builds the benchmark's pages with the app's own plugins, so that what is measured is what is shipped.
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { chamberFiles } from '../../../build/chamber-files.ts';
import { pagePolicy } from '../../../build/page-policy.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PAGES = 'src/cli/bench/page/';
/** Below it the pages keep their place in the repository. */
const OUT = `${ROOT}node_modules/.cache/by-accident-bench`;

/** Returns the folder of the built pages. */
export async function buildPages(): Promise<string> {
  await build({
    configFile: false,
    root: ROOT,
    // Relative, as the app's: it works under any path.
    base: './',
    publicDir: false,
    logLevel: 'warn',
    plugins: [chamberFiles(), pagePolicy()],
    build: {
      target: 'es2022',
      outDir: OUT,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      rolldownOptions: {
        input: [`${ROOT}${PAGES}speed.html`, `${ROOT}${PAGES}visit.html`],
        checks: { bundlerTimings: false },
      },
    },
  });
  return OUT;
}
