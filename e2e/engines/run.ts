// `npm run test:engines -- [--only <engine>]... [--check <name>]...`: the same checks in every engine that is installed,
// held against what Node comes to in the same run. Exit 0 where nothing failed and at least one engine ran, 2 on bad
// input, else 1.
import { parseArgs } from 'node:util';
import { CHECKS, type Check, type Place } from './checks.ts';
import { openChromium } from './chromium.ts';
import { judgedInNode, type InNode } from './expected.ts';
import { openFirefox } from './firefox.ts';
import { freePort, start } from './process.ts';
import { Tab, type Wire } from './tab.ts';
import { openWebKit } from './webkit.ts';

interface Engine {
  readonly name: string;
  readonly packages: string;
  /** Null where it is not installed; a sentence where something else is missing. */
  readonly open: () => Promise<Wire | string | null>;
}

const ENGINES: readonly Engine[] = [
  { name: 'chromium', packages: 'chromium', open: openChromium },
  { name: 'firefox', packages: 'firefox-esr', open: openFirefox },
  { name: 'webkit', packages: 'webkit2gtk-driver, and xvfb where there is no display', open: openWebKit },
];

const USAGE = `usage: npm run test:engines -- [--only <engine>]... [--check <check>]...

  --only   ${ENGINES.map(({ name }) => name).join(', ')}; all where it is left out
  --check  ${CHECKS.map(({ name }) => `"${name}"`).join(', ')}; all where it is left out

exit: 0 nothing failed and at least one engine ran · 1 otherwise · 2 bad input`;

type Outcome = 'passed' | 'failed' | 'skipped';

/** Those of `all` that were named; null where a name is no use. */
function chosen<T extends { readonly name: string }>(all: readonly T[], names: readonly string[]): readonly T[] | null {
  if (names.length === 0) return all;
  const found = all.filter(({ name }) => names.includes(name));
  return found.length === new Set(names).size ? found : null;
}

function readOptions(): { readonly engines: readonly Engine[]; readonly checks: readonly Check[] } | null {
  try {
    const list = { type: 'string', multiple: true, default: [] as string[] } as const;
    const { values } = parseArgs({ options: { only: list, check: list, help: { type: 'boolean' } } });
    const engines = chosen(ENGINES, values.only);
    const checks = chosen(CHECKS, values.check);
    if (values.help || engines === null || checks === null) throw new Error('');
    return { engines, checks };
  } catch (error) {
    console.error(`${error instanceof Error && error.message ? `${error.message}\n\n` : ''}${USAGE}`);
    process.exitCode = 2;
    return null;
  }
}

/** One line that is written over, where somebody is looking. */
function say(text: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K  ${text}`);
}

function tell(line: string): void {
  if (process.stdout.isTTY) process.stdout.write('\r\x1b[K');
  console.log(line);
}

const seconds = (since: number): string => `${((Date.now() - since) / 1_000).toFixed(1)} s`;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function testEngine(
  { name, packages, open }: Engine,
  checks: readonly Check[],
  place: Omit<Place, 'tab' | 'say'>,
): Promise<Outcome> {
  let wire: Awaited<ReturnType<typeof open>>;
  try {
    wire = await open();
  } catch (error) {
    tell(`✕ ${name} does not start: ${messageOf(error)}`);
    return 'failed';
  }
  if (wire === null || typeof wire === 'string') {
    tell(`○ ${name} skipped: ${wire ?? 'it is not installed'} (Debian: ${packages})`);
    return 'skipped';
  }
  tell(`${wire.version}`);
  let outcome: Outcome = 'passed';
  try {
    for (const check of checks) {
      const begun = Date.now();
      try {
        const found = await check.run({ ...place, tab: new Tab(wire), say: (text) => say(`${check.name}: ${text}`) });
        tell(`  ✓ ${check.name}: ${found} (${seconds(begun)})`);
      } catch (error) {
        outcome = 'failed';
        tell(`  ✕ ${check.name} (${seconds(begun)}): ${messageOf(error).replaceAll('\n', '\n      ')}`);
      }
    }
  } finally {
    await wire.close().catch((error: unknown) => tell(`  ${name} did not close: ${messageOf(error)}`));
  }
  return outcome;
}

/** A folder of a built page on a port of its own; its address. */
async function serve(folder: string): Promise<{ readonly url: string; readonly end: () => Promise<void> }> {
  const port = await freePort();
  const server = start(process.execPath, ['e2e/static-server.mjs', folder, String(port), '/some/where/']);
  await server.says(/is at http/);
  return { url: `http://127.0.0.1:${port}/some/where/`, end: server.end };
}

async function testAll(engines: readonly Engine[], checks: readonly Check[]): Promise<readonly Outcome[]> {
  const begun = Date.now();
  const inNode: InNode = await judgedInNode();
  tell(
    `Node ${process.versions.node}: ${inNode.references.length + inNode.hostile.length} digests (${seconds(begun)})`,
  );
  const [app, elsewhere, chamber] = await Promise.all([serve('dist'), serve('dist'), serve('.cache/chamber-page')]);
  const outcomes: Outcome[] = [];
  try {
    for (const engine of engines) {
      outcomes.push(
        await testEngine(engine, checks, { app: app.url, elsewhere: elsewhere.url, chamber: chamber.url, inNode }),
      );
    }
  } finally {
    await Promise.all([app.end(), elsewhere.end(), chamber.end()]);
  }
  return outcomes;
}

const options = readOptions();
if (options !== null) {
  const outcomes = await testAll(options.engines, options.checks);
  const count = (wanted: Outcome): number => outcomes.filter((outcome) => outcome === wanted).length;
  tell(`engines: ${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`);
  process.exitCode = count('failed') === 0 && count('passed') > 0 ? 0 : 1;
}
