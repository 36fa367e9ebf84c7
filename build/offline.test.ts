// How one file of a build stands in the service worker's list.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { entryOf } from './offline.ts';

const bytes = new TextEncoder().encode('x');
const integrity = `sha256-${createHash('sha256').update(bytes).digest('base64')}`;
const revision = createHash('sha256').update(bytes).digest('hex').slice(0, 16);

test.each([
  ['assets/Palette--eLl6Qnr.js', { revision: null, integrity }],
  ['assets/pyodide.asm.wasm.gz-BcHpGykO.bin', { revision: null, integrity }],
  ['favicon.svg', { revision, integrity }],
  ['index.html', { revision }],
  ['other/Palette--eLl6Qnr.js', { revision, integrity }],
])('%s', (url, expected) => {
  expect(entryOf(url, bytes)).toEqual({ url, ...expected });
});
