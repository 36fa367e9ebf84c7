// What this machine has not and plain Linux has: refused by name, whoever catches it; and what only looks like it.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Machine, ProcessRecord } from '../engine/ports.ts';
import { bootNodeMachine } from './node.ts';
import { request, startingWorld } from './testing.ts';

let machine: Machine;
const run = (source: string): ProcessRecord => machine.run(request(source), startingWorld(machine));
const body = (...lines: string[]): string =>
  `def f(conn, notifier, cache):\n${lines.map((l) => `    ${l}\n`).join('')}`;
const refusedNames = (source: string): string[] => run(source).exit.refusals.map((refusal) => refusal.name);

beforeAll(async () => {
  ({ machine } = await bootNodeMachine());
}, 120_000);

describe('a module that is not here', () => {
  it.each<[string, string]>([
    ['import ctypes', 'ctypes'],
    ['import ctypes.util', 'ctypes.util'],
    ['from curses import ascii', 'curses'],
    ['import tkinter as tk', 'tkinter'],
    ['import turtle', 'turtle'],
    ['import venv', 'venv'],
    ['__import__("readline")', 'readline'],
    ['import importlib; importlib.import_module("ctypes")', 'ctypes'],
    ['import importlib.util; importlib.util.find_spec("curses")', 'curses'],
    ['exec("import ctypes")', 'ctypes'],
    ['import multiprocessing.shared_memory', 'multiprocessing.shared_memory'],
    ['import multiprocessing; multiprocessing.Lock()', 'multiprocessing'],
    ['import multiprocessing; multiprocessing.Pool(2)', 'multiprocessing'],
  ])('%s is refused by name, caught or not', (line, name) => {
    expect(refusedNames(body(line))).toContain(name);
    expect(refusedNames(body('try:', `    ${line}`, 'except Exception: pass'))).toContain(name);
    expect(refusedNames(`${line}\n${body('pass')}`)).toContain(name);
  });

  it('is looked for by the library without a word', () => {
    const modules = [
      'subprocess multiprocessing concurrent.futures threading uuid platform getpass shutil tempfile logging asyncio',
      'decimal hashlib hmac pdb cmd code doctest pydoc webbrowser tarfile zipfile sqlite3 socket ssl smtplib email.utils',
      'http.client urllib.request xmlrpc.client unittest.mock logging.handlers logging.config ftplib netrc mailbox',
      'multiprocessing.pool multiprocessing.queues multiprocessing.connection multiprocessing.managers selectors',
      'queue sched signal mmap fcntl select timeit trace cProfile tracemalloc gettext locale calendar zipapp',
    ];
    expect(refusedNames(`import ${modules.join(' ').split(' ').join(', ')}\n${body('pass')}`)).toEqual([]);
  });

  it('that no Python has is simply missing', () => {
    expect(refusedNames(body('import numpy'))).toEqual([]);
    expect(run(body('import numpy')).exit.status).toMatchObject({ message: "No module named 'numpy'" });
  });
});
