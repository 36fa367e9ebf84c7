import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readAnswer } from '../answer/answer.ts';
import { formatProblem, type Result } from '../model/result.ts';
import type { Task } from '../model/task.ts';
import { bundledTasks } from './bundled.ts';
import { taskDigest } from './digest.ts';
import { loadTaskFolder, loadTasksRoot } from './folder.ts';

const ROOT = path.join(import.meta.dirname, '../../tasks/crash');

function loaded(result: Result<Task>): Task {
  if (!result.ok) throw new Error(result.problems.map(formatProblem).join('\n'));
  return result.value;
}

const tasks = (await loadTasksRoot(ROOT)).map(loaded);

describe.each(tasks.map((task) => [task.id, task] as const))('the task %s', (_id, task) => {
  it('has two cases, a judge and a reference that is safe by design', () => {
    expect(task.cases.length).toBeGreaterThanOrEqual(2);
    expect(task.judgeSql).not.toBeNull();
    expect(task.references.map((reference) => reference.intended)).toContain('safe-by-design');
  });

  it('asks for its function and says nothing about crashes, transactions or modes', () => {
    expect(task.prompt).toContain(`${task.function}(${task.parameters.join(', ')})`);
    expect(task.prompt).not.toMatch(/crash|transaction|autocommit|atomic|isolation|\bkill|half-/i);
  });

  it('has references that a paste would be read as', () => {
    for (const reference of task.references) {
      expect(readAnswer(reference.source, task)).toMatchObject({
        kind: 'one',
        candidate: { source: reference.source, startLine: 1, usable: { ok: true } },
      });
    }
  });
});

it('the bundled tasks need no notice', async () => {
  const results = await loadTasksRoot(ROOT);
  expect(results.flatMap((result) => (result.ok ? (result.notices ?? []) : []))).toEqual([]);
});

describe('the tasks of the page', () => {
  it('are those of the folder, in the same order and with the same digests', () => {
    expect(bundledTasks().map(loaded)).toEqual(tasks);
    expect(bundledTasks().map(loaded).map(taskDigest)).toEqual(tasks.map(taskDigest));
  });

  it('begin with a database, then effects, then files', () => {
    const order = ['database', 'database-and-effect', 'files'];
    const places = tasks.map((task) => order.indexOf(task.category));
    expect(places).toEqual([...places].sort());
    expect(new Set(places)).toEqual(new Set([0, 1, 2]));
  });
});

describe('the digest of a task', () => {
  const [task] = tasks as [Task];
  const digest = taskDigest(task);
  const [first] = task.cases;

  it('does not depend on title, prompt and references', () => {
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    expect(taskDigest({ ...task, title: 'x', prompt: 'x', references: [] })).toBe(digest);
  });

  it.each<[string, Partial<Task>]>([
    ['id', { id: 'x' }],
    ['function', { function: 'x' }],
    ['parameters', { parameters: ['conn', 'x'] }],
    ['category', { category: 'database-and-effect' }],
    ['finishesInterruptedWork', { finishesInterruptedWork: true }],
    ['judgesRepeats', { judgesRepeats: false }],
    ['judge', { judgeSql: null }],
    ['arguments', { cases: [{ ...(first as Task['cases'][number]), args: [{ helper: 'conn' }, { value: 8 }] }] }],
    ['files', { cases: [{ ...(first as Task['cases'][number]), files: [{ path: 'a', bytes: new Uint8Array(1) }] }] }],
  ])('depends on its %s', (_what, change) => {
    expect(taskDigest({ ...task, ...change })).not.toBe(digest);
  });
});

describe('a folder on disk', () => {
  it('that is not there is a problem', async () => {
    const result = await loadTaskFolder(path.join(ROOT, 'no-such-task'));
    expect(result).toMatchObject({ ok: false, problems: [{ field: null, line: null }] });
  });

  it('gives its name as the id and its problems as text', async () => {
    const root = await mkdtemp(path.join(tmpdir(), 'tasks-'));
    try {
      await mkdir(path.join(root, 'my-task', '__pycache__'), { recursive: true });
      await writeFile(path.join(root, 'my-task', 'task.json'), '{');
      await writeFile(path.join(root, 'my-task', 'prompt.md'), 'Write f().');
      const results = await loadTasksRoot(root);
      expect(results.map((result) => (result.ok ? [] : result.problems.map(formatProblem)))).toEqual([
        ['my-task/task.json:1: expected a key in double quotes'],
      ]);
    } finally {
      await rm(root, { recursive: true });
    }
  });
});
