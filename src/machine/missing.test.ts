// A file that is not there is told without an exception, and nobody can tell the difference from inside.
import { beforeAll, expect, it } from 'vitest';
import type { WorldCopy } from '../engine/ports.ts';
import type { ProcessMachine } from './machine.ts';
import { bootNodeMachine } from './node.ts';
import { request, startingWorld } from './testing.ts';

let machine: ProcessMachine;
let start: WorldCopy;

beforeAll(async () => {
  machine = (await bootNodeMachine()).machine as ProcessMachine;
  start = startingWorld(machine);
});

/** Exceptions that the file system threw while `source` ran, and what the code printed. */
function throwsIn(source: string): { readonly thrown: number; readonly stdout: string } {
  const { FS } = machine.module;
  const { lookup } = FS;
  let thrown = 0;
  FS.lookup = (...args) => {
    try {
      return lookup(...args);
    } catch (error) {
      thrown++;
      throw error;
    }
  };
  try {
    const { exit } = machine.run(request(source), start);
    expect(exit.status.kind, exit.traceback).toBe('returned');
    return { thrown, stdout: exit.stdout };
  } finally {
    FS.lookup = lookup;
  }
}

it('SQLite asks for its journals, and makes and deletes them, without an exception', () => {
  const { thrown, stdout } = throwsIn(`
def f(conn, notifier, cache):
    for amount in range(5):
        conn.execute("UPDATE account SET balance = ?", (amount,))
        conn.commit()
        print(conn.execute("SELECT max(balance) FROM account").fetchone()[0], end=" ")
`);
  expect(stdout).toBe('0 1 2 3 4 ');
  expect(thrown).toBe(0);
});

it('the count above can rise: where a link has a say the file system is asked, and throws', () => {
  const { thrown } = throwsIn(`
import os
def f(conn, notifier, cache):
    os.path.exists("/tmp/none")
`);
  expect(thrown).toBe(1);
});

it('what is missing is missing by every way that leads there, until it is made and after it is gone', () => {
  const { stdout } = throwsIn(`
import errno, os
def say(what):
    try:
        what()
        print("there")
    except OSError as error:
        print(errno.errorcode[error.errno])
def f(conn, notifier, cache):
    os.mkdir("folder")
    os.symlink("folder", "link")
    os.chdir("folder")
    ways = ["a", "./a", "../folder/a", "/world/folder/a", "/world//folder/./a", "/world/link/a", "ä"]
    for way in ways: say(lambda: os.stat(way))
    open("a", "x").close()
    open("ä", "x").close()
    for way in ways: say(lambda: os.lstat(way))
    say(lambda: os.stat("none/"))
    say(lambda: open("a", "x"))
    say(lambda: os.stat("a/b"))
    say(lambda: os.stat("none/b"))
    say(lambda: open("none/b", "w"))
    say(lambda: open("b/", "w"))
    os.rename("a", "b")
    say(lambda: os.stat("a"))
    os.unlink("b")
    say(lambda: os.stat("b"))
    say(lambda: open("b"))
    say(lambda: os.stat(""))
    say(lambda: os.stat("/world/"))
    os.chmod("/world/folder", 0)
    say(lambda: os.stat("/world/folder/c"))
    say(lambda: open("/world/folder/c", "w"))
`);
  expect(stdout.trim().split('\n')).toEqual([
    ...Array<string>(7).fill('ENOENT'),
    ...Array<string>(7).fill('there'),
    'ENOENT',
    'EEXIST',
    'ENOTDIR',
    'ENOENT',
    'ENOENT',
    'EISDIR',
    ...['ENOENT', 'ENOENT', 'ENOENT', 'ENOENT', 'there'],
    ...['EACCES', 'EACCES'],
  ]);
});
