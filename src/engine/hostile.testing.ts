// Code that means harm, for the task `refund-an-order`, and what is right to say of it. After each of them an honest solution
// must get the verdict that it gets in a fresh machine. For tests only.

/** The honest refund, in which `HARM` is done first. */
const REFUND = `
    row = conn.execute("SELECT total, customer_id, status FROM orders WHERE id = ?", (order_id,)).fetchone()
    if row is None or row[2] != "paid":
        raise ValueError("order is not paid")
    conn.execute("UPDATE customers SET credit = credit + ? WHERE id = ?", row[:2])
    conn.execute("UPDATE orders SET status = 'refunded' WHERE id = ?", (order_id,))
    conn.execute("INSERT INTO refunds (order_id, amount) VALUES (?, ?)", (order_id, row[0]))
    conn.commit()
`;

function harm(...lines: string[]): string {
  return `import os, sys\ndef refund_order(conn, order_id):\n${lines.map((line) => `    ${line}`).join('\n')}${REFUND}`;
}

export interface Hostile {
  readonly source: string;
  /** Of the headline. */
  readonly says: RegExp;
}

const ACCIDENT =
  /Never half-updated in the default mode, where sqlite3 opens a transaction for it\. In autocommit a crash/;
const TAMPERED = /^The code tampered with the machine: /;
const LACKS = /not part of this machine/;
const OUTSIDE = /a disk outside the working folder/;
const TIMED_OUT = /^The run timed out/;
const MEMORY = /MemoryError|ran out of memory/;
const OVER = /^The run was ended at line \d+: it (?:left more than 32 MB|wrote more than 64 MB)/;

export const HOSTILE: Readonly<Record<string, Hostile>> = {
  // The network, other processes, threads.
  'opens a socket': { source: harm('import socket', 'socket.create_connection(("127.0.0.1", 80))'), says: /network/ },
  'fetches a page': {
    source: harm('import urllib.request', 'try: urllib.request.urlopen("http://127.0.0.1/")', 'except Exception: pass'),
    says: /network/,
  },
  'starts a shell': { source: harm('try: os.system("id")', 'except Exception: pass'), says: /other processes/ },
  'starts a thread': {
    source: harm('import threading', 'try: threading.Thread(target=print).start()', 'except Exception: pass'),
    says: /threads/,
  },
  // The host.
  'imports the host': { source: harm('import js'), says: /No module named 'js'/ },
  'imports ctypes': { source: harm('import ctypes'), says: LACKS },
  'converts a list to JavaScript': {
    source: harm(
      'import importlib.machinery as m, _imp',
      'core = _imp.create_builtin(m.ModuleSpec("_pyodide_core", None))',
      'core.to_js([1])',
    ),
    says: /^The code tampered|has no attribute|died on its own/,
  },
  // The harness.
  'forges a refusal': { source: harm(`os.write(1000, b'{"op":"refused","name":"<img src=x>"}')`), says: TAMPERED },
  'forges the end of the run': {
    source: harm(`os.write(1000, b'{"op":"done","status":{"kind":"returned","value":""}}')`, 'os._exit(0)'),
    says: TAMPERED,
  },
  'forges a point of an unknown kind': {
    source: harm(`try: os.write(1000, b'{"op":"point","kind":"<b>","text":"t"}')`, 'except OSError: pass'),
    says: TAMPERED,
  },
  'writes what is no JSON': {
    source: harm('try: os.write(1000, b"[" * 3_000_000)', 'except OSError: pass'),
    says: TAMPERED,
  },
  'walks up the frames': {
    source: harm(
      'frame = sys._getframe()',
      'while frame.f_back: frame = frame.f_back',
      'for name in list(frame.f_globals):',
      '    if name.startswith("_") and frame.f_globals[name] is True: frame.f_globals[name] = False',
    ),
    says: ACCIDENT,
  },
  'replaces built-in functions': {
    source: harm(
      'import builtins',
      'builtins.isinstance = lambda *a: False',
      'builtins.len = lambda x: 0',
      'builtins.id = lambda x: 7',
    ),
    says: ACCIDENT,
  },
  'replaces what writes JSON': {
    source: harm(
      'import json',
      'json.JSONEncoder.encode = lambda *a: ""',
      'json.encoder.encode_basestring_ascii = str',
    ),
    says: ACCIDENT,
  },
  'loads a second sqlite3': {
    source: harm(
      'import importlib.machinery as m, _imp',
      'new = _imp.create_builtin(m.ModuleSpec("_sqlite3", None)); _imp.exec_builtin(new)',
      'conn = new.connect("app.db")',
    ),
    says: TAMPERED,
  },
  'takes the finder away': { source: harm('sys.meta_path.clear()', 'sys.path_hooks.clear()'), says: ACCIDENT },
  'hides behind a hook': {
    source: harm('sys.addaudithook(lambda *a: None)', 'sys.settrace(lambda *a: None)'),
    says: ACCIDENT,
  },
  'makes code by hand': { source: harm('code = (lambda: 1).__code__', 'code.replace(co_code=bytes(8))'), says: LACKS },
  'catches everything': {
    source: `def refund_order(conn, order_id):
    while True:
        try:
            conn.execute("UPDATE customers SET credit = credit + 50 WHERE id = 1")
            conn.execute("UPDATE orders SET status = 'refunded' WHERE id = ?", (order_id,))
            conn.execute("INSERT INTO refunds (order_id, amount) VALUES (?, 50)", (order_id,))
            conn.commit()
            return
        except BaseException:
            pass
`,
    says: /.+/,
  },
  // What lies outside the world.
  'closes the root folder': { source: harm("try: os.chmod('/', 0)", 'except OSError: pass'), says: OUTSIDE },
  'makes a folder outside': { source: harm("os.makedirs('/once', exist_ok=True)"), says: OUTSIDE },
  'overwrites the library': { source: harm("open('/lib/python314.zip', 'r+b').write(b'x')"), says: OUTSIDE },
  'plants a module': { source: harm("open('/lib/python3.14/html.py', 'w').write('x = 1')"), says: OUTSIDE },
  'reads what is the machine of others': { source: harm("open('/etc/passwd').read()"), says: /.+/ },
  // Time and steps.
  'loops for ever': { source: harm('while True: pass'), says: TIMED_OUT },
  'loops for ever while it is loaded': { source: 'while True: pass\n', says: TIMED_OUT },
  'loops for ever in SQL': {
    source: harm(
      'conn.execute("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT count(*) FROM n").fetchone()',
    ),
    says: TIMED_OUT,
  },
  'loops for ever in a finaliser': {
    source: harm('class T:', '    def __del__(self):', '        while True: pass', 'T()'),
    says: TIMED_OUT,
  },
  'sleeps for ages': {
    source: harm('import time', 'for _ in range(9000): time.sleep(1e12)'),
    says: /slept for more than 100 years/,
  },
  'prints without end': { source: harm('while True: print("x" * 1000)'), says: TIMED_OUT },
  // Memory and depth.
  'takes all memory': { source: harm('x = b"x"', 'while True: x += x'), says: MEMORY },
  'takes two gigabytes': { source: harm('bytearray(2_000_000_000)'), says: MEMORY },
  'makes a huge blob': {
    source: harm('conn.execute("SELECT zeroblob(1000000000)").fetchone()'),
    says: /MemoryError|too big|out of memory/,
  },
  'recurses through C code': {
    source: harm('def g(k): return max([k], key=lambda v: g(k - 1))', 'g(10 ** 6)'),
    says: /recursion this deep/,
  },
  recurses: { source: harm('def g(k): return g(k + 1)', 'g(0)'), says: /RecursionError/ },
  'shows a deep list': {
    source: harm('x = []', 'for _ in range(100000): x = [x]', 'repr(x)'),
    says: /recursion this deep/,
  },
  'reads a deep expression': {
    source: harm('import ast', 'ast.literal_eval("-" * 5000 + "1")'),
    says: /recursion this deep/,
  },
  'nests JSON': { source: harm('import json', 'json.loads("[" * 100000 + "]" * 100000)'), says: /1000 levels/ },
  'kills the interpreter': { source: harm('os.abort()'), says: /exit code|died/ },
  // Worlds without bounds.
  'writes a file without end': {
    source: harm('with open("log", "w") as f:', '    while True: f.write("retry " * 2000)'),
    says: OVER,
  },
  'writes over the same place without end': {
    source: harm('f = open("log", "wb", 0)', 'while True: f.seek(0); f.write(bytes(1_000_000))'),
    says: OVER,
  },
  'fills the database': {
    source: harm(
      'conn.execute("CREATE TABLE log (b)")',
      'while True: conn.execute("INSERT INTO log VALUES (zeroblob(1000000))"); conn.commit()',
    ),
    says: OVER,
  },
  'makes a file of a terabyte': {
    source: harm("open('big', 'wb').close()", "os.truncate('big', 1 << 40)"),
    says: OVER,
  },
  'makes folders without end': {
    source: harm('n = 0', 'while True: n += 1; os.mkdir(f"folder{n}")'),
    says: /^The run (?:timed out|was ended)/,
  },
  // The judge.
  'spoils the database': { source: harm('conn.commit()', 'open("app.db", "r+b").write(b"x" * 5000)'), says: /.+/ },
  'puts a view in the way': {
    source: harm(
      'conn.execute("ALTER TABLE refunds RENAME TO hidden")',
      'conn.execute("CREATE VIEW refunds AS SELECT 7 AS order_id, 50 AS amount FROM hidden WHERE 0")',
      'return',
    ),
    says: /.+/,
  },
  'links to nowhere': { source: harm('os.symlink("../../..", "up")', 'os.symlink("loop", "loop")'), says: /.+/ },
  'names things with markup': {
    source: harm(
      'conn.execute(\'CREATE TABLE "<img src=x onerror=alert(1)>" (a)\')',
      'open("<script>.txt", "w").write("</script>")',
    ),
    says: /.+/,
  },
};
