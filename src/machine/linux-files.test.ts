// What Linux does with files beyond reading and writing: hard links, allocation, copies inside the kernel, locks.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Machine, ProcessRecord, WorldCopy } from '../engine/ports.ts';
import { bootNodeMachine } from './node.ts';
import { kill, request, startingWorld, textOf } from './testing.ts';

let machine: Machine;
let start: WorldCopy;
const source = (lines: readonly string[]): string =>
  `import errno, fcntl, os\ndef f(*args):\n${lines.map((l) => `    ${l}\n`).join('')}`;
const run = (...lines: string[]): ProcessRecord => machine.run(request(source(lines), { mode: null }), start);
const printed = (...lines: string[]): string[] =>
  run(...lines)
    .exit.stdout.split('\n')
    .slice(0, -1);
const WITH_FILE = 'open("a", "w").write("one")';

beforeAll(async () => {
  ({ machine } = await bootNodeMachine());
  start = startingWorld(machine, null);
}, 120_000);

describe('a hard link', () => {
  const lines = [WITH_FILE, 'os.link("a", "b")', 'os.unlink("a")'];

  it('is one more name of the same file, and a write point', () => {
    const record = run(...lines);
    expect(record.points.map((point) => point.kind)).toEqual(['open', 'write', 'link', 'delete']);
    expect(record.points[2]?.text).toBe('link b to a');
    expect([textOf(record, 'a'), textOf(record, 'b')]).toEqual([null, 'one']);
  });

  it('killed before it, leaves one name; after it, two', () => {
    const before = machine.run(kill(source(lines), 2), start);
    const after = machine.run(kill(source(lines), 3), start);
    expect([textOf(before, 'a'), textOf(before, 'b')]).toEqual(['one', null]);
    expect([textOf(after, 'a'), textOf(after, 'b')]).toEqual(['one', 'one']);
  });

  it('fails as the call would on a soft crash', () => {
    const record = machine.run(request(source(lines), { crash: { index: 2, fault: 'soft' } }), start);
    expect(record.exit.status).toMatchObject({
      errorType: 'OSError',
      message: "[Errno 5] Input/output error: 'a' -> 'b'",
    });
  });

  it('shares number, count, bytes and mode', () => {
    expect(
      printed(
        WITH_FILE,
        'os.link("a", "b")',
        'first, second = os.stat("a"), os.stat("b")',
        'print(first.st_ino == second.st_ino, second.st_nlink, os.path.samefile("a", "b"))',
        'open("b", "a").write(" two")',
        'os.chmod("b", 0o600)',
        'print(open("a").read(), oct(os.stat("a").st_mode))',
        'os.rename("a", "b")', // two names of one file: nothing happens
        'print(sorted(os.listdir()), os.stat("a").st_nlink)',
        'os.replace("b", "c"); os.unlink("a")',
        'print(os.listdir(), os.stat("c").st_nlink)',
      ),
    ).toEqual(['True 2 True', 'one two 0o100600', "['a', 'b', 'tmp'] 2", "['c', 'tmp'] 1"]);
  });

  it('is there in the next process too', () => {
    const first = run(WITH_FILE, 'os.link("a", "b")');
    const second = machine.run(
      request(source(['open("b", "w").write("new")', 'print(os.stat("a").st_nlink)'])),
      first.world,
    );
    expect([second.exit.stdout, textOf(second, 'a')]).toEqual(['2\n', 'new']);
  });
});

describe('a lock of an open file', () => {
  it('keeps another open file of the same process out, until it is closed', () => {
    expect(
      printed(
        'first, second = open("l", "w"), open("l")',
        'fcntl.flock(first, fcntl.LOCK_EX)',
        'fcntl.flock(os.dup(first.fileno()), fcntl.LOCK_EX | fcntl.LOCK_NB)',
        'try: fcntl.flock(second, fcntl.LOCK_SH | fcntl.LOCK_NB)',
        'except BlockingIOError as error: print(error)',
        'fcntl.flock(first, fcntl.LOCK_UN)',
        'fcntl.flock(second, fcntl.LOCK_EX | fcntl.LOCK_NB); second.close()',
        'fcntl.flock(first, fcntl.LOCK_EX | fcntl.LOCK_NB); print("mine")',
        'fcntl.lockf(first, fcntl.LOCK_EX | fcntl.LOCK_NB)',
      ),
    ).toEqual(['[Errno 11] Resource temporarily unavailable', 'mine']);
  });

  it('that the process waits for itself is an endless wait', () => {
    const { status } = run('a, b = open("l", "w"), open("l")', 'fcntl.flock(a, 2)', 'fcntl.flock(b, 2)').exit;
    expect(status).toEqual({ kind: 'timed-out', line: 5 });
  });

  it('dies with its process', () => {
    const lines = ['fcntl.flock(open("l", "w"), fcntl.LOCK_EX)', 'keep = open("m", "w")', 'print("in")'];
    const killed = machine.run(kill(source(lines), 1), start);
    expect(machine.run(request(source(lines), { mode: null }), killed.world).exit).toMatchObject({ stdout: 'in\n' });
  });
});

it('allocation, and copies inside the kernel, are write points of their target', () => {
  const record = run(
    'source, target = os.open("a", os.O_RDWR | os.O_CREAT), os.open("b", os.O_RDWR | os.O_CREAT)',
    'os.write(source, b"0123456789")',
    'os.posix_fallocate(target, 0, 4); os.posix_fallocate(target, 0, 2)',
    'print(os.sendfile(target, source, 2, 3), os.lseek(target, 0, os.SEEK_CUR))',
    'print(os.copy_file_range(source, target, 9, 8, 3), os.pwritev(target, [b"x", b"y"], 0))',
    'buffers = [bytearray(2), bytearray(9)]',
    'print(os.preadv(target, buffers, 0), buffers[0])',
  );
  expect(record.exit.stdout.split('\n')).toEqual(['3 3', '2 2', "5 bytearray(b'xy')", '']);
  expect(record.points.slice(2).map((point) => `${point.kind} ${point.text}`)).toEqual([
    'write write 10 bytes to a: "0123456789"',
    'truncate truncate b to 4 bytes',
    'write write 3 bytes to b: "234"',
    'write write 2 bytes to b: "89"',
    'write write 2 bytes to b: "xy"',
  ]);
  expect(textOf(record, 'b')).toBe('xy489');
});

it('the library says Linux, and time of the processor passes', () => {
  expect(
    printed(
      'import platform, sys, time',
      'print(sys.platform, platform.system(), os.uname().machine, os.geteuid(), os.getgroups(), os.cpu_count())',
      'print(time.process_time() >= 0, time.thread_time_ns() > 0, os.nice(0), os.sched_getaffinity(0))',
    ),
  ).toEqual(['linux Linux x86_64 0 [0] 1', 'True True 0 {0}']);
});
