// A judge that cannot speak: refused where somebody wrote it, and never the ground of a good class.
import { beforeAll, describe, expect, it } from 'vitest';
import { TaskFault } from '../model/task-fault.ts';
import type { Task } from '../model/task.ts';
import type { Verdict } from '../model/verdict.ts';
import { fakeTask, loadTasks, openLab, sourceOf, type Lab } from './testing.ts';

let lab: Lab;

beforeAll(async () => {
  lab = await openLab();
});

const SCHEMA =
  "CREATE TABLE account (id INTEGER PRIMARY KEY, n INT, seen TEXT);\nINSERT INTO account VALUES (1, 10, '');";

function views(
  missing: string,
  torn = "SELECT 'x' FROM main.account WHERE n < 0",
  repeated = "SELECT 'r' WHERE 0",
): string {
  return [
    `CREATE TEMP VIEW torn(what) AS\n  ${torn};`,
    `CREATE TEMP VIEW missing(what) AS\n  ${missing};`,
    `CREATE TEMP VIEW repeated(what) AS\n  ${repeated};`,
  ].join('\n');
}

function taskOf(judgeSql: string | null, changes: Partial<Task['cases'][number]> = {}): Task {
  const one = { name: 'one', args: [{ helper: 'conn' as const }], sql: SCHEMA, files: [], cache: [], ...changes };
  return fakeTask({ judgeSql, cases: [one] });
}

const ADDS = 'def f(conn):\n    conn.execute("UPDATE account SET n = n + 1 WHERE id = 1")\n    conn.commit()\n';
const NOTHING = 'def f(conn):\n    return 7\n';

/** The refusal, with its place; a verdict's class or status where it is not refused. */
function refusal(task: Task, source = ADDS): string {
  try {
    const { verdict } = lab.test(task, source);
    return verdict.safety ?? verdict.status;
  } catch (error) {
    if (error instanceof TaskFault) return error.message;
    throw error;
  }
}

const NOT_ADDED = "SELECT 'nothing was added' WHERE (SELECT n FROM main.account WHERE id = 1) = 10";
const BLIND =
  /^judge\.sql: torn, missing and repeated are all empty in the starting world of case "one", so it counts as done /;

describe('a judge that somebody wrote is refused', () => {
  it.each<[string, string]>([
    ['where a name is misspelt', NOT_ADDED.replace('id = 1', "id = 'one'")],
    ['where it asks for the world as it is', NOT_ADDED.replace('= 10', '= 11')],
    ['where it says nothing at all', "SELECT 'x' WHERE 0"],
    ['where it asks only whether the call returned', "SELECT 'raised' FROM world.run WHERE status <> 'returned'"],
  ])('%s: the start counts as done', (_what, missing) => {
    expect(refusal(taskOf(views(missing)))).toMatch(BLIND);
  });

  it('also for a function that writes nothing, and for one that is no Python', () => {
    const task = taskOf(views("SELECT 'x' WHERE 0"));
    expect(refusal(task, NOTHING)).toMatch(BLIND);
    expect(refusal(task, 'def f(')).toMatch(BLIND);
  });

  it.each<[string, string, string]>([
    [
      'a syntax error',
      views('SELEC 1'),
      'judge.sql:4: near "SELEC": syntax error (in the starting world of case "one")',
    ],
    [
      'a column that is not there',
      views("SELECT 'x' FROM main.account WHERE m = 10"),
      'judge.sql:4: view missing: no such column: m (in the starting world of case "one")',
    ],
    [
      'a view that is not there',
      views(NOT_ADDED).replace('missing', 'mising'),
      'judge.sql: expected a view called missing, there is none (in the starting world of case "one")',
    ],
    [
      'a view without the column what',
      views(NOT_ADDED).replace('repeated(what)', 'repeated(sentence)'),
      'judge.sql:5: view repeated: expected a column called what, there is none (in the starting world of case "one")',
    ],
    [
      'a view of two columns under one name',
      views("SELECT 'x', 'y' FROM main.account"),
      'judge.sql:3: view missing: expected 1 columns for \'missing\' but got 2 (in the starting world of case "one")',
    ],
    [
      'a value that a function cannot read after the clean run',
      views(`SELECT 'x' FROM main.account WHERE json_extract(iif(n = 10, '{}', '{'), '$.a') IS NULL`),
      'judge.sql:3: view missing: malformed JSON (in the world after the clean run of case "one")',
    ],
  ])('%s, with its line', (_what, judgeSql, sentence) => {
    expect(refusal(taskOf(judgeSql))).toBe(sentence);
  });

  it('where it cannot read a later case, and not where that one starts as done', () => {
    const [one] = taskOf(null).cases;
    if (!one) throw new Error('no case');
    const twoCases = (sql: string): Task => {
      const judged = taskOf(views(NOT_ADDED));
      return { ...judged, cases: [one, { ...one, name: 'two', sql }] };
    };
    expect(refusal(twoCases('CREATE TABLE other (id);'))).toBe(
      'judge.sql:2: view torn: no such table: main.account; a table that need not be there is read through world.cell ' +
        '(in the starting world of case "two")',
    );
    expect(refusal(twoCases(SCHEMA.replace('10', '11')))).toBe('safe-by-design');
  });
});

it('what a judge cannot read after a crash only leaves that scenario unjudged, with its view and line', () => {
  const torn = "SELECT 'x' FROM main.account\n  WHERE json_extract(iif(seen = 'half', '{', '{}'), '$.a') = 1";
  const source = `def f(conn):
    conn.execute("UPDATE account SET seen = 'half' WHERE id = 1")
    conn.commit()
    conn.execute("UPDATE account SET seen = 'whole', n = 11 WHERE id = 1")
    conn.commit()
`;
  const { verdict } = lab.test(taskOf(views(NOT_ADDED, torn)), source);
  expect(verdict).toMatchObject({ status: 'not-judged', safety: null });
  expect(verdict.modes[0]?.cells.find((cell) => cell.status === 'not-judged')).toMatchObject({
    reason: 'judge-failed',
    detail: 'judge.sql:1: view torn: malformed JSON',
  });
});

describe('without a judge', () => {
  const open = { status: 'not-judged', safety: null, doubleApplies: null, fullyCrashSafe: null };
  const verdictOf = (source: string): Verdict => lab.test(taskOf(null), source).verdict;

  it('a clean run that changes only what is not compared is not judged', () => {
    const verdict = verdictOf('import os\ndef f(conn):\n    os.mkdir("inbox")\n    os.mkdir("archive")\n');
    expect(verdict).toMatchObject({ ...open, reason: { code: 'nothing-to-compare' } });
    expect(verdict.headline).toMatch(/^A clean run changes nothing that can be compared: .* Write a judge /);
  });

  it('a clean run that leaves everything as it was is not judged, unless a crash is seen to break it', () => {
    const same = verdictOf(ADDS.replace('n + 1', 'n'));
    expect(same).toMatchObject({ ...open, reason: { code: 'nothing-to-compare' } });
    expect(same.headline).toMatch(/^A clean run leaves everything as it was, /);
    const writes = ['UPDATE account SET n = 0', 'UPDATE account SET n = 10'];
    const between = ADDS.replace(
      / {4}conn\.execute.*\n/,
      writes.map((sql) => `    conn.execute("${sql}")\n    conn.commit()\n`).join(''),
    );
    expect(verdictOf(between)).toMatchObject({ safety: 'unsafe', doubleApplies: null });
  });

  it('a function that writes nothing is what it was', () => {
    expect(verdictOf(NOTHING)).toMatchObject({
      safety: 'safe-by-design',
      headline: 'Works, and wrote nothing: there was no write to crash before.',
    });
  });
});

it('every bundled judge can speak', async () => {
  for (const task of await loadTasks()) {
    expect(() => lab.test(task, `def ${task.function}(${task.parameters.join(', ')}):\n    pass\n`)).not.toThrow();
    expect(sourceOf(task, task.references[0]?.name ?? '')).not.toBe('');
  }
});
