// The list of what the built site contains and under which licences: `docs/licences.md`, and `licences.txt` in the site.
// Made from the packages as they are installed; `npm run licences` writes it, every build checks it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';
import { ship, shippedPackages } from './shipped.ts';

export const LICENCES = 'docs/licences.md';
/** Set by `npm run licences`. */
const WRITES = 'BY_ACCIDENT_WRITES_LICENCES';

/** What stands inside a package's binary, or in our own folders, so that no package names it. */
export interface Part {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** Where in the site. */
  readonly within: string;
  /** Where the whole text stands. */
  readonly text: string;
}

/** The versions are held against the binaries by a test. */
export const PARTS: readonly Part[] = [
  {
    name: 'CPython',
    version: '3.14.2',
    licence: 'PSF-2.0',
    within: 'Pyodide, with the libraries that its licence lists',
    text: 'https://docs.python.org/3.14/license.html',
  },
  {
    name: 'SQLite',
    version: '3.39.0',
    licence: 'public domain',
    within: 'Pyodide',
    text: 'https://sqlite.org/copyright.html',
  },
  {
    name: 'SQLite',
    version: '3.54.1',
    licence: 'public domain',
    within: 'sql.js',
    text: 'https://sqlite.org/copyright.html',
  },
  {
    name: 'Emscripten',
    version: '5.0.3',
    licence: 'MIT or NCSA',
    within: 'Pyodide; musl (MIT) with it',
    text: 'https://github.com/emscripten-core/emscripten/blob/main/LICENSE',
  },
  {
    name: 'Lib/dbm of CPython',
    version: '3.13',
    licence: 'PSF-2.0',
    within: '`src/machine/python/library/`',
    text: 'https://docs.python.org/3.13/license.html',
  },
  {
    name: 'tzdata',
    version: '2026.4',
    licence: 'Apache-2.0; the data: public domain',
    within: '`src/machine/zoneinfo/zones.txt`',
    text: 'https://github.com/python/tzdata/blob/master/LICENSE',
  },
];

/** Of packages that carry no text of their licence: where it stands. */
const TEXTS: Readonly<Record<string, string>> = {
  pyodide: 'https://www.mozilla.org/MPL/2.0/ (the source: https://github.com/pyodide/pyodide)',
};
/** Of packages that name their licence in its text alone. */
const NAMED_IN_TEXT: Readonly<Record<string, string>> = { 'svelte-toolbelt': 'MIT' };

interface Package {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly text: string;
}

/** Throws a sentence where it has no licence that anybody could name. */
function readPackage(name: string): Package {
  const folder = join('node_modules', name);
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    version: string;
    license?: string;
  };
  const file = readdirSync(folder).find((one) => /^licen[cs]e(\.(md|txt))?$/i.test(one));
  const text = file === undefined ? TEXTS[name] : readFileSync(join(folder, file), 'utf8').replaceAll('\r', '').trim();
  if (text === undefined)
    throw new Error(`${folder} has no text of its licence; build/licences.ts must say where it is`);
  const licence = license ?? NAMED_IN_TEXT[name];
  if (licence === undefined) throw new Error(`${folder}/package.json names no licence; build/licences.ts must`);
  return { name, version, licence, text };
}

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** The whole document, for these packages. Throws where one has no licence. */
export function licencesOf(names: readonly string[]): string {
  const packages = names.map(readPackage);
  const texts = [...new Set(packages.map(({ text }) => text))];
  const table = [
    row('package', 'version', 'licence'),
    row('---', '---', '---'),
    ...packages.map(({ name, version, licence }) => row(`\`${name}\``, version, licence)),
  ];
  const parts = [
    row('part', 'version', 'licence', 'within', 'text'),
    row('---', '---', '---', '---', '---'),
    ...PARTS.map(({ name, version, licence, within, text }) => row(name, version, licence, within, text)),
  ];
  const sections = texts.map((text) => {
    const of = packages.filter((one) => one.text === text).map(({ name }) => name);
    return `### ${of.join(', ')}\n\n\`\`\`text\n${text}\n\`\`\``;
  });
  return `${[
    '# Licences',
    '<!-- Made by `npm run licences`. Every build checks it. -->',
    'By Accident itself is under the MIT licence (`LICENSE`). The built site contains these packages:',
    table.join('\n'),
    'Inside their binaries, and in folders of ours:',
    parts.join('\n'),
    '## Texts',
    ...sections,
  ].join('\n\n')}\n`;
}

/** The packages that a document lists. */
export function packagesIn(document: string): string[] {
  return [...document.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name = '']) => name);
}

/** Used by the app's own configuration, as the last plugin. What a build ships is told to `shipped.ts` by all who bring something in. */
export function licences(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'licences',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    async generateBundle(_options, bundle) {
      for (const output of Object.values(bundle)) if (output.type === 'chunk') ship(output.moduleIds);
      const file = resolve(config.root, LICENCES);
      if (existsSync(file)) this.emitFile({ type: 'asset', fileName: 'licences.txt', source: await readFile(file) });
    },
    // After the service worker's own bundle.
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const file = resolve(config.root, LICENCES);
        const document = licencesOf(shippedPackages());
        if (process.env[WRITES] !== undefined) return writeFile(file, document);
        if (!existsSync(file) || (await readFile(file, 'utf8')) !== document) {
          throw new Error(`${LICENCES} does not say what this build contains. Run: npm run licences`);
        }
      },
    },
  };
}
