// A dump cut into things a sentence can name: a row, a file, a mail, a cache entry, each with its fields, with
// what is volatile masked. Two worlds are the same exactly where their items are.
import type { Mail } from '../model/world.ts';
import type { Dump, TableDump } from './dump.ts';
import { type MailField, type Volatile, folderOf } from './volatile.ts';

export interface Item {
  /** Begins a sentence: `accounts, row id = 1`. */
  readonly subject: string;
  /** By name, as a letter for the type and the value; a masked value is one of the constants below. */
  readonly fields: ReadonlyMap<string, string>;
  /** Set for the second and further copies of a thing without a key: the item it is a copy of. */
  readonly copyOf: string | null;
}

export type Items = ReadonlyMap<string, Item>;

const MASKED = '~';
/** A masked cell that has the value it had in the starting world: so much can be said of it. */
const MASKED_AS_BEFORE = '~before';
const NULL = 'nNULL';

export function itemsOf(dump: Dump, before: Dump, volatile: Volatile): Items {
  const items = new Map<string, Item>();
  for (const table of dump.tables.values()) {
    items.set(`table ${table.name}`, {
      subject: `the table ${table.name}`,
      fields: new Map([['definition', `t${table.sql}`]]),
      copyOf: null,
    });
    addRows(items, table, before.tables.get(table.name), volatile.tables.get(table.name) ?? new Set());
  }
  for (const [name, sql] of dump.otherSchema) {
    items.set(`schema ${name}`, { subject: name, fields: new Map([['definition', `t${sql}`]]), copyOf: null });
  }
  addFiles(items, dump.files, volatile);
  if (volatile.mail !== 'whole') addMail(items, dump.mail, volatile.mail);
  for (const [key, value] of dump.cache) {
    const masked = volatile.cache.get(key);
    if (masked === 'whole') continue;
    items.set(`cache ${key}`, {
      subject: `the cache entry ${key}`,
      fields: new Map([['value', masked === 'value' ? MASKED : `n${value}`]]),
      copyOf: null,
    });
  }
  return items;
}

/** The value of a field as a person reads it. */
export function shown(value: string): string {
  if (value === MASKED_AS_BEFORE) return 'its old value';
  if (value === MASKED) return 'a new value';
  const text = value[0] === 't' ? `'${value.slice(1)}'` : value[0] === 'n' ? value.slice(1) : `x'${value.slice(1)}'`;
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

function addRows(
  items: Map<string, Item>,
  table: TableDump,
  before: TableDump | undefined,
  masked: ReadonlySet<number> | 'whole',
): void {
  if (masked === 'whole') return;
  const keyed = table.key.length > 0 && table.key.every((index) => !masked.has(index));
  const keyOf = (row: readonly string[]): string => table.key.map((index) => row[index]).join('\0');
  const old = new Map(keyed && before?.sql === table.sql ? before.rows.map((row) => [keyOf(row), row]) : []);
  for (const row of table.rows) {
    const earlier = old.get(keyOf(row));
    const cells = row.map((cell, index) => {
      if (!masked.has(index) || cell === NULL) return cell;
      return earlier?.[index] === cell ? MASKED_AS_BEFORE : MASKED;
    });
    const fields = cells.map((cell, index) => [table.columns[index] ?? '', cell] as const);
    if (keyed) {
      const name = table.key.map((index) => `${table.columns[index]} = ${shown(row[index] ?? '')}`).join(' and ');
      items.set(`row ${table.name}\0${keyOf(row)}`, {
        subject: `${table.name}, row ${name}`,
        fields: new Map(fields),
        copyOf: null,
      });
    } else {
      const named = fields.filter(([, cell]) => !cell.startsWith(MASKED)).map(([, cell]) => shown(cell));
      addCopy(items, `row ${table.name}\0${cells.join('\0')}`, `${table.name}, row (${named.join(', ')})`);
    }
  }
}

function addFiles(items: Map<string, Item>, files: ReadonlyMap<string, string>, volatile: Volatile): void {
  for (const [path, content] of files) {
    if (!volatile.stablePaths.has(path) && volatile.folders.has(folderOf(path))) {
      // A made-up name: the folder and what the file holds are all that can be compared.
      addCopy(items, `file ${folderOf(path)}\0${content}`, `a file in ${folderOf(path) || 'the world'}`);
      continue;
    }
    const masked = volatile.files.get(path) ?? new Set();
    const fields = new Map<string, string>();
    if (masked === 'whole') fields.set('content', MASKED);
    else if (content[0] !== 't') fields.set(content[0] === 'l' ? 'target' : 'content', content);
    else {
      const lines = content.slice(1).split('\n');
      const ended = lines.at(-1) === '';
      fields.set('number of lines', `n${ended ? lines.length - 1 : lines.length}`);
      lines.forEach((line, index) => {
        if (!ended || index < lines.length - 1)
          fields.set(`line ${index + 1}`, masked.has(index) ? MASKED : `t${line}`);
      });
      if (lines.length > 1 || !ended) fields.set('end of the last line', ended ? 'na line end' : 'nnothing');
    }
    items.set(`file ${path}`, { subject: `the file ${path}`, fields, copyOf: null });
  }
}

function addMail(items: Map<string, Item>, mails: readonly Mail[], masked: ReadonlySet<MailField>): void {
  const fields: readonly MailField[] = ['to', 'subject', 'body', 'idempotencyKey'];
  for (const mail of mails) {
    const seen = fields.map((field) =>
      masked.has(field) && mail[field] !== null ? MASKED : JSON.stringify(mail[field]),
    );
    addCopy(items, `mail ${seen.join('\0')}`, `the mail to ${mail.to} '${mail.subject}'`);
  }
}

/** Adds something without a key: what it holds is its name, and further copies are counted. */
function addCopy(items: Map<string, Item>, id: string, subject: string): void {
  let copies = 1;
  while (items.has(copies === 1 ? id : `${id}\0copy ${copies}`)) copies++;
  if (copies === 1) items.set(id, { subject, fields: new Map(), copyOf: null });
  else items.set(`${id}\0copy ${copies}`, { subject: `${subject} (copy ${copies})`, fields: new Map(), copyOf: id });
}
