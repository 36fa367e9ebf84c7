// A part that did not come is asked for again under another address, and everything that is fetched late is such a part.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lazy } from './lazy.ts';

const HERE = new URL('.', import.meta.url).href;
const PART = { default: 'the part' };

/** A loader whose source text is `source`. The first attempts fail, `failing` of all; `asked` lists each one's address. */
function scripted(source: string, failing: number): { readonly get: () => Promise<unknown>; readonly asked: string[] } {
  const asked: string[] = [];
  const answer = async (url: string): Promise<unknown> => {
    asked.push(url);
    if (asked.length <= failing) throw new TypeError(`Failed to fetch dynamically imported module: ${url}`);
    return PART;
  };
  const load = Object.assign(() => answer('as written'), { toString: () => source });
  return { get: lazy(load, answer), asked };
}

test('a part that comes is fetched once, for all who ask', async () => {
  const { get, asked } = scripted("() => import('./Palette-1a2b.js')", 0);
  expect(await Promise.all([get(), get()])).toEqual([PART, PART]);
  expect(await get()).toBe(PART);
  expect(asked).toEqual(['as written']);
});

test('each attempt after a failed one has an address that no attempt had before', async () => {
  const { get, asked } = scripted("() => import('./Palette-1a2b.js')", 3);
  for (let n = 0; n < 3; n++) await expect(get()).rejects.toThrow(TypeError);
  expect(await get()).toBe(PART);
  expect(await get()).toBe(PART);
  expect(asked).toEqual([
    'as written',
    `${HERE}Palette-1a2b.js?retry=1`,
    `${HERE}Palette-1a2b.js?retry=2`,
    `${HERE}Palette-1a2b.js?retry=3`,
  ]);
});

test('those who ask while an attempt is on its way share it, and its failure', async () => {
  const { get, asked } = scripted("() => import('./Palette-1a2b.js')", 1);
  const both = await Promise.allSettled([get(), get()]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(asked).toHaveLength(1);
});

test.each([
  [
    'as it is minified',
    'async()=>{let{default:e}=await import(`./Diff-C0.js`);return{default:e}}',
    `${HERE}Diff-C0.js`,
  ],
  ['with what a build puts around it', '()=>t(()=>import("./Diff-C0.js"),[],import.meta.url)', `${HERE}Diff-C0.js`],
])('the address is found in a source %s', async (_, source, address) => {
  const { get, asked } = scripted(source, 1);
  await expect(get()).rejects.toThrow();
  await get();
  const again = new URL(address);
  again.searchParams.set('retry', '1');
  expect(asked[1]).toBe(again.href);
});

test.each([
  ['holds no address', '() => elsewhere()'],
  ["holds one of the development server's", '() => import("/src/ui/Diff.svelte?t=7")'],
])('where the source %s the part is asked for as it is written', async (_, source) => {
  const { get, asked } = scripted(source, 1);
  await expect(get()).rejects.toThrow();
  expect(await get()).toBe(PART);
  expect(asked).toEqual(['as written', 'as written']);
});

test('whatever the page fetches late is a lazy part', () => {
  // What runs in Node only, and the one import of bytes that are there already.
  const others = /^(cli|machine|native)\/|\.test\.ts$|^lazy\.ts$|^chamber\/parts\.ts$|\.d\.ts$/;
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.(ts|svelte)$/.test(path) && !others.test(path));
  const late = files.flatMap((path) =>
    readFileSync(`src/${path}`, 'utf8')
      .split('\n')
      .filter((line) => /\bimport\((?!\/)/.test(line.replace(/typeof import\(/g, '').replace(/^\s*(\*|\/\/).*/, '')))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(late.length).toBeGreaterThan(5);
  expect(late.filter((line) => !/\blazy\(\(\) => import\('[^']+'\)\)/.test(line))).toEqual([]);
});
