// What differs between two clean runs under another clock and other entropy, and is therefore not compared.
// Each rule masks as much as differs and no more; what masking hides is said beside the rule.
import type { Mail } from '../model/world.ts';
import type { Dump, TableDump } from './dump.ts';

export type MailField = keyof Mail;

export interface Volatile {
  /**
   * By table: indices of columns whose values differ. 'whole' where even the number of rows differs; of such a
   * table only its schema is compared.
   */
  readonly tables: ReadonlyMap<string, ReadonlySet<number> | 'whole'>;
  /**
   * By path: numbers (from 0) of the lines that differ. 'whole' where the number of lines differs or the file is
   * not text; of such a file only its being there is compared.
   */
  readonly files: ReadonlyMap<string, ReadonlySet<number> | 'whole'>;
  /** Folders in which a run makes up names: there, files with other names are compared by what they hold. */
  readonly folders: ReadonlySet<string>;
  /** Paths with a name of their own in every run. */
  readonly stablePaths: ReadonlySet<string>;
  /** Fields of mails, the time of sending always; 'whole' where the number of mails differs. */
  readonly mail: ReadonlySet<MailField> | 'whole';
  /** Keys of cache entries: only the value differs ('value'), or there is none in one run ('whole'). */
  readonly cache: ReadonlyMap<string, 'value' | 'whole'>;
}

export function volatileOf(before: Dump, after: Dump, elsewhere: Dump): Volatile {
  const tables = new Map<string, ReadonlySet<number> | 'whole'>();
  for (const [name, table] of after.tables) {
    const other = elsewhere.tables.get(name);
    if (other) tables.set(name, volatileColumns(table, other));
  }
  const files = new Map<string, ReadonlySet<number> | 'whole'>();
  for (const [path, content] of after.files) {
    const other = elsewhere.files.get(path);
    if (other !== undefined && other !== content) files.set(path, volatileLines(content, other));
  }
  const stablePaths = new Set([...after.files.keys()].filter((path) => elsewhere.files.has(path)));
  for (const path of before.files.keys()) stablePaths.add(path);
  const madeUp = [...after.files.keys(), ...elsewhere.files.keys()].filter((path) => !stablePaths.has(path));
  return {
    tables,
    files,
    folders: new Set(madeUp.map(folderOf)),
    stablePaths,
    mail: volatileMail(after.mail, elsewhere.mail),
    cache: volatileCache(after.cache, elsewhere.cache),
  };
}

/** Folder of a path with a slash at its end, empty for the root. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

function volatileColumns(table: TableDump, other: TableDump): ReadonlySet<number> | 'whole' {
  if (table.rows.length !== other.rows.length || table.columns.join() !== other.columns.join()) return 'whole';
  const indices = table.columns.map((_, index) => index);
  const differing = indices.filter(
    (index) => column(table, index).sort().join('\0') !== column(other, index).sort().join('\0'),
  );
  const volatile = new Set(differing);
  // Rows are paired by what stays: the key where it does, else everything that does.
  const by = table.key.length > 0 && table.key.every((index) => !volatile.has(index)) ? table.key : null;
  const kept = by ?? indices.filter((index) => !volatile.has(index));
  const identity = (row: readonly string[]): string => kept.map((index) => row[index]).join('\0');
  const sorted = (dump: TableDump): readonly (readonly string[])[] =>
    [...dump.rows].sort((a, b) => compared(identity(a), identity(b)));
  const left = sorted(table);
  const right = sorted(other);
  left.forEach((row, at) => {
    for (const index of indices) if (row[index] !== right[at]?.[index]) volatile.add(index);
  });
  return volatile;
}

function compared(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function column(table: TableDump, index: number): string[] {
  return table.rows.map((row) => row[index] ?? '');
}

function volatileLines(content: string, other: string): ReadonlySet<number> | 'whole' {
  const left = content.slice(1).split('\n');
  const right = other.slice(1).split('\n');
  if (content[0] !== 't' || other[0] !== 't' || left.length !== right.length) return 'whole';
  return new Set(left.flatMap((line, index) => (line === right[index] ? [] : [index])));
}

function volatileMail(mail: readonly Mail[], other: readonly Mail[]): ReadonlySet<MailField> | 'whole' {
  if (mail.length !== other.length) return 'whole';
  const fields: readonly MailField[] = ['to', 'subject', 'body', 'idempotencyKey'];
  const differing = fields.filter((field) => mail.some((one, index) => one[field] !== other[index]?.[field]));
  return new Set<MailField>(['sentAt', ...differing]);
}

function volatileCache(
  cache: ReadonlyMap<string, string>,
  other: ReadonlyMap<string, string>,
): ReadonlyMap<string, 'value' | 'whole'> {
  const volatile = new Map<string, 'value' | 'whole'>();
  for (const key of new Set([...cache.keys(), ...other.keys()])) {
    if (!cache.has(key) || !other.has(key)) volatile.set(key, 'whole');
    else if (cache.get(key) !== other.get(key)) volatile.set(key, 'value');
  }
  return volatile;
}
