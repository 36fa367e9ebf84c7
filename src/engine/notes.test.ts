// What is said beside the class, from the facts of real runs.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Verdict } from '../model/verdict.ts';
import { fakeTask, openLab, type Lab } from './testing.ts';

let lab: Lab;

beforeAll(async () => {
  lab = await openLab();
});

const SCHEMA = 'CREATE TABLE account (id INTEGER PRIMARY KEY, n INT);\nINSERT INTO account VALUES (1, 10), (2, 10);';
const [FIRST, SECOND] = [1, 2].map((id) => `execute("UPDATE account SET n = n + 1 WHERE id = ${id}")`);

function verdictOf(lines: readonly string[], sql = SCHEMA): Verdict {
  const cases = [{ name: 'one', args: [{ helper: 'conn' as const }], sql, files: [], cache: [] }];
  const source = ['import os, shutil, sqlite3', 'def f(conn):', ...lines.map((line) => `    ${line}`)].join('\n');
  return lab.test(fakeTask({ judgeSql: null, cases }), source).verdict;
}

const codes = (verdict: Verdict): string[] => verdict.notes.map(({ code }) => code);

describe('a connection of its own', () => {
  it('is said, and no mode is claimed, where every write goes through it', () => {
    const verdict = verdictOf(['own = sqlite3.connect("app.db")', `own.${FIRST}`, `own.${SECOND}`, 'own.commit()']);
    expect(verdict.safety).toBe('safe-by-design');
    expect(verdict.headline).toBe(
      "Works. Never half-updated after a crash in the transaction mode of the code's own connection.",
    );
    expect(verdict.notes[0]?.sentence).toMatch(/writes with no other, .* the code's own in both columns\.$/);
  });

  it('that breaks names no mode in the story either', () => {
    const verdict = verdictOf([
      'own = sqlite3.connect("app.db", isolation_level=None)',
      `own.${FIRST}`,
      `own.${SECOND}`,
    ]);
    expect(verdict.safety).toBe('unsafe');
    expect(`${verdict.headline} ${verdict.story?.sentence}`).not.toMatch(/default mode|autocommit/);
  });

  it('beside the one it is handed is said too', () => {
    const verdict = verdictOf([`conn.${FIRST}`, 'conn.commit()', 'sqlite3.connect("app.db").execute("SELECT 1")']);
    expect(codes(verdict)).toEqual(['own-connection']);
    expect(verdict.notes[0]?.sentence).toMatch(/^The code also opens a connection of its own; /);
  });

  it('is none where it is in memory, or where there is only the one that is handed over', () => {
    const scratch = 'sqlite3.connect(":memory:").execute("CREATE TABLE a (b)")';
    expect(codes(verdictOf([scratch, `conn.${FIRST}`, 'conn.commit()']))).toEqual([]);
  });
});

describe('one file system', () => {
  const write = (path: string): string => `open("${path}", "w").write("x")`;

  it('is said where a file is moved between /tmp and the working directory', () => {
    for (const move of ['os.replace', 'os.rename', 'shutil.move']) {
      expect(codes(verdictOf([write('/tmp/draft'), `${move}("/tmp/draft", "report.txt")`]))).toEqual([
        'one-file-system',
      ]);
    }
    const out = verdictOf([write('report.txt'), 'os.replace("report.txt", "/tmp/old")', write('b.txt')]);
    expect(out.notes[0]?.sentence).toMatch(/fail with EXDEV/);
  });

  it('is not said of a move within either', () => {
    const within = ['draft', '/tmp/draft'].map((path) =>
      verdictOf([write(path), `os.replace("${path}", "${path}.txt")`]),
    );
    expect(within.flatMap(codes)).toEqual([]);
  });
});

it('a view torn that reads nothing is said of an ordinary task, and no other judge', () => {
  const judge = (torn: string): string =>
    `CREATE TEMP VIEW torn(what) AS ${torn};
     CREATE TEMP VIEW missing(what) AS SELECT 'not added' FROM main.account WHERE id = 1 AND n = 10;
     CREATE TEMP VIEW repeated(what) AS SELECT '' WHERE 0;`;
  const cases = [{ name: 'one', args: [{ helper: 'conn' as const }], sql: SCHEMA, files: [], cache: [] }];
  const noted = (judgeSql: string, finishesInterruptedWork: boolean): string[] => {
    const source = `def f(conn):\n    conn.${FIRST}\n    conn.commit()\n`;
    return codes(lab.test(fakeTask({ judgeSql, cases, finishesInterruptedWork }), source).verdict);
  };
  expect(noted(judge("SELECT 'never' WHERE 0"), false)).toEqual(['torn-reads-nothing']);
  expect(noted(judge("SELECT 'never' WHERE 0"), true)).toEqual([]);
  expect(noted(judge("SELECT 'below zero' FROM main.account WHERE n < 0"), false)).toEqual([]);
});

it('a PRAGMA of the schema and rows that only their own connection hears is said', () => {
  const verdict = verdictOf([`conn.${FIRST}`, 'conn.commit()'], `PRAGMA foreign_keys = ON;\n${SCHEMA}`);
  expect(verdict.notes).toEqual([
    {
      code: 'pragma-without-effect',
      sentence:
        'In the schema and rows, PRAGMA foreign_keys = ON has no effect: it holds for the connection that makes the ' +
        'starting world, and the function is handed another one; a function that needs it has to set it.',
    },
  ]);
});
