// Turns the cases of task.json into starting worlds and arguments. References are read in `references.ts`.
import type { Argument, Json, TaskCase, TaskCategory } from '../model/task.ts';
import { DATABASE_PATH, DATABASE_SUFFIXES } from '../model/world.ts';
import type { FolderFiles } from './folder-files.ts';
import { fieldText, type JsonPath } from './json-places.ts';
import type { CaseJson, TaskJson } from './schema.ts';

type Helper = 'conn' | 'notifier' | 'cache';

const HELPERS: Readonly<Record<TaskCategory, readonly Helper[]>> = {
  database: ['conn'],
  'database-and-effect': ['conn', 'notifier', 'cache'],
  files: [],
};
const TAKEN_PATHS: readonly string[] = ['', ...DATABASE_SUFFIXES].map((suffix) => DATABASE_PATH + suffix);

/** `complain` reports a problem at a place of task.json. */
export type Complain = (path: JsonPath, message: string) => void;

export function readCases(task: TaskJson, files: FolderFiles, complain: Complain): TaskCase[] {
  const names = new Set<string>();
  return task.cases.map((one, index) => {
    const path = ['cases', index];
    if (names.has(one.name)) complain([...path, 'name'], `expected a name of its own, "${one.name}" is taken`);
    names.add(one.name);
    if (one.args.length !== task.parameters.length) {
      const [expected, given] = [task.parameters.length, one.args.length];
      complain([...path, 'args'], `expected ${expected}, one for each parameter, found ${given}`);
    }
    return {
      name: one.name,
      args: one.args.map((value, n) => readArgument(value, task.category, [...path, 'args', n], complain)),
      ...readWorld(one, task.category, files, path, complain),
      files: readFiles(one, files, path, complain),
      cache: readCache(one, task.category, path, complain),
    };
  });
}

/** "$conn" is the helper conn, "$$conn" the text "$conn". Texts inside lists and objects stay as they are. */
function readArgument(value: Json, category: TaskCategory, path: JsonPath, complain: Complain): Argument {
  if (typeof value !== 'string' || !value.startsWith('$')) return { value };
  if (value.startsWith('$$')) return { value: value.slice(1) };
  const helper = value.slice(1);
  if (helper !== 'conn' && helper !== 'notifier' && helper !== 'cache') {
    complain(path, `expected "$conn", "$notifier" or "$cache", found "${value}"; for the text write "$${value}"`);
    return { value };
  }
  if (!HELPERS[category].includes(helper)) {
    const there = HELPERS[category].map((name) => `"$${name}"`).join(', ');
    const offers = there === '' ? 'no helpers' : `only ${there}`;
    complain(path, `expected another argument: a task of category "${category}" has ${offers}, not "${value}"`);
  }
  return { helper };
}

function readWorld(
  one: CaseJson,
  category: TaskCategory,
  files: FolderFiles,
  path: JsonPath,
  complain: Complain,
): Pick<TaskCase, 'sql' | 'sqlFile'> {
  const name = one.world ?? 'world.sql';
  if (category === 'files') {
    if (one.world !== undefined) complain([...path, 'world'], 'expected no world: a task of files has no database');
    return { sql: null };
  }
  if (!files.has(name)) {
    const place = one.world === undefined ? path : [...path, 'world'];
    complain(place, `expected the file ${name} with the schema and rows, there is none`);
  }
  return { sql: files.text(name), sqlFile: name };
}

function readFiles(one: CaseJson, files: FolderFiles, path: JsonPath, complain: Complain): TaskCase['files'] {
  const folder = one.files ?? 'files';
  const found = files.below(folder);
  if (one.files !== undefined && found.length === 0) {
    complain([...path, 'files'], `expected the folder ${folder} with starting files, there is none`);
  }
  for (const file of found) {
    const parts = file.path.split('/');
    if (TAKEN_PATHS.includes(file.path)) {
      files.report(`${folder}/${file.path}`, `expected another name: ${DATABASE_PATH} is the database itself`);
    } else if (parts.some((part) => part === '' || part === '.' || part === '..')) {
      files.report(`${folder}/${file.path}`, 'expected a path without empty parts, . and ..');
    }
  }
  return found;
}

function readCache(one: CaseJson, category: TaskCategory, path: JsonPath, complain: Complain): TaskCase['cache'] {
  const entries = Object.entries(one.cache);
  if (entries.length > 0 && category !== 'database-and-effect') {
    complain([...path, 'cache'], `expected no cache: a task of category "${category}" has none`);
  }
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([key, value]) => [key, JSON.stringify(value)] as const);
}

/** Where a person finds it: `cases[0].args[1]`. */
export function fieldOf(path: JsonPath): string | null {
  return path.length === 0 ? null : fieldText(path);
}
