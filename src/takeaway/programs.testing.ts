// Small functions that are odd in ways no reference is, each as a task, most without a judge of its own. For tests only.
import { fakeTask } from '../engine/testing.ts';
import type { Argument, Task } from '../model/task.ts';

export interface OddProgram {
  readonly name: string;
  readonly task: Task;
  readonly source: string;
}

const ITEMS = `CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, added TEXT DEFAULT CURRENT_TIMESTAMP, data BLOB);
INSERT INTO item (name, data) VALUES ('first', x'00010203'), ('second', NULL);
`;

function program(
  name: string,
  source: readonly string[],
  world: {
    readonly args?: readonly Argument[];
    readonly sql?: string | null;
    readonly files?: Readonly<Record<string, string | Uint8Array>>;
    readonly cache?: readonly (readonly [string, string])[];
    readonly judgeSql?: string;
  } = {},
): OddProgram {
  const { args = [{ helper: 'conn' }], sql = ITEMS, files = {}, cache = [], judgeSql = null } = world;
  const bytesOf = (content: string | Uint8Array) =>
    typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const task = fakeTask({
    id: name.replaceAll(' ', '-'),
    title: name,
    category: sql === null ? 'files' : 'database',
    function: 'work',
    parameters: args.map((_, at) => `p${at}`),
    cases: [
      {
        name: 'only',
        args,
        sql,
        files: Object.entries(files).map(([path, content]) => ({ path, bytes: bytesOf(content) })),
        cache,
      },
    ],
    judgeSql,
  });
  return { name, task, source: source.join('\n') };
}

const ROLES_JUDGE = `CREATE TEMP VIEW torn(what) AS
  SELECT 'role ' || row || ' has no name' FROM world.cell WHERE table_name = 'role' AND column = 'name' AND value IS NULL;
CREATE TEMP VIEW missing(what) AS
  SELECT 'there is no role' WHERE NOT EXISTS (SELECT 1 FROM world.cell WHERE table_name = 'role');
CREATE TEMP VIEW repeated(what) AS SELECT 'never' WHERE 0;
`;

export const ODD_PROGRAMS: readonly OddProgram[] = [
  program(
    'a table that the function makes',
    [
      'def work(conn):',
      '    conn.execute("CREATE TABLE IF NOT EXISTS role (id INTEGER PRIMARY KEY, name TEXT)")',
      '    conn.execute("INSERT OR IGNORE INTO role (id) VALUES (1)")',
      '    conn.commit()',
      '    conn.execute("UPDATE role SET name = \'admin\'")',
      '    conn.commit()',
    ],
    { judgeSql: ROLES_JUDGE },
  ),
  program('quotes of every kind', [
    '"""A docstring with \\\\ and \'\'\' inside."""\r',
    'TEXT = \'a """ b\' + r"\\d" + "\\t"\r',
    'def work(conn):\r',
    '    conn.execute("INSERT INTO item (name) VALUES (?)", (TEXT,))\r',
    '    conn.commit()\r',
    "    conn.execute(\"INSERT INTO item (name) VALUES ('''')\")\r",
    "    conn.commit()  # '",
  ]),
  program('scripts and many rows', [
    'def work(conn):',
    '    conn.executemany("UPDATE item SET name = ? WHERE id = ?", ((name, id) for id, name in ((1, "a"), (2, "b"))))',
    '    conn.executescript("""',
    '      -- a ; in a comment, and one in a string',
    "      INSERT INTO item (name) VALUES ('x;y');",
    '      CREATE TRIGGER t AFTER INSERT ON item BEGIN UPDATE item SET name = name; END;',
    '      WITH n(v) AS (SELECT 5) INSERT INTO item (name) SELECT v FROM n',
    '    """)',
    '    conn.execute("DELETE FROM item WHERE id = 2")',
    '    conn.isolation_level = None',
    '    conn.execute("UPDATE item SET name = \'end\' WHERE id = 1")',
  ]),
  program('blobs and backups', [
    'import sqlite3',
    'def work(conn):',
    '    with conn.blobopen("item", "data", 1) as blob:',
    '        blob.write(b"\\x09")',
    '        blob[1] = 7',
    '    conn.commit()',
    '    copy = sqlite3.connect("copy.db")',
    '    conn.backup(copy)',
    '    copy.close()',
    '    open("done.txt", "w").close()',
  ]),
  program(
    'mail by smtplib',
    [
      'import smtplib',
      'from email.message import EmailMessage',
      'def work(to):',
      '    for subject in ("first", "second"):',
      '        mail = EmailMessage()',
      '        mail["To"], mail["From"], mail["Subject"] = to, "shop@example.com", subject',
      '        mail.set_content("Grüße")',
      '        with smtplib.SMTP("localhost") as server:',
      '            server.send_message(mail)',
    ],
    { args: [{ value: 'ada@example.com' }], sql: null },
  ),
  program(
    'times and made-up names',
    [
      'import datetime, pathlib, time, uuid',
      'def work(conn, options):',
      '    now = datetime.datetime.now().isoformat()',
      '    assert now.startswith("2026-01-1") and time.strftime("%Y") == "2026", now',
      '    conn.execute("INSERT INTO item (name) VALUES (?)", (str(uuid.uuid1()),))',
      '    conn.execute("UPDATE item SET added = datetime(\'now\') WHERE id = ?", (options["id"],))',
      '    conn.commit()',
      '    pathlib.Path(uuid.uuid4().hex).write_text(now)',
    ],
    { args: [{ helper: 'conn' }, { value: { id: 1, names: ['ä', '"', null, true, 2.5] } }] },
  ),
  program(
    'writes at the end of the run',
    [
      'import atexit',
      'def work(path):',
      '    global out',
      '    out = open(path, "a", encoding="utf-8")',
      '    out.write("late\\n")',
      '    atexit.register(lambda: open("bye.txt", "w").close())',
    ],
    {
      args: [{ value: 'logs/a.txt' }],
      sql: null,
      files: {
        'logs/a.txt': 'one\ntwo "quoted" \\ back\n',
        'ü.bin': Uint8Array.of(0xff, 0xfe, 0, 10),
        'crlf.txt': 'a\r\nö',
      },
    },
  ),
  program('more writes than are crashed', [
    'def work(conn):',
    '    for number in range(101):',
    '        conn.execute("INSERT INTO item (name) VALUES (?)", (str(number),))',
    '        conn.commit()',
  ]),
  program(
    'cache and files beside the database',
    [
      'import os, shutil',
      'def work(conn, cache, notifier):',
      '    shutil.copyfile("a.txt", "b.txt")',
      '    os.makedirs("deep/er")',
      '    os.replace("b.txt", "deep/er/c.txt")',
      '    cache.set("count", (cache.get("count") or 0) + 1)',
      '    try:',
      '        notifier.send("ada@example.com", "hello", "")',
      '    except notifier.Error:',
      '        pass',
      '    conn.execute("UPDATE item SET name = \'seen\'")',
      '    conn.commit()',
    ],
    {
      args: [{ helper: 'conn' }, { helper: 'cache' }, { helper: 'notifier' }],
      files: { 'a.txt': 'text' },
      cache: [['count', '41']],
    },
  ),
];
