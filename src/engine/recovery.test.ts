// Databases that are committed together, stopped before any of SQLite's own writes and removals, inside COMMIT too: what
// the judge recovers is what a native SQLite recovers of the same files. Native Python is looked for, never required.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createJudge } from '../judge/sql-judge.ts';
import { WASM } from '../judge/testing.ts';
import type { ProcessMachine } from '../machine/machine.ts';
import { nativePythons } from '../machine/native-python.ts';
import { bootNodeMachine } from '../machine/node.ts';
import { request, startingWorld } from '../machine/testing.ts';
import { databaseOfSideFile, WORLD_ROOT } from '../model/world.ts';
import { worldStore } from '../world/world.ts';
import type { Judge, WorldCopy } from './ports.ts';

const [python] = nativePythons();
/** Ends a journal that names a super-journal: the name, its length, the sum of its bytes, then this (pager.c). */
const JOURNAL_MAGIC = Buffer.from('d9d505f920a163d7', 'hex');
/** Worlds of one transaction that are compared, evenly spread. */
const MOST_COMPARED = 60;

const DUMP = `
import json, os, sqlite3, sys
found = []
for folder in json.load(sys.stdin):
    os.chdir(folder)
    seen = {}
    for name in ("app.db", "sub/old.db", "third.db"):
        if os.path.exists(name):
            db = sqlite3.connect(name)
            seen[name] = [db.execute("PRAGMA integrity_check").fetchone()[0], *db.iterdump()]
            db.close()
    found.append(seen)
print(json.dumps(found))
`;

let machine: ProcessMachine;
let judge: Judge;
const scratch = realpathSync(mkdtempSync(path.join(tmpdir(), 'recovery-')));

beforeAll(async () => {
  machine = (await bootNodeMachine()).machine as ProcessMachine;
  judge = await createJudge(WASM);
});
afterAll(() => rmSync(scratch, { recursive: true }));

const program = (modes: readonly string[]): string => `
import os
def f(conn, notifier, cache):
    os.mkdir("sub")
    conn.execute("ATTACH 'sub/old.db' AS old")
    conn.execute("ATTACH 'third.db' AS third")
    for schema, mode in zip(("main", "old", "third"), ${JSON.stringify(modes)}):
        conn.execute(f"PRAGMA {schema}.journal_mode = {mode}")
        conn.execute(f"PRAGMA {schema}.cache_size = 1")
        conn.execute(f"CREATE TABLE {schema}.t (id INTEGER PRIMARY KEY, v)")
        conn.executemany(f"INSERT INTO {schema}.t VALUES (?, zeroblob(900))", ((n,) for n in range(12)))
        conn.commit()
    print("begin", flush=True)
    for schema in ("main", "old", "third"):
        conn.execute(f"UPDATE {schema}.t SET v = id || 'new'")
        conn.execute(f"DELETE FROM {schema}.t WHERE id % 3 = 0")
        conn.execute(f"INSERT INTO {schema}.t SELECT id + 100, zeroblob(1500) FROM {schema}.t")
    conn.commit()
`;

/** The worlds just before each write, cut and removal of SQLite, from the second transaction on. */
function stopped(source: string): WorldCopy[] {
  const { disk } = machine.world;
  const worlds: WorldCopy[] = [];
  const own = { write: disk.write, truncate: disk.truncate, remove: disk.remove };
  const watch = (): void => {
    if (machine.control.output('stdout').includes('begin')) worlds.push(machine.world.copy());
  };
  disk.write = (...args) => (watch(), own.write.apply(disk, args));
  disk.truncate = (...args) => (watch(), own.truncate.apply(disk, args));
  disk.remove = (...args) => (watch(), own.remove.apply(disk, args));
  try {
    const record = machine.run(request(source), startingWorld(machine));
    expect(record.exit.status, record.exit.traceback).toMatchObject({ kind: 'returned' });
  } finally {
    Object.assign(disk, own);
  }
  return worlds;
}

/** Lays the files of a world into a folder of its own; journals name their super-journals by absolute paths. */
function laid(world: WorldCopy, name: string): string {
  const folder = path.join(scratch, name);
  for (const { path: file, bytes } of world.data().files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), moved(file, Buffer.from(bytes), folder));
  }
  return folder;
}

function moved(file: string, bytes: Buffer, folder: string): Buffer {
  const renamed = (text: string): string => text.replaceAll(`${WORLD_ROOT}/`, `${folder}/`);
  if (/-mj[0-9A-F]{9}$/.test(file)) return Buffer.from(renamed(bytes.toString()));
  if (!file.endsWith('-journal') || !bytes.subarray(-8).equals(JOURNAL_MAGIC)) return bytes;
  const end = bytes.length - 16;
  const length = bytes.readUInt32BE(end);
  const name = Buffer.from(renamed(bytes.subarray(end - length, end).toString()));
  const tail = Buffer.alloc(8);
  tail.writeUInt32BE(name.length, 0);
  tail.writeUInt32BE(name.reduce((sum, byte) => sum + byte, 0) >>> 0, 4);
  return Buffer.concat([bytes.subarray(0, end - length), name, tail, JOURNAL_MAGIC]);
}

function settled(world: WorldCopy): WorldCopy {
  const databases = judge.settle(world.data());
  return databases ? worldStore.withDatabases(world, databases) : world;
}

it
  .skipIf(!python)
  .each([
    [['DELETE', 'DELETE', 'DELETE']],
    [['TRUNCATE', 'PERSIST', 'DELETE']],
    [['PERSIST', 'PERSIST', 'PERSIST']],
    [['WAL', 'WAL', 'WAL']],
    [['DELETE', 'WAL', 'DELETE']],
    [['WAL', 'DELETE', 'DELETE']],
  ])('journals of %j: every stopped world is recovered as by a native SQLite', (modes) => {
  const all = stopped(program(modes));
  const step = Math.max(1, all.length / MOST_COMPARED);
  const worlds = [...new Set(Array.from({ length: all.length }, (_, n) => all[Math.floor(n * step)]))].filter(
    (world) => world !== undefined,
  );
  const id = modes.join('-');
  const folders = worlds.flatMap((world, n) => [laid(world, `${id}-${n}`), laid(settled(world), `${id}-${n}-settled`)]);
  const output = execFileSync(python?.executable ?? '', ['-I', '-c', DUMP], {
    input: JSON.stringify(folders),
    maxBuffer: 1 << 28,
  });
  const dumps = JSON.parse(output.toString()) as Record<string, string[]>[];
  const states = new Set<string>();
  worlds.forEach((world, n) => {
    expect(dumps[2 * n + 1], `${id}, stopped at ${n} of ${worlds.length}`).toEqual(dumps[2 * n]);
    states.add(JSON.stringify(dumps[2 * n]));
    const left = settled(world)
      .data()
      .files.filter(({ path: file }) => databaseOfSideFile(file) !== null);
    expect(left).toEqual([]);
  });
  const names = all.map((world) =>
    world
      .data()
      .files.map(({ path: file }) => file)
      .join(),
  );
  if (!modes.includes('WAL')) {
    expect(names.some((one) => /-mj/.test(one))).toBe(true);
    // All or nothing: as before, or as after, and nothing between.
    expect(states.size).toBe(2);
  }
});
