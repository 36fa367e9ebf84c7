// `npm run bench`: the same scenarios on native CPython, in Node and in the browser, in turns; the way to the first
// verdict beside a bare start of Pyodide; memory. Prints plain lines. How each is measured lives in `bench/`.
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { browserRestores, browserSide, openSpeedPage } from './bench/browser-side.ts';
import { openBrowser, type BenchBrowser } from './bench/browser.ts';
import { browserMemory, nodeMemory } from './bench/memory.ts';
import { openNativeSide } from './bench/native-side.ts';
import { nodeRestores, nodeSide } from './bench/node-side.ts';
import { responsiveLines } from './bench/responsive.ts';
import type { Restores } from './bench/restores.ts';
import { onlyFor, type Side } from './bench/side.ts';
import { runRounds, scenarioCount, speedLines } from './bench/speed.ts';
import { spread } from './bench/statistics.ts';
import { findSubjects, type Subject } from './bench/subjects.ts';
import { openApp, runVisits, visitLines } from './bench/visits.ts';
import { openLab, type Lab } from './lab.ts';

const PARTS = ['native', 'node', 'browser', 'load', 'page', 'memory'] as const;
type Part = (typeof PARTS)[number];

/** Brute force takes its time, and is measured on so many references at most. */
const BRUTE_REFERENCES = 24;

const USAGE = `usage: npm run -s bench -- [--only <parts>] [--memory] [--rounds <n>] [--scenarios <n>] [--verdicts <n>]

  --only       some of ${PARTS.join(',')}; without it all but memory
  --memory     memory too
  --rounds     turns that every side takes (3); visits take as many
  --scenarios  at most so many scenarios a round on native CPython, evenly chosen (120)
  --verdicts   for the memory part (1000)`;

interface Wanted {
  readonly parts: ReadonlySet<Part>;
  readonly rounds: number;
  readonly scenarios: number;
  readonly verdicts: number;
}

/** Null: say how it is used. Throws a sentence where an argument is wrong. */
function readArguments(args: readonly string[]): Wanted | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      memory: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '3' },
      scenarios: { type: 'string', default: '120' },
      verdicts: { type: 'string', default: '1000' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  const named = values.only?.split(',') ?? PARTS.filter((part) => part !== 'memory');
  const parts = new Set<Part>(values.memory ? ['memory'] : []);
  for (const name of named) {
    const part = PARTS.find((known) => known === name);
    if (part === undefined) throw new Error(`--only: expected some of ${PARTS.join(', ')}, found "${name}"`);
    parts.add(part);
  }
  const count = (name: 'rounds' | 'scenarios' | 'verdicts'): number => {
    const number = Number(values[name]);
    if (!Number.isInteger(number) || number < 1) throw new Error(`--${name}: expected a whole number from 1`);
    return number;
  };
  return { parts, rounds: count('rounds'), scenarios: count('scenarios'), verdicts: count('verdicts') };
}

function print(lines: readonly string[]): void {
  console.log(lines.join('\n'));
}

async function measure({ parts, rounds, scenarios, verdicts }: Wanted): Promise<void> {
  const lab = await openLab();
  const subjects = await findSubjects(lab);
  print([
    `${subjects.length} references, ${scenarioCount(subjects)} scenarios, ${rounds} rounds, ${cpus().length} processors`,
  ]);
  const bench = await openBrowserFor(parts);
  try {
    if (parts.has('native') || parts.has('node') || (parts.has('browser') && bench)) {
      await compareSpeeds(lab, subjects, bench, parts, rounds, scenarios);
    }
    if (parts.has('load') && bench) print(visitLines(await runVisits(bench, rounds), await openApp(bench)));
    if (parts.has('page') && bench) print(await responsiveLines(bench, subjects, rounds));
    if (parts.has('memory')) {
      print(await nodeMemory(nodeSide(lab, false), subjects, verdicts));
      if (bench) print(await browserMemory(bench, subjects, verdicts));
    }
  } finally {
    await bench?.close();
  }
}

async function openBrowserFor(parts: ReadonlySet<Part>): Promise<BenchBrowser | null> {
  const needing: readonly Part[] = ['browser', 'load', 'page', 'memory'];
  if (!needing.some((part) => parts.has(part))) return null;
  const bench = await openBrowser();
  if (!bench) print(['the browser is left out: no Chromium was found (set CHROMIUM_PATH)']);
  return bench;
}

async function compareSpeeds(
  lab: Lab,
  subjects: readonly Subject[],
  bench: BenchBrowser | null,
  parts: ReadonlySet<Part>,
  rounds: number,
  limit: number,
): Promise<void> {
  const native = parts.has('native') ? openNativeSide(subjects, limit) : null;
  const page = parts.has('browser') && bench ? await openSpeedPage(bench) : null;
  const inNode = nodeSide(lab, false);
  try {
    if (native) {
      print([`native CPython ${native.python} runs ${native.sampled} of the scenarios a round, evenly chosen`]);
    } else if (parts.has('native')) {
      print(['native CPython is left out: no Python 3.12 or later with sqlite3 was found']);
    }
    const sides: Side[] = native ? [native] : [];
    const forBrute = spread(subjects, BRUTE_REFERENCES);
    if (parts.has('node')) sides.push(inNode, onlyFor(nodeSide(lab, true), forBrute));
    if (page && bench) {
      sides.push(await browserSide(bench, page, false), onlyFor(await browserSide(bench, page, true), forBrute));
    }
    if (forBrute.length < subjects.length) {
      print([`brute force runs ${forBrute.length} of the references a round, evenly chosen`]);
    }
    print(speedLines(await runRounds(sides, subjects, rounds)));
    if (native && native.notFired > 0) {
      print([`  ${native.notFired} crashes on native CPython found no such write point; their time counts`]);
    }
    if (parts.has('node')) {
      const before = inNode.processes;
      for (const subject of subjects) await inNode.run(subject);
      const each = (inNode.processes - before) / scenarioCount(subjects);
      print([`processes a scenario, as used, starting worlds and clean runs included: ${each.toFixed(2)}`]);
      print([restoreLine('Node', nodeRestores(lab))]);
    }
    const [subject] = subjects;
    if (page && subject) print([restoreLine('the browser', await browserRestores(page, subject))]);
  } finally {
    await native?.close();
    await page?.close();
  }
}

function restoreLine(where: string, { restoreMs, copyMs, bytes }: Restores): string {
  const ratio = (restoreMs / copyMs).toFixed(2);
  return `ms a process restore in ${where}: ${restoreMs.toFixed(2)} · one copy of the same ${(bytes / 1e6).toFixed(1)} MB: ${copyMs.toFixed(2)} · ratio ${ratio}`;
}

try {
  const wanted = readArguments(process.argv.slice(2));
  if (wanted) await measure(wanted);
  else console.log(USAGE);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
