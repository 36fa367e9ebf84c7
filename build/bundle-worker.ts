// Bundles a worker and everything it imports into one classic script. Knows nothing about what the worker does.
import { build, type ResolvedConfig } from 'vite';
import { ship } from './shipped.ts';
import { BUILD_TARGET } from './targets.ts';

/**
 * Called by the plugin for each `?chamber` import, again after each change. The script is an IIFE because a blob
 * worker inherits its frame's policy only as a classic one does in every browser; `import(url)` stays as written,
 * the worker uses it for modules that arrive as bytes. `define` replaces names by expressions. Throws with the bundler's message where a source is faulty.
 */
export async function bundleWorker(
  entry: string,
  config: ResolvedConfig,
  define: Readonly<Record<string, string>> = {},
): Promise<{ code: string; sources: ReadonlySet<string> }> {
  const result = await build({
    configFile: false,
    envDir: false,
    root: config.root,
    mode: config.mode,
    logLevel: 'warn',
    publicDir: false,
    define: { ...define, 'process.env.NODE_ENV': JSON.stringify(config.mode) },
    build: {
      write: false,
      target: BUILD_TARGET,
      modulePreload: false,
      minify: config.command === 'build',
      reportCompressedSize: false,
      // A library: pages get a preload helper around each `import()`, which a classic script cannot hold.
      lib: { entry, formats: ['iife'], name: 'worker', fileName: 'worker' },
      rolldownOptions: { output: { codeSplitting: false, strict: true } },
    },
  });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((one) => ('output' in one ? one.output : []));
  const [chunk, ...others] = outputs;
  if (chunk?.type !== 'chunk' || others.length > 0) {
    throw new Error(
      `${entry}: the worker must come out as one script, not ${outputs.map((o) => o.fileName).join(', ')}`,
    );
  }
  const sources = chunk.moduleIds.filter((id) => !id.startsWith('\0')).map((id) => id.replace(/\?.*$/, ''));
  ship(sources);
  return { code: chunk.code, sources: new Set(sources) };
}
