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
  const learned = learn(sqlite, { before, after, afterElsewhere: elsewhere, afterTwice: twice });
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
        'the work was done twice: accounts, row id = 1: balance is 40; a clean run leaves 70',
        'the work was done twice: accounts, row id = 2: balance is 110; a clean run leaves 80',
      ],
    });
  });

  test('half of it is torn: what is done already stands before what is not', () => {
    expect(judge(accounts(70, 50))).toEqual(
      torn(
        'accounts, row id = 1: balance is already 70, as after a clean run',
        'accounts, row id = 2: balance is still 50; a clean run leaves 80',
      ),
    );
    expect(judge(accounts(40, 80))).toEqual(
      torn(
        'accounts, row id = 2: balance is already 80, as after a clean run',
        'accounts, row id = 1: balance is 40; it was 100 before, a clean run leaves 70',
      ),
    );
  });

  test('a table that is gone and a row that is gone are torn', () => {
    expect(judge(dataOf({ database: makeDatabase('CREATE TABLE other(x)') })).torn).toContain(
      'the table accounts is gone; after a clean run it is there, as before',
    );
    const one = dataOf({ database: makeDatabase(`${ACCOUNTS} INSERT INTO accounts VALUES (1, 70)`) });
    expect(judge(one)).toEqual(
      torn(
        'accounts, row id = 1: balance is already 70, as after a clean run',
        'accounts, row id = 2 is gone; after a clean run it is there, as before',
      ),
    );
  });

  test('a corrupt database is torn', () => {
    expect(judge(dataOf({ database: new Uint8Array(4096).fill(9) }))).toEqual(
      torn('the database file is corrupt: file is not a database'),
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
        "orders, row id = 'a': paid_at is already a new value, as after a clean run",
        "orders, row id = 'a': status is still 'new'; a clean run leaves 'paid'",
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
        "orders, row id = 'a': status is already 'paid', as after a clean run",
        "orders, row id = 'a': paid_at is still its old value; a clean run leaves a new value",
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
      "orders, row ('new', NULL, 6) is there; after a clean run it is not",
    );
    expect(made(orders("('a', 'x', NULL, 1)", "('q7', 'new', NULL, 5)", "('q8', 'new', NULL, 5)"))).toEqual({
      ...DONE,
      repeated: ["orders, row ('new', NULL, 5) is there 2 times; a clean run leaves it once"],
    });
  });
});

describe('files, mail and cache', () => {
  test('a file that is cut short is torn, line for line', () => {
    const judge = judgeOf(dataOf({ files: { f: 'a\n' } }), dataOf({ files: { f: 'a\nb\nc\n' } }));
    expect(judge(dataOf({ files: { f: 'a\nb' } }))).toEqual(
      torn(
        "the file f: line 2 is already 'b', as after a clean run",
        'the file f: number of lines is 2; it was 1 before, a clean run leaves 3',
        "the file f: line 3 is missing; a clean run leaves 'c'",
      ),
    );
    expect(judge(dataOf({ files: {} }))).toEqual(torn('the file f is gone; after a clean run it is there, as before'));
    expect(judge(dataOf({ files: { f: 'a\nb\nc\n', 'tmp/x': '1' } }))).toEqual(DONE);
    expect(judge(dataOf({ files: { f: 'a\nb\nc\n', 'f.part': '1' } }))).toEqual(
      torn(
        'the file f: number of lines is already 3, as after a clean run',
        'the file f.part is there; after a clean run it is not',
      ),
    );
  });

  test('a text without its last line end is another file', () => {
    const judge = judgeOf(dataOf({}), dataOf({ files: { f: 'a\n' } }));
    expect(judge(dataOf({ files: { f: 'a' } })).torn).toEqual([
      'the file f: end of the last line is nothing; a clean run leaves a line end',
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
      repeated: ["the mail to ann@example.org 'Hello' is there 2 times; a clean run leaves it once"],
    });
    expect(judge(withMail(start, '12:00')).torn).toEqual([
      "the mail to ann@example.org 'Hello' is already there, as after a clean run",
      'accounts, row id = 1: balance is still 5; a clean run leaves 1',
    ]);
  });

  test('cache entries are compared by key', () => {
    const judge = judgeOf(dataOf({ cache: { price: '1' } }), dataOf({ cache: { price: '2' } }));
    expect(judge(dataOf({ cache: { price: '3' } }))).toEqual(
      torn('the cache entry price: value is 3; it was 1 before, a clean run leaves 2'),
    );
    expect(judge(dataOf({ cache: {} }))).toEqual(
      torn('the cache entry price is gone; after a clean run it is there, as before'),
    );
  });
});

test('clean runs that cannot be read make every judgement fail, and say why', () => {
  const broken = dataOf({ database: new Uint8Array(4096).fill(3) });
  const learned = learn(sqlite, { before: accounts(1, 1), after: broken, afterElsewhere: broken, afterTwice: null });
  expect(learned.judge(accounts(1, 1))).toEqual({
    ok: false,
    message: 'default judge: the clean runs cannot be compared: the database file is corrupt: file is not a database',
  });
});
