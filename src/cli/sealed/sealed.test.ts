// The process that runs strangers' code: every known way out of it is tried, and the disk is looked at afterwards.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Task } from '../../model/task.ts';
import { GuardedLab, sealedFlags } from '../guarded.ts';
import { openLab } from '../lab.ts';
import { findTask } from '../tasks.ts';
import { bundledChild } from './bundle.ts';

let folder: string;
let task: Task;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'sealed-'));
  const found = await findTask('refund-an-order');
  if (!found.ok) throw new Error('the task does not load');
  task = found.value;
});
afterAll(() => rmSync(folder, { recursive: true }));

const reference = (name: string): string => task.references.find((one) => one.name === name)?.source ?? '';

describe('whoever got at JavaScript in the process', () => {
  it('could write nothing, start nothing, reach nobody and change nothing', async () => {
    const file = await bundledChild(folder, path.join(import.meta.dirname, 'probe.testing.ts'));
    const target = path.join(folder, 'written');
    const { stdout, stderr } = spawnSync(process.execPath, [...sealedFlags([file]), file, target], {
      env: {},
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    const results = JSON.parse(stdout) as Record<string, string>;
    expect(Object.keys(results).length).toBeGreaterThan(20);
    expect(Object.entries(results).filter(([, how]) => !how.startsWith('refused'))).toEqual([]);
    expect(readdirSync(folder)).toEqual([path.basename(file)]);
  });
});

describe('code that is tested', () => {
  /** The ways out that were once found, and some that were not. */
  const WAYS_OUT: Record<string, (target: string) => string> = {
    'ctypes and a script': (target) => `
    import sys
    f = sys._getframe()
    while f.f_back: f = f.f_back
    f.f_globals["_running"] = False
    try:
        import ctypes
        lib = ctypes.CDLL(None)
        lib.emscripten_run_script(b"require('fs').writeFileSync('${target}', 'x')")
    except Exception: pass`,
    'ctypes without its import': (target) => `
    import importlib.machinery as m, _imp
    try:
        c = _imp.create_builtin(m.ModuleSpec("_ctypes", None)); _imp.exec_builtin(c)
        c.dlopen(None, 0); c.call_function(c.dlsym(c.dlopen(None, 0), "emscripten_run_script"), (b"${target}",))
    except Exception: pass`,
    'the host': (target) => `
    import importlib.machinery as m, _imp
    try:
        core = _imp.create_builtin(m.ModuleSpec("_pyodide_core", None))
        core.to_js([]).constructor.constructor("return process")().mainModule.require("fs").writeFileSync("${target}", "x")
    except Exception: pass`,
    'a native library': (target) => `
    import importlib.machinery as m, _imp
    open("x.so", "wb").write(b"\\0asm\\x01\\0\\0\\0")
    try: _imp.create_dynamic(m.ModuleSpec("x", None, origin="/world/x.so"))
    except Exception: pass
    open("${target}", "w")`,
    'a shell': (target) => `
    import os, subprocess
    try: os.system("echo x > ${target}")
    except Exception: pass
    try: subprocess.run(["sh", "-c", "echo x > ${target}"])
    except Exception: pass`,
    'the disk': (target) => `
    open("${target}", "w").write("x")`,
  };

  it.each(Object.entries(WAYS_OUT))('does not get out by %s, and the next is judged as ever', async (_name, way) => {
    const target = path.join(folder, 'out');
    const lab = await GuardedLab.open();
    try {
      const source = `def refund_order(conn, order_id):${way(target)}\n    conn.commit()\n`;
      const answer = await lab.test(task, source);
      expect(answer.kind === 'result' && answer.result.verdict.status).not.toBe('judged');
      expect(existsSync(target)).toBe(false);
      const next = await lab.test(task, reference('commit_at_the_end'));
      const alone = (await openLab()).test(task, reference('commit_at_the_end'));
      expect(next.kind === 'result' && next.result.verdict.digest).toBe(alone.verdict.digest);
    } finally {
      lab.close();
    }
  });
});

describe('the process', () => {
  it('is ended where it takes more memory than it may', async () => {
    const lab = await GuardedLab.open({ memoryLimitBytes: 10_000_000 });
    const answer = await lab.test(task, 'sum(range(10 ** 15))');
    expect(answer).toEqual({ kind: 'stopped', sentence: 'the code took more than 10 MB of memory' });
  });

  it('is a fresh one after a run that touched what it must not', async () => {
    const lab = await GuardedLab.open();
    try {
      const forged = 'import os\ndef refund_order(conn, order_id):\n    os.write(1000, b"x" * 20)\n';
      const answer = await lab.test(task, forged);
      expect(answer.kind === 'result' && answer.result.verdict.reason?.code).toBe('tampered');
      expect(lab.isRunning).toBe(false);
      await lab.test(task, reference('begin_immediate'));
      expect(lab.isRunning).toBe(true);
    } finally {
      lab.close();
    }
  });
});
