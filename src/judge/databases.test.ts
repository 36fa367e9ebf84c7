// Worlds with more than one database: which files are databases, and what judges, views and queries see of them.
import { expect, test } from 'vitest';
import type { Judgement } from '../engine/ports.ts';
import type { WorldData } from '../model/world.ts';
import { otherDatabases, plainFiles } from './databases.ts';
import { learn } from './default-judge.ts';
import { dumpOf } from './dump.ts';
import { SqlJudge } from './judge-sql.ts';
import { query } from './query.ts';
import { contextOf, crashedRollback, crashedWal, dataOf, makeDatabase, sqlite } from './testing.ts';
import { view } from './view.ts';

const ORDERS = 'CREATE TABLE orders (id INTEGER PRIMARY KEY, total INTEGER)';
const full = makeDatabase(`${ORDERS}; INSERT INTO orders VALUES (1, 10), (2, 20)`);
const moved = makeDatabase(`${ORDERS}; INSERT INTO orders VALUES (2, 20)`);
const archive = makeDatabase(`${ORDERS}; INSERT INTO orders VALUES (1, 10)`);
const empty = makeDatabase(ORDERS);

const before = dataOf({ database: full });
const after = dataOf({
  database: moved,
  files: { 'old/archive.db': archive },
  databases: ['app.db', 'old/archive.db'],
});
const lost = dataOf({ database: moved, files: { 'old/archive.db': empty }, databases: ['app.db', 'old/archive.db'] });

function judged(sql: string, world: WorldData, start = before): Judgement {
  return new SqlJudge(sqlite).judge(sql, world, contextOf(start));
}

const views = (torn: string): string =>
  `CREATE TEMP VIEW torn(what) AS ${torn};
   CREATE TEMP VIEW missing(what) AS SELECT 'm' WHERE 0; CREATE TEMP VIEW repeated(what) AS SELECT 'r' WHERE 0;`;

const found = (torn: readonly string[]): Judgement => ({ ok: true, findings: { torn, missing: [], repeated: [] } });

test('what SQLite opened and what looks like a database are databases; what was written over one is a file', () => {
  const world = dataOf({
    database: full,
    files: { 'copy.db': full, 'new.db': new Uint8Array(0), 'notes.db': 'text', 'empty.txt': '', 'notes.db-wal': 'x' },
    databases: ['app.db', 'new.db', 'notes.db', 'gone.db'],
  });
  expect(otherDatabases(world)).toEqual(['copy.db', 'new.db']);
  expect(plainFiles(world).map(({ path }) => path)).toEqual(['empty.txt', 'notes.db']);
});

const LOST = views(`SELECT 'order ' || id || ' is in neither' FROM start.orders AS s
  WHERE NOT EXISTS (SELECT 1 FROM main.orders AS o WHERE o.id = s.id)
    AND NOT EXISTS (SELECT 1 FROM "old/archive.db".orders AS o WHERE o.id = s.id)`);

test('a judge reads a database by its path', () => {
  expect(judged(LOST, after)).toEqual(found([]));
  expect(judged(LOST, lost)).toEqual(found(['order 1 is in neither']));
});

test('a database that is not there yet is empty for a judge', () => {
  expect(judged(LOST, before)).toEqual(found([]));
  expect(judged(LOST, dataOf({ database: moved }))).toEqual(found(['order 1 is in neither']));
  const other = views(
    `SELECT sum(a.price) FROM "x.db".bill AS a JOIN "x.db".line USING (bill_id) WHERE a.paid > 0 GROUP BY bill_id`,
  );
  expect(judged(other, before)).toEqual(found([]));
  expect(
    judged(`CREATE TEMP TABLE old AS SELECT id FROM "old/archive.db".orders; ${views('SELECT id FROM old')}`, before),
  ).toEqual(found([]));
});

test('a database as it was at first has the word start before its path', () => {
  const start = dataOf({ database: full, files: { 'a.db': archive } });
  const sql = views(`SELECT 'gone: ' || id FROM "start.a.db".orders WHERE id NOT IN (SELECT id FROM "a.db".orders)`);
  expect(judged(sql, dataOf({ database: full, files: { 'a.db': empty } }), start)).toEqual(found(['gone: 1']));
  expect(judged(sql, start, start)).toEqual(found([]));
  const dropped = dataOf({ database: full, files: { 'a.db': makeDatabase('CREATE TABLE t (x)') } });
  expect(judged(sql, dropped, start)).toEqual(found(['the table orders of a.db is gone']));
});

test('a judge asks world.database and world.database_cell for what need not be there', () => {
  const sql = views(`SELECT path || ' ' || readable FROM world.database UNION ALL
    SELECT database || ' ' || table_name || ' ' || row || ' ' || column || ' ' || value FROM world.database_cell`);
  expect(judged(sql, after)).toEqual(
    found([
      'app.db 1',
      'old/archive.db 1',
      'app.db orders 1 id 2',
      'app.db orders 1 total 20',
      'old/archive.db orders 1 id 1',
      'old/archive.db orders 1 total 10',
    ]),
  );
  const cut = dataOf({ database: full, files: { 'copy.db': full.subarray(0, 4096) } });
  expect(judged(views(`SELECT path FROM world.database WHERE NOT readable`), cut)).toEqual(found(['copy.db']));
});

test('a corrupt database that a judge names makes the world torn, one that it does not name does not', () => {
  const cut = dataOf({ database: full, files: { 'old/archive.db': full.subarray(0, 4096) } });
  const garbage = dataOf({ database: full, files: { 'old/archive.db': 'x'.repeat(4096) } });
  expect(judged(LOST, cut)).toEqual(found([expect.stringMatching(/^the database file old\/archive.db is corrupt: /)]));
  expect(judged(LOST, garbage)).toEqual(found(['the database file old/archive.db is corrupt: file is not a database']));
  expect(judged(views(`SELECT id FROM main.orders WHERE id > 2`), cut)).toEqual(found([]));
});

test('views in another database are never read', () => {
  const trap = makeDatabase(
    'CREATE VIEW orders AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT id FROM n',
  );
  expect(judged(LOST, dataOf({ database: full, files: { 'old/archive.db': trap } }))).toEqual(found([]));
});

test('more databases than SQLite attaches are too many, said so', () => {
  const names = Array.from({ length: 9 }, (_, n) => `SELECT id FROM "${n}.db".t`);
  expect(judged(views(names.join(' UNION ')), before)).toEqual({
    ok: false,
    message: 'judge.sql: 9 databases are named beside app.db; at most 8 can be read',
    fault: { line: null, why: '9 databases are named beside app.db; at most 8 can be read' },
  });
});

test('judging leaves no file behind on the disk of SQLite', () => {
  judged(LOST, after);
  expect(() => sqlite.readFile('/attached/0.db')).toThrow();
  expect(() => sqlite.readFile('/cells.db')).toThrow();
});

const learned = (goal: WorldData, from = before): ((world: WorldData) => Judgement) => {
  const judge = learn(sqlite, { clock: 'running', before: from, after: goal, afterElsewhere: goal, afterTwice: goal });
  return (world) => {
    const told = judge.judge(world);
    return told.ok ? { ok: true, findings: told.findings } : told;
  };
};

test('the default judge compares databases by their rows, not by their bytes', () => {
  const judge = learned(after);
  const rewritten = makeDatabase(
    `${ORDERS}; INSERT INTO orders VALUES (5, 5); DELETE FROM orders; INSERT INTO orders VALUES (1, 10)`,
  );
  expect(Buffer.compare(rewritten, archive)).not.toBe(0);
  expect(
    judge({ ...after, files: after.files.map((f) => (f.path === 'old/archive.db' ? { ...f, bytes: rewritten } : f)) }),
  ).toEqual(found([]));
  expect(judge(lost)).toMatchObject({
    ok: true,
    findings: {
      torn: expect.arrayContaining([expect.stringMatching(/^orders in old\/archive.db, row id = 1 is missing/)]),
    },
  });
});

test('an empty database is as good as none', () => {
  const opened = dataOf({
    database: full,
    files: { 'old/archive.db': new Uint8Array(0) },
    databases: ['old/archive.db'],
  });
  expect(learned(after)(opened)).toEqual({
    ok: true,
    findings: { torn: [], missing: ['nothing has been done'], repeated: [] },
  });
});

test('a new database that holds nothing yet is as good as none; one that a clean run leaves empty is not', () => {
  const made = dataOf({ database: full, files: { 'old/archive.db': empty } });
  expect(learned(after)(made)).toEqual({
    ok: true,
    findings: { torn: [], missing: ['nothing has been done'], repeated: [] },
  });
  expect(learned(made)(before)).toMatchObject({ findings: { missing: ['nothing has been done'] } });
  expect(learned(made)(made)).toEqual(found([]));
});

test('databases with a name of their own in every run are compared by what they hold', () => {
  const named = (name: string, bytes: Uint8Array): WorldData => dataOf({ database: full, files: { [name]: bytes } });
  const judge = learn(sqlite, {
    clock: 'running',
    before,
    after: named('backup-1.db', full),
    afterElsewhere: named('backup-2.db', full),
    afterTwice: null,
  });
  const ofWorld = (world: WorldData): unknown => {
    const told = judge.judge(world);
    return told.ok ? [told.findings, told.unsure] : told;
  };
  const done = { torn: [], missing: [], repeated: [] };
  expect(ofWorld(named('backup-3.db', full))).toEqual([done, null]);
  expect(ofWorld(named('backup-3.db', moved))).toMatchObject([
    { missing: [], repeated: [], torn: expect.arrayContaining([expect.stringContaining('a file in the world')]) },
    null,
  ]);
  expect(ofWorld(named('backup-3.db', new Uint8Array(0)))).toMatchObject([
    { torn: expect.arrayContaining([expect.stringContaining('a file in the world')]) },
    null,
  ]);
  expect(ofWorld(before)).toEqual([{ ...done, missing: ['nothing has been done'] }, null]);
});

test('a copy that was cut short is named in the first sentence', () => {
  const copy = (bytes: Uint8Array): WorldData => dataOf({ database: full, files: { 'copy.db': bytes } });
  const judgement = learned(copy(full))(copy(full.subarray(0, 4096)));
  expect(judgement).toMatchObject({ ok: true });
  expect(judgement.ok && judgement.findings.torn[0]).toMatch(/^the database file copy.db is corrupt: /);
});

test('a corrupt database that a clean run leaves, too, is compared by its bytes', () => {
  const broken = full.slice();
  broken.fill(0xff, 100, 600);
  const from = dataOf({ database: full, files: { 'broken.db': broken } });
  const to = dataOf({ database: full, files: { 'broken.bak': broken } });
  const judge = learned(to, from);
  expect(judge(to)).toEqual(found([]));
  expect(judge(from)).toMatchObject({ ok: true, findings: { missing: ['nothing has been done'] } });
});

test('a copy with its journal or log beside it is read as the next process would read it', () => {
  const { database, journal } = crashedRollback(
    full,
    `UPDATE orders SET total = 0; INSERT INTO orders SELECT value, zeroblob(2000) FROM generate_series(10, 60)`.replace(
      'SELECT value, zeroblob(2000) FROM generate_series(10, 60)',
      `WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 60) SELECT i, zeroblob(2000) FROM n`,
    ),
  );
  const wal = crashedWal(ORDERS, ['INSERT INTO orders VALUES (7, 70)']);
  const dump = dumpOf(
    sqlite,
    dataOf({ files: { 'a.db': database, 'a.db-journal': journal, 'b.db': wal.database, 'b.db-wal': wal.wal } }),
  );
  const rows = (name: string): unknown => dump.kind === 'dump' && dump.dump.tables.get(name)?.rows;
  expect(rows('orders in a.db')).toEqual([
    ['n1', 'n10'],
    ['n2', 'n20'],
  ]);
  expect(rows('orders in b.db')).toEqual([['n7', 'n70']]);
});

test('views of a world show the tables of every database', () => {
  expect(view(sqlite, after).tables.map(({ name, database, rows }) => [name, database, rows])).toEqual([
    ['orders', undefined, [['2', '20']]],
    ['orders', 'old/archive.db', [['1', '10']]],
  ]);
  const cut = dataOf({ database: full, files: { 'copy.db': full.subarray(0, 4096) } });
  expect(view(sqlite, cut)).toMatchObject({
    unreadable: expect.stringMatching(/^the database file copy.db is corrupt/) as string,
  });
});

test('a query reads every database by name, and is told where there is none', () => {
  const ask = (sql: string, world = after): unknown =>
    query(sqlite, world, { start: before, args: [], exit: null }, sql);
  expect(ask('SELECT id FROM "old/archive.db".orders')).toMatchObject({ kind: 'rows', rows: [['1']] });
  expect(ask('SELECT id FROM "old/archive.db".orders', before)).toEqual({
    kind: 'refused',
    sentence: 'There is no database old/archive.db in this world.',
  });
  expect(ask('SELECT path FROM world.database')).toMatchObject({ rows: [['app.db'], ['old/archive.db']] });
});
