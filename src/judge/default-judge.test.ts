// The judge for functions that have none: literal worlds in, whole findings out.
import { describe, expect, test } from 'vitest';
import type { Findings } from '../model/verdict.ts';
import type { WorldData } from '../model/world.ts';
import { learn } from './default-judge.ts';
import { dataOf, makeDatabase, sqlite } from './testing.ts';

const ACCOUNTS = 'CREATE TABLE accounts(id INTEGER PRIMARY KEY, balance INTEGER);';
const accounts = (a: number, b: number, more = ''): WorldData =>
  dataOf({ database: makeDatabase(`${ACCOUNTS} INSERT INTO accounts VALUES (1, ${a}), (2, ${b}); ${more}`) });

function judgeOf(before: WorldData, after: WorldData, elsewhere = after, twice: WorldData | null = null) {
  const learned = learn(sqlite, { clock: 'running', before, after, afterElsewhere: elsewhere, afterTwice: twice });
  return (world: WorldData): Findings => {
    const answer = learned.judge(world);
    if (!answer.ok) throw new Error(answer.message);
    return answer.findings;
  };
}

const DONE: Findings = { torn: [], missing: [], repeated: [] };
const NOTHING: Findings = { torn: [], missing: ['nothing has been done'], repeated: [] };
const torn = (...sentences: string[]): Findings => ({ ...DONE, torn: sentences });

describe('a transfer', () => {
  const judge = judgeOf(accounts(100, 50), accounts(70, 80), accounts(70, 80), accounts(40, 110));

  test('before is missing, after is done, after two runs is repeated', () => {
    expect(judge(accounts(100, 50))).toEqual(NOTHING);
    expect(judge(accounts(70, 80))).toEqual(DONE);
    expect(judge(accounts(40, 110))).toEqual({
      ...DONE,
      repeated: [
        'accounts, row id = 1: balance is 40, as after two clean runs (one leaves 70)',
        'accounts, row id = 2: balance is 110, as after two clean runs (one leaves 80)',
      ],
    });
  });

  test('half of it is torn: what is wrong goes first, and what is right stands against it once', () => {
    expect(judge(accounts(70, 50))).toEqual(
      torn(
        'accounts, row id = 2: balance is still 50 (a clean run leaves 80), while row id = 1: balance is already 70',
      ),
    );
    expect(judge(accounts(40, 80))).toEqual(
      torn('accounts, row id = 1: balance is 40 (it was 100, a clean run leaves 70)'),
    );
  });

  test('a table that is gone and a row that is gone are torn', () => {
    expect(judge(dataOf({ database: makeDatabase('CREATE TABLE other(x)') })).torn).toContain(
      'the table accounts is gone',
    );
    const one = dataOf({ database: makeDatabase(`${ACCOUNTS} INSERT INTO accounts VALUES (1, 70)`) });
    expect(judge(one)).toEqual(torn('accounts, row id = 2 is gone, while row id = 1: balance is already 70'));
  });

  test('a corrupt database is torn', () => {
    expect(judge(dataOf({ database: new Uint8Array(4096).fill(9) }))).toEqual(
      torn('the database file is corrupt: file is not a database'),
    );
  });

  test('a row that is left out while nothing else is done is not at odds with anything: what is new goes first', () => {
    const both = (more: string): WorldData => accounts(100, 50, `CREATE TABLE audit(what); ${more}`);
    const audited = judgeOf(both(''), both("UPDATE accounts SET balance = 0; INSERT INTO audit VALUES ('cleared')"));
    expect(audited(both('CREATE TABLE audit_new(what)')).torn[0]).toBe(
      'the table audit_new is there (a clean run leaves none)',
    );
  });

  test('at most five sentences are said', () => {
    const rows = (value: number): WorldData =>
      dataOf({
        database: makeDatabase(`${ACCOUNTS} WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
          INSERT INTO accounts SELECT i, ${value} FROM n`),
      });
    expect(judgeOf(rows(1), rows(2))(rows(3)).torn.length).toBe(5);
  });
});

describe('what differs between equally good runs', () => {
  const ORDERS = 'CREATE TABLE orders(id TEXT PRIMARY KEY, status TEXT, paid_at TEXT, total);';
  const orders = (...rows: string[]): WorldData =>
    dataOf({ database: makeDatabase(`${ORDERS} INSERT INTO orders VALUES ${rows.join()}`) });
  const before = orders("('a', 'new', NULL, 1)", "('b', 'new', NULL, 2)");
  const judge = judgeOf(
    before,
    orders("('a', 'paid', '10:00', 1)", "('b', 'new', NULL, 2)"),
    orders("('a', 'paid', '11:11', 1)", "('b', 'new', NULL, 2)"),
  );

  test('another time of day is the same world', () => {
    expect(judge(orders("('a', 'paid', '23:59', 1)", "('b', 'new', NULL, 2)"))).toEqual(DONE);
    expect(judge(before)).toEqual(NOTHING);
  });

  test('a time that is not there is told from one that is', () => {
    expect(judge(orders("('a', 'new', '10:00', 1)", "('b', 'new', NULL, 2)"))).toEqual(
      torn(
        "orders, row id = 'a': status is still 'new' (a clean run leaves 'paid'), while its paid_at is already a new value",
      ),
    );
  });

  test('a time that was there before is told from one that the run wrote', () => {
    const dated = judgeOf(
      orders("('a', 'new', '09:00', 1)"),
      orders("('a', 'paid', '10:00', 1)"),
      orders("('a', 'paid', '11:11', 1)"),
    );
    expect(dated(orders("('a', 'paid', '12:00', 1)"))).toEqual(DONE);
    expect(dated(orders("('a', 'paid', '09:00', 1)"))).toEqual(
      torn(
        "orders, row id = 'a': paid_at is still '09:00' (a clean run leaves a new value), while its status is already 'paid'",
      ),
    );
  });

  test('made-up keys are masked, the rest of the row is compared', () => {
    const made = judgeOf(
      orders("('a', 'x', NULL, 1)"),
      orders("('a', 'x', NULL, 1)", "('u1', 'new', NULL, 5)"),
      orders("('a', 'x', NULL, 1)", "('zz', 'new', NULL, 5)"),
    );
    expect(made(orders("('a', 'x', NULL, 1)", "('q7', 'new', NULL, 5)"))).toEqual(DONE);
    expect(made(orders("('a', 'x', NULL, 1)", "('q7', 'new', NULL, 6)")).torn).toContain(
      "orders, row ('new', NULL, 6) is there (a clean run leaves none)",
    );
    expect(made(orders("('a', 'x', NULL, 1)", "('q7', 'new', NULL, 5)", "('q8', 'new', NULL, 5)"))).toEqual({
      ...DONE,
      repeated: ["orders, row ('new', NULL, 5) is there twice (a clean run leaves it once)"],
    });
  });
});

describe('files, mail and cache', () => {
  test('a file that is cut short is torn, line for line', () => {
    const judge = judgeOf(dataOf({ files: { f: 'a\n' } }), dataOf({ files: { f: 'a\nb\nc\n' } }));
    expect(judge(dataOf({ files: { f: 'a\nb' } }))).toEqual(
      torn("the file f: line 3 is missing (a clean run leaves 'c'), while its line 2 is already there"),
    );
    expect(judge(dataOf({ files: {} }))).toEqual(torn('the file f is gone'));
    expect(judge(dataOf({ files: { f: 'a\nb\nc\n', 'tmp/x': '1' } }))).toEqual(DONE);
    expect(judge(dataOf({ files: { f: 'a\nb\nc\n', 'f.part': '1' } }))).toEqual(torn('the file f.part is left behind'));
  });

  test('a file that was moved away is said to be gone before the new name is said to be there', () => {
    const judge = judgeOf(dataOf({ files: { log: 'a\n' } }), dataOf({ files: { log: '# new\n', 'log.1': 'a\n' } }));
    expect(judge(dataOf({ files: { 'log.1': 'a\n' } }))).toEqual(
      torn('the file log is gone, while the file log.1 is already there'),
    );
    expect(judge(dataOf({ files: { log: '', 'log.1': 'a\n' } }))).toEqual(
      torn('the file log is empty (a clean run leaves 1 line)'),
    );
  });

  test('long texts and bytes are shown where they differ', () => {
    const start = 'The terms of the contract between Ada and the company, as of January: ';
    const judge = judgeOf(dataOf({ files: { f: `${start}old` } }), dataOf({ files: { f: `${start}new` } }));
    expect(judge(dataOf({ files: { f: `${start}lost` } })).torn).toEqual([
      "the file f: line 1 is '… as of January: lost' from character 71 on (a clean run leaves '… as of January: new')",
    ]);
    const zip = (last: number): Uint8Array => new Uint8Array(64).fill(255).with(63, last);
    const packed = judgeOf(dataOf({ files: {} }), dataOf({ files: { 'a.zip': zip(1) } }));
    expect(packed(dataOf({ files: { 'a.zip': zip(2) } })).torn).toEqual([
      "the file a.zip is there, but its content is 64 bytes with x'…ffff02' from offset 63 on (a clean run leaves 64 bytes with x'…ffff01')",
    ]);
  });

  test('a text without its last line end is another file', () => {
    const judge = judgeOf(dataOf({}), dataOf({ files: { f: 'a\n' } }));
    expect(judge(dataOf({ files: { f: 'a' } })).torn).toEqual([
      'the file f is there, but its last line has no line end',
    ]);
  });

  test('a line with a time in it is masked, a file with a made-up name is compared by what it holds', () => {
    const judge = judgeOf(
      dataOf({}),
      dataOf({ files: { log: 'at 10:00\ndone\n', 'up/1f.bin': 'data' } }),
      dataOf({ files: { log: 'at 11:11\ndone\n', 'up/9c.bin': 'data' } }),
    );
    expect(judge(dataOf({ files: { log: 'at 12:00\ndone\n', 'up/77.bin': 'data' } }))).toEqual(DONE);
    expect(judge(dataOf({ files: { log: 'at 12:00\n', 'up/77.bin': 'data' } })).torn.length).toBeGreaterThan(0);
    expect(judge(dataOf({ files: { log: 'at 12:00\ndone\n', 'up/77.bin': 'da' } })).torn.length).toBeGreaterThan(0);
  });

  test('a mail sent twice with all else done is repeated, a mail with nothing else done is torn', () => {
    const done = 'UPDATE accounts SET balance = 1 WHERE id = 1';
    const start = accounts(5, 5);
    const withMail = (world: WorldData, ...at: string[]): WorldData => ({
      ...world,
      mail: dataOf({ mail: at.map((sentAt) => ({ sentAt })) }).mail,
    });
    const judge = judgeOf(
      start,
      withMail(accounts(5, 5, done), '10:00'),
      withMail(accounts(5, 5, done), '11:11'),
      withMail(accounts(5, 5, done), '10:00'),
    );
    expect(judge(withMail(accounts(5, 5, done), '12:00'))).toEqual(DONE);
    expect(judge(withMail(accounts(5, 5, done), '12:00', '12:10'))).toEqual({
      ...DONE,
      repeated: ["the mail to ann@example.org 'Hello' was sent twice (a clean run sends it once)"],
    });
    expect(judge(withMail(start, '12:00')).torn).toEqual([
      "accounts, row id = 1: balance is still 5 (a clean run leaves 1), while the mail to ann@example.org 'Hello' has already been sent",
    ]);
  });

  test('cache entries are compared by key', () => {
    const judge = judgeOf(dataOf({ cache: { price: '1' } }), dataOf({ cache: { price: '2' } }));
    expect(judge(dataOf({ cache: { price: '3' } }))).toEqual(
      torn('the cache entry price: value is 3 (it was 1, a clean run leaves 2)'),
    );
    expect(judge(dataOf({ cache: {} }))).toEqual(torn('the cache entry price is gone'));
  });
});

test('clean runs that cannot be read make every judgement fail, and say why', () => {
  const broken = dataOf({ database: new Uint8Array(4096).fill(3) });
  const learned = learn(sqlite, {
    clock: 'running',
    before: accounts(1, 1),
    after: broken,
    afterElsewhere: broken,
    afterTwice: null,
  });
  expect(learned.judge(accounts(1, 1))).toEqual({
    ok: false,
    message: 'default judge: the clean runs cannot be compared: the database file is corrupt: file is not a database',
  });
});
