// Zips of folders and of hand-made entries for the tests of this folder. For tests only.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { zipSync } from 'fflate';
import { formatProblem, type Result } from '../model/result.ts';

const TASKS = path.join(import.meta.dirname, '../../tasks/crash');

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

export function got<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.problems.map(formatProblem).join('\n'));
  return result.value;
}

/** Every file of a bundled task, under `prefix`. */
export function taskFiles(id: string, prefix = `${id}/`): Record<string, Uint8Array> {
  const root = path.join(TASKS, id);
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    entries.map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      return [prefix + path.relative(root, file).replaceAll(path.sep, '/'), new Uint8Array(readFileSync(file))];
    }),
  );
}

/** A zip as other programs make it: `zipSync` writes the entries as they are. */
export function zipOf(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  return zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, content]) => [name, typeof content === 'string' ? bytesOf(content) : content]),
    ),
  );
}
