// Exported files run by pytest on plain CPython: they fail for bad scenarios, with the judge's own sentences, and
// pass for good ones.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { judgedCells, loadTasks, openLab } from '../engine/testing.ts';
import { nativePythons } from '../machine/native-python.ts';
import type { Task } from '../model/task.ts';
import type { JudgedCell, Verdict } from '../model/verdict.ts';
import type { Mode } from '../model/trace.ts';
import { ODD_PROGRAMS } from './programs.testing.ts';
import { pythonWithPytest } from './python-with-pytest.testing.ts';
import { runPytest, type PytestOutcome } from './pytest.testing.ts';
import { pytestFile, type TakeawayFile } from './takeaway.ts';

type PlacedCell = JudgedCell & { readonly mode: Mode };

interface Export {
  readonly name: string;
  readonly task: Task;
  readonly source: string;
  /** Which of the scenarios are exported, chosen when there is a verdict. */
  readonly choose: (verdict: Verdict, cells: readonly PlacedCell[]) => readonly (PlacedCell | undefined)[];
}

interface Exported {
  readonly verdict: Verdict;
  readonly cell: PlacedCell;
  readonly file: TakeawayFile;
}

/** The story's scenario. */
function told(verdict: Verdict, cells: readonly PlacedCell[]): PlacedCell | undefined {
  const { story } = verdict;
  return cells.find(({ mode, fault, point }) => mode === story?.mode && fault === story.fault && point === story.point);
}

/** The story's scenario, or one in the middle of each mode where there is no story. */
function toldOrMiddle(verdict: Verdict, cells: readonly PlacedCell[]): readonly (PlacedCell | undefined)[] {
  if (verdict.story) return [told(verdict, cells)];
  return verdict.modes.map(({ mode }) => {
    const here = cells.filter((cell) => cell.mode === mode);
    return here[Math.floor(here.length / 2)];
  });
}

const tasks = await loadTasks();
const WITHOUT_JUDGE = ['refund-an-order', 'send-queued-emails', 'set-a-config-option', 'update-prices'];
const references = tasks.flatMap((task) => task.references.map((reference) => ({ task, reference })));
const exports: readonly Export[] = [
  ...references.map(({ task, reference }) => ({
    name: `${task.id}/${reference.name}`,
    task,
    source: reference.source,
    choose: toldOrMiddle,
  })),
  ...references
    .filter(({ task, reference }) => WITHOUT_JUDGE.includes(task.id) && reference === task.references[0])
    .map(({ task, reference }) => ({
      name: `${task.id}/${reference.name} without a judge of its own`,
      task: { ...task, judgeSql: null },
      source: reference.source,
      choose: toldOrMiddle,
    })),
  ...ODD_PROGRAMS.map((program) => ({
    ...program,
    choose: (verdict: Verdict, cells: readonly PlacedCell[]) => [told(verdict, cells), cells.find(({ bad }) => !bad)],
  })),
];

const python = pythonWithPytest();
const OTHER_PYTHONS = nativePythons().filter(({ version: [major, minor] }) => major === 3 && minor >= 10);
if (!python)
  console.warn('no Python 3.11 or later with pytest was found or could be installed: exported files are not run');

/** Names of files that a run makes up differ from one machine to another. */
const withoutMadeUpNames = (text: string): string => text.replace(/[\w-]{8,}\.(?:txt|tmp|ini)/g, '…');

function sentencesOf(verdict: Verdict, world: number): readonly string[] {
  const findings = verdict.worlds[world]?.findings;
  return findings ? [...findings.torn, ...findings.missing, ...findings.repeated] : [];
}

describe.skipIf(!python)('on plain CPython', () => {
  const exported = new Map<string, readonly Exported[]>();
  const outcomes = new Map<TakeawayFile, PytestOutcome>();

  beforeAll(async () => {
    if (!python) return;
    const lab = await openLab();
    for (const { name, task, source, choose } of exports) {
      const { verdict } = lab.test(task, source);
      const chosen = choose(verdict, judgedCells(verdict)).flatMap((cell) => cell ?? []);
      exported.set(
        name,
        chosen.map((cell) => ({ verdict, cell, file: pytestFile({ task, source, verdict, ...cell }) })),
      );
    }
    const files = [...exported.values()].flat().map(({ file }) => file);
    const found = await runPytest(python, files);
    files.forEach((file, at) => outcomes.set(file, found[at] as PytestOutcome));
  }, 900_000);

  it.each(exports)('$name: fails where the scenario is bad, and passes where it is not', ({ name, task }) => {
    const files = exported.get(name) ?? [];
    expect(files.length).toBeGreaterThan(0);
    for (const { verdict, cell, file } of files) {
      const outcome = outcomes.get(file);
      expect(outcome?.normal).toBeNull();
      if (!cell.bad) {
        expect(outcome?.crash).toBeNull();
        continue;
      }
      const said = withoutMadeUpNames(outcome?.crash ?? 'it passed');
      const seen = [...sentencesOf(verdict, cell.crashWorld), ...sentencesOf(verdict, cell.rerunWorld)];
      expect(seen.length).toBeGreaterThan(0);
      for (const sentence of seen) expect(said).toContain(withoutMadeUpNames(sentence));
      const line = verdict.modes.find(({ mode }) => mode === cell.mode)?.points[cell.point]?.line;
      if (line != null) expect(said).toContain(`line ${line}`);
      expect(file.text).toContain(task.title);
    }
  });

  it('there are bad and good scenarios, kills and errors, of every class and both modes', () => {
    const all = [...exported.values()].flat();
    const seen = new Set(
      all.flatMap(({ verdict, cell }) => [`${cell.bad} ${cell.mode}`, `${cell.bad} ${cell.fault}`, verdict.safety]),
    );
    const both = [true, false].flatMap((bad) =>
      ['default', 'autocommit', 'soft', 'hard'].map((word) => `${bad} ${word}`),
    );
    expect([...seen]).toEqual(expect.arrayContaining([...both, 'unsafe', 'safe-by-accident', 'safe-by-design']));
  });

  it('a file says without pytest what happened, and ends with 1 where the scenario is bad', async () => {
    const bad = exported.get('refund-an-order/commit_per_step')?.[0];
    const good = exported.get('refund-an-order/begin_immediate')?.[0];
    if (!python || !bad || !good) throw new Error('the refund was not exported');
    const said = await runAlone(python, bad.file);
    expect(said.output).toContain('the customer was credited 2 times');
    expect(said.output).toMatch(/works:\n[^]*passed\n[^]*FAILED/);
    expect(said.code).toBe(1);
    expect(await runAlone(python, good.file)).toMatchObject({ code: 0, output: expect.not.stringContaining('FAILED') });
  });

  it.each(OTHER_PYTHONS)('Python $version sees the same', async ({ executable }) => {
    for (const name of ['scripts and many rows', 'times and made-up names', 'writes at the end of the run']) {
      const one = exported.get(name)?.[0];
      if (!one) throw new Error(`${name} was not exported`);
      const { output, code } = await runAlone(executable, one.file);
      for (const sentence of sentencesOf(one.verdict, one.cell.crashWorld)) expect(output).toContain(sentence);
      expect(output).toMatch(/works:\n[^]*passed\n[^]*FAILED/);
      expect(code).toBe(1);
    }
  });
});

/** Runs a file without pytest. */
async function runAlone(executable: string, file: TakeawayFile): Promise<{ code: number; output: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'takeaway-'));
  try {
    const place = path.join(folder, file.name);
    await writeFile(place, file.text);
    return await new Promise((resolve) => {
      execFile(executable, [place], (error, stdout) => resolve({ code: Number(error?.code ?? 0), output: stdout }));
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
