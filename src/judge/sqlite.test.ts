// The private disk of the judge's SQLite, and what is left after it fell over.
import { expect, test } from 'vitest';
import { SqliteTrapped, loadSqlite, rows } from './sqlite.ts';
import { WASM, makeDatabase, sqlite } from './testing.ts';

const DATABASE = makeDatabase('CREATE TABLE t(v); INSERT INTO t VALUES (1), (2)');

test('a file of several chunks comes back as it was written', () => {
  const bytes = Uint8Array.from({ length: (1 << 21) + 17 }, (_, index) => (index * 31) % 251);
  sqlite.writeFile('/big', bytes);
  expect(Buffer.compare(sqlite.readFile('/big'), bytes)).toBe(0);
  sqlite.writeFile('/big', Uint8Array.of(1));
  expect([...sqlite.readFile('/big')]).toEqual([1]);
  sqlite.removeFile('/big');
  expect(() => sqlite.readFile('/big')).toThrow('/big: cannot be opened');
});

test('a connection works on a copy: the bytes given and the next connection see no change', () => {
  const before = DATABASE.slice();
  sqlite.withDatabase(DATABASE, new Map(), (db) => db.exec('DELETE FROM t'));
  expect(Buffer.compare(DATABASE, before)).toBe(0);
  expect(sqlite.withDatabase(DATABASE, new Map(), (db) => rows(db, 'SELECT count(*) FROM t'))).toEqual([[2]]);
});

test('after a trap the instance is as new, and nothing of the trapped connection is left', () => {
  let left = '';
  for (let round = 0; round < 50; round++) {
    expect(() =>
      sqlite.withDatabase(DATABASE, new Map(), (db, path) => {
        left = path;
        db.exec('PRAGMA cache_size = 1; BEGIN; DELETE FROM t');
        throw new WebAssembly.RuntimeError('unreachable');
      }),
    ).toThrow(SqliteTrapped);
  }
  expect(() => sqlite.readFile(left)).toThrow('cannot be opened');
  expect(() => sqlite.readFile(`${left}-journal`)).toThrow('cannot be opened');
  expect(sqlite.withDatabase(DATABASE, new Map(), (db) => rows(db, 'SELECT sum(v) FROM t'))).toEqual([[3]]);
});

test('loading twice gives the same instance', async () => {
  expect(await loadSqlite(WASM)).toBe(sqlite);
});
