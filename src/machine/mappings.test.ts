// Stores to memory that is shared with a file: each is a write point, and outlives the process.
import { beforeAll, describe, expect, it } from 'vitest';
import type { ProcessRecord } from '../engine/ports.ts';
import type { Fault } from '../model/trace.ts';
import type { ProcessMachine } from './machine.ts';
import { bootNodeMachine } from './node.ts';
import { request, textOf } from './testing.ts';

let machine: ProcessMachine;

beforeAll(async () => {
  machine = (await bootNodeMachine()).machine as ProcessMachine;
});

const DOTS = '.'.repeat(16);
/** Line 1 imports; `mapped` stands on lines 3 to 5. What follows begins on line 6. */
const HEAD = `import mmap, os, struct

def mapped(name="a", **options):
    with open(name, "r+b") as file:
        return mmap.mmap(file.fileno(), 0, **options)
`;

/** Runs `f` in a world with the files `a`, sixteen dots, and `b`, `AB`. The code begins on line 6. */
function run(code: string, crash: { index: number; fault: Fault } | null = null): ProcessRecord {
  const files = [
    { path: 'a', bytes: new TextEncoder().encode(DOTS) },
    { path: 'b', bytes: new TextEncoder().encode('AB') },
  ];
  const start = machine.startingWorld({ name: 'test', args: [], sql: null, files, cache: [] });
  return machine.run(request(HEAD + code.trimStart(), { mode: null, args: [], crash }), start);
}

const kill = (code: string, index: number) => run(code, { index, fault: 'hard' });

/** `line: text` of each write point. */
const told = ({ points }: ProcessRecord) => points.map(({ line, text }) => `${line}: ${text}`);

describe('a store to a shared mapping', () => {
  it.each([
    ['of an item', 'area[3] = 65', 'store 1 byte to a at 3: "A"', '...A............'],
    ['of a slice', 'area[3:5] = b"AB"', 'store 2 bytes to a at 3: "AB"', '...AB...........'],
    ['by write()', 'area.write(b"AB")', 'store 2 bytes to a at 0: "AB"', 'AB..............'],
    ['by write_byte()', 'area.write_byte(65)', 'store 1 byte to a at 0: "A"', 'A...............'],
    ['by pack_into', 'struct.pack_into("2s", area, 4, b"AB")', 'store 2 bytes to a at 4: "AB"', '....AB..........'],
    ['through a view', 'memoryview(area)[2:4] = b"AB"', 'store 2 bytes to a at 2: "AB"', '..AB............'],
    ['by readinto', 'open("b", "rb", 0).readinto(area)', 'store 2 bytes to a at 0: "AB"', 'AB..............'],
    ['by a call in C', 'list(map(area.__setitem__, [1], [65]))', 'store 1 byte to a at 1: "A"', '.A..............'],
    ['by an expression', 'f = area.write(b"A") + area.tell()', 'store 1 byte to a at 0: "A"', 'A...............'],
  ])('%s is a write point, on its line, and is on the disk at once', (_how, statement, text, expected) => {
    const record = run(`
def f():
    area = mapped()
    ${statement}
    os._exit(0)
`);
    expect(told(record)).toEqual([`8: ${text}`]);
    expect(textOf(record, 'a')).toBe(expected);
  });

  it('of bytes that are there already changes nothing, and flush() and close() write nothing more', () => {
    const record = run(`
def f():
    with mapped() as area:
        area[0:2] = b".."
        area[0] = 65
        area.flush()
        area.flush()
`);
    expect(told(record)).toEqual(['9: store 1 byte to a at 0: "A"']);
    expect(record.exit.status.kind).toBe('returned');
  });

  it('is found between two on one line, in a loop, in a function of its own, and after the line of its caller', () => {
    const record = run(`
def put(area, at, byte):
    area[at] = byte
    return at
def f():
    area = mapped()
    area[0], area[1] = 65, 66
    for at in (2, 3): area[at] = 67
    area[put(area, 4, 68) + 1] = 69
    put(
        area, 6, 70)
    [put(area, at, 71) for at in (7, 8)]
`);
    expect(told(record).map((text) => text.replace(' to a', ''))).toEqual([
      '11: store 1 byte at 0: "A"',
      '11: store 1 byte at 1: "B"',
      '12: store 1 byte at 2: "C"',
      '12: store 1 byte at 3: "C"',
      '7: store 1 byte at 4: "D"',
      '13: store 1 byte at 5: "E"',
      '7: store 1 byte at 6: "F"',
      '7: store 1 byte at 7: "G"',
      '7: store 1 byte at 8: "G"',
    ]);
  });

  it('is found in the library, at the line that called it', () => {
    const record = run(`
import io, shutil
class Sink(io.RawIOBase):
    def __init__(self, area): self.write = area.write
def f():
    area = mapped()
    shutil.copyfileobj(io.BytesIO(b"AB"), Sink(area))
`);
    expect(told(record)).toEqual(['11: store 2 bytes to a at 0: "AB"']);
  });
});

describe('a crash at a store', () => {
  const TWO = `
def f():
    try:
        area = mapped()
        area[0] = 65
        area[1] = 66
    except BaseException:
        print("caught")
    finally:
        area[2] = 67
`;

  it.each([
    [0, DOTS],
    [1, 'A...............'],
    [2, 'AB..............'],
  ])('kill at store %i: what was stored before is on the disk, and no more', (index, expected) => {
    const record = kill(TWO, index);
    expect(record.exit.status.kind).toBe('killed');
    expect(textOf(record, 'a')).toBe(expected);
    let recorded: string | null = null;
    run(TWO);
    const files = [{ path: 'a', bytes: new TextEncoder().encode(DOTS) }];
    const start = machine.startingWorld({ name: 'test', args: [], sql: null, files, cache: [] });
    machine.run(request(HEAD + TWO.trimStart(), { mode: null, args: [] }), start, (point, moment) => {
      const file = moment.world().data().files[0];
      if (point.index === index && file) recorded = new TextDecoder().decode(file.bytes);
    });
    expect(recorded, 'the world that was recorded there').toBe(expected);
  });

  it('error: nothing can be raised, a signal ends the process', () => {
    const record = run(TWO, { index: 1, fault: 'soft' });
    expect(record.exit).toMatchObject({ status: { kind: 'killed' }, stdout: '' });
    expect(textOf(record, 'a')).toBe('A...............');
  });

  it('comes in order with the other writes', () => {
    const code = `
def f():
    area = mapped()
    area[0] = 65
    os.replace("a", "c")
    area[1] = 66
    with open("b", "w") as file: file.write("new")
    area[2] = 67
`;
    expect(told(run(code))).toEqual([
      '8: store 1 byte to a at 0: "A"',
      '9: rename a to c',
      '10: store 1 byte to c at 1: "B"',
      '11: open b and empty it',
      '11: write 3 bytes to b: "new"',
      '12: store 1 byte to c at 2: "C"',
    ]);
    expect(textOf(kill(code, 1), 'a')).toBe('A...............');
    expect(textOf(kill(code, 4), 'c')).toBe('AB..............');
  });
});

describe('what was stored outlives the process', () => {
  it.each([
    ['returns with the mapping open', 'globals()["kept"] = area', 'returned'],
    ['raises', 'raise ValueError(area)', 'raised'],
    ['ends itself', 'os._exit(3)', 'exited'],
    ['is cut off in an endless loop', 'while True: pass', 'timed-out'],
    ['freed our tool', 'for tool in range(6): __import__("sys").monitoring.free_tool_id(tool)', 'returned'],
  ])('that %s', (_how, statement, kind) => {
    const record = run(`
def f():
    area = mapped()
    area[0] = 65
    ${statement}
    area[1] = 65
`);
    expect(record.exit.status.kind).toBe(kind);
    expect(textOf(record, 'a')?.[0]).toBe('A');
    expect(textOf(record, 'a')?.[1]).toBe(kind === 'returned' ? 'A' : '.');
  });

  it('and not into the next one, in the same memory', () => {
    const left = run('def f():\n    globals()["kept"] = mapped()\n    kept[0] = 65');
    expect(textOf(left, 'a')?.[0]).toBe('A');
    const next = run('def f():\n    return sum(range(1000))');
    expect(next.points).toEqual([]);
    expect(textOf(next, 'a')).toBe(DOTS);
  });

  it('in the same number of steps each time', () => {
    const code = 'def f():\n    area = mapped()\n    for at in range(16): area[at] = at';
    expect(run(code).exit.steps).toBe(run(code).exit.steps);
  });
});

describe('mappings that are not shared', () => {
  it.each([
    ['a copy', 'mapped(access=mmap.ACCESS_COPY)[0] = 65'],
    ['a private one', 'mapped(flags=mmap.MAP_PRIVATE)[0] = 65'],
    ['one without a file', 'mmap.mmap(-1, 16)[0] = 65'],
    ['one that is only read', 'mapped(access=mmap.ACCESS_READ)[0:2]'],
  ])('%s: no write points', (_what, statement) => {
    const record = run(`def f():\n    ${statement}`);
    expect(record.exit.status.kind).toBe('returned');
    expect(record.points).toEqual([]);
    expect(textOf(record, 'a')).toBe(DOTS);
  });
});

describe('memory and file are one', () => {
  it('read() sees a store, the mapping sees a write, and other mappings see both', () => {
    const record = run(`
def f():
    one, two, seen = mapped(), mapped(), mapped(access=mmap.ACCESS_READ)
    one[0] = 65
    print(open("a", "rb").read(2), two[:2], seen[:2])
    with open("a", "r+b") as file: file.write(b"BB")
    print(one[:2], two[:2], seen[:2])
    two[1] = 67
    print(one[:2], two[:2], seen[:2])
`);
    expect(record.exit.stdout).toBe("b'A.' b'A.' b'A.'\nb'BB' b'BB' b'BB'\nb'BC' b'BC' b'BC'\n");
    expect(told(record)).toEqual([
      '8: store 1 byte to a at 0: "A"',
      '10: write 2 bytes to a: "BB"',
      '12: store 1 byte to a at 1: "C"',
    ]);
    expect(record.exit.refusals).toEqual([]);
  });

  it('closing a mapping touches no other file that has its descriptor by now', () => {
    const record = run(`
def f():
    area = mapped()
    other = open("b", "r+b")
    area[0] = 65
    area.close()
    print(other.read())
`);
    expect(record.exit.stdout).toBe("b'AB'\n");
    expect(textOf(record, 'b')).toBe('AB');
  });

  it('a part of a file is mapped where it lies, and a part of a mapping is flushed where it lies', () => {
    const record = run(`
def f():
    size = mmap.ALLOCATIONGRANULARITY
    with open("big", "wb") as file: file.write(b"." * (size + 8))
    with open("big", "r+b") as file: area = mmap.mmap(file.fileno(), 8, offset=size)
    area[1:3] = b"AB"
    area.flush()
    whole = mapped("big")
    whole[size + 4:size + 6] = b"CD"
    whole.flush(size, 8)
    print(area[:], os.path.getsize("big") - size)
`);
    expect(record.exit.stdout).toBe("b'.AB.CD..' 8\n");
    expect(textOf(record, 'big')?.slice(-9)).toBe('..AB.CD..');
  });

  it.each([
    ['a mapping of a file that is cut shorter', 'os.truncate("a", 4)'],
    ['a mapping of a file that is cut shorter', 'open("a", "wb").close()'],
    ['mmap.resize', 'area.resize(32)'],
    [
      'two mappings that get the same bytes at once',
      'list(map(mmap.mmap.__setitem__, [area, mapped()], [0, 0], [65, 66]))',
    ],
  ])('%s cannot be followed: %s', (name, statement) => {
    const record = run(`def f():\n    area = mapped()\n    ${statement}`);
    expect(record.exit.refusals).toEqual([{ kind: 'part', name }]);
  });

  it('a file that grows is mapped as before', () => {
    const record = run('def f():\n    area = mapped()\n    os.truncate("a", 32)\n    area[15] = 65');
    expect(record.exit.refusals).toEqual([]);
    expect(told(record)).toEqual(['8: truncate a to 32 bytes', '9: store 1 byte to a at 15: "A"']);
  });
});

describe("SQLite's own memory", () => {
  it('shared by its connections in WAL mode, is no write point', () => {
    const record = run(`
import sqlite3
def f():
    one, two = (sqlite3.connect("db", isolation_level=None) for _ in range(2))
    area = mapped()
    print(one.execute("PRAGMA journal_mode = WAL").fetchone(), one.execute("PRAGMA mmap_size = 1000000").fetchone())
    one.execute("CREATE TABLE t (x)")
    area[0] = 65
    two.execute("INSERT INTO t VALUES (1)")
    print(one.execute("SELECT x FROM t").fetchall())
`);
    expect(record.exit.stdout).toBe("('wal',) (0,)\n[(1,)]\n");
    expect(record.points.map(({ kind }) => kind)).toEqual(['statement', 'statement', 'store', 'statement']);
  });
});
