// Loads and validates one task folder, given as a map of its files, so that Node and the page share it. Where
// the files come from is known to `folder.ts` and `bundled.ts`.
import { pragmasWithoutEffect, withoutEffect } from '../model/pragmas.ts';
import { ok, type Result } from '../model/result.ts';
import type { Task, TaskCase } from '../model/task.ts';
import { fieldOf, readCases, type Complain } from './cases.ts';
import { FolderFiles } from './folder-files.ts';
import { readJson, type JsonPath, type JsonReading } from './json-places.ts';
import { readReferences } from './references.ts';
import { readTaskJson, type TaskJson } from './schema.ts';

const TASK_FILE = 'task.json';

/**
 * `id` is the folder's name, `files` maps paths inside the folder (`references/safe.py`) to bytes. Nothing is
 * thrown: all problems are listed, each with file, line and field; so are notices of a task that is right.
 */
export function loadTask(id: string, files: ReadonlyMap<string, Uint8Array>): Result<Task> {
  const folder = new FolderFiles(id, files);
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)) {
    folder.report('', 'expected a folder name of small letters and digits with single hyphens between');
  }
  const json = readTaskFile(folder);
  const prompt = readPrompt(folder);
  const judgeSql = readJudge(folder);
  if (json === null) return { ok: false, problems: folder.problems };

  const cases = readCases(json.task, folder, json.complain);
  const references = readReferences(json.task, folder, json.complain, json.lineOf);
  noticeUnused(folder, json.task);
  noticePragmas(folder, cases);
  if (folder.problems.length > 0) return { ok: false, problems: folder.problems };
  const { title, category, parameters, finishesInterruptedWork, judgesRepeats } = json.task;
  const task: Task = {
    id,
    title,
    category,
    function: json.task.function,
    parameters,
    finishesInterruptedWork,
    judgesRepeats,
    prompt,
    cases,
    judgeSql,
    references,
  };
  return folder.notices.length === 0 ? ok(task) : { ...ok(task), notices: folder.notices };
}

interface TaskFile {
  readonly task: TaskJson;
  readonly complain: Complain;
  readonly lineOf: (path: JsonPath) => number;
}

/** Null where task.json is missing or not of the right shape; the reasons are reported. */
function readTaskFile(folder: FolderFiles): TaskFile | null {
  if (!folder.has(TASK_FILE)) {
    folder.report(TASK_FILE, 'expected this file, there is none');
    return null;
  }
  const text = folder.text(TASK_FILE);
  if (text === null) return null;
  const json = readJson(text);
  if (!json.ok) {
    folder.report(TASK_FILE, json.message, json.line);
    return null;
  }
  const complain = complainIn(folder, json);
  for (const { path, line } of json.repeatedKeys) {
    folder.report(TASK_FILE, 'expected each key once', line, fieldOf(path));
  }
  const shape = readTaskJson(json.value);
  if (shape.ok) return { task: shape.value, complain, lineOf: json.lineOf };
  for (const misfit of shape.misfits) complain(misfit.path, misfit.message);
  return null;
}

function complainIn(folder: FolderFiles, json: Extract<JsonReading, { ok: true }>): Complain {
  return (path, message) => folder.report(TASK_FILE, message, json.lineOf(path), fieldOf(path));
}

function readPrompt(folder: FolderFiles): string {
  if (!folder.has('prompt.md')) folder.report('prompt.md', 'expected this file with the request, there is none');
  const prompt = folder.text('prompt.md') ?? '';
  if (folder.has('prompt.md') && prompt.trim() === '')
    folder.report('prompt.md', 'expected the request, found nothing');
  return prompt;
}

/** Null where there is no judge.sql: the default judge is meant. */
function readJudge(folder: FolderFiles): string | null {
  const sql = folder.text('judge.sql');
  if (sql !== null && sql.trim() === '') {
    folder.report('judge.sql', 'expected three views; remove the file to use the default judge');
  }
  return sql;
}

/** Files that are no part of the task are left out; one that was meant to be is found by this. */
function noticeUnused(folder: FolderFiles, task: TaskJson): void {
  for (const path of folder.unused()) {
    if (/^references\/.*\.py$/.test(path)) {
      folder.notice(path, 'is left out: it is not listed in task.json, so nobody says which class it should have');
    } else if (/^[^/]*\.sql$/.test(path)) {
      const reason = task.category === 'files' ? 'a task of files has no database' : 'no case names it as its world';
      folder.notice(path, `is left out: ${reason}, and the judge is called judge.sql`);
    } else {
      folder.notice(path, 'is left out: it is no part of a task, and no case names its folder');
    }
  }
}

/** One notice for each PRAGMA of each file, however many cases start in it. */
function noticePragmas(folder: FolderFiles, cases: readonly TaskCase[]): void {
  const worlds = new Map(cases.map(({ sql, sqlFile }) => [sqlFile ?? '', sql ?? '']));
  for (const [file, sql] of worlds) {
    for (const pragma of pragmasWithoutEffect(sql)) folder.notice(file, withoutEffect(pragma), pragma.line);
  }
}
