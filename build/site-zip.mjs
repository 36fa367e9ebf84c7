// Packs the built site, with what belongs to it, so that it can be unpacked on any static host: node build/site-zip.mjs
// Equal builds give equal bytes: every file has the same date.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zipSync } from 'fflate';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DIST = join(ROOT, 'dist');
const ZIP = join(ROOT, 'by-accident-site.zip');
/** Beside the site's folder, not in it: how to serve it, and under which terms. */
const ENCLOSED = ['docs/hosting.md', 'LICENSE', 'THIRD-PARTY-NOTICES.md', 'docs/licences.md'];
const DATE = new Date(1980, 0, 1);

const files = {};
for (const entry of readdirSync(DIST, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  const path = join(entry.parentPath, entry.name);
  files[`by-accident/${relative(DIST, path).split(sep).join('/')}`] = readFileSync(path);
}
for (const path of ENCLOSED) files[path.split('/').at(-1)] = readFileSync(join(ROOT, path));
const zip = zipSync(Object.fromEntries(Object.entries(files).sort()), { level: 9, mtime: DATE });
writeFileSync(ZIP, zip);
console.log(`${relative(process.cwd(), ZIP)}: ${Object.keys(files).length} files, ${(zip.length / 1e6).toFixed(1)} MB`);
