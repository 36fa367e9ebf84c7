// The harness is out of reach of the code that it runs beside: by name, by frame, by memory, and by message.
import { beforeAll, describe, expect, it } from 'vitest';
import type { WorldCopy } from '../engine/ports.ts';
import reachable from './hostile/reachable.py?raw';
import { isOpen } from './imports.ts';
import type { ProcessMachine } from './machine.ts';
import { bootNodeMachine } from './node.ts';
import { request, startingWorld } from './testing.ts';

let machine: ProcessMachine;
let start: WorldCopy;

beforeAll(async () => {
  machine = (await bootNodeMachine()).machine as ProcessMachine;
  start = startingWorld(machine);
});

const run = (source: string) => machine.run(request(source), start);
/** The body of the function that is called. */
const runBody = (...lines: string[]) =>
  run(`import sys, gc, os, sqlite3\ndef f(conn, notifier, cache):\n${lines.map((line) => `    ${line}\n`).join('')}`);
const printed = (record: ReturnType<typeof run>): string => {
  expect(record.exit.status, record.exit.traceback).toMatchObject({ kind: 'returned' });
  return record.exit.stdout.trim();
};

describe('the harness', () => {
  it('is found nowhere among all that a process can get at', () => {
    const usual = machine.budgetSteps;
    machine.budgetSteps = 1_000_000_000;
    try {
      const [count, ...found] = printed(run(reachable)).split('\n');
      expect(Number.parseInt(count ?? '')).toBeGreaterThan(30_000);
      expect(found).toEqual([]);
      // And the search would have found it.
      const decoyed = reachable.replace('decoy=None', 'decoy=[{"_secret": 1}]');
      expect(printed(run(decoyed)).split('\n').slice(1)).toHaveLength(1);
    } finally {
      machine.budgetSteps = usual;
    }
  });

  const SHOW = [
    'def show(*args):',
    '    frame = sys._getframe()',
    '    while frame:',
    '        files.add(frame.f_code.co_filename)',
    '        frame = frame.f_back',
    'files = set()',
  ];
  it.each([
    ['a row factory', 'conn.row_factory = lambda c, row: show()', 'conn.execute("SELECT 1").fetchall()'],
    ['a trace callback', 'conn.set_trace_callback(show)', 'conn.execute("SELECT 1")'],
    ['a progress handler', 'conn.set_progress_handler(show, 1)', 'conn.execute("SELECT 1").fetchall()'],
    ['an authorizer', 'conn.set_authorizer(lambda *a: show() or 0)', 'conn.execute("SELECT 1")'],
    ['a function of SQL', 'conn.create_function("show", 0, show)', 'conn.execute("SELECT show()").fetchall()'],
    [
      'rows of a statement that writes',
      'rows = ((show() or i, 0) for i in (7,))',
      'conn.executemany("INSERT INTO account VALUES (?, ?)", rows)',
    ],
    ['the text of a mail', 'T = type("T", (), {"__str__": lambda s: show() or "x"})', 'notifier.send(T(), T(), T())'],
    ['the key of a cache entry', 'T = type("T", (), {"__str__": lambda s: show() or "x"})', 'cache.get(T())'],
    ['a path', 'T = type("T", (), {"__fspath__": lambda s: show() or "x"})', 'os.path.exists(T()), open(T(), "w")'],
    [
      'a hook of its own',
      'busy = []; sys.addaudithook(lambda *a: busy or busy.append(1) or show() or busy.clear())',
      'notifier.send("a", "b", "c"); open("x", "w")',
    ],
    ['a handler of a signal', 'import signal; signal.signal(14, show)', 'signal.alarm(1); import time; time.sleep(2)'],
    [
      'a connection of its own making',
      'C = type("C", (sqlite3.Connection,), {"serialize": show, "close": lambda s: show()})',
      'sqlite3.connect("app.db", factory=C).close()',
    ],
    ['an object that goes', 'T = type("T", (), {"__del__": show})', 'T(); gc.collect(); notifier.send("a", "b", "c")'],
  ])('shows no frame to %s', (_what, ...lines) => {
    const record = runBody(...SHOW, ...lines, 'print(sorted(files))');
    expect(printed(record)).toMatch(/solution\.py/);
    expect(printed(record)).not.toMatch(/<machine/);
  });

  it('shows nothing of its functions, and lets none of them be changed', () => {
    const seen = runBody(
      'for one in (sqlite3.Connection.execute, notifier.send.__func__, type(cache).set, __import__("time").sleep):',
      '    hidden = "__globals__ __code__ __closure__ __defaults__ __dict__ __builtins__".split()',
      '    print(one.__name__, [name for name in hidden if hasattr(one, name)])',
      'try: type(one).__call__ = print',
      'except TypeError as error: print(error)',
      'try: conn.__class__.execute = print',
      'except TypeError as error: print(error)',
      'class Mine: pass',
      'try: one.__class__ = Mine',
      'except TypeError as error: print("kept")',
    );
    expect(printed(seen).split('\n')).toEqual([
      'execute []',
      'send []',
      'set []',
      'sleep []',
      "cannot set '__call__' attribute of immutable type 'builtin_function_or_method'",
      "cannot set 'execute' attribute of immutable type 'sqlite3.Connection'",
      'kept',
    ]);
  });

  it('stays hidden whatever is asked of the garbage collector', () => {
    const seen = runBody(
      'gc.unfreeze()',
      'import importlib.machinery, _imp',
      'again = _imp.create_builtin(importlib.machinery.ModuleSpec("gc", None))',
      'again.unfreeze()',
      'print([type(one).__name__ for one in gc.get_objects() if "_secret" in repr(one)[:2000]])',
    );
    expect(printed(seen)).toBe('[]');
  });

  it('counts the writes of code that has replaced what Python offers', () => {
    const record = runBody(
      'import builtins, json, types',
      'builtins.isinstance = lambda *a: False',
      'builtins.len = lambda x: 0',
      'builtins.id = lambda x: 7',
      'json.JSONEncoder.encode = json.encoder.JSONEncoder.iterencode = lambda *a: ""',
      'os.write = os.read = lambda *a: 0',
      'sqlite3.complete_statement = lambda *a: False',
      'types.MethodType = None',
      'conn.execute("UPDATE account SET balance = 1")',
      'conn.executemany("INSERT INTO account VALUES (?, 0)", [(7,), (8,)])',
      'conn.commit()',
    );
    expect(record.exit.status.kind).toBe('returned');
    expect(record.points.map(({ kind }) => kind)).toEqual(['statement', 'statement', 'statement', 'commit']);
    expect(record.tampering).toBeNull();
  });

  it.each([
    [
      'a second sqlite3',
      'import importlib.machinery as m, _imp',
      'new = _imp.create_builtin(m.ModuleSpec("_sqlite3", None))',
      '_imp.exec_builtin(new)',
      'new.connect("app.db").execute("DELETE FROM account")',
    ],
    [
      'stores that nobody is to see',
      'import mmap',
      'open("x", "wb").write(bytes(10))',
      'map = mmap.mmap(os.open("x", 2), 10)',
      'for tool in range(6): sys.monitoring.free_tool_id(tool)',
      'map[0] = 1',
    ],
  ])('notices %s', (_what, ...lines) => {
    expect(runBody(...lines).tampering).not.toBeNull();
  });
});

describe('its file', () => {
  it.each([
    ['written to', `os.write(1000, b'{"op":"refused","kind":"part","name":"<img>"}')`],
    ['written to, with letters for a secret', `os.write(1000, b'abcdefghabcdefgh{"op":"done"}')`],
    ['written to in parts', `os.writev(1000, [b'abcdefgh', b'x'])`],
    ['read from', 'os.read(1000, 100)'],
  ])('is no file of the process: %s', (_what, line) => {
    const record = runBody(`try: ${line}`, 'except OSError as error: print(error.errno, error.strerror)');
    expect(printed(record)).toBe('9 Bad file descriptor');
    expect(record.exit.refusals).toEqual([]);
    if (!line.includes('writev')) expect(record.tampering).toMatch(/belongs to the crash test/);
  });

  it('is not there to be closed, copied or looked at, and that is no offence', () => {
    const record = runBody(
      'for act in (os.close, os.dup, os.fstat, lambda fd: os.dup2(fd, 9), lambda fd: os.set_blocking(fd, False)):',
      '    try: act(1000)',
      '    except OSError as error: print(error.errno)',
      'os.closerange(3, 2000)',
      'notifier.send("a", "b", "c")',
    );
    expect(printed(record)).toBe('9\n9\n9\n9\n9');
    expect(record.tampering).toBeNull();
    expect(record.points.map(({ kind }) => kind)).toEqual(['mail']);
  });
});

describe('what leads to JavaScript', () => {
  it('is cut: all that converts, evaluates, loads or connects', () => {
    const names =
      'emscripten_run_script emscripten_asm_const_int _dlopen_js _dlsym_js ffi_call_js JsvObject_CallMethod JsProxy_GetAttr_js js2python_js raw_call_js __syscall_connect __syscall_sendto _emscripten_system set_suspender';
    expect(names.split(' ').filter(isOpen)).toEqual([]);
    expect(['fd_write', '__syscall_openat', 'clock_time_get'].filter(isOpen)).toHaveLength(3);
  });

  it.each([
    'ctypes',
    '_ctypes',
    '_pyodide_core',
    'js',
    'pyodide_js',
    'pyodide.ffi',
    '_testinternalcapi',
    '_interpreters',
  ])('cannot be imported: %s', (name) => {
    const record = runBody('try:', `    import ${name}`, '    print("there")', 'except ImportError: print("gone")');
    expect(printed(record)).toBe('gone');
  });

  it('ends the run where it is called all the same', () => {
    const record = runBody(
      'import importlib.machinery as m, _imp',
      'core = _imp.create_builtin(m.ModuleSpec("_pyodide_core", None))',
      'print([name for name in dir(core) if "js" in name.lower()])',
      'core.to_js([1])',
      'print("still here")',
    );
    expect(record.exit.stdout).not.toContain('still here');
    expect(record.tampering ?? record.exit.status.kind).toMatch(/a function of the host|raised/);
  });

  it('is not there for ctypes, whose table entry is gone', () => {
    const record = runBody(
      'import importlib.machinery as m, _imp',
      'print(_imp.create_builtin(m.ModuleSpec("_ctypes", None)))',
    );
    expect(printed(record)).toBe('None');
  });

  it('makes code of hand-made instructions a matter that is not judged', () => {
    const record = runBody('code = (lambda: 1).__code__', 'code.replace(co_code=code.co_code)');
    expect(record.exit.refusals).toEqual([{ kind: 'part', name: 'types.CodeType' }]);
  });
});

describe('the depth of calls', () => {
  it.each([
    ['through C code', 'def g(k): return max([k], key=lambda v: g(k - 1) if k else 0)', 'g(290)'],
    [
      'caught',
      'def g(k): return max([k], key=lambda v: g(k - 1) if k else 0)',
      'try: g(290)',
      'except RecursionError: pass',
    ],
    ['of JSON', 'import json', 'json.loads("[" * 3000 + "]" * 3000)'],
    ['of JSON, too deep for any stack', 'import json', 'json.loads("[" * 100000 + "]" * 100000)'],
  ])('is not judged where it goes beyond this machine: %s', (_what, ...lines) => {
    const [refusal] = runBody(...lines).exit.refusals;
    expect(refusal?.name).toMatch(/recursion this deep|JSON more than 1000 levels/);
  });

  it.each([1_001, 100_000])('ends JSON of %i levels itself, before the stack of any browser does', (depth) => {
    const { exit } = runBody('import json', `json.loads("[" * ${depth} + "]" * ${depth})`);
    expect(exit.status).toMatchObject({ kind: 'raised', errorType: 'RecursionError' });
  });

  it("is Python's own where only Python calls", () => {
    const { exit } = runBody('def g(k): return g(k + 1)', 'g(0)');
    expect(exit.status).toMatchObject({ kind: 'raised', errorType: 'RecursionError' });
    expect(exit.refusals).toEqual([]);
    expect(printed(runBody('import json', 'print(len(json.loads("[" * 900 + "]" * 900)))'))).toBe('1');
    expect(runBody('import json', 'json.loads(json.dumps("[" * 5000))').exit.refusals).toHaveLength(1);
  });
});
