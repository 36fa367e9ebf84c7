// What SQLite opens is a database, however it was named; what Python writes over one is a file's write.
import { beforeAll, describe, expect, it } from 'vitest';
import type { ProcessRecord, WorldCopy } from '../engine/ports.ts';
import type { ProcessMachine } from './machine.ts';
import { bootNodeMachine } from './node.ts';
import { request, startingWorld } from './testing.ts';

let machine: ProcessMachine;
let start: WorldCopy;

beforeAll(async () => {
  machine = (await bootNodeMachine()).machine as ProcessMachine;
  start = startingWorld(machine);
});

/** `body` is the function's, each line indented by four spaces. */
function run(body: string): ProcessRecord {
  const record = machine.run(
    request(`
import os, pathlib, shutil, sqlite3
def f(conn, notifier, cache):
${body}
`),
    start,
  );
  expect(record.exit.status, record.exit.traceback).toMatchObject({ kind: 'returned' });
  return record;
}

const kinds = (record: ProcessRecord): string[] => record.points.map(({ kind }) => kind);
const texts = (record: ProcessRecord): string[] => record.points.map(({ text }) => text);
const databases = (record: ProcessRecord): readonly string[] => record.world.data().databases;
const files = (record: ProcessRecord): string[] => record.world.data().files.map(({ path }) => path);

const FILL = `    conn.execute("CREATE TABLE old.t (x)")
    conn.execute("PRAGMA cache_size = 1")
    conn.execute("INSERT INTO old.t VALUES (zeroblob(60000))")
    conn.execute("UPDATE account SET balance = 1")
    conn.commit()`;

describe('a database', () => {
  it.each([
    ['a literal', `conn.execute("ATTACH 'old.db' AS old")`, 'old.db'],
    ['a parameter', `conn.execute("ATTACH DATABASE ? AS old", ("old.db",))`, 'old.db'],
    ['an expression', `conn.execute("ATTACH 'ol' || lower('D.DB') AS old")`, 'old.db'],
    ['an absolute path', `conn.execute("ATTACH ? AS old", (os.path.abspath("old.db"),))`, 'old.db'],
    ['a path with dots', `os.mkdir("a"); conn.execute("ATTACH 'a/../a/./old.db' AS old")`, 'a/old.db'],
    ['/tmp', `conn.execute("ATTACH '/tmp/old.db' AS old")`, 'tmp/old.db'],
    ['a link', `os.symlink("real.db", "old.db"); conn.execute("ATTACH 'old.db' AS old")`, 'real.db'],
    [
      'a URI with a mode',
      `conn = sqlite3.connect("file:app.db", uri=True); conn.execute("ATTACH 'file:old.db?mode=rwc' AS old")`,
      'old.db',
    ],
    [
      'a URI with a VFS',
      `conn = sqlite3.connect("file:app.db?vfs=unix", uri=True); conn.execute("ATTACH 'file:/world/old.db?vfs=unix-none' AS old")`,
      'old.db',
    ],
    [
      'connections in memory',
      `conn = sqlite3.connect(":memory:"); conn.execute("CREATE TABLE account (balance)"); conn.execute("ATTACH 'old.db' AS old")`,
      'old.db',
    ],
    ['a script', `conn.executescript("SELECT 1; ATTACH 'old.db' AS old")`, 'old.db'],
  ])('attached under %s: its pages, journals and super-journals are no write points', (_, attach, path) => {
    const record = run(`    ${attach}\n${FILL}\n    conn.execute("DETACH old")`);
    const sql = texts(record).filter((text) => !/account \(balance\)|^make|^link/.test(text));
    expect(sql).toEqual([
      'CREATE TABLE old.t (x)',
      'INSERT INTO old.t VALUES (zeroblob(60000))',
      'UPDATE account SET balance = 1',
      'commit()',
    ]);
    expect(databases(record)).toEqual(['app.db', path].sort());
    expect(files(record)).toEqual(['app.db', path].sort());
  });

  it('in WAL mode has a log and an index that are no write points', () => {
    const record = run(`    conn.execute("ATTACH 'old.db' AS old")
    conn.execute("PRAGMA old.journal_mode = WAL")
    conn.execute('PRAGMA "main".journal_mode = WAL')
${FILL}`);
    expect(kinds(record)).toEqual([...Array<string>(5).fill('statement'), 'commit']);
    expect(files(record)).toEqual(['app.db', 'old.db']);
    expect(databases(record)).toEqual(['app.db', 'old.db']);
  });

  it.each([
    ['both in WAL mode', 'PRAGMA main.journal_mode = WAL; PRAGMA old.journal_mode = WAL', true],
    ['one in WAL mode', 'PRAGMA old.journal_mode = WAL', true],
    ['the other in WAL mode', 'PRAGMA main.journal_mode = WAL', true],
    ['neither in WAL mode', 'SELECT 1', false],
  ])('committed together with another, %s: the run says so', (_, pragmas, told) => {
    const attach = `    conn.execute("ATTACH 'old.db' AS old")
    conn.executescript("${pragmas}")\n`;
    const together = run(`${attach}${FILL}`);
    expect(together.exit.facts.includes('wal-with-attach')).toBe(told);
    const apart = run(`${attach}    conn.execute("CREATE TABLE old.t (x)")
    for i in range(3):
        conn.execute("INSERT INTO old.t VALUES (zeroblob(60000))")
        conn.commit()
        conn.execute("UPDATE account SET balance = ?", (i,))
        conn.commit()
    conn.execute("SELECT * FROM main.account").fetchall()
    conn.execute("DETACH old")`);
    expect(apart.exit.facts).not.toContain('wal-with-attach');
  });

  it('is what VACUUM INTO writes, at one point', () => {
    const record = run(`    conn.execute("VACUUM INTO ?", ("backup.db",))
    scratch = sqlite3.connect(":memory:")
    scratch.execute("CREATE TABLE t (x)")
    scratch.execute("VACUUM INTO 'scratch.db'")`);
    expect(texts(record)).toEqual(['VACUUM INTO ?', "VACUUM INTO 'scratch.db'"]);
    expect(databases(record)).toEqual(['app.db', 'backup.db', 'scratch.db']);
  });

  it('is what backup() writes, at one point where it goes to the world', () => {
    const record = run(`    copy = sqlite3.connect("backup.db")
    conn.backup(copy)
    conn.backup(sqlite3.connect(":memory:"))
    copy.close()`);
    expect(kinds(record)).toEqual(['backup']);
    expect(databases(record)).toEqual(['app.db', 'backup.db']);
  });

  it('in memory is none, whatever its name', () => {
    const record =
      run(`    for name in ("", ":memory:", "file::memory:", "file:x.db?mode=memory", "file:/x.db?vfs=memdb", "file:"):
        own = sqlite3.connect(name, uri=True)
        own.execute("CREATE TABLE t (x)")
        own.execute("INSERT INTO t VALUES (zeroblob(60000))")
        own.commit()`);
    expect(kinds(record)).toEqual([]);
    expect(databases(record)).toEqual(['app.db']);
  });

  it('is a file whose name only looks like one in memory', () => {
    const record = run(`    own = sqlite3.connect("file::memory:")
    own.execute("CREATE TABLE t (x)")`);
    expect(kinds(record)).toEqual(['statement']);
    expect(databases(record)).toEqual(['app.db', 'file::memory:']);
  });

  it('may have a name that looks like a journal', () => {
    const record = run(`    own = sqlite3.connect("x-journal")
    own.execute("CREATE TABLE t (x)")
    own.execute("DROP TABLE t")
    own.close()`);
    expect(kinds(record)).toEqual(['statement', 'statement']);
    expect(databases(record)).toEqual(['app.db', 'x-journal']);
  });
});

describe('what Python does to a database', () => {
  it.each([
    ['writing over it', `open("app.db", "wb").write(b"x")`, ['open', 'write']],
    ['copying over it', `shutil.copy("copy.db", "app.db")`, ['open', 'write']],
    ['writing without following links', `os.write(os.open("app.db", os.O_RDWR | os.O_NOFOLLOW), b"x")`, ['write']],
    ['cutting it', `os.truncate("app.db", 100)`, ['truncate']],
    ['renaming it', `os.replace("app.db", "old.db")`, ['rename']],
    ['removing it', `os.remove("app.db")`, ['delete']],
    ['removing it by pathlib', `pathlib.Path("app.db").unlink()`, ['delete']],
    [
      'writing a journal',
      `pathlib.Path("app.db-journal").write_bytes(b"x"); os.remove("app.db-journal")`,
      ['open', 'write', 'delete'],
    ],
    ['writing a file that is named like a temporary one', `open("etilqs_1", "w").close()`, ['open']],
  ])('is a write of a file: %s', (_, code, expected) => {
    const record = run(`    conn.close()\n    shutil.copy("app.db", "copy.db")\n    ${code}`);
    expect(kinds(record).slice(2)).toEqual(expected);
  });

  it('does not change what SQLite does afterwards', () => {
    const record = run(`    for attempt in range(2):
        try:
            os.remove("app.db-journal")
        except FileNotFoundError:
            pass
    conn.execute("UPDATE account SET balance = 1")
    conn.commit()
    os.close(os.open("app.db", os.O_RDONLY | os.O_NOFOLLOW))
    conn.execute("ATTACH 'old.db' AS old")
    conn.execute("CREATE TABLE old.t (x)")`);
    expect(kinds(record)).toEqual(['statement', 'commit', 'statement']);
  });
});
