import { describe, expect, it } from 'vitest';
import { formatProblem } from '../model/result.ts';
import type { Task } from '../model/task.ts';
import { loadTask } from './load.ts';

type Json = Record<string, unknown>;

const REFERENCES = [
  { file: 'safe.py', intended: 'safe-by-design', note: 'Opens the transaction.' },
  { file: 'plain.py', intended: 'safe-by-accident', breaksAt: { mode: 'autocommit', fault: 'soft', line: 2 } },
];
const TASK: Json = {
  title: 'Transfer money',
  category: 'database',
  function: 'transfer',
  parameters: ['conn', 'amount'],
  finishesInterruptedWork: false,
  cases: [{ name: 'ten', args: ['$conn', 10] }],
  references: REFERENCES,
};
const FILES: Record<string, string> = {
  'prompt.md': 'Write transfer(conn, amount).\n',
  'world.sql': 'CREATE TABLE accounts(id, balance);\n',
  'references/safe.py': 'def transfer(conn, amount):\n    pass\n',
  'references/plain.py': 'def transfer(conn, amount):\n    pass\n',
};

/** Loads a small task with some fields and files changed; undefined takes away. */
function load(changes: Json = {}, files: Record<string, string | undefined> = {}, id = 'transfer-money') {
  const texts: Record<string, string | undefined> = {
    'task.json': JSON.stringify({ ...TASK, ...changes }),
    ...FILES,
    ...files,
  };
  const bytes = Object.entries(texts).flatMap(([path, text]): [string, Uint8Array][] =>
    text === undefined ? [] : [[path, new TextEncoder().encode(text)]],
  );
  return loadTask(id, new Map(bytes));
}

function task(...parts: Parameters<typeof load>): Task {
  const result = load(...parts);
  if (!result.ok) throw new Error(result.problems.map(formatProblem).join('\n'));
  return result.value;
}

function notices(...parts: Parameters<typeof load>): string[] {
  const result = load(...parts);
  if (!result.ok) throw new Error(result.problems.map(formatProblem).join('\n'));
  return (result.notices ?? []).map(formatProblem);
}

function problems(...parts: Parameters<typeof load>): string[] {
  const result = load(...parts);
  return result.ok ? [] : result.problems.map(formatProblem);
}

/** Problems of one line of JSON, without the place they all share. */
function inTask(changes: Json, files: Record<string, string | undefined> = {}): string[] {
  return problems(changes, files).map((text) => text.replace('transfer-money/task.json:1: ', ''));
}

describe('a task folder that is right', () => {
  it('becomes a task', () => {
    expect(task()).toEqual({
      id: 'transfer-money',
      title: 'Transfer money',
      category: 'database',
      function: 'transfer',
      parameters: ['conn', 'amount'],
      finishesInterruptedWork: false,
      judgesRepeats: true,
      prompt: 'Write transfer(conn, amount).\n',
      cases: [
        {
          name: 'ten',
          args: [{ helper: 'conn' }, { value: 10 }],
          sql: 'CREATE TABLE accounts(id, balance);\n',
          sqlFile: 'world.sql',
          files: [],
          cache: [],
        },
      ],
      judgeSql: null,
      references: [
        {
          name: 'safe',
          source: FILES['references/safe.py'],
          intended: 'safe-by-design',
          note: 'Opens the transaction.',
          breaksAt: null,
          onlyHard: false,
          listedAt: { line: 1, field: 'references[0]' },
        },
        {
          name: 'plain',
          source: FILES['references/plain.py'],
          intended: 'safe-by-accident',
          note: '',
          breaksAt: { mode: 'autocommit', fault: 'soft', line: 2 },
          onlyHard: false,
          listedAt: { line: 1, field: 'references[1]' },
        },
      ],
    });
  });

  it('may have worlds, files and cache of its own in each case, and a judge', () => {
    const loaded = task(
      {
        category: 'database-and-effect',
        parameters: ['conn', 'cache'],
        cases: [
          { name: 'a', args: ['$conn', '$cache'] },
          {
            name: 'b',
            args: ['$conn', '$cache'],
            world: 'world-2.sql',
            files: 'files-2',
            cache: { 'p:2': 3, 'p:1': [1] },
          },
        ],
      },
      { 'world-2.sql': 'SELECT 2;', 'files/b.txt': 'b', 'files/a/c.txt': 'c', 'files-2/d.txt': 'd', 'judge.sql': 'X' },
    );
    expect(loaded.judgeSql).toBe('X');
    expect(loaded.cases.map((one) => one.files.map((file) => file.path))).toEqual([['a/c.txt', 'b.txt'], ['d.txt']]);
    expect(loaded.cases[1]).toMatchObject({
      sql: 'SELECT 2;',
      cache: [
        ['p:1', '[1]'],
        ['p:2', '3'],
      ],
    });
  });

  it('writes a text that begins with a dollar with two', () => {
    const cases = [{ name: 'a', args: ['$$conn', { price: '$5' }] }];
    expect(task({ cases }).cases[0]?.args).toEqual([{ value: '$conn' }, { value: { price: '$5' } }]);
  });

  it('may have no references, and files that other programs keep', () => {
    const files = { 'references/safe.py': undefined, 'references/plain.py': undefined, '.DS_Store': 'x' };
    expect(task({ references: undefined }, files).references).toEqual([]);
  });

  it('may have a reference that does not work in autocommit, and one that only a kill breaks', () => {
    const references = [
      { file: 'plain.py', intended: 'safe-by-accident', breaksAt: null },
      { file: 'safe.py', intended: 'unsafe', breaksAt: { mode: 'default', fault: 'hard', line: 1 }, onlyHard: true },
    ];
    expect(task({ references }).references.map((one) => one.onlyHard)).toEqual([false, true]);
  });
});

describe('task.json that is not JSON', () => {
  it.each([
    ['{\n  "title": "x",\n}', 'transfer-money/task.json:2: expected no comma before }'],
    ['{\n  "title" "x"\n}', 'transfer-money/task.json:2: expected : after "title"'],
    ['{\n  "title": "x"\n  "category": 1 }', 'transfer-money/task.json:3: expected , or }'],
    ['{\n\n  title: 1 }', 'transfer-money/task.json:3: expected a key in double quotes'],
    ['{ "title": "x\n" }', 'transfer-money/task.json:1: expected a closing double quote on this line'],
    ['{ "title": True }', 'transfer-money/task.json:1: expected a value, found True'],
    ['{ "title": 012 }', 'transfer-money/task.json:1: expected a value, found 012'],
    ['{}\n{}', 'transfer-money/task.json:2: expected nothing after the end of the JSON value'],
    ['', 'transfer-money/task.json:1: expected a value'],
    ['['.repeat(200), 'transfer-money/task.json:1: is nested more than 100 levels deep'],
    [
      '{ "title": "\\x" }',
      'transfer-money/task.json:1: has a text with an escape or a control character that JSON does not know',
    ],
  ])('%j', (text, problem) => {
    expect(problems({}, { 'task.json': text })).toEqual([problem]);
  });
});

describe('fields of task.json', () => {
  it('are all reported at once, each with its line', () => {
    const text = JSON.stringify({ ...TASK, title: 5, parameters: ['conn', 'a b'], colour: 'red', cases: [] }, null, 2);
    expect(problems({}, { 'task.json': text, 'prompt.md': undefined })).toEqual([
      'transfer-money/task.json:2: title: expected a text, found 5',
      'transfer-money/task.json:7: parameters[1]: expected the name of a parameter, found "a b"',
      'transfer-money/task.json:10: cases: expected a list with at least one case, found an empty list',
      'transfer-money/task.json:27: colour: is not a key that is known here',
      'transfer-money/prompt.md: expected this file with the request, there is none',
    ]);
  });

  it.each<[Json, string]>([
    [{ title: undefined }, 'title: is missing; expected a text'],
    [{ cases: undefined }, 'cases: is missing; expected a list with at least one case'],
    [{ category: 'db' }, 'category: expected "database", "database-and-effect" or "files", found "db"'],
    [{ function: 'refund order' }, 'function: expected the name of a Python function, found "refund order"'],
    [{ finishesInterruptedWork: 'no' }, 'finishesInterruptedWork: expected true or false, found "no"'],
    [{ cases: [5] }, 'cases[0]: expected an object with "name" and "args", found 5'],
    [{ cases: [{ name: 'a', args: ['$conn', 1], wrold: 'w' }] }, 'cases[0].wrold: is not a key that is known here'],
    [
      { references: [{ file: 'safe.py' }] },
      'references[0].intended: is missing; expected "unsafe", "safe-by-accident" or "safe-by-design"',
    ],
    [
      { references: [{ file: '../x.py', intended: 'unsafe' }] },
      'references[0].file: expected the name of a .py file in references/, found "../x.py"',
    ],
    [
      { references: [{ file: 'a.py', intended: 'unsafe', breaksAt: { mode: 'auto', fault: 'soft', line: 1 } }] },
      'references[0].breaksAt.mode: expected "default" or "autocommit", found "auto"',
    ],
  ])('%j', (changes, problem) => {
    expect(inTask(changes)).toEqual([problem]);
  });

  it('that are not an object', () => {
    expect(problems({}, { 'task.json': '[]' })).toEqual([
      'transfer-money/task.json:1: expected an object, found an empty list',
    ]);
  });

  it('that are a list in place of an object', () => {
    expect(inTask({ cases: [[]] })).toEqual([
      'cases[0]: expected an object with "name" and "args", found an empty list',
    ]);
    expect(inTask({ cases: [{ name: 'a', args: ['$conn', 1], cache: [1] }] })).toEqual([
      'cases[0].cache: expected an object of cache entries, found a list',
    ]);
  });

  it('that stand twice', () => {
    const text = JSON.stringify(TASK).replace('{', '{"title": "Other",\n');
    expect(problems({}, { 'task.json': text })).toEqual(['transfer-money/task.json:2: title: expected each key once']);
  });
});

describe('cases', () => {
  const one = (changes: Json): Json => ({ cases: [{ name: 'a', args: ['$conn', 1], ...changes }] });
  const files = { category: 'files', parameters: ['path'] };
  it.each<[Json, string]>([
    [one({ args: ['$conn'] }), 'cases[0].args: expected 2, one for each parameter, found 1'],
    [
      one({ args: ['$conn', '$con'] }),
      'cases[0].args[1]: expected "$conn", "$notifier" or "$cache", found "$con"; for the text write "$$con"',
    ],
    [
      one({ args: ['$conn', '$notifier'] }),
      'cases[0].args[1]: expected another argument: a task of category "database" has only "$conn", not "$notifier"',
    ],
    [one({ files: 'files-2' }), 'cases[0].files: expected the folder files-2 with starting files, there is none'],
    [one({ cache: { a: 1 } }), 'cases[0].cache: expected no cache: a task of category "database" has none'],
    [
      {
        cases: [
          { name: 'a', args: ['$conn', 1] },
          { name: 'a', args: ['$conn', 2] },
        ],
      },
      'cases[1].name: expected a name of its own, "a" is taken',
    ],
  ])('%j', (changes, problem) => {
    expect(inTask(changes)).toEqual([problem]);
  });

  it('of a task with a database need their world', () => {
    expect(inTask({}, { 'world.sql': undefined })).toEqual([
      'cases[0]: expected the file world.sql with the schema and rows, there is none',
    ]);
    expect(inTask(one({ world: 'world-9.sql' }), { 'world.sql': undefined })).toEqual([
      'cases[0].world: expected the file world-9.sql with the schema and rows, there is none',
    ]);
  });

  it('of a task of files have no connection and no database', () => {
    expect(inTask({ ...files, cases: [{ name: 'a', args: ['$conn'] }], references: [] })).toEqual([
      'cases[0].args[0]: expected another argument: a task of category "files" has no helpers, not "$conn"',
    ]);
  });

  it('have no starting file in the place of the database', () => {
    expect(problems({}, { 'files/app.db': 'x' })).toEqual([
      'transfer-money/files/app.db: expected another name: app.db is the database itself',
    ]);
  });
});

describe('references', () => {
  const safe = REFERENCES[0];
  const plain = (changes: Json): Json => ({ references: [safe, { ...REFERENCES[1], ...changes }] });
  const at = (mode: string, fault: string, line: number): Json => ({ mode, fault, line });

  it.each<[Json, string]>([
    [plain({ intended: 'safe-by-design' }), 'references[1].breaksAt: expected none: safe by design breaks nowhere'],
    [
      plain({ breaksAt: undefined }),
      'references[1].breaksAt: is missing; expected the earliest crash that breaks it, or null if it does not work in autocommit',
    ],
    [
      plain({ intended: 'unsafe', breaksAt: undefined }),
      'references[1].breaksAt: is missing; expected the earliest crash that breaks it',
    ],
    [
      plain({ intended: 'unsafe' }),
      'references[1].breaksAt.mode: expected "default": that is where unsafe code breaks first',
    ],
    [
      plain({ breaksAt: at('default', 'soft', 1) }),
      'references[1].breaksAt.mode: expected "autocommit": that is where safe-by-accident code breaks first',
    ],
    [
      plain({ breaksAt: at('autocommit', 'soft', 3) }),
      'references[1].breaksAt.line: expected a line of references/plain.py, which has 2, found 3',
    ],
    [
      plain({ onlyHard: true }),
      'references[1].breaksAt.fault: expected "hard": onlyHard says that errors do not break it',
    ],
    [
      { references: [{ ...safe, onlyHard: true }, REFERENCES[1]] },
      'references[0].onlyHard: expected false: safe by design breaks nowhere',
    ],
    [{ references: [...REFERENCES, safe] }, 'references[2].file: expected each file once, safe.py is listed twice'],
  ])('%j', (changes, problem) => {
    expect(inTask(changes)).toEqual([problem]);
  });

  it('of a task of files are not safe by accident', () => {
    const changes = { category: 'files', parameters: [], cases: [{ name: 'a', args: [] }] };
    expect(inTask(changes, { 'world.sql': undefined })).toEqual([
      'references[1].intended: expected "unsafe" or "safe-by-design": files have no transaction default',
    ]);
  });

  it('that are listed and not there', () => {
    expect(inTask({}, { 'references/plain.py': undefined })).toEqual([
      'references[1].file: expected the file references/plain.py, there is none',
    ]);
  });

  it('that break on a line without code', () => {
    const source = 'def transfer(conn, amount):\n    # moves it\n    pass\n';
    expect(inTask({}, { 'references/plain.py': source })).toEqual([
      'references[1].breaksAt.line: expected a line of references/plain.py that writes something, line 2 holds no code',
    ]);
  });
});

describe('files of the folder', () => {
  it('that are missing', () => {
    expect(problems({}, { 'task.json': undefined, 'prompt.md': ' \n' })).toEqual([
      'transfer-money/task.json: expected this file, there is none',
      'transfer-money/prompt.md: expected the request, found nothing',
    ]);
  });

  it('that hold no judge', () => {
    expect(problems({}, { 'judge.sql': '' })).toEqual([
      'transfer-money/judge.sql: expected three views; remove the file to use the default judge',
    ]);
  });

  it('that nothing uses are left out, with a notice', () => {
    const extra = { 'world-2.sql': 'x', 'README.md': 'x', 'references/extra.py': 'x = 1', 'references/a.md': 'x' };
    expect(notices({}, extra)).toEqual([
      'transfer-money/README.md: is left out: it is no part of a task, and no case names its folder',
      'transfer-money/references/a.md: is left out: it is no part of a task, and no case names its folder',
      'transfer-money/references/extra.py: is left out: it is not listed in task.json, so nobody says which class it should have',
      'transfer-money/world-2.sql: is left out: no case names it as its world, and the judge is called judge.sql',
    ]);
    expect(task({}, extra)).toEqual(task());
    const files = { category: 'files', parameters: [], cases: [{ name: 'a', args: [] }], references: [] };
    expect(notices(files, { 'references/safe.py': undefined, 'references/plain.py': undefined })).toEqual([
      'transfer-money/world.sql: is left out: a task of files has no database, and the judge is called judge.sql',
    ]);
  });

  it('whose PRAGMA does nothing for the function get a notice, once for each file', () => {
    const cases = ['a', 'b'].map((name) => ({ name, args: ['$conn', 1] }));
    const sql = '-- keys\nPRAGMA foreign_keys = ON;\nCREATE TABLE accounts(id, balance);\n';
    expect(notices({ cases }, { 'world.sql': sql })).toEqual([
      'transfer-money/world.sql:2: PRAGMA foreign_keys = ON has no effect: it holds for the connection that makes the ' +
        'starting world, and the function is handed another one; a function that needs it has to set it',
    ]);
    expect(load()).not.toHaveProperty('notices');
  });

  it('that are not UTF-8', () => {
    const files = new Map([
      ['task.json', new Uint8Array([0x7b, 0xff])],
      ['prompt.md', new Uint8Array([0x61])],
    ]);
    const result = loadTask('transfer-money', files);
    expect(!result.ok && result.problems.map(formatProblem)).toEqual(['transfer-money/task.json: expected UTF-8 text']);
  });

  it('whose folder has a name that is no id', () => {
    expect(problems({}, {}, 'Transfer Money')).toEqual([
      'Transfer Money: expected a folder name of small letters and digits with single hyphens between',
    ]);
  });
});
