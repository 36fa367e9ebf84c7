// A zip as a person uses it: unpacked on disk and given to the command line.
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OwnFunction } from '../model/own.ts';
import { zipTask } from './archive.ts';
import { got } from './archive.testing.ts';
import { exampleOwn } from './example.ts';

const ROOT = path.join(import.meta.dirname, '../..');
let temporary: string;

beforeAll(async () => {
  temporary = await mkdtemp(path.join(tmpdir(), 'own-'));
});

afterAll(async () => {
  await rm(temporary, { recursive: true });
});

async function check(own: OwnFunction, solution: string): Promise<{ code: number | null; out: string; err: string }> {
  const files = Object.entries(unzipSync(got(zipTask(own, solution))));
  for (const [name, bytes] of files) {
    const file = path.join(temporary, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
  const folder = path.join(temporary, files[0]?.[0].split('/')[0] ?? '');
  const args = ['src/cli/run.mjs', 'check', '--task', folder, path.join(temporary, 'solution.py')];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: ROOT });
    let [out, err] = ['', ''];
    child.stdout.on('data', (part: Buffer) => (out += part.toString()));
    child.stderr.on('data', (part: Buffer) => (err += part.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, err }));
  });
}

it('the example, unpacked, is safe by accident on the command line too', async () => {
  const { own, solution } = exampleOwn();
  const { code, out, err } = await check(own, solution);
  expect([code, err]).toEqual([1, '']);
  expect(out).toMatch(/^◐ SAFE BY ACCIDENT {2}Book a seat\n/);
});

it('a function of files with a judge of its own is judged by it', async () => {
  const views = {
    torn: `SELECT 'the note is empty' FROM world.file WHERE path = 'note.txt' AND bytes = 0`,
    missing: `SELECT 'the note does not say ' || value FROM world.argument
      WHERE value NOT IN (SELECT text FROM world.line WHERE path = 'note.txt')`,
    repeated: `SELECT '' WHERE 0`,
  };
  const own: OwnFunction = {
    title: '',
    call: 'write_note("$5 for Ada")',
    sql: '',
    files: [{ path: 'note.txt', text: 'nothing yet\n' }],
    judgeSql: Object.entries(views)
      .map(([name, select]) => `CREATE TEMP VIEW ${name}(what) AS ${select};\n`)
      .join(''),
    finishesInterruptedWork: false,
  };
  const solution = 'def write_note(text):\n    with open("note.txt", "w") as note:\n        note.write(text + "\\n")\n';
  const { code, out, err } = await check(own, solution);
  expect([code, err]).toEqual([1, '']);
  expect(out).toMatch(/UNSAFE {2}write_note\n/);
  expect(out).toContain('the note is empty');
});
