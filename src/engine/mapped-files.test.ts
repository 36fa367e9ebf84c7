// Files that are mapped into memory: what follows from one recorded run is what a crash of each store does.
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Task } from '../model/task.ts';
import { loadTaskFolder } from '../tasks/folder.ts';
import { openLab, type Lab } from './testing.ts';

const FOLDERS = ['mapped-counter', 'mapped-ledger', 'mapped-slice'];

let lab: Lab;

beforeAll(async () => {
  lab = await openLab();
});

async function taskIn(folder: string): Promise<Task> {
  const loaded = await loadTaskFolder(path.join(import.meta.dirname, '../../tasks/regressions', folder));
  if (!loaded.ok) throw new Error(`${folder} does not load`);
  return loaded.value;
}

it.each(FOLDERS)('%s: executing every kill and every re-run gives the same verdict', async (folder) => {
  const task = await taskIn(folder);
  for (const { name, source } of task.references) {
    const { verdict } = lab.test(task, source);
    expect(verdict.modes[0]?.points.some(({ kind }) => kind === 'store')).toBe(true);
    expect(lab.test(task, source, { brute: true }).verdict.digest, name).toBe(verdict.digest);
  }
});

describe('what cannot be followed exactly', () => {
  it.each([
    ['a file that is cut shorter under its mapping', '    os.truncate(path, 8)'],
    ['a mapping that is resized', '    area.resize(64)'],
  ])('%s is not judged, with the reason', async (_what, statement) => {
    const task = await taskIn('mapped-ledger');
    const source = `import mmap, os
def add_entry(path, name):
    file = open(path, "r+b")
    area = mmap.mmap(file.fileno(), 0)
${statement}
`;
    const { verdict } = lab.test(task, source);
    expect(verdict).toMatchObject({ safety: null, reason: { code: 'uses-missing-part' } });
  });
});
