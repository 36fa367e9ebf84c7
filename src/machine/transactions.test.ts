// What a run says of the transactions that it leaves open: whether there were changes in them, which then are lost.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Machine } from '../engine/ports.ts';
import type { Mode } from '../model/trace.ts';
import { bootNodeMachine } from './node.ts';
import { request, startingWorld } from './testing.ts';

let machine: Machine;
beforeAll(async () => {
  machine = (await bootNodeMachine()).machine;
}, 120_000);

const PAY = 'conn.execute("UPDATE account SET balance = 7 WHERE id = 1")';

function seen(lines: readonly string[], mode: Mode = 'default'): readonly string[] {
  const source = `import sqlite3, contextlib\ndef f(conn, n, c):\n${lines.map((line) => `    ${line}\n`).join('')}`;
  const { exit } = machine.run(request(source, { mode }), startingWorld(machine));
  expect(exit.status).toMatchObject({ kind: 'returned' });
  return [...(exit.transactionOpen ? ['open'] : []), ...exit.facts.filter((fact) => fact.startsWith('changes-lost'))];
}

describe('at the end of the call', () => {
  it.each<[string, readonly string[]]>([
    ['no commit', [PAY]],
    ['a transaction of its own', ['conn.execute("BEGIN IMMEDIATE")', PAY]],
    ['a savepoint that is not released', ['conn.execute("SAVEPOINT s")', PAY]],
    [
      'a savepoint released inside one that is not',
      ['conn.execute("SAVEPOINT a")', 'conn.execute("SAVEPOINT b")', PAY, 'conn.execute("RELEASE b")'],
    ],
    ['a commit before', [PAY, 'conn.commit()', 'conn.execute("DELETE FROM account")']],
    ['a write-ahead log', ['conn.execute("PRAGMA journal_mode = WAL")', PAY]],
    ['an authorizer that refuses', [PAY, 'conn.set_authorizer(lambda *args: sqlite3.SQLITE_DENY)']],
    ['a transaction that nobody else may read', ['conn.execute("BEGIN EXCLUSIVE")', PAY]],
    ['the mode that always has a transaction', ['conn.autocommit = False', PAY]],
    [
      'an attached database',
      [
        'conn.execute("ATTACH \'b.db\' AS b")',
        'conn.execute("CREATE TABLE b.t (x)")',
        'conn.execute("INSERT INTO b.t VALUES (1)")',
      ],
    ],
  ])('changes are lost: %s', (_name, lines) => {
    expect(seen(lines)).toEqual(['open', 'changes-lost-at-end']);
  });

  it.each<[string, readonly string[]]>([
    ['only reads', ['conn.execute("BEGIN")', 'conn.execute("SELECT * FROM account").fetchall()']],
    ['a lock and no write', ['conn.execute("BEGIN EXCLUSIVE")']],
    ['a savepoint that was rolled back', ['conn.execute("SAVEPOINT s")', PAY, 'conn.execute("ROLLBACK TO s")']],
    ['a write that changes no row', ['conn.execute("UPDATE account SET balance = 1 WHERE id = 99")']],
    [
      'a table of the connection',
      ['conn.execute("CREATE TEMP TABLE t (x)")', 'conn.execute("INSERT INTO t VALUES (1)")'],
    ],
  ])('a transaction is open and nothing is lost: %s', (_name, lines) => {
    expect(seen(lines)).toEqual(['open']);
  });

  it.each<[string, readonly string[]]>([
    ['a commit', [PAY, 'conn.commit()']],
    ['a with block', ['with conn:', `    ${PAY}`]],
    ['a rollback', [PAY, 'conn.rollback()']],
    ['the mode that always has a transaction, after a commit', ['conn.autocommit = False', PAY, 'conn.commit()']],
  ])('nothing is open: %s', (_name, lines) => {
    expect(seen(lines)).toEqual([]);
  });

  it('in autocommit only what the code began itself is open', () => {
    expect(seen([PAY], 'autocommit')).toEqual([]);
    expect(seen(['conn.execute("BEGIN")', PAY], 'autocommit')).toEqual(['open', 'changes-lost-at-end']);
  });

  it('looking leaves no trace: the trace function of the code sees nothing, and no file appears', () => {
    const source = `def f(conn, n, c):\n    conn.set_trace_callback(print)\n    ${PAY}\n`;
    const record = machine.run(request(source), startingWorld(machine));
    expect(record.exit.stdout).toBe('BEGIN \nUPDATE account SET balance = 7 WHERE id = 1\n');
    expect(record.world.data().files.map(({ path }) => path)).toEqual(['app.db']);
    expect(record.points).toHaveLength(1);
    expect(record.exit.facts).toEqual(['changes-lost-at-end']);
  });
});

describe('in a connection that is closed', () => {
  const OWN = 'own = sqlite3.connect("app.db")';
  const PAY_OWN = 'own.execute("UPDATE account SET balance = 7")';

  it('changes are lost', () => {
    expect(seen([OWN, PAY_OWN, 'own.close()'])).toEqual(['changes-lost-in-close']);
    expect(seen([PAY, 'conn.close()'])).toEqual(['changes-lost-in-close']);
    expect(seen(['with contextlib.closing(sqlite3.connect("app.db")) as own:', `    ${PAY_OWN}`])).toEqual([
      'changes-lost-in-close',
    ]);
  });

  it('nothing is lost after a commit, in memory, or where an error gives the changes up', () => {
    expect(seen([OWN, PAY_OWN, 'own.commit()', 'own.close()'])).toEqual([]);
    const memory = ['own = sqlite3.connect(":memory:")', 'own.execute("CREATE TABLE t (x)")'];
    expect(seen([...memory, 'own.execute("INSERT INTO t VALUES (1)")', 'own.close()'])).toEqual([]);
    const raising = [
      'try:',
      '    try:',
      `        ${PAY_OWN}`,
      '        raise ValueError',
      '    finally:',
      '        own.close()',
    ];
    expect(seen([OWN, ...raising, 'except ValueError:', '    pass'])).toEqual([]);
  });
});
