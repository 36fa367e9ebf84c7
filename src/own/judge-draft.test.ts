// Drafted judges over worlds that are made with SQL: of each change a world before it, one after it, one after it twice,
// and ones in between, all judged by the judge that runs every judge.sql.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Judgement } from '../engine/ports.ts';
import { SqlJudge } from '../judge/judge-sql.ts';
import { changed, contextOf, dataOf, makeDatabase, sqlite } from '../judge/testing.ts';
import { view } from '../judge/view.ts';
import type { OwnFunction } from '../model/own.ts';
import type { Findings } from '../model/verdict.ts';
import type { Mail, WorldData } from '../model/world.ts';
import { judgeProblems } from './judge-check.ts';
import { judgeDraft } from './judge-draft.ts';

interface Parts {
  readonly sql?: string;
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly mail?: readonly Partial<Mail>[];
  readonly cache?: Readonly<Record<string, string>>;
}

/** A function whose clean run, as SQL and as what lies beside the database, is written down. */
interface Story {
  readonly schema?: string;
  readonly call?: string;
  readonly before?: Omit<Parts, 'sql'>;
  readonly run: Parts;
  /** The second clean run; by default the first one again. */
  readonly again?: Parts | null;
}

const NONE: Findings = { torn: [], missing: [], repeated: [] };
const judge = new SqlJudge(sqlite);

class Told {
  readonly draft: string;
  readonly #start: WorldData;
  readonly #bytes: Uint8Array;

  constructor(readonly story: Story) {
    const { schema = '', before = {}, run, again = run } = story;
    this.#bytes = makeDatabase(`CREATE TABLE unrelated(a); DROP TABLE unrelated; ${schema}`);
    this.#start = dataOf({ ...before, database: this.#bytes });
    const own: OwnFunction = {
      title: '',
      call: story.call ?? 'f(conn)',
      sql: schema,
      files: [],
      judgeSql: '',
      finishesInterruptedWork: false,
    };
    const after = view(sqlite, this.#world(run));
    const twice = again && view(sqlite, this.#world({ ...again, sql: `${run.sql ?? ''};${again.sql ?? ''}` }));
    this.draft = judgeDraft(own, view(sqlite, this.#start), after, twice);
    expect(judgeProblems(this.draft)).toEqual([]);
  }

  /** The starting world with these changes; files, mail and cache are taken as they are given, else as before. */
  #world({ sql = '', ...parts }: Parts): WorldData {
    return dataOf({ ...this.story.before, ...parts, database: changed(this.#bytes, sql) });
  }

  judge(parts: Parts): Findings {
    return read(judge.judge(this.draft, this.#world(parts), contextOf(this.#start)));
  }

  before(): Findings {
    return read(judge.judge(this.draft, this.#start, contextOf(this.#start)));
  }
}

function read(judgement: Judgement): Findings {
  if (!judgement.ok) throw new Error(judgement.message);
  return judgement.findings;
}

const ACCOUNTS = `CREATE TABLE account (id INTEGER PRIMARY KEY, owner TEXT, balance INT);
  INSERT INTO account VALUES (1, 'Ada', 100), (2, 'Ben', 0), (3, 'Cleo', 7);`;
const TAKE = 'UPDATE account SET balance = balance - 30 WHERE id = 1';
const GIVE = 'UPDATE account SET balance = balance + 30 WHERE id = 2';

describe('two cells that belong together', () => {
  const told = new Told({ schema: ACCOUNTS, run: { sql: `${TAKE};${GIVE}` } });

  it('are missing before, done after, torn in between, repeated after two runs', () => {
    expect(told.before()).toEqual({
      ...NONE,
      missing: [
        'account, id 1: balance is 100; a clean run leaves 70',
        'account, id 2: balance is 0; a clean run leaves 30',
      ],
    });
    expect(told.judge({ sql: `${TAKE};${GIVE}` })).toEqual(NONE);
    expect(told.judge({ sql: TAKE }).torn).toEqual([
      'account, id 1: balance is 70 already, account, id 2: balance is still 0',
    ]);
    expect(told.judge({ sql: `${TAKE};${GIVE};${TAKE};${GIVE}` })).toEqual({
      ...NONE,
      repeated: [
        'account, id 1: balance is 40; a clean run leaves 70',
        'account, id 2: balance is 60; a clean run leaves 30',
      ],
    });
    expect(told.judge({ sql: `${TAKE};${TAKE};${GIVE}` }).repeated).toHaveLength(1);
  });

  it('are torn where one is something else, or a row that should be left alone is not', () => {
    const torn = (sql: string): readonly string[] => told.judge({ sql: `${TAKE};${GIVE};${sql}` }).torn;
    expect(torn('UPDATE account SET balance = 90 WHERE id = 1')).toEqual([
      'account, id 1: balance is 90, neither as before nor 70',
    ]);
    expect(torn('UPDATE account SET balance = NULL WHERE id = 1')).toEqual([
      'account, id 1: balance is nothing, neither as before nor 70',
    ]);
    expect(torn('UPDATE account SET balance = 8 WHERE id = 3')).toEqual([
      'account: a row that a clean run leaves alone is gone or changed: id 3',
    ]);
    expect(torn(`UPDATE account SET owner = 'Bob' WHERE id = 2`)).toEqual([
      'account: a row is gone, or changed where a clean run leaves it alone: id 2',
    ]);
    expect(torn(`INSERT INTO account VALUES (9, 'Eve', 0)`)).toEqual([
      'account: a row is new that a clean run does not add: id 9',
    ]);
    expect(torn('DROP TABLE account')).toEqual(['the table account is gone']);
  });
});

describe('rows that are added', () => {
  const schema = 'CREATE TABLE refund (order_id INT, amount REAL); INSERT INTO refund VALUES (3, 1.5), (3, 1.5);';

  it('are counted, whatever number SQLite gave them', () => {
    const told = new Told({
      schema: "CREATE TABLE log (id INTEGER PRIMARY KEY, what TEXT); INSERT INTO log VALUES (4, 'old');",
      run: { sql: `INSERT INTO log(what) VALUES ('a'), ('b')` },
    });
    expect(told.draft).toContain(`(SELECT count(*) FROM main.log WHERE what = 'a')`);
    expect(told.judge({ sql: `INSERT INTO log VALUES (20, 'b'), (21, 'a')` })).toEqual(NONE);
    expect(told.judge({ sql: `INSERT INTO log(what) VALUES ('a')` }).torn).toEqual([
      'the number of rows of log with what a is 1 already, the number of rows of log with what b is still 0',
    ]);
    expect(told.judge({ sql: `INSERT INTO log(what) VALUES ('a'), ('b'), ('b')` })).toEqual({
      ...NONE,
      repeated: ['the number of rows of log with what b is 2; a clean run leaves 1'],
    });
  });

  it('to a table without a key are told from those that were there', () => {
    const told = new Told({ schema, run: { sql: 'INSERT INTO refund VALUES (3, 1.5), (7, 2)' } });
    expect(told.before().missing).toEqual([
      'the number of rows of refund with order_id 3, amount 1.5 is 2; a clean run leaves 3',
      'the number of rows of refund with order_id 7, amount 2.0 is 0; a clean run leaves 1',
    ]);
    expect(told.judge({ sql: 'INSERT INTO refund VALUES (7, 2), (3, 1.5)' })).toEqual(NONE);
    expect(told.judge({ sql: 'INSERT INTO refund VALUES (8, 1)' }).torn).toEqual([
      'refund: a row is new that a clean run does not add: order_id 8, amount 1.0',
    ]);
    expect(told.judge({ sql: 'DELETE FROM refund WHERE rowid = 1' }).torn).toHaveLength(1);
  });

  it('with times and tokens are compared by the rest', () => {
    const insert = (token: string, time: string): string =>
      `INSERT INTO invitation(email, token, sent_at, due) VALUES ('a@b', '${token}', '${time}', '2026-03-01')`;
    const told = new Told({
      schema: `CREATE TABLE invitation (id INTEGER PRIMARY KEY, email, token, sent_at, due);
        INSERT INTO invitation VALUES (1, 'z@b', 'q', '2025-12-24T08:00:00', '2026-03-01');`,
      run: { sql: insert('0f3a9c1d2e4b5a69', '2026-01-15T09:00:00.123+00:00') },
      again: {},
    });
    expect(told.draft).not.toMatch(/0f3a|09:00/);
    expect(told.draft).toContain(`email = 'a@b' AND due = '2026-03-01'`);
    expect(told.judge({ sql: insert('77aa9c1d2e4b5a60', '2026-01-15T09:10:00') })).toEqual(NONE);
  });

  it('with values that no second run repeats are compared by the rest', () => {
    const told = new Told({
      schema: 'CREATE TABLE ticket (id INTEGER PRIMARY KEY, seat INT, code TEXT, total INT);',
      run: { sql: `INSERT INTO ticket(seat, code, total) VALUES (5, 'xk', 10)` },
      again: { sql: `INSERT INTO ticket(seat, code, total) VALUES (5, 'wq', 20)` },
    });
    expect(told.draft).toContain('FROM main.ticket WHERE seat = 5)');
    expect(told.judge({ sql: `INSERT INTO ticket(seat, code, total) VALUES (5, 'ab', 10)` })).toEqual(NONE);
  });

  it('by a second run only are work that was done again', () => {
    const told = new Told({
      schema: `${ACCOUNTS} CREATE TABLE complaint (what TEXT, who TEXT);`,
      run: { sql: TAKE },
      again: { sql: `INSERT INTO complaint VALUES ('done already', 'Ada')` },
    });
    expect(told.judge({ sql: TAKE })).toEqual(NONE);
    expect(told.judge({ sql: `${TAKE}; INSERT INTO complaint VALUES ('done already', 'Ada')` })).toEqual({
      ...NONE,
      repeated: ['the number of rows of complaint with what done already, who Ada is 1; a clean run leaves 0'],
    });
  });
});

describe('rows that are removed or moved', () => {
  const told = new Told({
    schema: `CREATE TABLE "order" (id INTEGER PRIMARY KEY, "it's" TEXT); CREATE TABLE old ("group" INT, id INT, what);
      INSERT INTO "order" VALUES (1, 'a''b'), (2, 'c');`,
    run: { sql: `INSERT INTO old SELECT 0, * FROM "order" WHERE id = 1; DELETE FROM "order" WHERE id = 1` },
  });

  it('are missing, done, torn, and names that need quotes have them', () => {
    expect(told.before().missing).toHaveLength(2);
    expect(told.judge({ sql: told.story.run.sql ?? '' })).toEqual(NONE);
    expect(told.judge({ sql: 'DELETE FROM "order" WHERE id = 1' }).torn).toEqual([
      `the number of rows of order with id 1 is 0 already, the number of rows of old with group 0, id 1, what a'b is still 0`,
    ]);
    expect(told.judge({ sql: `INSERT INTO old VALUES (0, 1, 'a''b'), (0, 1, 'a''b')` }).repeated).toHaveLength(1);
  });
});

describe('cells of every kind', () => {
  it.each([
    ['text', `'paid'`, `'it''s' || char(13, 10) || 'more'`, `'x'`],
    ['a text that looks like a number', `'007'`, `'5'`, `'6'`],
    ['a number', '0.1', '0.1 + 0.2', '0.3'],
    ['a large number', '1e20', '9007199254740993', '9007199254740992'],
    ['nothing', '1', 'NULL', '2'],
    ['something after nothing', 'NULL', `'a'`, `'b'`],
    ['bytes', `x'00ff'`, `x'00fe'`, `x'00fd'`],
    ['a text with a zero', `'a'`, `'a' || char(0) || 'b'`, `'a' || char(0) || 'c'`],
    ['a long text', `printf('%.300c', 'x')`, `printf('%.300c', 'y')`, `printf('%.199c', 'y') || 'z'`],
    ['many bytes', 'zeroblob(500)', `x'01' || zeroblob(500)`, `x'02' || zeroblob(500)`],
  ])('are compared as they are: %s', (_kind, before, after, other) => {
    for (const type of ['', 'TEXT', 'INTEGER', 'REAL', 'BLOB', 'NUMERIC']) {
      const set = (value: string): Parts => ({ sql: `UPDATE t SET v = ${value} WHERE id = 1` });
      const schema = `CREATE TABLE t (id INTEGER PRIMARY KEY, v ${type}); INSERT INTO t VALUES (1, ${before}), (2, 0);`;
      const told = new Told({ schema, run: set(after) });
      expect(told.before().missing).toHaveLength(1);
      expect([type, told.judge(set(after))]).toEqual([type, NONE]);
      // In a column of floats or numbers two large ones can be the same.
      if (type !== 'REAL') expect([type, told.judge(set(other))]).not.toEqual([type, NONE]);
    }
  });

  it('that vary are only seen to be filled or changed', () => {
    const set = (first: string, second: string): Parts => ({ sql: `UPDATE t SET a = '${first}', b = '${second}'` });
    const told = new Told({
      schema: `CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT); INSERT INTO t VALUES (1, NULL, '2025-01-01');`,
      run: set('2026-01-15 09:00:00', '2026-01-15'),
    });
    expect(told.judge(set('2026-01-15 09:10:00', '2026-01-16'))).toEqual(NONE);
    expect(told.judge({ sql: `UPDATE t SET a = 'now'` }).torn).toEqual([
      't, id 1: a is filled already, t, id 1: b is still as before',
    ]);
  });

  it('of a table that is found to have a key are named by it', () => {
    const told = new Told({
      schema: `CREATE TABLE stock (product TEXT, units INT); INSERT INTO stock VALUES ('tea', 5), ('mug', 5);`,
      run: { sql: `UPDATE stock SET units = 4 WHERE product = 'tea'` },
    });
    expect(told.before().missing).toEqual(['stock, product tea: units is 5; a clean run leaves 4']);
  });
});

describe('the schema', () => {
  it('may get a column that is filled', () => {
    const alter = 'ALTER TABLE account ADD COLUMN slug';
    const fill = `UPDATE account SET slug = lower(owner) WHERE id`;
    const told = new Told({ schema: ACCOUNTS, run: { sql: `${alter}; ${fill} < 3` }, again: null });
    expect(told.before().missing).toHaveLength(3);
    expect(told.judge({ sql: `${alter}; ${fill} < 3` })).toEqual(NONE);
    expect(told.judge({ sql: alter }).torn).toEqual([
      'account, id 1: slug is nothing, neither as before nor ada',
      'account, id 2: slug is nothing, neither as before nor ben',
    ]);
  });

  it('may lose a column, lose a table and get one', () => {
    const steps = ['ALTER TABLE account DROP COLUMN owner', 'DROP TABLE gone', 'CREATE TABLE made(a)'];
    const told = new Told({ schema: `${ACCOUNTS} CREATE TABLE gone(a);`, run: { sql: steps.join(';') }, again: null });
    expect(told.draft).toContain('-- The table made is made by the call.');
    expect(told.before().missing).toEqual([
      'the column owner of account is there; a clean run leaves not there',
      'the table gone is there; a clean run leaves not there',
      'the table made is not there; a clean run leaves there',
    ]);
    expect(told.judge({ sql: steps.join(';') })).toEqual(NONE);
    for (const step of steps) expect(told.judge({ sql: step }).torn.length).toBeGreaterThan(0);
  });

  it('may be so large that only part of it can be compared, which is said', () => {
    const many = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)`;
    const told = new Told({
      schema: `CREATE TABLE t (id INTEGER PRIMARY KEY, v INT); INSERT INTO t ${many} SELECT i, 0 FROM n;`,
      run: { sql: 'UPDATE t SET v = 1 WHERE id IN (5, 250); INSERT INTO t(v) VALUES (2)' },
    });
    expect(told.draft).toContain('-- The table t is long');
    expect(told.before().missing).toEqual([
      't, id 5: v is 0; a clean run leaves 1',
      'the number of rows of t is 300; a clean run leaves 301',
    ]);
    expect(told.judge(told.story.run)).toEqual(NONE);
  });

  it('may not change at all, and then nothing is missing', () => {
    const told = new Told({ schema: ACCOUNTS, run: {} });
    expect(told.draft).toContain('-- A clean run changes nothing that can be seen here.');
    expect(told.before()).toEqual(NONE);
    expect(told.judge({ sql: TAKE }).torn).toHaveLength(1);
  });
});

describe('files', () => {
  const row = { schema: 'CREATE TABLE up (id INTEGER PRIMARY KEY, path TEXT);' };
  const insert = `INSERT INTO up(path) VALUES ('up/a.txt')`;

  it('that are new may be there before their row, not after it, and not in part', () => {
    const told = new Told({ ...row, run: { sql: insert, files: { 'up/a.txt': 'one\ntwo\n' } }, again: {} });
    expect(told.judge({ files: { 'up/a.txt': 'one\ntwo\n' } }).torn).toEqual([]);
    expect(told.judge({ files: { 'up/a.txt': 'one' } }).torn).toEqual([]);
    expect(told.judge({ sql: insert }).torn).toEqual([
      'the number of rows of up with path up/a.txt is 1 already, the file up/a.txt is still not there',
    ]);
    expect(told.judge({ sql: insert, files: { 'up/a.txt': '' } }).torn).toEqual([
      'the number of rows of up with path up/a.txt is 1 already, the file up/a.txt is still not whole',
    ]);
    expect(told.judge({ sql: insert, files: { 'up/a.txt': 'one\ntwo\n', 'left.tmp': 'x' } })).toEqual(NONE);
  });

  it('that are to go may be there longer than their row, and not shorter', () => {
    const files = { 'up/b.txt': 'b', 'stay.txt': 's' };
    const told = new Told({
      schema: `${row.schema} INSERT INTO up VALUES (1, 'up/b.txt')`,
      before: { files },
      run: { sql: 'DELETE FROM up', files: { 'stay.txt': 's' } },
    });
    expect(told.judge({ sql: 'DELETE FROM up' })).toEqual({
      ...NONE,
      missing: ['the file up/b.txt is there; a clean run leaves not there'],
    });
    expect(told.judge({ files: { 'stay.txt': 's' } }).torn).toHaveLength(1);
    expect(told.judge({ sql: 'DELETE FROM up', files: {} }).torn).toEqual([
      'the file stay.txt changed, and a clean run leaves it alone',
    ]);
  });

  it('that grow are seen to be written twice, and to be broken', () => {
    const told = new Told({
      before: { files: { 'log.txt': 'a;1\r\n' } },
      run: { files: { 'log.txt': "a;1\r\nb;'2'\r\n" } },
      again: null,
    });
    expect(told.judge({ files: { 'log.txt': "a;1\r\nb;'2'\r\n" } })).toEqual(NONE);
    expect(told.judge({ files: { 'log.txt': "a;1\r\nb;'2'\r\nb;'2'\r\n" } }).repeated).toEqual([
      'the file log.txt is written twice; a clean run leaves as a clean run leaves it',
    ]);
    expect(told.judge({ files: { 'log.txt': 'a;1\r\nb' } }).torn).toEqual([
      'the file log.txt is something else, neither as before nor as a clean run leaves it',
    ]);
    expect(told.judge({ files: {} }).torn[0]).toMatch(/^the file log.txt is not there, neither as before/);
  });

  it('that are counted on are known from the second run', () => {
    const told = new Told({
      before: { files: { n: '41' } },
      run: { files: { n: '42' } },
      again: { files: { n: '43' } },
    });
    expect(told.judge({ files: { n: '43' } }).repeated).toHaveLength(1);
    expect(told.judge({ files: { n: '42' } })).toEqual(NONE);
  });

  it('with a name or a time of their own in every run are compared by the rest', () => {
    const path = 'up/4f0c2a5e-1b1d-4c5e-9a33-0123456789ab.txt';
    const other = 'up/99999999-1b1d-4c5e-9a33-0123456789ab.txt';
    const told = new Told({
      schema: row.schema,
      before: { files: { stamp: 'never\n' } },
      run: {
        sql: `INSERT INTO up(path) VALUES ('${path}')`,
        files: { [path]: 'x', stamp: 'at 2026-01-15T09:00:00\n' },
      },
      again: {},
    });
    const files = { [other]: 'x', stamp: 'at 2026-01-15T09:10:00\n' };
    expect(told.judge({ sql: `INSERT INTO up(path) VALUES ('${other}')`, files })).toEqual(NONE);
    expect(told.judge({ sql: `INSERT INTO up(path) VALUES ('${path}')`, files }).torn).toEqual([
      `up has a path that is no file: ${path}`,
    ]);
    expect(told.judge({ files: { [other]: 'x', [path]: 'x', stamp: 'never\n' } }).repeated).toHaveLength(1);
  });

  it('that are long or no text are compared by what was shown of them', () => {
    const long = `${'😀'.repeat(2500)}`;
    const told = new Told({
      before: { files: { raw: Uint8Array.of(255), same: Uint8Array.of(254) } },
      run: { files: { raw: Uint8Array.of(255, 255), same: Uint8Array.of(253), long } },
    });
    expect(told.draft).toContain('-- Of these files only the beginning or the size is compared: long, raw, same.');
    expect(told.judge(told.story.run)).toEqual(NONE);
    expect(told.judge({ files: { ...told.story.run.files, long: `${long}!` } }).missing).toHaveLength(1);
  });
});

describe('mail and cache', () => {
  const mail = (to: string, body = 'b'): Partial<Mail> => ({ to, subject: 'News', body, idempotencyKey: 'k' });

  it('mails are counted by whom they go to and what they are about', () => {
    const told = new Told({
      call: 'f(conn, notifier)',
      schema: ACCOUNTS,
      run: { sql: TAKE, mail: [mail('a'), mail('b')] },
      again: { mail: [mail('a'), mail('b')] },
    });
    expect(told.judge({ sql: TAKE, mail: [mail('b', 'other'), { ...mail('a'), idempotencyKey: null }] })).toEqual(NONE);
    expect(told.judge({ sql: TAKE, mail: [mail('a')] }).torn).toEqual([
      'account, id 1: balance is 70 already, the number of mails to b about “News” is still 0',
    ]);
    expect(told.judge({ sql: TAKE, mail: [mail('a'), mail('b'), mail('b')] })).toEqual({
      ...NONE,
      repeated: ['the number of mails to b about “News” is 2; a clean run leaves 1'],
    });
    expect(told.judge({ sql: TAKE, mail: [mail('a'), mail('b'), mail('c')] }).torn).toEqual([
      'a mail was sent that a clean run does not send: to c, News',
    ]);
  });

  it('mails to the same person are told apart by their bodies, and a link in one must lead to a row', () => {
    const two = new Told({ run: { mail: [mail('a', 'one'), mail('a', 'two')] }, again: null });
    expect(two.judge({ mail: [mail('a', 'one'), mail('a', 'one')] }).repeated).toHaveLength(1);
    const insert = (token: string): string => `INSERT INTO invite VALUES ('${token}')`;
    const told = new Told({
      schema: 'CREATE TABLE invite (token TEXT);',
      run: { sql: insert('a1b2c3d4e5f60718'), mail: [mail('a', 'join/a1b2c3d4e5f60718')] },
      again: null,
    });
    expect(told.judge({ sql: insert('ffff3333'), mail: [mail('a', 'join/ffff3333')] })).toEqual(NONE);
    expect(told.judge({ sql: insert('ffff3333'), mail: [mail('a', 'join/aaaa3333')] }).torn).toEqual([
      'a mail to a names nothing that invite has as token',
    ]);
  });

  it('cache entries are set, changed, dropped, and may be dropped early', () => {
    const told = new Told({
      schema: ACCOUNTS,
      call: 'f(conn, cache)',
      before: { cache: { drop: '1', count: '41', stay: '0' } },
      run: { sql: TAKE, cache: { count: '42', set: '"x"', at: '"2026-01-15T09:00:00"', stay: '0' } },
      again: { cache: { count: '43', set: '"x"', at: '"2026-01-15T09:10:00"', stay: '0' } },
    });
    expect(told.judge({ sql: TAKE, cache: { count: '42', set: '"x"', at: '"later"', stay: '0' } })).toEqual(NONE);
    expect(told.judge({ cache: { count: '41', stay: '0' } }).torn).toEqual([]);
    expect(told.judge({ sql: TAKE, cache: { count: '43', set: '"x"', at: '""', stay: '0' } }).repeated).toEqual([
      'the cache entry count is 43; a clean run leaves 42',
    ]);
    expect(told.judge({ sql: TAKE, cache: { ...told.story.run.cache, drop: '1' } }).torn).toEqual([
      'account, id 1: balance is 70 already, the cache entry drop is still there',
    ]);
  });
});

describe('any change of any table', () => {
  const cell = fc.oneof(
    fc.integer({ min: -3, max: 3 }).map(String),
    fc.constantFrom(
      'NULL',
      '0.5',
      '1e300',
      `x'00'`,
      `'5'`,
      `'x'`,
      `''`,
      `'it''s …'`,
      `'2026-01-15'`,
      `'0f3a9c1d2e4b5a69'`,
    ),
    fc.integer({ min: 195, max: 205 }).map((length) => `printf('%.${length}c', 'y')`),
  );
  const table = fc.record({
    types: fc.tuple(...[0, 1].map(() => fc.constantFrom('', 'TEXT', 'INT', 'REAL', 'BLOB'))),
    key: fc.constantFrom('', ', PRIMARY KEY (a)', ', PRIMARY KEY (a, b)'),
    rows: fc.array(fc.tuple(cell, cell), { maxLength: 5 }),
  });
  const step = fc.oneof(
    fc.tuple(cell, cell).map(([a, b]) => `INSERT OR IGNORE INTO t VALUES (${a}, ${b})`),
    fc.tuple(cell, cell).map(([a, b]) => `UPDATE OR IGNORE t SET b = ${a} WHERE a IS ${b}`),
    cell.map((a) => `DELETE FROM t WHERE a IS ${a} OR b IS ${a}`),
  );

  it('is done after it, and neither torn nor repeated before', () => {
    fc.assert(
      fc.property(table, fc.array(step, { maxLength: 4 }), fc.boolean(), ({ types, key, rows }, steps, again) => {
        const inserts = rows.map(([a, b]) => `INSERT OR IGNORE INTO t VALUES (${a}, ${b});`).join('\n');
        // Without a type, the number 5 and the text 5 are shown alike, and nobody can see one become the other.
        fc.pre(types.every((type) => type !== '' && type !== 'BLOB') || ![inserts, ...steps].join().includes(`'5'`));
        const schema = `CREATE TABLE t (a ${types[0]}, b ${types[1]}${key});\n${inserts}`;
        const run = { sql: steps.join(';') };
        const told = new Told({ schema, run, again: again ? run : null });
        expect(told.judge(run)).toEqual(NONE);
        expect(told.before()).toMatchObject({ torn: [], repeated: [] });
      }),
      { numRuns: Number(process.env['OWN_RUNS'] ?? 400) },
    );
  });
});
