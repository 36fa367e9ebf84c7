// Vite plugin that makes a build of the page keep to what `src/lazy.ts` relies on, or fail. Knows no part by name.
import { posix } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

type Chunk = Rolldown.OutputChunk;

/** The chunks that are there once `entries` run, by file name. */
function loadedWith(entries: readonly Chunk[], chunks: ReadonlyMap<string, Chunk>): ReadonlySet<string> {
  const loaded = new Set<string>();
  const wanted = entries.map(({ fileName }) => fileName);
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    if (loaded.has(name)) continue;
    loaded.add(name);
    wanted.push(...(chunks.get(name)?.imports ?? []));
  }
  return loaded;
}

/** What is wrong with the parts of a build, a sentence each. Empty: a part that failed can be asked for again. */
export function faultsOfParts(all: readonly Chunk[]): string[] {
  const chunks = new Map(all.map((chunk) => [chunk.fileName, chunk]));
  const loaded = loadedWith(
    all.filter(({ isEntry }) => isEntry),
    chunks,
  );
  const parts = all.filter(({ fileName, isDynamicEntry }) => isDynamicEntry && !loaded.has(fileName));
  const folders = new Set(all.map(({ fileName }) => posix.dirname(fileName)));
  return [
    ...(folders.size > 1 ? ['The chunks lie in several folders, so that a part is not found beside its asker.'] : []),
    ...parts.flatMap((part) => [
      ...part.imports
        .filter((name) => !loaded.has(name))
        .map((name) => `${part.fileName} imports ${name}, which the page has not loaded before.`),
      ...all
        .filter(({ imports }) => imports.includes(part.fileName))
        .map(({ fileName }) => `${fileName} imports ${part.fileName}, which may be loaded under another address.`),
      ...(part.facadeModuleId === null ? [`${part.fileName} does not export what its module does.`] : []),
    ]),
  ];
}

/**
 * A part's chunk imports nothing that is not there already, and is imported by nobody: what several parts share is
 * loaded with the page. All styles are one sheet, loaded with the page: a sheet that failed is not asked for again.
 */
export function lazyParts(): Plugin {
  return {
    name: 'lazy-parts',
    apply: 'build',
    config: () => ({
      build: {
        cssCodeSplit: false,
        // The page's own chunks are preloaded. A part has nothing else to fetch than itself.
        modulePreload: { resolveDependencies: (_file, found, { hostType }) => (hostType === 'html' ? found : []) },
        rolldownOptions: {
          output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] } },
        },
      },
    }),
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const faults = faultsOfParts(Object.values(bundle).filter((output) => output.type === 'chunk'));
        if (faults.length > 0)
          throw new Error(`A part of the page could not be asked for again:\n${faults.join('\n')}`);
      },
    },
  };
}
