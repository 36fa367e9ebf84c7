// judge.sql over worlds: what it can see, what counts as evidence, and what a hostile database can not do.
import { describe, expect, test } from 'vitest';
import type { JudgeContext, Judgement } from '../engine/ports.ts';
import type { Argument } from '../model/task.ts';
import type { ExitStatus } from '../model/trace.ts';
import type { WorldData } from '../model/world.ts';
import { SqlJudge } from './judge-sql.ts';
import { changed, contextOf, crashedRollback, crashedWal, dataOf, makeDatabase, sqlite } from './testing.ts';

const SCHEMA = `CREATE TABLE accounts(id INTEGER PRIMARY KEY, balance INTEGER NOT NULL);
  INSERT INTO accounts VALUES (1, 100), (2, 0);`;
const START = dataOf({ database: makeDatabase(SCHEMA) });
const startBytes = START.files[0]?.bytes ?? new Uint8Array();

const TRANSFER = `
  -- money may not vanish
  CREATE TEMP VIEW torn(what) AS
    SELECT 'account 1 has ' || a.balance || ', account 2 has ' || b.balance
    FROM accounts a, main.accounts b WHERE a.id = 1 AND b.id = 2
      AND a.balance + b.balance <> (SELECT sum(balance) FROM start.accounts);
  /* not yet */
  CREATE TEMPORARY VIEW missing(what) AS
    SELECT 'nothing was transferred' WHERE (SELECT balance FROM accounts WHERE id = 1) = 100;
  CREATE TEMP VIEW repeated(what) AS
    SELECT 'transferred twice' WHERE (SELECT balance FROM accounts WHERE id = 1) = 40;`;

function views(torn: string, missing = "SELECT 'm' WHERE 0", repeated = "SELECT 'r' WHERE 0"): string {
  return `CREATE TEMP VIEW torn(what) AS ${torn}; CREATE TEMP VIEW missing(what) AS ${missing};
    CREATE TEMP VIEW repeated(what) AS ${repeated};`;
}

const judge = new SqlJudge(sqlite);
const withoutSessions = new SqlJudge(sqlite, false);
const contexts = new Map<WorldData, JudgeContext>();
/** Judged over views that are kept ready and over a connection of its own: both must say the same. */
const judgeIn = (world: WorldData, sql = TRANSFER, start = START): Judgement => {
  const context = contexts.get(start) ?? contextOf(start);
  contexts.set(start, context);
  const answer = withoutSessions.judge(sql, world, context);
  expect(judge.judge(sql, world, context)).toEqual(answer);
  expect(judge.judge(sql, world, context)).toEqual(answer);
  return answer;
};
const after = (sql: string): WorldData => dataOf({ database: changed(startBytes, sql) });
const torn = (...sentences: string[]): Judgement => ({
  ok: true,
  findings: { torn: sentences, missing: [], repeated: [] },
});
const DONE = torn();

describe('what judge.sql says', () => {
  test('the starting world is missing, half a transfer is torn, two transfers are repeated, one is done', () => {
    expect(judgeIn(START)).toEqual({
      ok: true,
      findings: { torn: [], missing: ['nothing was transferred'], repeated: [] },
    });
    expect(judgeIn(after('UPDATE accounts SET balance = 70 WHERE id = 1'))).toEqual(
      torn('account 1 has 70, account 2 has 0'),
    );
    expect(judgeIn(after('UPDATE accounts SET balance = 40 * id - 40 + 40 * (id = 1) + 20 * (id = 2)'))).toEqual({
      ok: true,
      findings: { torn: [], missing: [], repeated: ['transferred twice'] },
    });
    expect(judgeIn(after('UPDATE accounts SET balance = 30 + 40 * (id = 1)'))).toEqual(DONE);
  });

  test('a world with a hot journal is judged as the next process finds it', () => {
    const big = makeDatabase(`${SCHEMA} CREATE TABLE t(v); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL
      SELECT i + 1 FROM n WHERE i < 100) INSERT INTO t SELECT printf('%.900c', 'a') FROM n;`);
    const crash = crashedRollback(big, `UPDATE accounts SET balance = 70 WHERE id = 1; UPDATE t SET v = v || 'b'`);
    const world = dataOf({ database: crash.database, files: { 'app.db-journal': crash.journal } });
    expect(judgeIn(world)).toEqual({
      ok: true,
      findings: { torn: [], missing: ['nothing was transferred'], repeated: [] },
    });
  });

  test('a database in WAL mode is judged with its log, and as a starting world too', () => {
    const crash = crashedWal(SCHEMA, ['UPDATE accounts SET balance = 70 WHERE id = 1']);
    const world = dataOf({ database: crash.database, files: { 'app.db-wal': crash.wal } });
    const start = dataOf({ database: crash.database });
    expect(judgeIn(world, TRANSFER, start)).toEqual(torn('account 1 has 70, account 2 has 0'));
  });

  test('at most 20 sentences of 300 characters, each on one line, come back in their order', () => {
    const sql = views(
      `SELECT * FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i || char(10) || 'x' FROM n)`,
      `SELECT printf('%.400c', 'a')`,
      'SELECT NULL',
    );
    const answer = judgeIn(START, sql);
    if (!answer.ok) throw new Error(answer.message);
    expect(answer.findings.torn.length).toBe(20);
    expect(answer.findings.torn[1]).toBe('2 x');
    expect(answer.findings.missing[0]).toBe(`${'a'.repeat(299)}…`);
    expect(answer.findings.repeated).toEqual(['a row of repeated that says nothing']);
  });
});

describe('the schema world', () => {
  const see = (
    sql: string,
    parts: Parameters<typeof dataOf>[0],
    args: Argument[] = [],
    status?: ExitStatus,
  ): unknown => {
    const start = dataOf({ files: { 'old.txt': 'old' }, cache: { k: '1' } });
    const answer = judge.judge(views(sql), dataOf(parts), contextOf(start, args, status));
    return answer.ok ? answer.findings.torn : answer.message;
  };

  test('files have a path, a size in bytes and a text where they are UTF-8; databases are left out', () => {
    const parts = {
      database: makeDatabase(SCHEMA),
      files: { 'a.txt': 'é\nsecond\n', 'b.bin': Uint8Array.of(255, 254), 'app.db-journal': new Uint8Array(0) },
    };
    expect(see(`SELECT path || '|' || bytes || '|' || ifnull(length(text), '-') FROM world.file`, parts)).toEqual([
      'a.txt|10|9',
      'b.bin|2|-',
    ]);
    expect(
      see(`SELECT hex(content) || '|' || instr(content, x'fe') FROM world.file WHERE path = 'b.bin'`, parts),
    ).toEqual(['FFFE|2']);
    expect(see(`SELECT path || n || text FROM world.line`, parts)).toEqual(['a.txt1é', 'a.txt2second']);
  });

  test('mails are numbered from 1 in the order of sending', () => {
    const mail = [{ to: 'ann@example.org' }, { to: 'bob@example.org', idempotencyKey: 'k' }];
    expect(see(`SELECT n || recipient || subject || ifnull(idempotency_key, '-') FROM world.mail`, { mail })).toEqual([
      '1ann@example.orgHello-',
      '2bob@example.orgHellok',
    ]);
  });

  test('the cache now and at the start, and the files at the start', () => {
    expect(
      see(`SELECT c.value || s.value || f.text FROM world.cache c, world.start_cache s, world.start_file f`, {
        cache: { k: '{"a":2}' },
      }),
    ).toEqual(['{"a":2}1old']);
  });

  test('arguments are SQL values, helpers are NULL, lists are JSON', () => {
    const args: Argument[] = [{ helper: 'conn' }, { value: 7 }, { value: 'x' }, { value: true }, { value: [1, 'a'] }];
    expect(see(`SELECT n || typeof(value) || ifnull(value, '') FROM world.argument`, {}, args)).toEqual([
      '1null',
      '2integer7',
      '3textx',
      '4integer1',
      '5text[1,"a"]',
    ]);
  });

  test('the run says how the call ended', () => {
    const raised: ExitStatus = { kind: 'raised', errorType: 'ValueError', message: 'no', line: 3 };
    expect(
      see(`SELECT status || error_type || error_message FROM world.run WHERE returned IS NULL`, {}, [], raised),
    ).toEqual(['raisedValueErrorno']);
    expect(see(`SELECT status || returned FROM world.run`, {})).toEqual(['returnedNone']);
  });
});

describe('a table that need not be there', () => {
  const cells = `SELECT table_name || row || column || typeof(value) || coalesce(hex(value), '')
    FROM world.cell WHERE table_name <> 'accounts' ORDER BY table_name, row, column`;
  const roles = `SELECT 'there are ' || count(*) || ' roles' FROM world.cell
    WHERE table_name = 'role' AND column = 'name' HAVING count(*) <> 2`;

  test('cannot be named, and the error says what to do instead', () => {
    expect(judgeIn(START, views("SELECT 'x' FROM role"))).toMatchObject({
      ok: false,
      message: 'judge.sql:1: view torn: no such table: role; a table that need not be there is read through world.cell',
    });
  });

  test('is read cell by cell, and has none where it is not there', () => {
    expect(judgeIn(START, views(roles))).toEqual(torn('there are 0 roles'));
    const made = 'CREATE TABLE role (id INTEGER PRIMARY KEY, name TEXT)';
    expect(judgeIn(after(made), views(roles))).toEqual(torn('there are 0 roles'));
    expect(judgeIn(after(`${made}; INSERT INTO role (name) VALUES ('a')`), views(roles))).toEqual(
      torn('there are 1 roles'),
    );
    expect(judgeIn(after(`${made}; INSERT INTO role (name) VALUES ('a'), ('b')`), views(roles))).toEqual(DONE);
  });

  test('gives its values as they are, its rows in the order of the key, else in that of the rowid', () => {
    const world = after(`CREATE TABLE b (v, "a ""name"); INSERT INTO b VALUES (1, NULL), ('1', x'00ff');
      CREATE TABLE k (name TEXT PRIMARY KEY) WITHOUT ROWID; INSERT INTO k VALUES ('z'), ('y')`);
    expect(judgeIn(world, views(cells))).toEqual(
      torn('b1a "namenull', 'b1vinteger31', 'b2a "nameblob00FF', 'b2vtext31', 'k1nametext79', 'k2nametext7A'),
    );
  });

  test('views, virtual tables and the tables of SQLite have no cells', () => {
    const world = after(`CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
        SELECT i FROM n; CREATE TABLE numbered (id INTEGER PRIMARY KEY AUTOINCREMENT); INSERT INTO numbered VALUES (7);
      CREATE VIRTUAL TABLE words USING fts3(x)`);
    const names = "SELECT DISTINCT table_name FROM world.cell WHERE table_name NOT LIKE 'words_%'";
    expect(judgeIn(world, views(names))).toEqual(torn('accounts', 'numbered'));
  });

  test('of the starting world has its cells of now, world after world', () => {
    const balances = "SELECT group_concat(value, ' ') FROM world.cell WHERE column = 'balance' ORDER BY row";
    for (const balance of [1, 2, 3]) {
      const world = after(`UPDATE accounts SET balance = ${balance} WHERE id = 2`);
      expect(judgeIn(world, views(balances))).toEqual(torn(`100 ${balance}`));
    }
  });

  test('named cell answers for itself only where the judge says so', () => {
    const world = after(
      "CREATE TABLE cell (table_name, row, column, value); INSERT INTO cell VALUES ('role', 1, 'name', 'x')",
    );
    expect(judgeIn(world, views("SELECT value FROM cell WHERE table_name = 'role'"))).toEqual(DONE);
    expect(judgeIn(world, views("SELECT value FROM world.cell WHERE table_name = 'role'"))).toEqual(DONE);
    expect(judgeIn(world, views("SELECT value FROM world.cell WHERE column = 'value'"))).toEqual(torn('x'));
  });
});

describe('a judge that is at fault', () => {
  test('names the view and the error of SQLite', () => {
    expect(judgeIn(START, views('SELECT absent FROM accounts'))).toMatchObject({
      ok: false,
      message: 'judge.sql:1: view torn: no such column: absent',
    });
    expect(judgeIn(START, views("SELECT 'x' FROM acounts"))).toMatchObject({
      ok: false,
      message:
        'judge.sql:1: view torn: no such table: acounts; a table that need not be there is read through world.cell',
    });
  });

  test('names the line of what is at fault, else that on which the statement or the view begins', () => {
    const head = "-- é\n/* ü\n */ CREATE TEMP VIEW a(x) AS SELECT ';\n';\n\n";
    const rest = 'CREATE TEMP VIEW missing(what) AS SELECT 1 WHERE 0;\nCREATE TEMP TABLE repeated(what)';
    const message = (sql: string): unknown => judgeIn(START, head + sql);
    expect(message('-- b\nCREATE TEMP VIEW torn(what) AS\nSELEC 1')).toMatchObject({
      ok: false,
      message: 'judge.sql:8: near "SELEC": syntax error',
    });
    expect(message(`CREATE TEMP VIEW\n  temp.torn(what) AS SELECT absent FROM accounts;\n${rest}`)).toMatchObject({
      ok: false,
      message: 'judge.sql:7: view torn: no such column: absent',
      fault: { line: 7, why: 'view torn: no such column: absent' },
    });
    expect(message(`CREATE TEMP VIEW torn(sentence) AS SELECT 'x';\n${rest}`)).toMatchObject({
      ok: false,
      message: 'judge.sql:6: view torn: expected a column called what, there is none',
    });
    expect(message(`CREATE TEMP VIEW torn(what) AS SELECT what FROM accounts;\n${rest}`)).toMatchObject({
      ok: false,
      message: 'judge.sql:6: view torn: no such column: what',
    });
  });

  test('a missing view is a fault of the judge', () => {
    expect(judgeIn(START, "CREATE TEMP VIEW torn(what) AS SELECT 'x'")).toMatchObject({
      ok: false,
      message: 'judge.sql: expected a view called missing, there is none',
    });
  });

  test('a syntax error and statements that are not temporary views are refused', () => {
    expect(judgeIn(START, 'CREATE TEMP VIEW torn(what) AS SELEC 1')).toMatchObject({ ok: false });
    for (const sql of [
      'DELETE FROM start.accounts',
      'PRAGMA writable_schema = ON',
      "ATTACH '/x' AS x",
      'CREATE VIEW torn AS SELECT 1',
    ]) {
      expect(judgeIn(START, `/* a */ -- b\n${sql}; ${TRANSFER}`)).toMatchObject({
        ok: false,
        message: 'judge.sql:2: only CREATE TEMP VIEW and CREATE TEMP TABLE may stand here',
      });
    }
    expect(judgeIn(START)).toMatchObject({ findings: { missing: ['nothing was transferred'] } });
  });

  test('JSON that is malformed is not a corrupt database', () => {
    expect(judgeIn(START, views(`SELECT json_extract('{', '$.a')`))).toMatchObject({
      ok: false,
      message: 'judge.sql:1: view torn: malformed JSON',
    });
  });

  test('a query that wants all memory gets an error', () => {
    expect(judgeIn(START, views('SELECT length(hex(zeroblob(900000000)))'))).toMatchObject({
      ok: false,
      message: 'judge.sql:1: view torn: out of memory',
    });
    expect(judgeIn(START)).toMatchObject({ ok: true });
  });
});

describe('a world that lost part of its schema', () => {
  test('a table that is gone is evidence and is not read from the starting world', () => {
    expect(judgeIn(after('DROP TABLE accounts'))).toEqual(torn('the table accounts is gone'));
    const unqualified = views("SELECT 'x' FROM accounts WHERE 0");
    expect(judgeIn(after('ALTER TABLE accounts RENAME TO old'), unqualified)).toEqual(
      torn('the table accounts is gone'),
    );
  });

  test('a column that is gone is evidence', () => {
    expect(judgeIn(after('ALTER TABLE accounts RENAME COLUMN balance TO cents'))).toEqual(
      torn('the column balance of the table accounts is gone'),
    );
  });

  test('a table that became a view is evidence, and the view is never read', () => {
    const endless = `DROP TABLE accounts; CREATE VIEW accounts AS
      WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT id, id AS balance FROM n`;
    expect(judgeIn(after(endless))).toEqual(torn('the table accounts is now a view'));
  });

  test('a judge that is wrong on the starting world too stays at fault', () => {
    const sql = views("SELECT 'x' FROM accounts", 'SELECT nope FROM accounts');
    expect(judgeIn(after('DROP TABLE accounts'), sql)).toMatchObject({ ok: false });
  });

  test('a database that is gone or empty is evidence', () => {
    expect(judgeIn(dataOf({}))).toEqual(torn('the database file app.db is gone'));
    expect(judgeIn(dataOf({ database: new Uint8Array(0) }))).toEqual(torn('the table accounts is gone'));
  });
});

describe('hostile databases', () => {
  test('garbage, a torn header and a truncated file are corrupt, and judged', () => {
    expect(judgeIn(dataOf({ database: new Uint8Array(4096).fill(66) }))).toEqual(
      torn('the database file is corrupt: file is not a database'),
    );
    const cut = judgeIn(dataOf({ database: startBytes.slice(0, 4096) }));
    expect(cut).toMatchObject({ ok: true });
    expect(cut.ok && cut.findings.torn[0]).toMatch(/^the database file is corrupt: /);
    const zeroed = startBytes.slice();
    zeroed.fill(0, 4096);
    const answer = judgeIn(dataOf({ database: zeroed }));
    expect(answer.ok && answer.findings.torn[0]).toMatch(/^the database file is corrupt: /);
  });

  test('a schema rewritten through writable_schema is corrupt', () => {
    const world = after(
      "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'CREATE TABLE accounts(' WHERE name = 'accounts'",
    );
    const answer = judgeIn(world);
    expect(answer.ok && answer.findings.torn[0]).toMatch(/^the database file is corrupt: malformed database schema/);
  });

  test('a file above the cap is refused unread', () => {
    expect(judgeIn(dataOf({ database: new Uint8Array(64 * 1024 * 1024 + 1) }))).toEqual(
      torn('the database file is larger than 64 MiB'),
    );
  });

  test('every page overwritten with noise never makes the judge throw or lie about the next world', () => {
    const rich = makeDatabase(`${SCHEMA} CREATE INDEX i ON accounts(balance); CREATE VIRTUAL TABLE f USING fts3(x);
      INSERT INTO f VALUES ('one two'), ('three');`);
    let seed = 1;
    for (let round = 0; round < 200; round++) {
      const noisy = rich.slice();
      for (let k = 0; k < 12; k++) {
        seed = (seed * 1103515245 + 12345) % 2147483648;
        noisy[seed % noisy.length] = seed >> 8;
      }
      expect(judgeIn(dataOf({ database: noisy })).ok).toBe(true);
    }
    expect(judgeIn(after('UPDATE accounts SET balance = 30 + 40 * (id = 1)'))).toEqual(DONE);
  });

  test('tables named world, start, file, temp, torn and markup neither hide nor replace anything', () => {
    const world = after(`UPDATE accounts SET balance = 70 WHERE id = 1;
      CREATE TABLE world(x); CREATE TABLE start(x); CREATE TABLE file(path, text); CREATE TABLE temp(x);
      CREATE VIEW torn(what) AS SELECT 'x' WHERE 0; CREATE TABLE "<img src=x onerror=alert(1)>"(x);
      INSERT INTO file VALUES ('forged', 'forged'); CREATE VIEW mail AS SELECT 1;`);
    expect(judgeIn(world)).toEqual(torn('account 1 has 70, account 2 has 0'));
    expect(judgeIn(world, views('SELECT path FROM world.file'))).toEqual(DONE);
    expect(judgeIn(world, views('SELECT path FROM file'))).toEqual(DONE);
    expect(judgeIn(world, views('SELECT subject FROM mail'))).toEqual(DONE);
  });

  test('triggers in the database never fire and leave later judgements alone', () => {
    const world = after(`CREATE TRIGGER t AFTER UPDATE ON accounts BEGIN DELETE FROM accounts; END;
      CREATE TRIGGER v AFTER INSERT ON accounts BEGIN UPDATE accounts SET balance = 1; END;`);
    expect(judgeIn(world)).toMatchObject({ findings: { torn: [], missing: ['nothing was transferred'] } });
    expect(judgeIn(START)).toMatchObject({ findings: { torn: [], missing: ['nothing was transferred'] } });
  });

  test('rows that break a CHECK are not called corrupt', () => {
    const start = makeDatabase('CREATE TABLE accounts(id INTEGER PRIMARY KEY, balance CHECK (balance >= 0))');
    const world = dataOf({
      database: changed(start, 'PRAGMA ignore_check_constraints = ON; INSERT INTO accounts VALUES (1, -5)'),
    });
    expect(judgeIn(world, views("SELECT 'negative' FROM accounts WHERE balance < 0"))).toEqual(torn('negative'));
  });
});

test('a task without a database is judged with an empty main', () => {
  const answer = judge.judge(
    views("SELECT 'the ledger has ' || count(*) || ' lines' FROM world.line HAVING count(*) <> 2"),
    dataOf({ files: { ledger: 'a\nb\nc\n' } }),
    contextOf(dataOf({})),
  );
  expect(answer).toEqual(torn('the ledger has 3 lines'));
});
