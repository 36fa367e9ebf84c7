// Recovery of hot journals and write-ahead logs by real SQLite.
import { expect, test } from 'vitest';
import { dataOf, cells, crashedRollback, crashedWal, makeDatabase, sqlite } from './testing.ts';
import { KILLED } from './killed.fixture.ts';
import { settle } from './settle.ts';

const SCHEMA = `CREATE TABLE t(id INTEGER PRIMARY KEY, v TEXT);
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
  INSERT INTO t SELECT i, printf('%.500c', 'a') FROM n;`;

test('a world without journals needs no settling', () => {
  expect(settle(sqlite, dataOf({ database: makeDatabase(SCHEMA) }))).toBeNull();
});

test('a hot journal is rolled back to exactly the bytes before the transaction', () => {
  const before = makeDatabase(SCHEMA);
  const { database, journal } = crashedRollback(before, `UPDATE t SET v = printf('%.500c', 'b')`);
  expect(Buffer.compare(database, before)).not.toBe(0);
  expect(journal.length).toBeGreaterThan(4096);
  const settled = settle(sqlite, dataOf({ database, files: { 'app.db-journal': journal } }));
  expect([...(settled?.keys() ?? [])]).toEqual(['app.db']);
  expect(Buffer.compare(settled?.get('app.db') ?? new Uint8Array(), before)).toBe(0);
});

test('a hot journal also shrinks a file that the transaction had grown', () => {
  const before = makeDatabase(SCHEMA);
  const { database, journal } = crashedRollback(before, `INSERT INTO t SELECT id + 1000, v || v FROM t`);
  expect(database.length).toBeGreaterThan(before.length);
  const settled = settle(sqlite, dataOf({ database, files: { 'app.db-journal': journal } }));
  expect(Buffer.compare(settled?.get('app.db') ?? new Uint8Array(), before)).toBe(0);
});

test('a zeroed journal is dropped and the database stays as it is', () => {
  const database = makeDatabase(SCHEMA);
  const settled = settle(sqlite, dataOf({ database, files: { 'app.db-journal': new Uint8Array(512) } }));
  expect(Buffer.compare(settled?.get('app.db') ?? new Uint8Array(), database)).toBe(0);
});

test('an empty journal is dropped', () => {
  const database = makeDatabase(SCHEMA);
  const settled = settle(sqlite, dataOf({ database, files: { 'app.db-journal': new Uint8Array(0) } }));
  expect(Buffer.compare(settled?.get('app.db') ?? new Uint8Array(), database)).toBe(0);
});

test('a write-ahead log is checkpointed, its uncommitted tail is dropped, and the database stays in WAL mode', () => {
  const { database, wal } = crashedWal(`CREATE TABLE t(id INTEGER PRIMARY KEY, v); INSERT INTO t VALUES (1, 'kept')`, [
    `INSERT INTO t VALUES (2, 'committed')`,
    `BEGIN; UPDATE t SET v = printf('%.3000c', 'x'); INSERT INTO t SELECT id + 10, v FROM t; INSERT INTO t SELECT id + 100, v FROM t`,
  ]);
  const settled = settle(
    sqlite,
    dataOf({ database, files: { 'app.db-wal': wal, 'app.db-shm': new Uint8Array(32768) } }),
  );
  const bytes = settled?.get('app.db') ?? new Uint8Array();
  expect([bytes[18], bytes[19]]).toEqual([2, 2]);
  expect(cells(bytes, 'SELECT id, v FROM t')).toEqual([
    [1, 'kept'],
    [2, 'committed'],
  ]);
});

test('a shared-memory file alone is dropped and the bytes stay', () => {
  const database = makeDatabase(SCHEMA);
  const settled = settle(sqlite, dataOf({ database, files: { 'app.db-shm': new Uint8Array(32768) } }));
  expect(Buffer.compare(settled?.get('app.db') ?? new Uint8Array(), database)).toBe(0);
});

test('a journal beside no database is dropped: a process that opens an empty one would not read it', () => {
  const settled = settle(
    sqlite,
    dataOf({ files: { 'app.db-journal': Uint8Array.of(1, 2, 3) }, databases: ['app.db'] }),
  );
  expect(settled).toEqual(new Map());
});

test('a journal beside garbage does not stop the judge', () => {
  const garbage = new Uint8Array(5000).fill(65);
  const settled = settle(sqlite, dataOf({ database: garbage, files: { 'app.db-journal': Uint8Array.of(9, 9, 9) } }));
  expect(settled?.get('app.db')?.length).toBe(5000);
});

test('only a database with a journal is settled', () => {
  const first = makeDatabase(SCHEMA);
  const crash = crashedRollback(first, `DELETE FROM t WHERE id > 3`);
  const settled = settle(
    sqlite,
    dataOf({
      database: first,
      files: { 'other.db': crash.database, 'other.db-journal': crash.journal },
      databases: ['app.db', 'other.db'],
    }),
  );
  expect([...(settled?.keys() ?? [])]).toEqual(['other.db']);
  expect(cells(settled?.get('other.db') ?? new Uint8Array(), 'SELECT count(*) FROM t')).toEqual([[200]]);
});

test('journals that SQLite 3.39.0 left are rolled back to exactly the bytes before', () => {
  const spilled = dataOf({ database: KILLED.spilled, files: { 'app.db-journal': KILLED.spilledJournal } });
  expect(Buffer.compare(settle(sqlite, spilled)?.get('app.db') ?? new Uint8Array(), KILLED.before)).toBe(0);
  const unspilled = dataOf({ database: KILLED.unspilled, files: { 'app.db-journal': KILLED.unspilledJournal } });
  expect(Buffer.compare(settle(sqlite, unspilled)?.get('app.db') ?? new Uint8Array(), KILLED.unspilled)).toBe(0);
});

test('a log that SQLite 3.39.0 left gives its committed rows and no others', () => {
  const settled = settle(sqlite, dataOf({ database: KILLED.wal, files: { 'app.db-wal': KILLED.walLog } }));
  const bytes = settled?.get('app.db') ?? new Uint8Array();
  expect([bytes[18], bytes[19]]).toEqual([2, 2]);
  expect(cells(bytes, 'SELECT id, balance FROM accounts')).toEqual([
    [1, 70],
    [2, 0],
  ]);
});
