// Builds the benchmark's pages with the app's own plugins, so that what is measured is what is shipped.
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { chamberFiles } from '../../../build/chamber-files.ts';
import { pagePolicy } from '../../../build/page-policy.ts';
import { BUILD_TARGET } from '../../../build/targets.ts';

/** Where the built pages are. */
export interface BuiltPages {
  /** The benchmark's pages; below it they keep their place in the repository. */
  readonly bench: string;
  readonly app: string;
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PAGES = 'src/cli/bench/page/';
const OUT = `${ROOT}node_modules/.cache/by-accident-bench`;

export async function buildPages(): Promise<BuiltPages> {
  const [bench, app] = [`${OUT}/bench`, `${OUT}/app`];
  await build({
    configFile: false,
    root: ROOT,
    // Relative, as the app's: it works under any path.
    base: './',
    publicDir: false,
    logLevel: 'warn',
    plugins: [chamberFiles(), pagePolicy()],
    build: {
      target: BUILD_TARGET,
      outDir: bench,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      rolldownOptions: {
        input: [`${ROOT}${PAGES}speed.html`, `${ROOT}${PAGES}visit.html`],
        checks: { bundlerTimings: false },
      },
    },
  });
  await build({ root: ROOT, logLevel: 'warn', build: { outDir: app, emptyOutDir: true, reportCompressedSize: false } });
  return { bench, app };
}
