// What differs between two clean runs, and what may therefore stand in other worlds in its place. Between runs under
// another clock and other entropy that is what either of them makes up; between runs under a stopped clock, what
// chance alone does. Each rule masks as much as differs and no more.
import type { Mail } from '../model/world.ts';
import type { Dump, TableDump } from './dump.ts';
import { type Template, templateOf } from './template.ts';

export type MailField = Exclude<keyof Mail, 'sentAt'>;
export const MAIL_FIELDS: readonly MailField[] = ['to', 'subject', 'body', 'idempotencyKey'];

/** The values of one place that two clean runs left differently, and the templates of each pair. */
export interface Mask {
  readonly changed: ReadonlySet<string>;
  readonly templates: readonly Template[];
}

export interface Volatile {
  /** By table, by index of the column; 'whole' where even the number of rows differs. */
  readonly tables: ReadonlyMap<string, ReadonlyMap<number, Mask> | 'whole'>;
  /** By path, by number of the line, from 0; 'whole' where the number of lines differs or the file is not text. */
  readonly files: ReadonlyMap<string, ReadonlyMap<number, Mask> | { readonly whole: Mask }>;
  /** Folders in which a run makes up names: there, files with other names are compared by what they hold. */
  readonly folders: ReadonlyMap<string, Mask>;
  /** Paths with a name of their own in every run. */
  readonly stablePaths: ReadonlySet<string>;
  /** By field of a mail, the time of sending left out; 'whole' where the number of mails differs. */
  readonly mail: ReadonlyMap<MailField, Mask> | 'whole';
  /** By key of a cache entry that is in both runs. */
  readonly cache: ReadonlyMap<string, Mask>;
  /** Keys with a name of their own in every run; entries under other keys are compared by what they hold. */
  readonly stableKeys: ReadonlySet<string>;
  /** Null where every key is stable. */
  readonly madeUpEntries: Mask | null;
  /** False where the two runs left the same, times of sending aside. */
  readonly any: boolean;
}

const NO_MASK: Mask = { changed: new Set(), templates: [] };

export function volatileOf(before: Dump, after: Dump, elsewhere: Dump): Volatile {
  const tables = new Map<string, ReadonlyMap<number, Mask> | 'whole'>();
  for (const [name, table] of after.tables) {
    const other = elsewhere.tables.get(name);
    const columns = other && volatileColumns(table, other);
    if (columns === 'whole' || (columns && columns.size > 0)) tables.set(name, columns);
  }
  const files = new Map<string, ReadonlyMap<number, Mask> | { readonly whole: Mask }>();
  for (const [path, content] of after.files) {
    const other = elsewhere.files.get(path);
    if (other !== undefined && other !== content) files.set(path, volatileLines(content, other));
  }
  const stablePaths = stableNames(before.files, after.files, elsewhere.files);
  const folders = new Map<string, Mask>();
  for (const path of [...after.files.keys(), ...elsewhere.files.keys()]) {
    const folder = folderOf(path);
    if (!stablePaths.has(path) && !folders.has(folder)) {
      const madeUp = (dump: Dump): string[] =>
        [...dump.files].filter(([name]) => folderOf(name) === folder && !stablePaths.has(name)).map(([, held]) => held);
      folders.set(folder, maskOf(madeUp(after).sort(), madeUp(elsewhere).sort()));
    }
  }
  const mail = volatileMail(after.mail, elsewhere.mail);
  const cache = new Map<string, Mask>();
  for (const [key, value] of after.cache) {
    const other = elsewhere.cache.get(key);
    if (other !== undefined && other !== value) cache.set(key, maskOf([`t${value}`], [`t${other}`]));
  }
  const stableKeys = stableNames(before.cache, after.cache, elsewhere.cache);
  const madeUpValues = (dump: Dump): string[] =>
    [...dump.cache].flatMap(([key, value]) => (stableKeys.has(key) ? [] : [`t${value}`])).sort();
  const hasMadeUpKeys = [...after.cache.keys(), ...elsewhere.cache.keys()].some((key) => !stableKeys.has(key));
  return {
    tables,
    files,
    folders,
    stablePaths,
    mail,
    cache,
    stableKeys,
    madeUpEntries: hasMadeUpKeys ? maskOf(madeUpValues(after), madeUpValues(elsewhere)) : null,
    any: tables.size + files.size + folders.size + cache.size > 0 || hasMadeUpKeys || mail === 'whole' || mail.size > 0,
  };
}

/** Folder of a path with a slash at its end, empty for the root. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

type Named = ReadonlyMap<string, unknown>;

function stableNames(before: Named, after: Named, elsewhere: Named): ReadonlySet<string> {
  const stable = new Set([...after.keys()].filter((name) => elsewhere.has(name)));
  for (const name of before.keys()) stable.add(name);
  return stable;
}

/** Of values that belong together pairwise. */
function maskOf(values: readonly string[], others: readonly string[]): Mask {
  const templates = new Map<string, Template>();
  const changed = new Set<string>();
  values.forEach((value, at) => {
    const other = others[at];
    if (other === undefined || other === value) return;
    changed.add(value).add(other);
    const template = templateOf(value, other);
    templates.set(template.text, template);
  });
  return changed.size === 0 ? NO_MASK : { changed, templates: [...templates.values()] };
}

function volatileColumns(table: TableDump, other: TableDump): ReadonlyMap<number, Mask> | 'whole' {
  if (table.rows.length !== other.rows.length || table.columns.join() !== other.columns.join()) return 'whole';
  const indices = table.columns.map((_, index) => index);
  const differing = new Set(
    indices.filter((index) => column(table, index).sort().join('\0') !== column(other, index).sort().join('\0')),
  );
  // Rows are paired by what stays: the key where it does, else everything that does.
  const by = table.key.length > 0 && table.key.every((index) => !differing.has(index)) ? table.key : null;
  const kept = by ?? indices.filter((index) => !differing.has(index));
  const identity = (row: readonly string[]): string => kept.map((index) => row[index]).join('\0');
  const sorted = (dump: TableDump): readonly (readonly string[])[] =>
    [...dump.rows].sort((a, b) => compared(identity(a), identity(b)));
  const [left, right] = [sorted(table), sorted(other)];
  const masks = new Map<number, Mask>();
  for (const index of indices) {
    const mask = maskOf(
      left.map((row) => row[index] ?? ''),
      right.map((row) => row[index] ?? ''),
    );
    if (mask.changed.size > 0) masks.set(index, mask);
  }
  return masks;
}

function compared(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function column(table: TableDump, index: number): string[] {
  return table.rows.map((row) => row[index] ?? '');
}

function volatileLines(content: string, other: string): ReadonlyMap<number, Mask> | { readonly whole: Mask } {
  const left = content.slice(1).split('\n');
  const right = other.slice(1).split('\n');
  if (content[0] !== 't' || other[0] !== 't' || left.length !== right.length) {
    return { whole: maskOf([content], [other]) };
  }
  const masks = new Map<number, Mask>();
  left.forEach((line, index) => {
    const mask = maskOf([`t${line}`], [`t${right[index] ?? ''}`]);
    if (mask.changed.size > 0) masks.set(index, mask);
  });
  return masks;
}

function volatileMail(mail: readonly Mail[], other: readonly Mail[]): ReadonlyMap<MailField, Mask> | 'whole' {
  if (mail.length !== other.length) return 'whole';
  const masks = new Map<MailField, Mask>();
  for (const field of MAIL_FIELDS) {
    const mask = maskOf(
      mail.map((one) => mailValue(one, field)),
      other.map((one) => mailValue(one, field)),
    );
    if (mask.changed.size > 0) masks.set(field, mask);
  }
  return masks;
}

/** A field of a mail as a dump would write it. */
export function mailValue(mail: Mail, field: MailField): string {
  const value = mail[field];
  return value === null ? 'nNULL' : `t${value}`;
}
