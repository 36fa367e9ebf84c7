// Queries of a visitor: what they see, that they change nothing, and where their answers are cut.
import { describe, expect, it } from 'vitest';
import type { QueryReply } from '../model/query.ts';
import { changed, contextOf, dataOf, exitOf, makeDatabase, sqlite } from './testing.ts';
import { query } from './query.ts';

const START = makeDatabase(`
  CREATE TABLE orders (id INTEGER PRIMARY KEY, status TEXT, total REAL);
  CREATE TABLE gone (id INTEGER);
  INSERT INTO orders VALUES (7, 'paid', 50.0), (8, NULL, 2.5);
`);
const start = dataOf({ database: START });
const world = dataOf({
  database: changed(START, `UPDATE orders SET status = 'refunded' WHERE id = 7; DROP TABLE gone`),
  files: { 'report.csv': 'a\nb\n' },
  mail: [{ to: 'ann@example.org', subject: 'Refund' }],
  cache: { price: '10' },
});
const context = { ...contextOf(start, [{ helper: 'conn' }, { value: 7 }]), exit: exitOf({ kind: 'killed' }) };

const ask = (sql: string): QueryReply => query(sqlite, world, context, sql);
const rowsOf = (sql: string): unknown => {
  const reply = ask(sql);
  return reply.kind === 'rows' ? reply.rows : reply;
};
const sentence = (sql: string): string => {
  const reply = ask(sql);
  if (reply.kind !== 'refused') throw new Error(`answered: ${JSON.stringify(reply)}`);
  return reply.sentence;
};

describe('a query sees', () => {
  it('rows with the names of their columns, a NULL apart from the text NULL, and real numbers with their point', () => {
    expect(ask("SELECT *, 'NULL' AS word FROM orders -- all")).toEqual({
      kind: 'rows',
      columns: ['id', 'status', 'total', 'word'],
      rows: [
        ['7', 'refunded', '50.0', 'NULL'],
        ['8', null, '2.5', 'NULL'],
      ],
      cut: false,
    });
  });

  it('files, mail, cache, the call and how the run ended, as a judge does', () => {
    expect(rowsOf('SELECT path, bytes FROM world.file')).toEqual([['report.csv', '4']]);
    expect(rowsOf('SELECT recipient, subject FROM mail')).toEqual([['ann@example.org', 'Refund']]);
    expect(rowsOf('SELECT * FROM world.cache')).toEqual([['price', '10']]);
    expect(rowsOf('SELECT value FROM world.argument WHERE n = 2')).toEqual([['7']]);
    expect(rowsOf('SELECT status FROM world.run')).toEqual([['killed']]);
  });

  it('no run where none has been', () => {
    const reply = query(sqlite, start, { ...context, exit: null }, 'SELECT * FROM world.run');
    expect(reply).toMatchObject({ kind: 'rows', rows: [] });
  });

  it('the starting database beside it, and never in the place of a table that is gone', () => {
    expect(rowsOf('SELECT o.status, s.status FROM orders o JOIN start.orders s USING (id) WHERE id = 7')).toEqual([
      ['refunded', 'paid'],
    ]);
    expect(sentence('SELECT * FROM gone')).toMatch(/no such table: main.gone/);
  });

  it('whole numbers with all their digits, and bytes in hex', () => {
    expect(rowsOf("VALUES (9007199254740993, x'00ff')")).toEqual([['9007199254740993', "x'00ff'"]]);
  });

  it('the plan of a query', () => {
    expect(JSON.stringify(rowsOf('EXPLAIN QUERY PLAN SELECT * FROM orders'))).toContain('SCAN orders');
  });

  it('a world without a database', () => {
    const reply = query(
      sqlite,
      dataOf({ files: { a: 'x' } }),
      { ...context, start: dataOf({}) },
      'SELECT path FROM file',
    );
    expect(reply).toMatchObject({ kind: 'rows', rows: [['a']] });
  });
});

describe('a query changes nothing', () => {
  it.each([
    ["UPDATE orders SET status = 'x'", 'UPDATE'],
    ['DROP TABLE orders', 'DROP'],
    ["ATTACH '/start.db' AS other", 'ATTACH'],
    ["VACUUM INTO '/elsewhere.db'", 'VACUUM'],
    ['PRAGMA query_only = OFF', 'PRAGMA'],
    ['/* quietly */ ; DELETE FROM orders', ';'],
    ['EXPLAIN PRAGMA query_only = OFF', 'EXPLAIN'],
    ['BEGIN', 'BEGIN'],
  ])('%s is refused by its first word', (sql, word) => {
    expect(sentence(sql)).toContain(`not with ${word}`);
  });

  it.each([
    'WITH x AS (SELECT 1) DELETE FROM orders',
    "WITH x AS (SELECT 1) INSERT INTO start.orders VALUES (9, 'x', 1)",
    'WITH x AS (SELECT 1) UPDATE world.file SET text = NULL',
  ])('%s is refused by SQLite', (sql) => {
    expect(sentence(sql)).toBe('A world can only be read here, not written.');
  });

  it('a second statement is not run', () => {
    expect(sentence('SELECT 1; PRAGMA query_only = OFF')).toMatch(/^One query at a time/);
    expect(rowsOf('SELECT 1; -- and no more\n;')).toEqual([['1']]);
  });

  it('and the next one finds all as it was, the files of the judge too', () => {
    expect(rowsOf('SELECT count(*) FROM orders')).toEqual([['2']]);
    expect(() => sqlite.readFile('/query-start.db')).toThrow();
  });
});

describe('an answer is cut', () => {
  const ENDLESS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)';

  it('after 200 rows, also where they never end', () => {
    const reply = ask(`${ENDLESS} SELECT i FROM n`);
    expect(reply).toMatchObject({ kind: 'rows', cut: true });
    expect(reply.kind === 'rows' && reply.rows.length).toBe(200);
    expect(ask(`${ENDLESS} SELECT i FROM n LIMIT 200`)).toMatchObject({ kind: 'rows', cut: false });
  });

  it('after 4,000 cells', () => {
    const many = Array.from({ length: 100 }, (_, n) => `i + ${n}`).join();
    const reply = ask(`${ENDLESS} SELECT ${many} FROM n`);
    expect(reply.kind === 'rows' && reply.rows.length).toBe(40);
    expect(sentence(`${ENDLESS} SELECT ${many}, 1 FROM n`)).toMatch(/has 101 columns/);
  });

  it('after 300 characters of a value', () => {
    expect(rowsOf("SELECT printf('%1000s', 'x'), zeroblob(1000)")).toEqual([
      [`${' '.repeat(300)}…`, `x'${'00'.repeat(150)}…'`],
    ]);
  });

  it('where it wants more memory than there is', () => {
    expect(sentence('SELECT hex(zeroblob(200000000))')).toMatch(/^SQLite says: (out of memory|string or blob too big)/);
    expect(rowsOf('SELECT count(*) FROM orders')).toEqual([['2']]);
  });
});

describe('what was typed wrong', () => {
  it.each([
    ['', /^There is no query yet/],
    ['  -- nothing\n', /^There is no query yet/],
    ['SELECT * FORM orders', /^SQLite says: near "FORM"|^SQLite says: near "orders"/],
    ['SELECT colour FROM orders', /^SQLite says: no such column: colour/],
    ['PRAGMA table_info(orders)', /SELECT \* FROM pragma_table_info\('orders'\)/],
  ])('%s is said in a sentence', (sql, expected) => {
    expect(sentence(sql)).toMatch(expected);
  });

  it('so is a query that is too long', () => {
    expect(sentence(`SELECT ${'1,'.repeat(5_000)}1`)).toMatch(/10008 characters. The most that is taken is 10000/);
  });

  it('so is a database that is no database', () => {
    const broken = dataOf({ database: new TextEncoder().encode('this is not a database at all'.repeat(100)) });
    expect(query(sqlite, broken, context, 'SELECT * FROM orders')).toMatchObject({
      kind: 'refused',
      sentence: expect.stringMatching(/^SQLite says: file is not a database/) as string,
    });
  });
});
