// Turns the references of task.json into sources with a known class. Whether the harness agrees is for the gate.
import type { BreaksAt, Reference } from '../model/task.ts';
import type { Complain } from './cases.ts';
import type { FolderFiles } from './folder-files.ts';
import { fieldText, type JsonPath } from './json-places.ts';
import type { ReferenceJson, TaskJson } from './schema.ts';

/** `lineOf` is that of task.json. */
export function readReferences(
  task: TaskJson,
  files: FolderFiles,
  complain: Complain,
  lineOf: (path: JsonPath) => number,
): Reference[] {
  const seen = new Set<string>();
  return task.references.flatMap((one, index): Reference[] => {
    const path = ['references', index];
    if (seen.has(one.file)) complain([...path, 'file'], `expected each file once, ${one.file} is listed twice`);
    seen.add(one.file);
    const place = `references/${one.file}`;
    if (!files.has(place)) complain([...path, 'file'], `expected the file ${place}, there is none`);
    const source = files.text(place);
    checkClass(one, task, path, complain);
    if (source === null) return [];
    const breaksAt = one.breaksAt ?? null;
    checkLine(breaksAt, source, place, path, complain);
    const name = one.file.slice(0, -'.py'.length);
    const { intended, note, onlyHard } = one;
    const listedAt = { line: lineOf(path), field: fieldText(path) };
    return [{ name, source, intended, note, breaksAt, onlyHard, listedAt }];
  });
}

/** The class and the place of the first break must not contradict each other. */
function checkClass(one: ReferenceJson, task: TaskJson, path: JsonPath, complain: Complain): void {
  const { intended, breaksAt, onlyHard } = one;
  const at = [...path, 'breaksAt'];
  if (intended === 'safe-by-accident' && task.category === 'files') {
    complain([...path, 'intended'], 'expected "unsafe" or "safe-by-design": files have no transaction default');
  }
  if (intended === 'safe-by-design' && breaksAt) complain(at, 'expected none: safe by design breaks nowhere');
  if (intended === 'unsafe' && !breaksAt) complain(at, 'is missing; expected the earliest crash that breaks it');
  if (intended === 'safe-by-accident' && breaksAt === undefined) {
    complain(at, 'is missing; expected the earliest crash that breaks it, or null if it does not work in autocommit');
  }
  const mode = intended === 'unsafe' ? 'default' : 'autocommit';
  if (intended !== 'safe-by-design' && breaksAt && breaksAt.mode !== mode) {
    complain([...at, 'mode'], `expected "${mode}": that is where ${intended} code breaks first`);
  }
  if (!onlyHard) return;
  if (intended === 'safe-by-design') complain([...path, 'onlyHard'], 'expected false: safe by design breaks nowhere');
  else if (breaksAt && breaksAt.fault !== 'hard') {
    complain([...at, 'fault'], 'expected "hard": onlyHard says that errors do not break it');
  }
}

function checkLine(breaksAt: BreaksAt | null, source: string, place: string, path: JsonPath, complain: Complain): void {
  if (breaksAt === null) return;
  const lines = source.trimEnd().split('\n');
  const at = [...path, 'breaksAt', 'line'];
  const text = lines[breaksAt.line - 1];
  if (text === undefined) {
    complain(at, `expected a line of ${place}, which has ${lines.length}, found ${breaksAt.line}`);
  } else if (/^\s*(#|$)/.test(text)) {
    complain(at, `expected a line of ${place} that writes something, line ${breaksAt.line} holds no code`);
  }
}
