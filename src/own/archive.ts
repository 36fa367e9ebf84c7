// A function of one's own as a zip: a task folder that the command line takes, and the solution beside it. How zips are
// packed is known to `zip.ts`, how folders are read to `tasks/load.ts`.
import { fail, formatProblem, ok, type Problem, type Result } from '../model/result.ts';
import type { OwnFunction } from '../model/own.ts';
import type { Argument, Json, Task } from '../model/task.ts';
import { loadTask } from '../tasks/load.ts';
import { parametersOf } from './call.ts';
import { writeCall } from './python-text.ts';
import { taskOf } from './task.ts';
import { readZip, writeZip } from './zip.ts';

const SOLUTION_FILE = 'solution.py';
const FALLBACK_FOLDER = 'own-function';

/** Bytes of the zip: `<slug>/task.json` and so on, and `solution.py` where there is one. */
export function zipTask(own: OwnFunction, solution: string | null): Result<Uint8Array> {
  const task = taskOf(own);
  if (!task.ok) return task;
  const folder = slugOf(task.value.title, task.value.function);
  const texts = new Map<string, string>();
  const put = (path: string, text: string): unknown => texts.set(`${folder}/${path}`, text);
  const [only] = task.value.cases;
  put('task.json', `${JSON.stringify(taskJson(task.value), null, 2)}\n`);
  put('prompt.md', task.value.prompt);
  if (only && only.sql !== null) put('world.sql', only.sql);
  for (const file of own.files) put(`files/${file.path}`, file.text);
  if (task.value.judgeSql !== null) put('judge.sql', task.value.judgeSql);
  if (solution !== null) texts.set(SOLUTION_FILE, solution);
  return ok(writeZip(new Map([...texts].map(([path, text]) => [path, new TextEncoder().encode(text)]))));
}

function taskJson(task: Task): Json {
  return {
    title: task.title,
    category: task.category,
    function: task.function,
    parameters: task.parameters,
    finishesInterruptedWork: task.finishesInterruptedWork,
    cases: task.cases.map((one) => ({ name: one.name, args: one.args.map(argumentJson) })),
  };
}

/** As task.json writes it: helpers begin with a dollar, texts that do with two. */
function argumentJson(argument: Argument): Json {
  if ('helper' in argument) return `$${argument.helper}`;
  const { value } = argument;
  return typeof value === 'string' && value.startsWith('$') ? `$${value}` : value;
}

/** A name for the folder, in small letters, digits and single hyphens. */
export function slugOf(...names: readonly string[]): string {
  for (const name of names) {
    const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
    const slug = plain
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, 60)
      .replace(/^-+|-+$/g, '');
    if (slug !== '') return slug;
  }
  return FALLBACK_FOLDER;
}

export interface OpenedZip {
  readonly own: OwnFunction;
  /** Null where the zip has none. */
  readonly solution: string | null;
  /** A sentence for each thing in the zip that a function of one's own has no place for. */
  readonly leftOut: readonly string[];
}

/** Reads back what `zipTask` wrote, or any task folder zipped by hand, with or without the folder itself. */
export function openZip(zip: Uint8Array): Result<OpenedZip> {
  const files = readZip(zip, isWanted);
  if (!files.ok) return files;
  const homes = [...files.value.keys()].filter((path) => /(^|\/)task\.json$/.test(path));
  const depths = homes.map((path) => path.split('/').length);
  const shallowest = homes.filter((_, index) => depths[index] === Math.min(...depths));
  const [home, other] = shallowest;
  if (home === undefined) return refused('expected a task folder with task.json in it, there is none');
  if (other !== undefined) {
    return refused(`expected one task folder, there are ${shallowest.length}: ${shallowest.join(', ')}`);
  }
  const folder = home.slice(0, -'task.json'.length);
  const inside = new Map<string, Uint8Array>();
  const outside = new Map<string, Uint8Array>();
  for (const [path, bytes] of files.value) {
    if (path.startsWith(folder)) inside.set(path.slice(folder.length), bytes);
    else outside.set(path, bytes);
  }
  const solution = takeSolution(inside, outside, folder);
  if (!solution.ok) return solution;
  const name = folder.split('/').at(-2) ?? '';
  const task = loadTask(slugOf(name), withoutHidden(inside));
  if (!task.ok) return task;
  const others = [...outside.keys()].filter((path) => !/(^|\/)\./.test(path)).sort();
  const leftOut = [
    ...others.map((path) => `The file ${path} is not part of the task folder and is left out.`),
    ...(task.notices ?? []).map((notice) => `${formatProblem(notice)}.`),
  ];
  return ownOf(task.value, solution.value, leftOut);
}

/** What Finder, Explorer and Python add is no part of anybody's task. */
function isWanted(path: string): boolean {
  const parts = path.split('/');
  if (parts[0] === '__MACOSX' || parts.includes('__pycache__')) return false;
  return !['.DS_Store', 'Thumbs.db', 'desktop.ini'].includes(parts.at(-1) ?? '');
}

/** Other programs keep files whose names begin with a dot; below `files/` they belong to the world. */
function withoutHidden(inside: ReadonlyMap<string, Uint8Array>): Map<string, Uint8Array> {
  return new Map([...inside].filter(([path]) => !path.startsWith('.')));
}

/** Takes `solution.py` out of the folder, or from beside it. */
function takeSolution(
  inside: Map<string, Uint8Array>,
  outside: Map<string, Uint8Array>,
  folder: string,
): Result<string | null> {
  const beside = folder.split('/').slice(0, -2).concat(SOLUTION_FILE).join('/');
  const [files, path] = inside.has(SOLUTION_FILE) ? [inside, SOLUTION_FILE] : [outside, beside];
  const bytes = files.get(path);
  files.delete(path);
  if (bytes === undefined) return ok(null);
  const text = textOf(bytes);
  return text === null ? refused(`expected UTF-8 text in ${path}`) : ok(text);
}

function ownOf(task: Task, solution: string | null, others: readonly string[]): Result<OpenedZip> {
  const [first, ...more] = task.cases;
  if (!first) throw new Error('a task without a case was loaded');
  const leftOut: string[] = [];
  if (more.length > 0) {
    const names = more.map((one) => `“${one.name}”`).join(', ');
    leftOut.push(`Only the first case, “${first.name}”, is taken over. Left out: ${names}.`);
  }
  if (first.cache.length > 0) {
    const keys = first.cache.map(([key]) => key).join(', ');
    leftOut.push(`The cache starts empty here. Left out: the entries ${keys}.`);
  }
  const files = first.files.flatMap(({ path, bytes }) => {
    const text = textOf(bytes);
    if (text === null) leftOut.push(`The starting file ${path} is not UTF-8 text and is left out.`);
    return text === null ? [] : [{ path, text }];
  });
  if (!task.judgesRepeats) leftOut.push('The task does not judge work that is done twice; here it is judged.');
  if (task.references.length > 0) {
    const names = task.references.map((one) => `${one.name}.py`).join(', ');
    leftOut.push(`The references are left out: ${names}.`);
  }
  const own: OwnFunction = {
    title: task.title,
    call: writeCall(task.function, first.args),
    sql: first.sql ?? '',
    files,
    judgeSql: task.judgeSql ?? '',
    finishesInterruptedWork: task.finishesInterruptedWork,
  };
  const again = taskOf(own);
  if (!again.ok) return again;
  if (task.parameters.join() !== parametersOf(first.args).join()) {
    leftOut.push(`The names of the parameters are left out: ${task.parameters.join(', ')}.`);
  }
  if (task.prompt !== again.value.prompt) leftOut.push('The request in prompt.md is left out.');
  return ok({ own, solution, leftOut: [...leftOut, ...others] });
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function refused(message: string): { readonly ok: false; readonly problems: readonly Problem[] } {
  return fail({ where: 'zip', line: null, field: null, message });
}
