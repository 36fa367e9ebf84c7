// Databases in a dump, before it is cut into items: what holds nothing yet is as good as not there, and what has a name
// of its own in every run is compared by what it holds, as a file is.
import type { Dump, TableDump } from './dump.ts';
import { folderOf } from './volatile.ts';

/** Takes the dump of any world of the same function. The three are of its starting world and of two clean runs. */
export function comparing(before: Dump, after: Dump, elsewhere: Dump): (dump: Dump) => Dump {
  const stable = new Set([...after.databases.keys()].filter((path) => elsewhere.databases.has(path)));
  for (const path of before.databases.keys()) stable.add(path);
  const isMadeUp = (path: string): boolean => !stable.has(path);
  const folders = new Set([...after.databases.keys(), ...elsewhere.databases.keys()].filter(isMadeUp).map(folderOf));

  return (dump) => {
    const tables = new Map(dump.tables);
    const otherSchema = new Map(dump.otherSchema);
    const files = new Map(dump.files);
    for (const [path, names] of dump.databases) {
      const own = names.flatMap((name) => dump.tables.get(name) ?? []);
      const isNew = !before.databases.has(path);
      const asFile = isMadeUp(path) && folders.has(folderOf(path));
      const isEmpty = isNew && isBare(own) && (asFile || !isBare(tablesOf(after, path)));
      if (!asFile && !isEmpty) continue;
      for (const name of names) {
        tables.delete(name);
        otherSchema.delete(name);
      }
      if (!isEmpty) files.set(path, `t${textOf(own, path)}`);
    }
    return { ...dump, tables, otherSchema, files };
  };
}

function tablesOf(dump: Dump, path: string): readonly TableDump[] {
  return (dump.databases.get(path) ?? []).flatMap((name) => dump.tables.get(name) ?? []);
}

function isBare(tables: readonly TableDump[]): boolean {
  return tables.every(({ rows }) => rows.length === 0);
}

/** What a database holds; its own path does not stand in it. */
function textOf(tables: readonly TableDump[], path: string): string {
  const lines = tables.flatMap(({ name, sql, rows }) => [
    `${name.slice(0, -` in ${path}`.length)}: ${sql}`,
    ...rows.map((row) => row.map((cell) => JSON.stringify(cell)).join(' ')),
  ]);
  return lines.map((line) => `${line}\n`).join('');
}
