// The child's code as one file of plain JavaScript, so that it needs no loader: a loader would need workers and processes of
// its own, which the child must not have. Made anew when a source has changed.
import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import { isThere, keepFile } from '../../machine/node.ts';

const SOURCES = path.join(import.meta.dirname, '../..');
const ENTRY = path.join(import.meta.dirname, 'child.ts');

/** Path of the file, below `folder`. `entry` is another one in tests only. */
export async function bundledChild(folder: string, entry = ENTRY): Promise<string> {
  const prefix = `sealed-${path.basename(entry, '.ts')}-`;
  const file = path.join(folder, `${prefix}${await stateOf(SOURCES)}.mjs`);
  if (await isThere(file)) return file;
  const result = await build({
    configFile: false,
    envDir: false,
    root: SOURCES,
    logLevel: 'error',
    publicDir: false,
    build: {
      ssr: entry,
      write: false,
      target: 'node20',
      minify: false,
      rolldownOptions: { external: [/^node:/, /^pyodide/, /^sql\.js/], output: { codeSplitting: false } },
    },
    ssr: { noExternal: true, external: ['pyodide', 'sql.js'] },
  });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((one) => ('output' in one ? one.output : []));
  const [chunk] = outputs;
  if (chunk?.type !== 'chunk' || outputs.length !== 1) throw new Error('the child must come out as one file');
  await keepFile(file, chunk.code);
  for (const old of await readdir(folder)) {
    if (old.startsWith(prefix) && old !== path.basename(file)) await rm(path.join(folder, old), { force: true });
  }
  return file;
}

/** Changes with every source that the child could be made of. */
async function stateOf(folder: string): Promise<string> {
  const hash = createHash('sha256');
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.(?:ts|py|mjs)$/.test(name)).sort();
  for (const name of names) {
    const { mtimeMs, size } = await stat(path.join(folder, name));
    hash.update(`${name} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}
