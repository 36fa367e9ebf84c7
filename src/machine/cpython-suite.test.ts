// The patched sqlite3 is transparent: CPython's own tests, taken from a local Python 3.13, pass under it
// wherever they pass under the unpatched module.
import { loadPyodide } from 'pyodide';
import { describe, expect, it } from 'vitest';
import { emptyWorld } from '../world/world.ts';
import type { EmscriptenFS, LoadPyodide } from './emscripten.ts';
import type { ProcessMachine } from './machine.ts';
import { nativePythons } from './native-python.ts';
import { bootNodeMachine } from './node.ts';
import suite from './python/suite.py?raw';

const python = nativePythons().find((found) => found.version.join('.') === '3.13' && found.testFolder !== null);
if (!python) console.warn('no local Python 3.13 with its tests: the sqlite3 transparency test is skipped');

type Results = Readonly<Record<string, string>>;

function mountTests(FS: EmscriptenFS & { filesystems?: { NODEFS: object } }, folder: string): void {
  FS.mkdir('/tests');
  FS.mkdir('/tests/test');
  const NODEFS = FS.filesystems?.NODEFS;
  if (!NODEFS) throw new Error('this Pyodide has no NODEFS');
  FS.mount(NODEFS, { root: folder }, '/tests/test');
}

async function plainResults(folder: string): Promise<Results> {
  const py = await (loadPyodide as unknown as LoadPyodide)({ env: { PYTHONHASHSEED: '0', HOME: '/home' } });
  mountTests(py.FS, folder);
  py.runPython(suite);
  return JSON.parse(String(py.runPython('run_suite()'))) as Results;
}

async function patchedResults(folder: string): Promise<{ results: Results; points: number }> {
  const machine = (await bootNodeMachine()).machine as ProcessMachine;
  mountTests(machine.module.FS, folder);
  machine.budgetSteps = 2_000_000_000;
  machine.everyDatabase = true;
  machine.control.outputLimit = 10_000_000;
  const record = machine.run(
    {
      source: `${suite}\n\ndef go():\n    print(run_suite())\n`,
      function: 'go',
      args: [],
      mode: null,
      attempt: 1,
      startMs: 1_768_467_600_000,
      tickMs: 1,
      crash: null,
      entropySalt: '',
    },
    emptyWorld([], [], 0).copy(),
  );
  expect(record.exit.status).toMatchObject({ kind: 'returned' });
  const line = record.exit.stdout.split('\n').find((text) => text.startsWith('{'));
  return { results: JSON.parse(line ?? '{}') as Results, points: record.pointsReached };
}

describe.skipIf(!python)('the patched sqlite3', () => {
  it('fails no test of CPython that passes unpatched', async () => {
    const folder = python?.testFolder ?? '';
    const plain = await plainResults(folder);
    const { results: patched, points } = await patchedResults(folder);
    const passing = Object.keys(plain).filter((id) => plain[id] === 'ok');
    const broken = passing.filter((id) => patched[id] !== 'ok').map((id) => `${id}: ${patched[id]}`);
    console.log(
      `CPython's sqlite3 tests: ${passing.length} pass unpatched, ${broken.length} of them fail patched; ${points} write points`,
    );
    expect(broken).toEqual([]);
    expect(passing.length).toBeGreaterThan(380);
    // The patch was at work in every database.
    expect(points).toBeGreaterThan(1000);
  });
});
