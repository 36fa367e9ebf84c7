// The command as a person runs it: a process of its own, its output and its exit code.
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Verdict } from '../model/verdict.ts';
import { runGuarded } from './guarded.ts';
import { findTask } from './tasks.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const REFUND = 'tasks/crash/refund-an-order/references';

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function run(args: readonly string[], input = ''): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['src/cli/run.mjs', ...args], { cwd: ROOT });
    let [out, err] = ['', ''];
    child.stdout.on('data', (part: Buffer) => (out += part.toString()));
    child.stderr.on('data', (part: Buffer) => (err += part.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, err }));
    child.stdin.end(input);
  });
}

const check = (task: string, file: string, input = '', ...flags: string[]): Promise<Ran> =>
  run(['check', '--task', task, ...flags, file], input);

let temporary: string;

beforeAll(async () => {
  temporary = await mkdtemp(path.join(tmpdir(), 'check-'));
});

afterAll(async () => {
  await rm(temporary, { recursive: true });
});

describe('check', () => {
  it('says on standard error what it added so that the function can be called', async () => {
    const { code, out, err } = await check('refund-an-order', '-', 'def refund(conn, order_id):\n    pass\n');
    expect(code).toBe(1);
    expect(out).toContain('○ DOES NOT WORK');
    expect(err).toBe(
      'The code defines `refund(conn, order_id)`; a line at its end gives it the name `refund_order`.\n',
    );
  });

  it('exits with 0 for code that is safe by design and fully crash-safe', async () => {
    const { code, out, err } = await check('refund-an-order', `${REFUND}/begin_immediate.py`);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^● SAFE BY DESIGN {2}Refund an order\nWorks\. Never half-updated/);
    expect(out).toContain('fully crash-safe: yes · double-applies: no');
  });

  it('exits with 1 for an accident, and tells its story', async () => {
    const { code, out } = await check('refund-an-order', `${REFUND}/commit_at_the_end.py`);
    expect(code).toBe(1);
    expect(out).toContain('◐ SAFE BY ACCIDENT');
    expect(out).toContain('the customer was credited, the order still says paid');
    expect(out).toContain('16 planned · 16 fired · 0 not judged');
  });

  it('says why code is unsafe that every re-run mends', async () => {
    const file = 'src/engine/cases/c39/references/solution.py';
    const { code, out } = await check('src/engine/cases/c39', file);
    expect(code).toBe(1);
    expect(out).toContain('✕ UNSAFE');
    expect(out).toContain(
      'fully crash-safe: yes · double-applies: no\nAfter a crash the data is half-updated until the re-run has put it right;',
    );
  });

  it('prints as JSON what the schema describes, and the same when every kill is executed', async () => {
    const file = `${REFUND}/commit_at_the_end.py`;
    const [plain, brute] = await Promise.all([
      check('refund-an-order', file, '', '--json'),
      check('refund-an-order', file, '', '--json', '--brute'),
    ]);
    const schema = JSON.parse(await readFile(path.join(ROOT, 'docs/verdict.schema.json'), 'utf8')) as object;
    const validate = new Ajv2020({ strictTypes: false, strictRequired: false }).compile(schema);
    const verdict = JSON.parse(plain.out) as Verdict;
    expect([validate(verdict), validate.errors]).toEqual([true, null]);
    expect(verdict.digest).toBe((JSON.parse(brute.out) as Verdict).digest);
    expect([plain.code, brute.code]).toEqual([1, 1]);
  });

  it('reads a whole answer from standard input, and says which of its blocks it tests', async () => {
    const [first, second] = await Promise.all(
      ['commit_per_step', 'begin_immediate'].map((name) => readFile(path.join(ROOT, REFUND, `${name}.py`), 'utf8')),
    );
    const answer = `Sure! Here it is:\n\n\`\`\`python\n${first}\`\`\`\n\nBetter, in a transaction:\n\n\`\`\`python\n${second}\`\`\`\n\nLet me know!\n`;
    const { code, out, err } = await check('refund-an-order', '-', answer);
    expect(out).toContain('● SAFE BY DESIGN');
    expect(err).toMatch(/^2 blocks define refund_order; testing code block 2, lines \d+–\d+\n$/);
    expect(code).toBe(0);
  });

  it('tests any folder, also one without a judge', async () => {
    const folder = path.join(temporary, 'transfer');
    const task = {
      title: 'Transfer',
      category: 'database',
      function: 'transfer',
      parameters: ['conn', 'source', 'target', 'amount'],
      finishesInterruptedWork: false,
      cases: [{ name: 'thirty', args: ['$conn', 'a', 'b', 30] }],
    };
    await mkdir(folder);
    await Promise.all([
      writeFile(path.join(folder, 'task.json'), JSON.stringify(task)),
      writeFile(path.join(folder, 'prompt.md'), 'Write `transfer(conn, source, target, amount)`.'),
      writeFile(
        path.join(folder, 'world.sql'),
        "CREATE TABLE account (name TEXT PRIMARY KEY, balance INT); INSERT INTO account VALUES ('a', 100), ('b', 0);",
      ),
    ]);
    const { code, out, err } = await check(
      folder,
      '-',
      `def transfer(conn, source, target, amount):
    with conn:
        conn.execute("UPDATE account SET balance = balance - ? WHERE name = ?", (amount, source))
        conn.execute("UPDATE account SET balance = balance + ? WHERE name = ?", (amount, target))
`,
    );
    expect([code, err]).toEqual([1, '']);
    expect(out).toMatch(/^◐ SAFE BY ACCIDENT {2}Transfer\n/);
    expect(out).toContain('double-applies: yes');
  });
});

const JUDGED = `CREATE TEMP VIEW torn(what) AS SELECT 'below zero' FROM account WHERE n < 0;
CREATE TEMP VIEW missing(what) AS
  SELECT 'nothing was added' FROM account WHERE n = 10;
CREATE TEMP VIEW repeated(what) AS SELECT 'added twice' FROM account WHERE n = 12;
`;
const ADDS = 'def f(conn):\n    conn.execute("UPDATE account SET n = n + 1")\n    conn.commit()\n';

/** A task folder with one row, a judge and one reference that task.json says something wrong of. */
async function folderOf(name: string, judge: string, root = ''): Promise<string> {
  const folder = path.join(temporary, root, name);
  const task = {
    title: 'Add one',
    category: 'database',
    function: 'f',
    parameters: ['conn'],
    finishesInterruptedWork: true,
    cases: [{ name: 'only', args: ['$conn'] }],
    references: [{ file: 'adds.py', intended: 'unsafe', breaksAt: { mode: 'default', fault: 'soft', line: 2 } }],
  };
  await mkdir(path.join(folder, 'references'), { recursive: true });
  await Promise.all([
    writeFile(path.join(folder, 'task.json'), JSON.stringify(task, null, 2)),
    writeFile(path.join(folder, 'prompt.md'), 'Write `f(conn)`.'),
    writeFile(
      path.join(folder, 'world.sql'),
      'PRAGMA foreign_keys = ON;\nCREATE TABLE account (n INT);\nINSERT INTO account VALUES (10);\n',
    ),
    writeFile(path.join(folder, 'judge.sql'), judge),
    writeFile(path.join(folder, 'notes.txt'), 'x'),
    // The repeat of the first is a second commit: it is the re-run that adds once more.
    writeFile(
      path.join(folder, 'references/adds.py'),
      ADDS.replace(
        '    conn.commit()\n',
        '    conn.commit()\n    conn.execute("UPDATE account SET n = n")\n    conn.commit()\n',
      ),
    ),
  ]);
  return folder;
}

describe('what task.json says of a reference', () => {
  it('is held against the verdict by check and by references, and notices are said', async () => {
    const folder = await folderOf('told', JUDGED, 'several');
    const notices = [
      'notice: told/notes.txt: is left out: it is no part of a task, and no case names its folder\n',
      'notice: told/world.sql:1: PRAGMA foreign_keys = ON has no effect: it holds for the connection that makes the starting world, and the function is handed another one; a function that needs it has to set it\n',
    ];
    const wrong = 'unsafe, but breaks first at default, soft, line 4; expected default, soft, line 2';
    const one = await check(folder, path.join(folder, 'references/adds.py'));
    expect(one.code).toBe(1);
    expect(one.err).toBe(`${notices.join('')}told/task.json:18: references[0].breaksAt: adds.py is ${wrong}\n`);
    const all = await run(['references', '--tasks', path.join(temporary, 'several')]);
    expect(all.code).toBe(1);
    expect(all.out).toBe(`✕ told/adds: ${wrong} (told/task.json:18: references[0].breaksAt)\n0/1 as intended\n`);
    expect(all.err).toBe(notices.join(''));
  });

  it('is not read from a folder that is not there', async () => {
    const { code, err } = await run(['references', '--tasks', path.join(temporary, 'nowhere')]);
    expect(code).toBe(2);
    expect(err).toMatch(/nowhere: expected a folder of task folders, there is none\n/);
  });
});

describe('check refuses, with 2 and a sentence,', () => {
  it.each<[string, readonly string[], string, RegExp]>([
    ['no task', ['-'], '', /^--task is missing/],
    ['no file', ['--task', 'refund-an-order'], '', /^expected one file, or - for standard input/],
    [
      'a file that is not there',
      ['--task', 'refund-an-order', 'no-such-file.py'],
      '',
      /^no-such-file\.py: cannot be read: /,
    ],
    [
      'an unknown task',
      ['--task', 'no-such-task', '-'],
      'x = 1',
      /^no-such-task: is neither a bundled task nor a folder; the bundled tasks are .*refund-an-order, /,
    ],
    ['an unknown option', ['--task', 'refund-an-order', '--fast', '-'], '', /Unknown option '--fast'/],
    ['an empty paste', ['--task', 'refund-an-order', '-'], ' \n', /^There is nothing here\. Paste an answer/],
    [
      'prose only',
      ['--task', 'refund-an-order', '-'],
      'I am sorry, I cannot help with refunds.',
      /^The task asks for `refund_order\(conn, order_id\)`\./,
    ],
    [
      'a function of another name',
      ['--task', 'refund-an-order', '-'],
      'def refund(order_id):\n    pass\n',
      /^The task asks for `refund_order\(conn, order_id\)`\. .*`refund\(order_id\)`/,
    ],
    [
      'a function of another shape',
      ['--task', 'refund-an-order', '-'],
      'def refund_order(conn):\n    conn.commit()\n',
      /which takes at most 1 argument and gets 2\.$/m,
    ],
  ])('%s', async (_name, args, input, sentence) => {
    const { code, out, err } = await run(['check', ...args], input);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(sentence);
  });

  it('a folder whose judge takes the start for done, and one whose view fails, with the line', async () => {
    const blind = await folderOf('blind', JUDGED.replace('n = 10', 'n = 11'));
    const failing = await folderOf('failing', JUDGED.replace('n = 10', 'm = 10'));
    const [one, two] = await Promise.all([blind, failing].map((folder) => check(folder, '-', ADDS)));
    expect([one?.code, one?.out, two?.code, two?.out]).toEqual([2, '', 2, '']);
    expect(one?.err).toMatch(
      /^blind\/judge\.sql: torn, missing and repeated are all empty in the starting world of case "only"/m,
    );
    expect(two?.err).toMatch(
      /^failing\/judge\.sql:3: view missing: no such column: m \(in the starting world of case "only"\)$/m,
    );
  });

  it('a folder whose schema and rows do not run', async () => {
    const folder = path.join(temporary, 'misspelt');
    const task = { title: 'Misspelt', category: 'database', function: 'f', parameters: ['conn'] };
    const cases = [{ name: 'only', args: ['$conn'] }];
    await mkdir(folder);
    await Promise.all([
      writeFile(path.join(folder, 'task.json'), JSON.stringify({ ...task, finishesInterruptedWork: false, cases })),
      writeFile(path.join(folder, 'prompt.md'), 'Write `f(conn)`.'),
      writeFile(path.join(folder, 'world.sql'), 'CREATE TABLE a (b);\nINSERT INTO c VALUES (1);\n'),
    ]);
    const { code, out, err } = await check(folder, '-', 'def f(conn):\n    pass\n');
    expect([code, out]).toEqual([2, '']);
    expect(err).toBe(
      'misspelt/world.sql:2: the statement that begins here does not run (case "only"): no such table: c\n',
    );
  });

  it('a command that is not known', async () => {
    const { code, err } = await run(['judge']);
    expect([code, err]).toEqual([2, expect.stringMatching(/^run: unknown command "judge"; expected one of check, /)]);
  });
});

describe('a guarded run', () => {
  it('is stopped where the code loops inside one C call that no budget reaches', async () => {
    const task = await findTask('refund-an-order');
    if (!task.ok) throw new Error('the refund does not load');
    const source = 'def refund_order(conn, order_id):\n    sum(range(10**15))\n';
    expect(await runGuarded(task.value, source, false, 8000)).toEqual({
      kind: 'stopped',
      sentence: 'the code did not come back within 8 seconds',
    });
  });
});
