// A write that failed keeps failing: the layers above one open file cannot undo a soft crash.
import { beforeAll, describe, expect, it } from 'vitest';
import type { ProcessRecord } from '../engine/ports.ts';
import type { ProcessMachine } from './machine.ts';
import { bootNodeMachine } from './node.ts';
import { pointsOf, request, startingWorld, textOf } from './testing.ts';

let machine: ProcessMachine;

beforeAll(async () => {
  machine = (await bootNodeMachine()).machine as ProcessMachine;
});

/** Runs `f`, whose write point `index` fails. */
function fail(index: number, source: string): ProcessRecord {
  return machine.run(
    request(source, { mode: null, args: [], crash: { index, fault: 'soft' } }),
    startingWorld(machine, null),
  );
}

const OS_WRITE = `
import os

def attempt(fd, data):
    try:
        os.write(fd, data)
        return "written"
    except OSError as error:
        return error.strerror
`;

describe('a file write that failed', () => {
  it.each([
    ['by closing', 'file = open("a", "w")\n    file.write("x")\n    file.close()'],
    ['by leaving the block', 'with open("a", "w") as file:\n        file.write("x")'],
    ['by flushing, then closing', 'with open("a", "w") as file:\n        file.write("x")\n        file.flush()'],
    ['by a large write', 'with open("a", "wb") as file:\n        file.write(bytes(200_000))'],
    ['by the end of the process', 'global file\n    file = open("a", "w")\n    file.write("x")'],
    ['by pathlib', 'import pathlib\n    pathlib.Path("a").write_text("x")'],
  ])('%s is not undone by a second attempt of the layer above', (_how, body) => {
    const record = fail(1, `def f():\n    ${body}`);
    expect(pointsOf(record).map((point) => point.split(' ')[0])).toEqual(['open', 'write']);
    expect(textOf(record, 'a')).toBe('');
  });

  it('fails again through the same open file, also through a copy of its descriptor, and counts no more', () => {
    const record = fail(
      1,
      `${OS_WRITE}
def f():
    fd = os.open("a", os.O_WRONLY | os.O_CREAT)
    print(attempt(fd, b"1"), attempt(fd, b"2"), attempt(os.dup(fd), b"3"))
    os.close(fd)
`,
    );
    expect(record.exit.stdout).toMatch(/^(.*error) \1 \1\n$/);
    expect(record.exit.status.kind).toBe('returned');
    expect(pointsOf(record)).toEqual(['open 12', 'write 6']);
  });

  it('is written by who opens the file anew', () => {
    const record = fail(
      1,
      `${OS_WRITE}
def f():
    first = os.open("a", os.O_WRONLY | os.O_CREAT)
    attempt(first, b"1")
    second = os.open("a", os.O_WRONLY)
    print(attempt(second, b"2"))
`,
    );
    expect(record.exit.stdout).toBe('written\n');
    expect(textOf(record, 'a')).toBe('2');
    expect(pointsOf(record)).toEqual(['open 12', 'write 6', 'write 6']);
  });

  it('can still be cut off: a truncation is another call', () => {
    const record = fail(
      2,
      `${OS_WRITE}
def f():
    fd = os.open("a", os.O_WRONLY | os.O_CREAT)
    print(attempt(fd, b"one"), attempt(fd, b"two"))
    os.ftruncate(fd, 0)
`,
    );
    expect(textOf(record, 'a')).toBe('');
    expect(pointsOf(record)).toEqual(['open 12', 'write 6', 'write 6', 'truncate 14']);
  });

  it('is any through a descriptor: after a failed truncation writes fail, too', () => {
    const record = fail(
      2,
      `${OS_WRITE}
def f():
    fd = os.open("a", os.O_WRONLY | os.O_CREAT)
    os.write(fd, b"one")
    try:
        os.ftruncate(fd, 0)
    except OSError:
        print(attempt(fd, b"two"))
`,
    );
    expect(record.exit.stdout).not.toBe('written\n');
    expect(textOf(record, 'a')).toBe('one');
  });

  it('is forgotten by the next process', () => {
    const source = 'def f():\n    open("a", "w").write("x")';
    fail(1, source);
    expect(textOf(fail(9, source), 'a')).toBe('x');
  });
});
