import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // For the rune classes of `state/`.
  plugins: [svelte()],
  test: {
    include: ['src/**/*.test.ts', 'build/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
});
