// How the page is served and built. Where the chamber's files come from lives in `build/`.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { chamberFiles } from './build/chamber-files.ts';
import { lazyParts } from './build/lazy-parts.ts';
import { licences } from './build/licences.ts';
import { offline } from './build/offline.ts';
import { pagePolicy } from './build/page-policy.ts';
import { BUILD_TARGET } from './build/targets.ts';

export default defineConfig({
  // Relative, so that the build works under any path of any static host.
  base: './',
  plugins: [svelte(), chamberFiles(), lazyParts(), pagePolicy(), offline(), licences()],
  server: { host: '127.0.0.1' },
  preview: { host: '127.0.0.1' },
  build: {
    target: BUILD_TARGET,
    assetsInlineLimit: 0,
    // Editor and components are one page and wanted at once.
    chunkSizeWarningLimit: 1_000,
    // Bundling the worker and compressing the interpreter take their time, as they should.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
});
