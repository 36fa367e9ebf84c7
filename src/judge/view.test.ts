// What the page may show of a world, hostile ones included.
import { expect, test } from 'vitest';
import { crashedWal, dataOf, makeDatabase, sqlite } from './testing.ts';
import { view } from './view.ts';

const show = (sql: string): ReturnType<typeof view> => view(sqlite, dataOf({ database: makeDatabase(sql) }));

test('tables come by name with columns, key and rows as SQL in text', () => {
  const seen = show(`
    CREATE TABLE b(x, y); INSERT INTO b VALUES (2, 'two'), (1, NULL);
    CREATE TABLE a(n REAL, id TEXT PRIMARY KEY, big, raw BLOB);
    INSERT INTO a VALUES (1, 'z', 9007199254740993, x'00ff'), (0.1, 'k', 'it''s', x'');`);
  expect(seen.tables).toEqual([
    {
      name: 'a',
      columns: ['n', 'id', 'big', 'raw'],
      key: [1],
      rows: [
        ['0.1', 'k', "it's", "x''"],
        ['1.0', 'z', '9007199254740993', "x'00FF'"],
      ],
      total: 2,
    },
    {
      name: 'b',
      columns: ['x', 'y'],
      key: [],
      rows: [
        ['2', 'two'],
        ['1', 'NULL'],
      ],
      total: 2,
    },
  ]);
  expect(seen.unreadable).toBeNull();
});

test('a composite key keeps the order of the key, and tables without row numbers are read', () => {
  const [table] = show(`CREATE TABLE t(a, b, c, PRIMARY KEY (c, a)) WITHOUT ROWID;
    INSERT INTO t VALUES (1, 0, 2), (2, 0, 1), (1, 0, 1);`).tables;
  expect(table?.key).toEqual([2, 0]);
  expect(table?.rows.map((row) => row.join(''))).toEqual(['101', '201', '102']);
});

test('rows, cells, tables and files are cut, and the total is told', () => {
  const count = (most: number): string =>
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${most})`;
  const many = Array.from({ length: 60 }, (_, i) => `CREATE TABLE t${String(i).padStart(2, '0')}(v);`).join('');
  const seen = view(
    sqlite,
    dataOf({
      database: makeDatabase(`${many} INSERT INTO t00 ${count(500)} SELECT printf('%.300c', 'x') FROM n;
        INSERT INTO t01 VALUES (zeroblob(1000))`),
      files: { 'long.txt': 'y'.repeat(5000), 'raw.bin': Uint8Array.of(255) },
    }),
  );
  expect(seen.tables.length).toBe(50);
  expect(seen.tables[0]?.rows.length).toBe(200);
  expect(seen.tables[0]?.total).toBe(500);
  expect(seen.tables[0]?.rows[0]?.[0]).toBe(`${'x'.repeat(200)}…`);
  expect(seen.tables[1]?.rows[0]?.[0]).toBe(`x'${'00'.repeat(100)}…'`);
  expect(seen.files).toEqual([
    {
      path: 'long.txt',
      text: `${'y'.repeat(4000)}…`,
      bytes: 5000,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    },
    { path: 'raw.bin', text: null, bytes: 1, digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
  ]);
});

test('a database of very wide tables is cut to the cells that a page can hold', () => {
  const columns = Array.from({ length: 1000 }, (_, i) => `c${i}`).join();
  const seen = show(`CREATE TABLE a(${columns}); CREATE TABLE b(${columns});
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30) INSERT INTO a(c0) SELECT i FROM n;
    INSERT INTO b SELECT * FROM a;`);
  expect(seen.tables.map(({ rows, total }) => [rows.length, total])).toEqual([
    [30, 30],
    [10, 30],
  ]);
});

test('names with markup, quotes and taken row numbers, and text with NUL, are read as they are', () => {
  const seen = show(`CREATE TABLE "a""b<script>"(rowid, _rowid_, oid, "c""d");
    INSERT INTO "a""b<script>" VALUES (1, 2, 3, 'x' || char(0) || 'y');`);
  expect(seen.tables).toEqual([
    {
      name: 'a"b<script>',
      columns: ['rowid', '_rowid_', 'oid', 'c"d'],
      key: [],
      rows: [['1', '2', '3', "x'780079'"]],
      total: 1,
    },
  ]);
});

test('views, virtual tables and tables of SQLite are not shown', () => {
  const seen = show(`CREATE TABLE t(id INTEGER PRIMARY KEY AUTOINCREMENT); INSERT INTO t DEFAULT VALUES;
    CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n;
    CREATE VIRTUAL TABLE f USING fts3(x);`);
  expect(seen.tables.map(({ name }) => name)).toEqual(['f_content', 'f_segdir', 'f_segments', 't']);
});

test('a cell that would need all memory makes one table unreadable and says so', () => {
  const seen = show(`CREATE TABLE bomb(v); INSERT INTO bomb VALUES (900000000);
    ALTER TABLE bomb ADD COLUMN w AS (hex(zeroblob(v)));
    CREATE TABLE ok(v); INSERT INTO ok VALUES (1);`);
  expect(seen.tables.map(({ name }) => name)).toEqual(['ok']);
  expect(seen.unreadable).toBe('the table bomb cannot be read: out of memory');
});

test('a name with NUL is no reason to fail', () => {
  const bytes = makeDatabase('CREATE TABLE "aXb"(v)');
  const at = Buffer.from(bytes).indexOf('aXb');
  bytes[at + 1] = 0;
  const seen = view(sqlite, dataOf({ database: bytes }));
  expect(seen.files).toEqual([]);
  expect(seen.tables.length + (seen.unreadable === null ? 0 : 1)).toBeGreaterThan(0);
});

test('a corrupt file is said to be, and a world without a database is shown without tables', () => {
  expect(view(sqlite, dataOf({ database: new Uint8Array(100).fill(1) })).unreadable).toBe(
    'the database file is corrupt: file is not a database',
  );
  const seen = view(sqlite, dataOf({ mail: [{ to: 'ann@example.org' }], cache: { k: '1' } }));
  expect(seen.unreadable).toBeNull();
  expect(seen.mail[0]?.to).toBe('ann@example.org');
  expect(seen.cache).toEqual([['k', '1']]);
});

test('a database in WAL mode is shown with what its log holds, and SQLite’s own files are not', () => {
  const crash = crashedWal('CREATE TABLE t(v)', ["INSERT INTO t VALUES ('logged')"]);
  const seen = view(sqlite, dataOf({ database: crash.database, files: { 'app.db-wal': crash.wal } }));
  expect(seen.tables[0]?.rows).toEqual([['logged']]);
  expect(seen.files).toEqual([]);
});
