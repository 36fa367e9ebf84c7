// docs/tasks.md and docs/task.schema.json say what the code does. To write them anew after a change of the code:
// npx vitest run src/tasks/docs.test.ts -u
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { format, resolveConfig } from 'prettier';
import { describe, expect, it } from 'vitest';
import { WORLD_TABLE_SHAPES } from '../judge/world-tables.ts';
import { fieldTable, taskJsonSchema } from './json-schema.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const SCHEMA = path.join(ROOT, 'docs/task.schema.json');
const DOCS = path.join(ROOT, 'docs/tasks.md');

async function formatted(text: string, file: string): Promise<string> {
  return format(text, { ...(await resolveConfig(file)), filepath: file });
}

describe('docs/task.schema.json', () => {
  it('is the one that the code makes', async () => {
    await expect(await formatted(JSON.stringify(taskJsonSchema()), SCHEMA)).toMatchFileSnapshot(SCHEMA);
  });

  const validate = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false }).compile(taskJsonSchema());

  it('fits every task.json that is here', async () => {
    for (const root of ['tasks/crash', 'tasks/regressions']) {
      for (const id of await readdir(path.join(ROOT, root))) {
        const text = await readFile(path.join(ROOT, root, id, 'task.json'), 'utf8').catch(() => null);
        if (text === null) continue;
        validate(JSON.parse(text));
        expect([id, validate.errors]).toEqual([id, null]);
      }
    }
  });

  it.each<[string, object]>([
    ['an unknown key', { titel: 'x' }],
    ['an empty title', { title: ' ' }],
    ['another category', { category: 'mail' }],
    ['no case', { cases: [] }],
    ['a case without arguments', { cases: [{ name: 'a' }] }],
    [
      'a line 0',
      { references: [{ file: 'a.py', intended: 'unsafe', breaksAt: { mode: 'default', fault: 'soft', line: 0 } }] },
    ],
  ])('refuses %s', (_what, changes) => {
    const task = {
      title: 'x',
      category: 'database',
      function: 'f',
      parameters: [],
      finishesInterruptedWork: false,
      cases: [{ name: 'a', args: [] }],
    };
    expect([validate(task), validate({ ...task, ...changes })]).toEqual([true, false]);
  });
});

describe('docs/tasks.md', () => {
  it('has the fields that the code has, in its words', async () => {
    const text = await readFile(DOCS, 'utf8');
    const [, head, , tail] = /^([^]*<!-- fields[^\n]*-->\n)([^]*?)(<!-- end of fields -->[^]*)$/.exec(text) ?? [];
    if (head === undefined || tail === undefined) throw new Error('docs/tasks.md has no place for the fields');
    await expect(await formatted(`${head}\n${fieldTable()}\n\n${tail}`, DOCS)).toMatchFileSnapshot(DOCS);
  });

  it('has every table of the schema world, with its columns', async () => {
    const text = await readFile(DOCS, 'utf8');
    for (const shape of WORLD_TABLE_SHAPES) expect(text).toContain(`\`${shape}\``);
  });
});
