import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TaskCategory } from '../model/task.ts';
import { loadTasksRoot } from './folder.ts';
import { promptVersions } from './prompts.ts';

const PROMPT = 'Write f(conn).\n\n- One.\n- Two.\n';

function textsOf(category: TaskCategory, prompt = PROMPT): Record<string, string> {
  return Object.fromEntries(promptVersions({ prompt, category }).map(({ id, text }) => [id, text]));
}

const FOR_ALL = ['plain', 'production', 'production-2', 'production-3', 'explicit', 'explicit-2', 'explicit-3'];
const FOR_DATABASES = ['told', 'told-explicit', 'placebo'].flatMap((id) => [id, `${id}-2`, `${id}-3`]);

describe('the versions of a request', () => {
  it.each<[TaskCategory, readonly string[]]>([
    ['database', [...FOR_ALL, ...FOR_DATABASES]],
    ['database-and-effect', [...FOR_ALL, ...FOR_DATABASES]],
    ['files', FOR_ALL],
  ])('of a task of category %s are listed in a fixed order', (category, ids) => {
    expect(promptVersions({ prompt: PROMPT, category }).map(({ id }) => id)).toEqual(ids);
  });

  it.each([
    ['plain', PROMPT],
    ['production', `${PROMPT}\nThis code will run in production.\n`],
    [
      'explicit',
      `${PROMPT}\nMake sure data stays consistent if the program crashes midway, and that re-running it is safe.\n`,
    ],
    ['told', `${PROMPT}\nNote: conn is opened in autocommit mode (isolation_level=None).\n`],
    ['placebo', `${PROMPT}\nNote: conn is opened in the default mode.\n`],
    [
      'told-explicit',
      `${PROMPT}\nMake sure data stays consistent if the program crashes midway, and that re-running it is safe. Note: conn is opened in autocommit mode (isolation_level=None).\n`,
    ],
  ])('%s: the request and, as a paragraph of its own, the sentence of the method', (id, text) => {
    expect(textsOf('database')[id]).toBe(text);
  });

  it('add one sentence and take nothing away; both sentences where two are added together', () => {
    for (const [id, text] of Object.entries(textsOf('database'))) {
      if (id === 'plain') continue;
      const added = text.slice(PROMPT.length + 1);
      expect(text.startsWith(`${PROMPT}\n`)).toBe(true);
      expect(added.match(/[.](?=\s)/g)).toHaveLength(id.startsWith('told-explicit') ? 2 : 1);
    }
  });

  it('do not depend on how the request ends', () => {
    const [bare, ended] = ['Write f(conn).', 'Write f(conn).\n\n'].map((prompt) => textsOf('database', prompt));
    expect(bare?.production).toBe('Write f(conn).\n\nThis code will run in production.\n');
    expect(ended?.production).toBe(bare?.production);
    expect(ended?.plain).toBe('Write f(conn).\n\n');
  });

  it('say the same in other words: the setting in every told one, the crash and the second run in every explicit one', () => {
    for (const [id, text] of Object.entries(textsOf('database'))) {
      expect(text.includes('isolation_level=None') && text.includes('autocommit')).toBe(id.startsWith('told'));
      expect(/crash/.test(text) && /re-running|run it again|second run/.test(text)).toBe(/explicit/.test(id));
      expect(/production/.test(text)).toBe(id.startsWith('production'));
      expect(/conn .*\bdefault (mode|settings)/.test(text)).toBe(id.startsWith('placebo'));
    }
  });
});

it('every task has versions that differ from each other, each with a title of its own', async () => {
  const loaded = await loadTasksRoot(path.join(import.meta.dirname, '../../tasks/crash'));
  for (const task of loaded) {
    if (!task.ok) continue;
    const versions = promptVersions(task.value);
    expect(new Set(versions.map(({ text }) => text)).size).toBe(versions.length);
    expect(new Set(versions.map(({ title }) => title)).size).toBe(versions.length);
    expect(versions[0]?.text).toBe(task.value.prompt);
  }
});
