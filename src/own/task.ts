// A task made of a function of one's own, so that everything that takes a task takes it. Only texts are checked here:
// whether the SQL runs is seen when the starting world is made.
import { fail, ok, type Problem, type Result } from '../model/result.ts';
import type { OwnFunction } from '../model/own.ts';
import type { Argument, Task, TaskCategory } from '../model/task.ts';
import { DATABASE_PATH, DATABASE_SUFFIXES } from '../model/world.ts';
import { readCall, type OwnCall } from './call.ts';
import { judgeProblems } from './judge-check.ts';
import { excerpt, problemIn } from './problems.ts';
import { requestFor } from './prompt.ts';
import { isWellFormed } from './python-text.ts';

export const OWN_TASK_ID = 'own-function';
export const OWN_CASE = 'the call';
export const LONGEST_TITLE = 200;
export const MOST_FILES = 400;
/** Of all texts together, in UTF-8; a zip that is opened may hold a little more. */
export const LARGEST_TEXTS_BYTES = 4 * 1024 * 1024;

const TAKEN_PATHS: readonly string[] = ['', ...DATABASE_SUFFIXES].map((suffix) => DATABASE_PATH + suffix);

/**
 * One case, the id `own-function`, and parameters named after the call, so that the task's digest depends on `own`
 * alone. Problems name the field: `call`, `sql`, `title`, `files[0].path`, `files[0].text`, `judgeSql`.
 */
export function taskOf(own: OwnFunction): Result<Task> {
  const call = readCall(own.call);
  const problems: Problem[] = [
    ...titleProblems(own.title),
    ...(call.ok ? [] : call.problems),
    ...sqlProblems(own.sql),
    ...fileProblems(own),
    ...textProblems('judgeSql', own.judgeSql),
    ...judgeProblems(own.judgeSql),
  ];
  if (!call.ok || problems.length > 0) return fail(...problems);
  const [sql, judgeSql] = [own.sql, own.judgeSql].map((text) => text.replaceAll('\r\n', '\n')) as [string, string];
  const category = categoryOf(own, call.value.args);
  return ok({
    id: OWN_TASK_ID,
    title: titleOf(own, call.value),
    category,
    function: call.value.function,
    parameters: call.value.parameters,
    finishesInterruptedWork: own.finishesInterruptedWork,
    judgesRepeats: true,
    prompt: requestFor(own, call.value, category),
    cases: [
      {
        name: OWN_CASE,
        args: call.value.args,
        sql: category === 'files' ? null : sql,
        files: own.files
          .map(({ path, text }) => ({ path, bytes: new TextEncoder().encode(text) }))
          .sort((a, b) => (a.path < b.path ? -1 : 1)),
        cache: [],
      },
    ],
    judgeSql: judgeSql.trim() === '' ? null : judgeSql,
    references: [],
  });
}

/** What the person calls it; a function that nobody named goes by its own name. */
export function titleOf(own: OwnFunction, call: OwnCall): string {
  const title = own.title.trim();
  return title === '' ? call.function : title;
}

function categoryOf(own: OwnFunction, args: readonly Argument[]): TaskCategory {
  const helpers = args.flatMap((one) => ('helper' in one ? [one.helper] : []));
  if (helpers.includes('notifier') || helpers.includes('cache')) return 'database-and-effect';
  if (own.sql.trim() === '' && !helpers.includes('conn')) return 'files';
  return own.files.length > 0 ? 'database-and-effect' : 'database';
}

function titleProblems(title: string): Problem[] {
  if (/[\r\n]/.test(title.trim())) return [problemIn('title', 'expected a title on one line')];
  if (title.length > LONGEST_TITLE) return [problemIn('title', `expected at most ${LONGEST_TITLE} characters`)];
  return textProblems('title', title);
}

/** Dot commands belong to the sqlite3 shell, and are what a person who copies a dump brings along. */
function sqlProblems(sql: string): Problem[] {
  const problems = textProblems('sql', sql);
  const command = /^\.[a-z]+\b.*$/m.exec(sql);
  if (command === null) return problems;
  const line = sql.slice(0, command.index).split('\n').length;
  const message = `expected SQL, found ${excerpt(command[0])}, which is a command of the sqlite3 shell`;
  return [...problems, problemIn('sql', message, line)];
}

function fileProblems(own: OwnFunction): Problem[] {
  if (own.files.length > MOST_FILES) return [problemIn('files', `expected at most ${MOST_FILES} files`)];
  const texts = [own.sql, own.judgeSql, ...own.files.map((file) => file.text)];
  const bytes = texts.reduce((sum, text) => sum + new TextEncoder().encode(text).length, 0);
  const paths = own.files.map((file) => file.path);
  const problems = own.files.flatMap(({ path, text }, index) => {
    const message = pathMessage(path, paths.slice(0, index), paths);
    return [
      ...(message === null ? [] : [problemIn(`files[${index}].path`, message)]),
      ...textProblems(`files[${index}].text`, text),
    ];
  });
  if (bytes > LARGEST_TEXTS_BYTES) {
    const limit = LARGEST_TEXTS_BYTES / 1024 / 1024;
    problems.push(problemIn('files', `expected at most ${limit} MiB of SQL and files together`));
  }
  return problems;
}

function pathMessage(path: string, earlier: readonly string[], all: readonly string[]): string | null {
  if (path === '') return 'expected a path such as inbox/june.csv, found nothing';
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) {
    return `expected a path relative to the working directory, found ${excerpt(path)}`;
  }
  if (/[\\\p{Cc}]/u.test(path)) return `expected / between folders and no invisible characters, found ${excerpt(path)}`;
  if (path.split('/').some((part) => part === '' || part === '.' || part === '..')) {
    return `expected a path without empty parts, . and .., found ${excerpt(path)}`;
  }
  if (!isWellFormed(path) || new TextEncoder().encode(path).length > 255) {
    return 'expected a path of at most 255 bytes';
  }
  if (TAKEN_PATHS.includes(path)) return `expected another name: ${DATABASE_PATH} is the database itself`;
  if (earlier.includes(path)) return `expected each path once, ${excerpt(path)} stands here twice`;
  if (all.some((other) => other.startsWith(`${path}/`))) {
    return `expected a file, but ${excerpt(path)} is also the folder of another file`;
  }
  return null;
}

function textProblems(field: string, text: string): Problem[] {
  if (!isWellFormed(text)) return [problemIn(field, 'expected whole characters, found half of a surrogate pair')];
  if (field !== 'title' && !field.startsWith('files') && text.includes('\0')) {
    return [problemIn(field, 'expected SQL text, found a zero character')];
  }
  return [];
}
