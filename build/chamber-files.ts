// Vite plugin for the two imports that feed the chamber: `x.ts?chamber`, a whole classic worker in one script,
// and `x?packed`, a raw file. Each yields where to fetch it, not its content. What the page does with them lives in
// `src/chamber/`.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { normalizePath, type Plugin, type ResolvedConfig } from 'vite';
import { bundleWorker } from './bundle-worker.ts';
import { checkPinned } from './pinned-files.ts';
import { ship } from './shipped.ts';

const CHAMBER = '?chamber';
const PACKED = '?packed';
/** Where the development server answers with these files. */
const DEV_PREFIX = '/@chamber/';

interface Content {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Files that it was made from; a change in one of them makes it stale. */
  readonly sources: ReadonlySet<string>;
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The module that an import of such a file turns into: a `ChamberFile`, see `src/chamber/files.ts`. */
function describe(content: Content, urlExpression: string, transferred: Uint8Array, packed: boolean): string {
  const facts = { name: content.name, packed, transferBytes: transferred.length };
  return `export default { ...${JSON.stringify({ ...facts, sha256: sha256(content.bytes) })}, url: ${urlExpression} };`;
}

/** A file's content as it is, or a worker's script bundled anew. */
async function contentOf(id: string, config: ResolvedConfig): Promise<Content> {
  const path = id.slice(0, id.indexOf('?'));
  if (id.endsWith(PACKED)) {
    const bytes = await readFile(path);
    checkPinned(path, bytes);
    ship([path]);
    return { name: basename(path), bytes, sources: new Set([path]) };
  }
  const { code, sources } = await bundleWorker(path, config);
  return { name: basename(path).replace(/\.ts$/, '.js'), bytes: new TextEncoder().encode(code), sources };
}

/**
 * Used by every Vite configuration that serves or builds a page with a chamber. In a build each file becomes a
 * hashed asset, compressed where that saves a tenth; its name ends in `.bin`, so that no host adds a
 * Content-Encoding by itself. The development server answers with the raw bytes.
 */
export function chamberFiles(): Plugin {
  let config: ResolvedConfig;
  const served = new Map<string, Content>();
  const modules = new Map<string, ReadonlySet<string>>();
  return {
    name: 'chamber-files',
    enforce: 'pre',
    configResolved(resolved) {
      config = resolved;
    },
    resolveId(source, importer) {
      if (!source.endsWith(CHAMBER) && !source.endsWith(PACKED)) return null;
      const [path = '', query = ''] = source.split('?');
      const from = importer ?? resolve(config.root, 'index.html');
      const file = path.startsWith('.') ? resolve(from, '..', path) : createRequire(from).resolve(path);
      return `${normalizePath(file)}?${query}`;
    },
    async load(id) {
      if (!id.endsWith(CHAMBER) && !id.endsWith(PACKED)) return null;
      const content = await contentOf(id, config);
      modules.set(id, content.sources);
      if (config.command === 'serve') {
        const route = `${sha256(content.bytes).slice(0, 16)}/${content.name}`;
        served.set(route, content);
        return describe(content, JSON.stringify(DEV_PREFIX + route), content.bytes, false);
      }
      for (const source of content.sources) this.addWatchFile(source);
      const small = await promisify(gzip)(content.bytes, { level: 9 });
      const packed = small.length < content.bytes.length * 0.9;
      const transferred = packed ? small : content.bytes;
      const name = packed ? `${content.name}.gz.bin` : `${content.name}.bin`;
      const reference = this.emitFile({ type: 'asset', name, source: transferred });
      return describe(content, `import.meta.ROLLDOWN_FILE_URL_${reference}`, transferred, packed);
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const url = request.url ?? '';
        const content = url.startsWith(DEV_PREFIX) ? served.get(url.slice(DEV_PREFIX.length)) : undefined;
        if (content === undefined) return next();
        response.setHeader('Content-Type', 'application/octet-stream');
        response.end(content.bytes);
      });
    },
    /** A change anywhere in a worker's sources makes its script stale and reloads the page. */
    hotUpdate({ file, modules: changed }) {
      const graph = this.environment.moduleGraph;
      const stale = [...modules].filter(([, sources]) => sources.has(file)).map(([id]) => graph.getModuleById(id));
      return stale.length === 0 ? undefined : [...changed, ...stale.filter((module) => module !== undefined)];
    },
  };
}
