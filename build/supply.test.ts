// What the project is made of: pinned exactly, installed without scripts, checked by digest, listed with its licences.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import initSqlJs from 'sql.js';
import { describe, expect, test } from 'vitest';
import { bootNodeMachine } from '../src/machine/node.ts';
import type { ProcessMachine } from '../src/machine/machine.ts';
import { request, startingWorld } from '../src/machine/testing.ts';
import { LICENCES, licencesOf, packagesIn, PARTS } from './licences.ts';
import { checkPinned, PINNED_FILES } from './pinned-files.ts';
import { packageOf } from './shipped.ts';

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
}

const read = (path: string): string => readFileSync(path, 'utf8');
const json = (path: string): unknown => JSON.parse(read(path));
const resolveFile = createRequire(import.meta.url).resolve;
const lock = json('package-lock.json') as { packages: Record<string, Locked> };

test('every dependency is pinned to one version, and the lock file has it', () => {
  const { dependencies, devDependencies } = json('package.json') as Record<string, Record<string, string>>;
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
    expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
    expect(lock.packages[`node_modules/${name}`]?.version, name).toBe(version);
  }
});

test('every locked package has a digest', () => {
  const packages = Object.entries(lock.packages).filter(([path]) => path !== '');
  expect(packages.length).toBeGreaterThan(100);
  // Bundled ones come inside another package.
  expect(packages.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? '')).map(([path]) => path)).toEqual([]);
});

test('no script of a package runs when it is installed; esbuild has one, which only checks what is there', () => {
  expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m);
  const withScript = Object.entries(lock.packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  // fsevents is for macOS alone, and comes built.
  expect(withScript.map(([path]) => path).filter((path) => !path.endsWith('/fsevents'))).toEqual([
    'node_modules/esbuild',
  ]);
});

describe('a file that is shipped as it came from a package', () => {
  test.each(Object.keys(PINNED_FILES))('%s is the one that is listed', (name) => {
    expect(() => checkPinned(resolveFile(name), readFileSync(resolveFile(name)))).not.toThrow();
  });

  test('fails the build in a sentence where it is another one', () => {
    const bytes = new Uint8Array(readFileSync(resolveFile('pyodide/pyodide.mjs')));
    bytes[0] = (bytes[0] ?? 0) ^ 1;
    expect(() => checkPinned('/somewhere/node_modules/pyodide/pyodide.mjs', bytes)).toThrow(
      /^pyodide\/pyodide\.mjs is not the file that build\/pinned-files\.ts lists: its SHA-256 is [0-9a-f]{64}, not [0-9a-f]{64}\.$/,
    );
  });

  test('fails the build where it is not listed', () => {
    const check = (): void => checkPinned('C:\\x\\node_modules\\pyodide\\constructor', new Uint8Array());
    expect(check).toThrow(/^pyodide\/constructor would be shipped, and build\/pinned-files\.ts does not list it\./);
    expect(() => checkPinned('/repo/e2e/chamber/small.txt', new Uint8Array())).not.toThrow();
  });
});

describe('the licences', () => {
  test('are those of the packages as they are installed', () => {
    // Whether these are the packages that a build contains, each build checks.
    const document = read(LICENCES);
    const names = packagesIn(document);
    expect(names).toEqual(expect.arrayContaining(['pyodide', 'sql.js', 'svelte', 'comlink', 'workbox-precaching']));
    expect(licencesOf(names)).toBe(document);
  });

  test('of a package that names none are asked for', () => {
    expect(() => licencesOf(['no-such-package'])).toThrow();
  });

  test('name the versions that are inside the binaries', async () => {
    const version = (name: string, within: RegExp): string =>
      PARTS.find((part) => part.name === name && within.test(part.within))?.version ?? '';
    const machine = (await bootNodeMachine()).machine as ProcessMachine;
    const source =
      'import sys, sqlite3\ndef f(conn, notifier, cache):\n    print(sys.version.split()[0], sqlite3.sqlite_version)\n';
    const { exit } = machine.run(request(source), startingWorld(machine));
    expect(exit.stdout.trim()).toBe(`${version('CPython', /Pyodide/)} ${version('SQLite', /Pyodide/)}`);
    const database = new (await initSqlJs()).Database();
    expect(database.exec('SELECT sqlite_version()')[0]?.values).toEqual([[version('SQLite', /sql\.js/)]]);
    const pyodide = json(resolveFile('pyodide/pyodide-lock.json')) as { info: { platform: string } };
    expect(pyodide.info.platform).toBe(`emscripten_${version('Emscripten', /Pyodide/).replaceAll('.', '_')}`);
  });
});

test('a file is of the innermost package', () => {
  expect(packageOf('/r/node_modules/a/node_modules/@b/c/d.js')).toBe('@b/c');
  expect(packageOf('/r/src/main.ts')).toBeNull();
});

test('SECURITY.md names files and commands that are there', () => {
  const text = read('SECURITY.md');
  const paths = [...text.matchAll(/`((?:src|e2e|build|docs)\/[^`]*)`/g)].map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  const { scripts } = json('package.json') as { scripts: Record<string, string> };
  const commands = [...text.matchAll(/`npm run ([\w:]+)`/g)].map(([, name = '']) => name);
  expect(commands).toContain('test:engines');
  expect(commands.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});
