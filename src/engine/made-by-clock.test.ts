// Functions without a judge whose content holds a time or something made up. What the clock and chance account for may
// differ; a damaged archive, a half-written file and work done twice may not pass as such.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Argument, Task, TaskCategory } from '../model/task.ts';
import type { Verdict } from '../model/verdict.ts';
import { openLab, type Lab } from './testing.ts';

interface Program {
  readonly source: string;
  readonly args?: readonly Argument[];
  readonly sql?: string;
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly finishes?: boolean;
}

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});

function taskOf({ args = [], sql, files = {}, finishes = false }: Program): Task {
  const category: TaskCategory = sql === undefined ? 'files' : 'database-and-effect';
  return {
    id: 'made-by-clock',
    title: 'Content with a clock in it',
    category,
    function: 'f',
    parameters: [],
    finishesInterruptedWork: finishes,
    judgesRepeats: true,
    prompt: '',
    cases: [
      {
        name: 'one',
        args: sql === undefined ? args : [{ helper: 'conn' }, ...args],
        sql: sql ?? null,
        files: Object.entries(files).map(([path, content]) => ({
          path,
          bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content,
        })),
        cache: [],
      },
    ],
    judgeSql: null,
    references: [],
  };
}

/** Class, fully crash-safe, double-applies; the same when every kill and re-run is really executed. */
function judged(program: Program): string {
  const task = taskOf(program);
  const { verdict } = lab.test(task, program.source);
  expect(lab.test(task, program.source, { brute: true }).verdict.digest).toBe(verdict.digest);
  return summary(verdict);
}

function summary({ status, safety, fullyCrashSafe, doubleApplies, reason }: Verdict): string {
  if (status !== 'judged') return `${status}: ${reason?.code}`;
  return [safety, ...(fullyCrashSafe ? ['fully crash-safe'] : []), ...(doubleApplies ? ['double-applies'] : [])].join();
}

const IN_PLACE = `
def write(path, data):
    with open(path, "wb") as stream:
        stream.write(data)
`;
const BY_RENAME = `
import os
def write(path, data):
    with open("/tmp/part", "wb") as stream:
        stream.write(data)
    os.replace("/tmp/part", path)
`;

const CONTENTS: Readonly<Record<string, string>> = {
  'a tar archive': `
import io, tarfile, time
def content():
    held = io.BytesIO()
    with tarfile.open(fileobj=held, mode="w") as archive:
        info = tarfile.TarInfo("a.txt")
        info.size, info.mtime = 5000, time.time()
        archive.addfile(info, io.BytesIO(b"a" * 5000))
    return held.getvalue()`,
  'a zip archive': `
import io, zipfile
def content():
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.txt", "hello " * 100)
    return held.getvalue()`,
  'a compressed text with a time in it': `
import gzip, time
def content():
    return gzip.compress(f"made at {time.time()}".encode())`,
  'a pickle with a date': `
import datetime, pickle
def content():
    return pickle.dumps({"points": 70, "at": datetime.datetime.now()})`,
  'a record of a time and a number': `
import struct, time
def content():
    return struct.pack("<dii", time.time(), 70, 30)`,
  'JSON with an identifier': `
import json, uuid
def content():
    return json.dumps({"points": 70, "id": str(uuid.uuid4())}).encode()`,
  'a text and its checksum': `
import hashlib, time
def content():
    text = f"points 70 at {time.time()}".encode()
    return text + b" " + hashlib.sha256(text).hexdigest().encode()`,
};

describe('a file that holds', () => {
  const contents = Object.entries(CONTENTS);

  it.each(contents)('%s, written in place, is found cut short', (_name, content) => {
    const source = `${content}\n${IN_PLACE}\ndef f(path):\n    write(path, content())`;
    expect(judged({ source, args: [{ value: 'a.bin' }], files: { 'a.bin': 'old' } })).toBe('unsafe,fully crash-safe');
  });

  it.each(contents)('%s, written beside and renamed, is safe', (_name, content) => {
    const source = `${content}\n${BY_RENAME}\ndef f(path):\n    write(path, content())`;
    expect(judged({ source, args: [{ value: 'a.bin' }], files: { 'a.bin': 'old' } })).toBe(
      'safe-by-design,fully crash-safe',
    );
  });
});

const MOVE = `
import json, os, time, uuid
def change(path, points):
    with open(path) as stream:
        user = json.load(stream)
    user["points"] += points
    user.update(stamp())
    with open("/tmp/part", "w") as stream:
        json.dump(user, stream)
    os.replace("/tmp/part", path)
def f():
    change("a.json", -30)
    change("b.json", 30)
`;
const USERS = { 'a.json': '{"points": 100, "at": 1600000000.0}', 'b.json': '{"points": 0, "at": 1600000000.0}' };

describe('two files, one after the other', () => {
  it.each([
    ['a time', 'def stamp(): return {"at": time.time()}'],
    ['an identifier', 'def stamp(): return {"at": uuid.uuid4().hex}'],
    ['both', 'def stamp(): return {"at": time.time(), "id": uuid.uuid4().hex}'],
  ])('with %s in each are half-updated in between, and a re-run moves again', (_name, stamp) => {
    expect(judged({ source: stamp + MOVE, files: USERS })).toBe('unsafe,double-applies');
  });
});

describe('a database whose rows hold a time', () => {
  const sql = `CREATE TABLE doc (id TEXT PRIMARY KEY, body TEXT NOT NULL);
    INSERT INTO doc VALUES ('a', '{"points": 100, "at": 0}'), ('b', '{"points": 0, "at": 0}');`;
  const source = (end: string): string => `
import json, time
def change(conn, user, points):
    body = json.loads(conn.execute("SELECT body FROM doc WHERE id = ?", (user,)).fetchone()[0])
    body["points"] += points
    body["at"] = time.time()
    conn.execute("UPDATE doc SET body = ? WHERE id = ?", (json.dumps(body), user))
def f(conn):
    change(conn, "a", -30)
    ${end}
    change(conn, "b", 30)
    conn.commit()`;

  it('is half-updated between two commits', () => {
    expect(judged({ source: source('conn.commit()'), sql })).toBe('unsafe,double-applies');
  });

  it('is changed twice by two runs: a new time is no sign that the work was done once', () => {
    expect(judged({ source: source('pass'), sql })).toBe('safe-by-accident,double-applies');
  });
});

describe('where the clock is not all', () => {
  it('work that is taken up again leaves the times of both runs', () => {
    const source = `
import time
def f(conn):
    for (n,) in conn.execute("SELECT id FROM job WHERE at IS NULL").fetchall():
        conn.execute("BEGIN IMMEDIATE")
        conn.execute("UPDATE job SET at = ?, token = hex(randomblob(8)) WHERE id = ?", (time.time(), n))
        conn.execute("COMMIT")`;
    const sql =
      'CREATE TABLE job (id INTEGER PRIMARY KEY, at REAL, token TEXT); INSERT INTO job (id) VALUES (1), (2), (3);';
    expect(judged({ source, sql, finishes: true })).toBe('safe-by-design,fully crash-safe');
  });

  it('a loop that waits for the clock goes on to be judged by the running clock', () => {
    const source = `
import os, time
def f():
    end = time.time() + 0.01
    while time.time() < end:
        pass
    with open("/tmp/part", "w") as stream:
        stream.write(f"done at {time.time()}")
    os.replace("/tmp/part", "a")`;
    expect(judged({ source, files: { a: 'old' } })).toBe('safe-by-design,fully crash-safe');
  });

  it('an archive named by chance inside cannot be told from a damaged one, and is not judged', () => {
    const source = `
import os, uuid, zipfile
def f():
    with zipfile.ZipFile("/tmp/part", "w") as archive:
        archive.writestr(zipfile.ZipInfo(uuid.uuid4().hex[:6 + uuid.uuid4().int % 5]), os.urandom(50))
    os.replace("/tmp/part", "a.zip")`;
    expect(judged({ source })).toBe('not-judged: judge-failed');
  });
});
