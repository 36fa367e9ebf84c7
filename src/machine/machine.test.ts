// What a process of the machine is: real, fresh, bounded, and cut off from its host.
import { beforeAll, describe, expect, it } from 'vitest';
import type { WorldCopy } from '../engine/ports.ts';
import type { ProcessMachine } from './machine.ts';
import { bootNodeMachine } from './node.ts';
import { kill, paths, pointsOf, request, startingWorld, textOf } from './testing.ts';

let machine: ProcessMachine;
let start: WorldCopy;

beforeAll(async () => {
  machine = (await bootNodeMachine()).machine as ProcessMachine;
  start = startingWorld(machine);
});

const run = (source: string) => machine.run(request(source), start);

describe('write points of sqlite3', () => {
  it('are the writing statements and commits, with kind, line and repetition', () => {
    const record = run(`
def f(conn, notifier, cache):
    conn.execute("SELECT * FROM account")
    for amount in (1, 2):
        conn.execute("UPDATE account SET balance = balance - ? WHERE id = 1", (amount,))
    conn.commit()
`);
    expect(record.points).toEqual([
      {
        index: 0,
        kind: 'statement',
        text: 'UPDATE account SET balance = balance - ? WHERE id = 1',
        line: 5,
        repetition: 1,
      },
      {
        index: 1,
        kind: 'statement',
        text: 'UPDATE account SET balance = balance - ? WHERE id = 1',
        line: 5,
        repetition: 2,
      },
      { index: 2, kind: 'commit', text: 'commit()', line: 6, repetition: 1 },
    ]);
  });

  it('are found inside executemany, executescript and behind changes of the mode', () => {
    const record = run(`
def f(conn, notifier, cache):
    conn.executemany("INSERT INTO account VALUES (?, 0)", [(3,), (4,)])
    conn.executescript("CREATE TABLE a (x); -- INSERT\\nINSERT INTO a VALUES (';'); SELECT 1;")
    conn.execute("DELETE FROM a")
    conn.isolation_level = None
    with conn:
        conn.execute("WITH one AS (SELECT 1) INSERT INTO a SELECT * FROM one")
`);
    expect(record.points.map(({ kind, line, text }) => [kind, line, text])).toEqual([
      ['statement', 3, 'INSERT INTO account VALUES (?, 0)'],
      ['statement', 3, 'INSERT INTO account VALUES (?, 0)'],
      ['commit', 4, 'COMMIT (hidden: executescript commits first)'],
      ['statement', 4, 'CREATE TABLE a (x);'],
      ['statement', 4, "-- INSERT INSERT INTO a VALUES (';');"],
      ['statement', 5, 'DELETE FROM a'],
      ['commit', 6, 'COMMIT (hidden: isolation_level = None commits)'],
      ['statement', 8, 'WITH one AS (SELECT 1) INSERT INTO a SELECT * FROM one'],
      ['commit', 7, 'commit (end of the with block)'],
    ]);
  });

  it('do not count a database that dies with the process', () => {
    const record = run(`
import sqlite3
def f(conn, notifier, cache):
    scratch = sqlite3.connect(":memory:")
    scratch.execute("CREATE TABLE t (x)")
    own = sqlite3.connect("other.db")
    own.execute("CREATE TABLE t (x)")
`);
    expect(pointsOf(record)).toEqual(['statement 7']);
    expect(record.world.data().databases).toEqual(['app.db', 'other.db']);
  });

  it('raise what the call would raise on a soft crash, with the transaction still open', () => {
    const source = `
def f(conn, notifier, cache):
    conn.execute("UPDATE account SET balance = 1 WHERE id = 1")
    try:
        conn.execute("UPDATE account SET balance = 2 WHERE id = 2")
    except Exception as error:
        print(type(error).__name__, error, error.sqlite_errorcode, error.sqlite_errorname, conn.in_transaction)
`;
    const record = machine.run(request(source, { crash: { index: 1, fault: 'soft' } }), start);
    expect(record.exit.stdout).toBe('OperationalError disk I/O error 10 SQLITE_IOERR True\n');
  });
});

describe('write points of files, mail and cache', () => {
  it('are taken at the file system, where Python flushes', () => {
    const record = run(`
import os, tempfile
from pathlib import Path
def f(conn, notifier, cache):
    with open("a.txt", "w") as file:
        file.write("hello")
    os.replace("a.txt", "b.txt")
    Path("c").mkdir()
    Path("b.txt").write_text("bye")
    os.remove("b.txt")
    os.symlink("c", "d")
    notifier.send("x@example.org", "hi", "text", idempotency_key="k")
    cache.set("k", [1])
    handle, name = tempfile.mkstemp()
    os.close(handle)
    os.replace(name, "e")
`);
    expect(record.points.map(({ kind, line, text }) => `${kind} ${line} ${text}`)).toEqual([
      'open 5 create a.txt',
      'write 5 write 5 bytes to a.txt: "hello"',
      'rename 7 rename a.txt to b.txt',
      'mkdir 8 make the folder c',
      'open 9 open b.txt and empty it',
      'write 9 write 3 bytes to b.txt: "bye"',
      'delete 10 delete b.txt',
      'link 11 link d to c',
      'mail 12 mail to x@example.org: hi',
      'cache 13 set k to [1]',
      expect.stringMatching(/^open 14 create tmp\/tmp/),
      expect.stringMatching(/^rename 16 rename tmp\/tmp\S+ to e$/),
    ]);
  });

  it('fail with the error of each service on a soft crash', () => {
    const source = `
def f(conn, notifier, cache):
    for action in (lambda: notifier.send("a", "b", "c"), lambda: cache.set("a", 1), lambda: open("x", "w")):
        try:
            action()
        except Exception as error:
            print(type(error).__name__, error)
`;
    const outputs = [0, 1, 2].map(
      (index) => machine.run(request(source, { crash: { index, fault: 'soft' } }), start).exit.stdout,
    );
    expect(outputs).toEqual([
      'NotifierError the email service did not answer\n',
      'CacheError the cache did not answer\n',
      "OSError [Errno 5] Input/output error: 'x'\n",
    ]);
  });

  it('drop a mail with a repeated idempotency key', () => {
    const record = run(`
def f(conn, notifier, cache):
    for key in ("a", "a", None, None):
        notifier.send("x", "s", "b", idempotency_key=key)
`);
    expect(record.world.data().mail.map((mail) => mail.idempotencyKey)).toEqual(['a', null, null]);
  });

  it('include mail sent through smtplib', () => {
    const record = run(`
import smtplib
from email.message import EmailMessage
def f(conn, notifier, cache):
    message = EmailMessage()
    message["Subject"], message["From"], message["To"] = "Hello", "shop@example.org", "a@example.org"
    message.set_content("text")
    with smtplib.SMTP("mail.example.org", 587) as server:
        server.starttls()
        server.login("user", "secret")
        server.send_message(message)
`);
    expect(record.exit.status).toMatchObject({ kind: 'returned' });
    expect(record.world.data().mail).toMatchObject([{ to: 'a@example.org', subject: 'Hello', body: 'text\n' }]);
  });
});

describe('a kill', () => {
  const guarded = `
import atexit, os
def note(name):
    os.close(os.open(name, os.O_CREAT | os.O_WRONLY))
class Guard:
    def __enter__(self): return self
    def __exit__(self, *error): note("with")
    def __del__(self): note("del")
def generate():
    try:
        yield
    finally:
        note("generator")
def f(conn, notifier, cache):
    atexit.register(note, "atexit")
    guard, generator = Guard(), generate()
    next(generator)
    try:
        with guard:
            conn.execute("UPDATE account SET balance = 0")
    except BaseException:
        note("except")
    finally:
        note("finally")
`;

  it('runs no except, finally, with exit, __del__, atexit or generator clean-up', () => {
    const record = machine.run(kill(guarded, 0), start);
    expect(record.exit.status).toEqual({ kind: 'killed' });
    expect(paths(record)).toEqual(['app.db']);
  });

  it('differs from an error, after which they all run', () => {
    const record = machine.run(request(guarded, { crash: { index: 0, fault: 'soft' } }), start);
    expect(paths(record)).toEqual(['app.db', 'atexit', 'del', 'except', 'finally', 'generator', 'with']);
  });

  it('loses what was not flushed', () => {
    const source = `
def f(conn, notifier, cache):
    file = open("a", "w")
    file.write("lost")
    conn.execute("UPDATE account SET balance = 0")
`;
    expect(textOf(machine.run(kill(source, 1), start), 'a')).toBe('');
    expect(textOf(machine.run(request(source), start), 'a')).toBe('lost');
  });

  it('leaves the journal, as a crash does', () => {
    const source = `
def f(conn, notifier, cache):
    conn.execute("UPDATE account SET balance = 0")
    conn.execute("UPDATE account SET balance = 1")
`;
    expect(paths(machine.run(kill(source, 1), start))).toEqual(['app.db', 'app.db-journal']);
  });

  it('is met by os._exit too: the process ends at once', () => {
    const record = run(`
import os
def f(conn, notifier, cache):
    file = open("a", "w")
    file.write("lost")
    try:
        os._exit(3)
    finally:
        print("never")
`);
    expect(record.exit.status).toEqual({ kind: 'exited', code: '3', abrupt: true });
    expect([textOf(record, 'a'), record.exit.stdout]).toEqual(['', '']);
  });
});

describe('a process', () => {
  it('is fresh: nothing of an earlier one is left', () => {
    run(`
import builtins, json, sqlite3, sys
builtins.print = None
json.dumps = None
sqlite3.connect = None
sys.setrecursionlimit(60)
def f(conn, notifier, cache):
    global keep
    keep = open("left-open", "w")
`);
    const record = run(`
import os, json, sys
def f(conn, notifier, cache):
    print(json.dumps(1), sys.getrecursionlimit(), os.open("x", os.O_CREAT), os.listdir("."), os.getcwd())
`);
    expect(record.exit.stdout).toBe("1 1000 4 ['app.db', 'tmp', 'x'] /world\n");
  });

  it('sees a clock that starts where it is told, moves when read, and jumps over sleep', () => {
    const record = run(`
import time, datetime, sqlite3
def f(conn, notifier, cache):
    first = time.time()
    time.sleep(3600)
    second = time.time()
    print(datetime.datetime.fromtimestamp(first, datetime.UTC).isoformat(), round(second - first))
    print(conn.execute("SELECT datetime('now')").fetchone()[0])
`);
    expect(record.exit.stdout).toBe('2026-01-15T23:55:00.001000+00:00 3600\n2026-01-16 00:55:00\n');
  });

  it('has an event loop, whose waiting moves the clock', () => {
    const record = run(`
import asyncio, time
async def change(conn, wait):
    await asyncio.sleep(wait)
    conn.execute("UPDATE account SET balance = balance + 1 WHERE id = 1")
    return wait
async def both(conn):
    print(await asyncio.gather(change(conn, 3), change(conn, 60)))
    try:
        async with asyncio.timeout(5):
            await asyncio.sleep(100)
    except TimeoutError:
        print("late")
def f(conn, notifier, cache):
    began = time.time()
    asyncio.run(both(conn))
    print(round(time.time() - began), conn.execute("SELECT balance FROM account").fetchall())
`);
    expect(record.exit.stdout).toBe('[3, 60]\nlate\n65 [(102,), (0,)]\n');
    expect(pointsOf(record)).toEqual(['statement 5', 'statement 5']);
    expect(record.exit.refusals).toEqual([]);
  });

  it('says that a loop waits for nothing, instead of standing still', () => {
    const { exit } = run(`
import asyncio
def f(conn, notifier, cache):
    asyncio.run(asyncio.Event().wait())
`);
    expect(exit.status).toMatchObject({
      kind: 'raised',
      errorType: 'RuntimeError',
      message: 'the event loop waits for something that can never come',
    });
  });

  it('draws the same randomness when started alike, and other randomness in another attempt', () => {
    const source = `
import os, random, secrets, uuid
def f(conn, notifier, cache):
    print(uuid.uuid4(), random.random(), secrets.token_hex(4), os.urandom(2).hex(), os.getpid())
    print(conn.execute("SELECT hex(randomblob(8))").fetchone()[0], hash("text"))
`;
    const first = machine.run(request(source), start).exit.stdout.split(/\s+/);
    const again = machine.run(request(source), start).exit.stdout.split(/\s+/);
    const second = machine.run(request(source, { attempt: 2 }), start).exit.stdout.split(/\s+/);
    expect(again).toEqual(first);
    expect(second.map((value, i) => value === first[i])).toEqual([
      false,
      false,
      false,
      false,
      false,
      false,
      true,
      true,
    ]);
  });

  it('reports an error with the traceback an operator would see', () => {
    const record = run(`
def helper(conn):
    conn.execute("INSERT INTO nowhere VALUES (1)")
def f(conn, notifier, cache):
    print("before")
    helper(conn)
`);
    expect(record.exit.status).toEqual({
      kind: 'raised',
      errorType: 'OperationalError',
      message: 'no such table: nowhere',
      line: 3,
    });
    expect(record.exit.stdout).toBe('before\n');
    expect(record.exit.traceback).toContain('File "solution.py", line 3, in helper');
    expect(record.exit.traceback).not.toContain('machine');
  });

  it('says that a transaction was left open', () => {
    const open = run('def f(conn, n, c):\n    conn.execute("UPDATE account SET balance = 0")\n');
    expect([open.exit.transactionOpen, paths(open)]).toEqual([true, ['app.db']]);
  });
});

describe('bad code', () => {
  const statusOf = (source: string) => run(source).exit.status;

  it.each([
    ['a syntax error', 'def f(conn)\n    pass', { kind: 'unusable', reason: 'syntax-error', line: 1 }],
    [
      'a missing module',
      'import requests\ndef f(a, b, c): pass',
      { kind: 'unusable', reason: 'import-fails', line: 1 },
    ],
    [
      'an error while loading',
      'x = 1 / 0\ndef f(a, b, c): pass',
      { kind: 'unusable', reason: 'module-raises', line: 1 },
    ],
    ['another name', 'def g(a, b, c): pass', { kind: 'unusable', reason: 'no-function' }],
    ['another signature', 'def f(a): pass', { kind: 'unusable', reason: 'wrong-signature' }],
    ['a generator', 'def f(a, b, c): yield 1', { kind: 'unusable', reason: 'returns-generator' }],
    ['a coroutine', 'async def f(a, b, c): pass', { kind: 'unusable', reason: 'returns-coroutine' }],
    ['sys.exit', 'import sys\ndef f(a, b, c): sys.exit("bye")', { kind: 'exited', code: 'bye', abrupt: false }],
    [
      'a closed connection',
      'def f(a, b, c):\n    a.close()\n    a.execute("SELECT 1")',
      { kind: 'raised', errorType: 'ProgrammingError', line: 3 },
    ],
    ['endless recursion', 'def f(a, b, c): f(a, b, c)', { kind: 'raised', errorType: 'RecursionError' }],
    [
      'recursion in C',
      'import functools\ndef f(a, b, c):\n    g = lambda: None\n    for _ in range(200000): g = functools.partial(g)\n    g()',
      {},
    ],
    ['a large allocation', 'def f(a, b, c): bytearray(10**9)', { kind: 'raised', errorType: 'MemoryError' }],
    [
      'doubling memory',
      'def f(a, b, c):\n    x = b"x"\n    while True: x += x',
      { kind: 'raised', errorType: 'MemoryError' },
    ],
    ['a huge blob in SQL', 'def f(a, b, c): a.execute("SELECT zeroblob(900000000)").fetchone()', { kind: 'raised' }],
  ])('%s is data, and the next run is unaffected', (_name, source, expected) => {
    expect(statusOf(source)).toMatchObject(expected);
    expect(statusOf('def f(a, b, c): return 7')).toEqual({ kind: 'returned', value: '7' });
  });

  it.each([
    ['in the function', 'def f(a, b, c):\n    while True: pass', 2],
    [
      'that catches everything',
      'def f(a, b, c):\n    while True:\n        try:\n            while True: pass\n        except BaseException: pass',
      4,
    ],
    ['at import', 'while True: pass\ndef f(a, b, c): pass', 1],
    ['in __del__', 'class A:\n    def __del__(self):\n        while True: pass\ndef f(a, b, c): A()', 3],
    [
      'in a SQL function',
      'def slow():\n    while True: pass\ndef f(a, b, c):\n    a.create_function("slow", 0, slow)\n    a.execute("SELECT slow()")',
      2,
    ],
    [
      'in SQL',
      'def f(a, b, c):\n    a.execute("WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n").fetchone()',
      2,
    ],
    [
      'under its own progress handler',
      'def f(a, b, c):\n    a.set_progress_handler(lambda: 0, 1000)\n    a.execute("WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n").fetchone()',
      3,
    ],
  ])('an endless loop %s ends at the same step every time', (_name, source, line) => {
    const first = run(source).exit;
    expect(first.status).toEqual({ kind: 'timed-out', line });
    expect(run(source).exit.steps).toBe(first.steps);
  });

  it('prints without end: cut, with a note', () => {
    const { stdout } = run('def f(a, b, c):\n    for _ in range(200000): print("x" * 99)').exit;
    expect(stdout.length).toBeLessThan(66_000);
    expect(stdout).toMatch(/… \(\d+ more bytes were printed and not kept\)\n$/);
  });

  it('keeps the text of a huge error small', () => {
    const { status, traceback } = run('def f(a, b, c): raise ValueError("x" * 50_000_000)').exit;
    expect(status.kind === 'raised' ? status.message.length : 0).toBeLessThan(1100);
    expect(traceback.length).toBeLessThan(9000);
  });

  it('sets a trace callback of its own: points are found all the same', () => {
    const record = run(
      'def f(a, b, c):\n    a.set_trace_callback(None)\n    a.execute("UPDATE account SET balance = 0")',
    );
    expect(pointsOf(record)).toEqual(['statement 3']);
  });
});

describe('the host', () => {
  it.each(['js', 'pyodide_js', 'pyodide', '_pyodide_core'])('%s is as absent as on plain CPython', (name) => {
    const record = run(`def f(a, b, c): import ${name}`);
    expect(record.exit.status).toMatchObject({
      errorType: 'ModuleNotFoundError',
      message: `No module named '${name}'`,
    });
    expect(record.exit.refusals).toEqual([]);
  });

  it.each([
    ['network', 'import socket\n    socket.socket()', 'the network is not part of this machine'],
    [
      'network',
      'import urllib.request\n    urllib.request.urlopen("http://example.org")',
      'the network is not part of this machine',
    ],
    ['threads', 'import threading\n    threading.Thread(target=print).start()', 'threads are not part of this machine'],
    ['subprocesses', 'import subprocess\n    subprocess.run(["ls"])', 'other processes are not part of this machine'],
    ['subprocesses', 'import os\n    os.system("ls")', 'other processes are not part of this machine'],
  ])('refuses %s with a sentence', (what, body, sentence) => {
    const { status, refusals } = run(`def f(a, b, c):\n    ${body}`).exit;
    expect(status).toMatchObject({ kind: 'raised', message: sentence });
    expect(refusals.map((refusal) => refusal.kind)).toEqual([what]);
  });

  it('no object of the host can be reached', () => {
    const record = run(`
import gc, sys
def f(a, b, c):
    gc.unfreeze()
    seen, todo = set(), [*sys.modules.values(), *gc.get_objects(), *object.__subclasses__(), sys._getframe()]
    found = []
    while todo:
        thing = todo.pop()
        if id(thing) in seen: continue
        seen.add(id(thing))
        if not isinstance(thing, type) and any("JsProxy" in cls.__name__ for cls in type(thing).__mro__): found.append(type(thing).__name__)
        todo.extend(gc.get_referents(thing))
    print(len(seen) > 10000, found[:5])
`);
    expect(record.exit.stdout).toBe('True []\n');
  });
});
