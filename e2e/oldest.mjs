// The oldest browser that the README names, for the tests: a Chromium shell without a window, from a package of that
// version. Finding the newest lives in `browser.mjs`. Prints its path as a script: node e2e/oldest.mjs
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PACKAGE = join(ROOT, 'node_modules', '@sparticuz', 'chromium');

/** The package holds a program for this one platform. Elsewhere the tests run in the installed browser only. */
export const hasOldest = process.platform === 'linux' && process.arch === 'x64';

function unpackedTo(folder, name) {
  return writeFileSync(join(folder, name), brotliDecompressSync(readFileSync(join(PACKAGE, 'bin', `${name}.br`))), {
    mode: 0o755,
  });
}

/**
 * Unpacks it into `.cache` where that has not been done: 180 MB, 2 seconds. `libraries` are what it needs beside the C
 * library (NSS and Expat), which a machine without a browser lacks.
 */
export function ensureOldest() {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
  const folder = join(ROOT, '.cache', `chromium-${version}`);
  if (!existsSync(folder)) {
    // Made elsewhere and moved in one step: a folder of that name is whole.
    const making = `${folder}.${process.pid}`;
    mkdirSync(making, { recursive: true });
    unpackedTo(making, 'chromium');
    unpackedTo(making, 'al2023.tar');
    const { status } = spawnSync('tar', ['xf', 'al2023.tar'], { cwd: making, stdio: ['ignore', 2, 2] });
    if (status !== 0) throw new Error('The libraries of the oldest Chromium could not be unpacked: tar failed.');
    try {
      renameSync(making, folder);
    } catch (error) {
      rmSync(making, { recursive: true });
      if (!existsSync(folder)) throw error;
    }
  }
  return { executablePath: join(folder, 'chromium'), libraries: join(folder, 'lib') };
}

/** How Playwright starts it. */
export function launchOldest() {
  const { executablePath, libraries } = ensureOldest();
  return { executablePath, env: { ...process.env, LD_LIBRARY_PATH: libraries } };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(ensureOldest().executablePath);
