// A function of one's own as a task: what it becomes, and which field a problem names.
import { describe, expect, it } from 'vitest';
import { formatProblem } from '../model/result.ts';
import type { OwnFunction } from '../model/own.ts';
import type { Task } from '../model/task.ts';
import { exampleOwn } from './example.ts';
import { taskOf } from './task.ts';

const OWN: OwnFunction = {
  title: ' Transfer money ',
  call: 'transfer(conn, 1, 2, 50)',
  sql: 'CREATE TABLE account (id INTEGER PRIMARY KEY, balance INT);\r\n',
  files: [],
  judgeSql: '',
  finishesInterruptedWork: false,
};
const VIEWS = ['torn', 'missing', 'repeated'].map((view) => `CREATE TEMP VIEW ${view}(what) AS SELECT '' WHERE 0;`);

function task(changes: Partial<OwnFunction> = {}): Task {
  const made = taskOf({ ...OWN, ...changes });
  if (!made.ok) throw new Error(made.problems.map(formatProblem).join('\n'));
  return made.value;
}

function problems(changes: Partial<OwnFunction>): string[] {
  const made = taskOf({ ...OWN, ...changes });
  return made.ok ? [] : made.problems.map(formatProblem);
}

describe('the task', () => {
  it('has one case, the call, and the default judge', () => {
    const { prompt, ...rest } = task();
    expect(rest).toEqual({
      id: 'own-function',
      title: 'Transfer money',
      category: 'database',
      function: 'transfer',
      parameters: ['conn', 'arg1', 'arg2', 'arg3'],
      finishesInterruptedWork: false,
      judgesRepeats: true,
      cases: [
        {
          name: 'the call',
          args: [{ helper: 'conn' }, { value: 1 }, { value: 2 }, { value: 50 }],
          sql: 'CREATE TABLE account (id INTEGER PRIMARY KEY, balance INT);\n',
          files: [],
          cache: [],
        },
      ],
      judgeSql: null,
      references: [],
    });
    expect(prompt).toContain('The Python function `transfer(conn, arg1, arg2, arg3)` (“Transfer money”)');
    expect(prompt).toContain('```python\ntransfer(conn, 1, 2, 50)\n```');
    expect(prompt).toContain('```sql\nCREATE TABLE account');
    expect(prompt).not.toMatch(/crash|transaction|autocommit|atomic|isolation|\bkill|half-/i);
  });

  it.each<[Partial<OwnFunction>, Task['category'], string | null]>([
    [{}, 'database', OWN.sql.replace('\r', '')],
    [{ call: 'f(conn)', sql: '' }, 'database', ''],
    [{ call: 'f()' }, 'database', OWN.sql.replace('\r', '')],
    [{ call: 'f(conn, notifier)' }, 'database-and-effect', OWN.sql.replace('\r', '')],
    [{ call: 'f(cache)', sql: '' }, 'database-and-effect', ''],
    [{ files: [{ path: 'a.txt', text: '' }] }, 'database-and-effect', OWN.sql.replace('\r', '')],
    [{ call: 'f("a.txt")', sql: ' ', files: [{ path: 'a.txt', text: '' }] }, 'files', null],
    [{ call: 'f()', sql: '' }, 'files', null],
  ])('of %j is of the category %s', (changes, category, sql) => {
    const made = task(changes);
    expect([made.category, made.cases[0]?.sql]).toEqual([category, sql]);
  });

  it('of a function that nobody named goes by the name of the function', () => {
    expect(task({ title: ' ' }).title).toBe('transfer');
  });

  it('has its files as UTF-8 in the order of their paths', () => {
    const files = ['b', 'a/é.txt'].map((path) => ({ path, text: `${path}\r\n` }));
    expect(task({ files }).cases[0]?.files).toEqual([
      { path: 'a/é.txt', bytes: new TextEncoder().encode('a/é.txt\r\n') },
      { path: 'b', bytes: new TextEncoder().encode('b\r\n') },
    ]);
  });

  it('has the judge that was written, in any spelling that the judge takes', () => {
    const sql = [
      '-- Mine.\nCREATE TEMPORARY VIEW IF NOT EXISTS "torn" (what) AS SELECT \'; DROP TABLE x\' WHERE 0;',
      'create temp table helper AS SELECT 1; /* ; */ CREATE TEMP TABLE temp.missing AS SELECT 1 AS what;',
      'CREATE TEMP VIEW [Repeated] AS SELECT 2 AS what',
    ].join('\n');
    expect(task({ judgeSql: sql }).judgeSql).toBe(sql);
  });

  it('of the example can be made', () => {
    expect(taskOf(exampleOwn().own)).toMatchObject({ ok: true, value: { function: 'book_seat' } });
  });
});

describe('a problem names its field:', () => {
  it.each<[Partial<OwnFunction>, string[]]>([
    [{ title: 'a\nb' }, ['own function: title: expected a title on one line']],
    [{ title: 'x'.repeat(201) }, ['own function: title: expected at most 200 characters']],
    [{ call: 'transfer(conn, x)' }, [expect.stringMatching(/^own function:1: call: column 16: expected a literal/)]],
    [
      { sql: 'CREATE TABLE t(a);\n.mode csv\n' },
      ['own function:2: sql: expected SQL, found .mode csv, which is a command of the sqlite3 shell'],
    ],
    [{ sql: 'SELECT \0' }, ['own function: sql: expected SQL text, found a zero character']],
    [{ sql: '\ud800' }, ['own function: sql: expected whole characters, found half of a surrogate pair']],
    [
      { judgeSql: `${VIEWS.join('\n')}\nDROP TABLE t;` },
      ['own function:4: judgeSql: expected only CREATE TEMP VIEW and CREATE TEMP TABLE, found DROP TABLE t'],
    ],
    [
      { judgeSql: 'CREATE VIEW torn(what) AS SELECT 1' },
      [
        'own function:1: judgeSql: expected only CREATE TEMP VIEW and CREATE TEMP TABLE, found CREATE VIEW torn(what) AS SELECT 1',
      ],
    ],
    [
      { judgeSql: VIEWS[0] ?? '' },
      [
        'own function: judgeSql: expected the views torn, missing and repeated, such as CREATE TEMP VIEW torn(what) AS ' +
          'SELECT …; the views missing and repeated are not there',
      ],
    ],
    [
      { judgeSql: '-- nothing yet' },
      [expect.stringContaining('the views torn and missing and repeated are not there')],
    ],
  ])('%j', (changes, sentences) => {
    expect(problems(changes)).toEqual(sentences);
  });

  it.each([
    ['', 'expected a path such as inbox/june.csv, found nothing'],
    ['/etc/passwd', 'expected a path relative to the working directory, found /etc/passwd'],
    ['C:/x', 'expected a path relative to the working directory, found C:/x'],
    ['a\\b', 'expected / between folders and no invisible characters, found a\\b'],
    ['a\0', 'expected / between folders and no invisible characters'],
    ['../x', 'expected a path without empty parts, . and .., found ../x'],
    ['a//b', 'expected a path without empty parts, . and .., found a//b'],
    ['a/', 'expected a path without empty parts, . and .., found a/'],
    ['app.db-wal', 'expected another name: app.db is the database itself'],
    ['first.txt', 'expected each path once, first.txt stands here twice'],
    ['folder', 'expected a file, but folder is also the folder of another file'],
    ['é'.repeat(128), 'expected a path of at most 255 bytes'],
  ])('the path %j of a file', (path, sentence) => {
    const files = ['first.txt', 'folder/second.txt', path].map((one) => ({ path: one, text: '' }));
    expect(problems({ files })).toEqual([expect.stringContaining(`own function: files[2].path: ${sentence}`)]);
  });

  it('files that are too many or too large', () => {
    const many = Array.from({ length: 401 }, (_, n) => ({ path: `f${n}`, text: '' }));
    expect(problems({ files: many })).toEqual(['own function: files: expected at most 400 files']);
    expect(problems({ files: [{ path: 'f', text: 'é'.repeat(2 * 1024 * 1024) }] })).toEqual([
      'own function: files: expected at most 4 MiB of SQL and files together',
    ]);
    expect(problems({ files: [{ path: 'f', text: '\udc00' }] })).toEqual([
      'own function: files[0].text: expected whole characters, found half of a surrogate pair',
    ]);
  });

  it('all of them at once', () => {
    const found = problems({ call: '', sql: '.dump', files: [{ path: '', text: '' }], judgeSql: 'SELECT 1' });
    expect(found.map((one) => /: (\S+): /.exec(one)?.[1])).toEqual(['call', 'sql', 'files[0].path', 'judgeSql']);
  });
});
