// Builds the chamber's test page, with the same plugins as the app.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { chamberFiles } from '../../build/chamber-files.ts';
import { pagePolicy } from '../../build/page-policy.ts';
import { BUILD_TARGET } from '../../build/targets.ts';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  plugins: [chamberFiles(), pagePolicy()],
  server: { host: '127.0.0.1' },
  build: {
    target: BUILD_TARGET,
    assetsInlineLimit: 0,
    rolldownOptions: { checks: { bundlerTimings: false } },
    outDir: fileURLToPath(new URL('../../.cache/chamber-page', import.meta.url)),
    emptyOutDir: true,
  },
});
