// Each folder of tasks/regressions with what is right to say of it, with a judge of its own where it has one and with
// the default judge.
import path from 'node:path';
import { readdir, readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { formatProblem } from '../model/result.ts';
import type { Reference, Task } from '../model/task.ts';
import type { Verdict } from '../model/verdict.ts';
import { loadTaskFolder } from '../tasks/folder.ts';
import { checkReference } from './gate.ts';
import { REGRESSIONS, type ExpectedCase } from './regressions.testing.ts';
import { summaryOf } from './summary.testing.ts';
import { openLab, type Lab } from './testing.ts';

const ROOT = path.join(import.meta.dirname, '../../tasks/regressions');

/** What is still wrong, by name. Each is asserted to be wrong, so that who mends it takes it off. */
const OPEN: readonly string[] = [];

let lab: Lab;
let tasks: ReadonlyMap<string, Task>;

beforeAll(async () => {
  lab = await openLab();
  tasks = await loadAll();
});

async function loadAll(): Promise<ReadonlyMap<string, Task>> {
  const entries = await readdir(ROOT, { withFileTypes: true });
  const loaded = entries
    .filter((entry) => entry.isDirectory())
    .map(async ({ name }) => {
      const result = await loadTaskFolder(path.join(ROOT, name));
      if (!result.ok) throw new Error(result.problems.map(formatProblem).join('\n'));
      return [name, result.value] as const;
    });
  return new Map(await Promise.all(loaded));
}

/** Code that gets no class stands beside its folder, because a reference must have one. */
async function subject(name: string): Promise<{ task: Task; source: string; reference: Reference | null }> {
  const [id = '', file = ''] = name.split('/');
  const task = tasks.get(id);
  if (!task) throw new Error(`there is no folder ${id}`);
  const reference = task.references.find((one) => one.name === file) ?? null;
  return { task, source: reference?.source ?? (await readFile(path.join(ROOT, `${id}.py`), 'utf8')), reference };
}

/** Names that `tempfile` made up are not quoted. */
function stable(summary: readonly string[]): string[] {
  return summary.map((line) => line.replaceAll(/\btmp[a-z0-9_]{8}\b[^,]*/g, 'tmp…'));
}

function textOf({ headline, reason, story, notes }: Verdict): string {
  return [headline, reason?.sentence, story?.sentence, ...notes.map(({ sentence }) => sentence)].join('\n');
}

/** What is not as expected; empty where all is. */
async function faultsOf(name: string, expected: ExpectedCase): Promise<unknown[]> {
  const { task, source, reference } = await subject(name);
  const { written, learned = written } = expected;
  const faults: unknown[] = [];
  const check = (judge: string, verdict: Verdict, wanted: readonly string[] | undefined): void => {
    const found = stable(summaryOf(verdict));
    if (JSON.stringify(found) !== JSON.stringify(wanted)) faults.push({ judge, found, wanted });
    if (verdict.counts.notJudged > 0) faults.push({ judge, notJudged: verdict.counts.notJudged });
  };
  const byLearning = lab.test({ ...task, judgeSql: null }, source).verdict;
  check('default judge', byLearning, learned);
  const text = textOf(byLearning);
  if (expected.says && !expected.says.test(text)) faults.push({ says: text, wanted: String(expected.says) });
  if (expected.neverSays?.test(text)) faults.push({ says: text, neverWanted: String(expected.neverSays) });
  const judged = task.judgeSql === null ? byLearning : lab.test(task, source).verdict;
  if (task.judgeSql !== null) check('judge.sql', judged, written);
  const gate = reference ? checkReference(reference, judged) : { ok: true };
  return gate.ok ? faults : [...faults, gate];
}

it.each(Object.entries(REGRESSIONS))('%s', async (name, expected) => {
  const faults = await faultsOf(name, expected);
  if (OPEN.includes(name)) expect(faults, 'it is right now: take it off the list OPEN').not.toEqual([]);
  else expect(faults).toEqual([]);
});

it('every folder and every reference is in the table', () => {
  const references = [...tasks.values()].flatMap(({ id, references: all }) =>
    all.length === 0 ? [`${id}/solution`] : all.map(({ name }) => `${id}/${name}`),
  );
  expect(references.sort()).toEqual(Object.keys(REGRESSIONS).sort());
  expect(OPEN.filter((name) => !(name in REGRESSIONS))).toEqual([]);
});
