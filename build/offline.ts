// Vite plugin that makes the site's service worker: the bundled `src/offline/service-worker.ts` with the list of all files
// of the build. Knows no file by name but the two that have no digest in theirs.
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { normalizePath, type Plugin, type ResolvedConfig } from 'vite';
import type { PrecacheEntry } from 'workbox-precaching';
import { bundleWorker } from './bundle-worker.ts';

const SERVICE_WORKER = 'sw.js';
const ENTRY = 'src/offline/service-worker.ts';

/**
 * One file as the service worker keeps it. A name with a digest never changes its content, so it may come from the
 * browser's own cache; others carry a revision. The digest is checked when the file is kept: a host that answers with
 * something else (a page that says "not found", a login) must not be remembered. Only the page itself may differ, because
 * some hosts add a line to HTML.
 */
export function entryOf(url: string, bytes: Uint8Array): PrecacheEntry {
  const digest = createHash('sha256').update(bytes);
  const hashed = /-[\w-]{8}\.\w+$/.test(url) && url.startsWith('assets/');
  const integrity = `sha256-${digest.copy().digest('base64')}`;
  return {
    url,
    revision: hashed ? null : digest.digest('hex').slice(0, 16),
    ...(url.endsWith('.html') ? {} : { integrity }),
  };
}

/** Used by the app's own configuration. The last thing of a build: what lies in its folder by then is what is kept. */
export function offline(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'offline',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const folder = resolve(config.root, config.build.outDir);
        const found = await readdir(folder, { recursive: true, withFileTypes: true });
        const paths = found
          .filter((entry) => entry.isFile() && entry.name !== SERVICE_WORKER)
          .map((entry) => normalizePath(join(entry.parentPath, entry.name)).slice(normalizePath(folder).length + 1))
          .sort();
        const files = await Promise.all(paths.map(async (path) => entryOf(path, await readFile(join(folder, path)))));
        const { code } = await bundleWorker(resolve(config.root, ENTRY), config, { SITE_FILES: JSON.stringify(files) });
        await writeFile(join(folder, SERVICE_WORKER), code);
      },
    },
  };
}
