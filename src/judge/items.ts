// A dump cut into things a sentence can name: a row, a file, a mail, a cache entry, each with its fields, with
// what is volatile masked. Two worlds are the same exactly where their items are.
import type { Mail } from '../model/world.ts';
import type { Dump, TableDump } from './dump.ts';
import { UNSURE, withDots } from './template.ts';
import { MAIL_FIELDS, type MailField, type Mask, type Volatile, folderOf, mailValue } from './volatile.ts';

export interface Item {
  /** Begins a sentence: `accounts, row id = 1`. */
  readonly subject: string;
  /** By name, as a letter for the type and the value, the text of its template, or a mask. */
  readonly fields: ReadonlyMap<string, string>;
  /** Set for the second and further copies of a thing without a key: the item it is a copy of. */
  readonly copyOf: string | null;
  /** True where some of it could be neither right nor wrong. */
  readonly unsure: boolean;
}

export type Items = ReadonlyMap<string, Item>;

/** What is volatile, where it is not looked at closely. */
const MASKED = '~';
const NULL = 'nNULL';

/** `strict`: what is volatile must match its template; else it may be anything but what was there before. */
export function itemsOf(dump: Dump, before: Dump, volatile: Volatile, strict: boolean): Items {
  const items = new Map<string, Item>();
  for (const table of dump.tables.values()) {
    items.set(`table ${table.name}`, {
      subject: `the table ${table.name}`,
      fields: new Map([['definition', `t${table.sql}`]]),
      copyOf: null,
      unsure: false,
    });
    addRows(items, table, before.tables.get(table.name), volatile.tables.get(table.name) ?? new Map(), strict);
  }
  for (const [name, sql] of dump.otherSchema) {
    const fields = new Map([['definition', `t${sql}`]]);
    items.set(`schema ${name}`, { subject: name, fields, copyOf: null, unsure: false });
  }
  addFiles(items, dump.files, before.files, volatile, strict);
  addMail(items, dump.mail, before.mail, volatile.mail, strict);
  addCache(items, dump.cache, before.cache, volatile, strict);
  return items;
}

/** The subject of something in the way of calling two worlds the same: its value can be neither right nor wrong. */
export function unsureSubject(items: Items): string | null {
  for (const { subject, unsure } of items.values()) if (unsure) return subject;
  return null;
}

/** The value of a field as a person reads it. */
export function shown(value: string): string {
  const seen = withDots(value);
  if (value === MASKED || value === UNSURE || seen === null) return 'a new value';
  const text = seen[0] === 't' ? `'${seen.slice(1)}'` : seen[0] === 'n' ? seen.slice(1) : `x'${seen.slice(1)}'`;
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

interface Shape {
  readonly value: string;
  /** True where the value is masked and no template vouches for it. */
  readonly unsure: boolean;
}

const plain = (value: string): Shape => ({ value, unsure: false });

/**
 * A value as it is compared. One that stood there before stays as it is, unless a clean run changed something else into
 * just that; so does one that is empty or of another type than any that a clean run left. Loosely, all others are alike;
 * strictly, they are what their template says, and stay as they are where they match none.
 */
function masked(value: string, mask: Mask | undefined, stoodBefore: boolean, strict: boolean): Shape {
  if (mask === undefined) return plain(value);
  if (!mask.changed.has(value) && (stoodBefore || !isLike(value, mask))) return plain(value);
  const template = mask.templates.find((one) => one.matches(value));
  const unsure = template === undefined || template.text === UNSURE;
  if (strict) return template ? { value: template.text, unsure } : plain(value);
  return { value: MASKED, unsure };
}

function isLike(value: string, { changed }: Mask): boolean {
  return value.length > 1 && value !== NULL && [...changed].some((one) => one !== NULL && one[0] === value[0]);
}

function addRows(
  items: Map<string, Item>,
  table: TableDump,
  before: TableDump | undefined,
  masks: ReadonlyMap<number, Mask> | 'whole',
  strict: boolean,
): void {
  if (masks === 'whole' && !sameRows(table, before)) {
    const subject = `the rows of ${table.name}`;
    items.set(`rows ${table.name}`, { subject, fields: new Map([['rows', MASKED]]), copyOf: null, unsure: true });
    return;
  }
  const maskAt = (index: number): Mask | undefined => (masks === 'whole' ? undefined : masks.get(index));
  const keyed = table.key.length > 0 && table.key.every((index) => maskAt(index) === undefined);
  const keyOf = (row: readonly string[]): string => table.key.map((index) => row[index]).join('\0');
  const comparable = before?.columns.join() === table.columns.join() ? before.rows : [];
  const old = new Map(keyed ? comparable.map((row) => [keyOf(row), row]) : []);
  const oldCells = table.columns.map((_, index) =>
    !keyed && maskAt(index) ? new Set(comparable.map((row) => row[index])) : null,
  );
  for (const row of table.rows) {
    const earlier = old.get(keyOf(row));
    const shapes = row.map((cell, index) => {
      const stoodBefore = keyed ? earlier?.[index] === cell : (oldCells[index]?.has(cell) ?? false);
      return masked(cell, maskAt(index), stoodBefore, strict);
    });
    const cells = shapes.map(({ value }) => value);
    const unsure = shapes.some((shape) => shape.unsure);
    const fields = cells.map((cell, index) => [table.columns[index] ?? '', cell] as const);
    if (keyed) {
      const name = table.key.map((index) => `${table.columns[index]} = ${shown(row[index] ?? '')}`).join(' and ');
      items.set(`row ${table.name}\0${keyOf(row)}`, {
        subject: `${table.name}, row ${name}`,
        fields: new Map(fields),
        copyOf: null,
        unsure,
      });
    } else {
      const named = cells.filter((cell, index) => cell === row[index]).map(shown);
      const subject = `${table.name}, row (${named.join(', ')})`;
      addCopy(items, `row ${table.name}\0${cells.join('\0')}`, subject, unsure);
    }
  }
}

function sameRows(table: TableDump, before: TableDump | undefined): boolean {
  return JSON.stringify(table.rows) === JSON.stringify(before?.rows ?? []);
}

function addFiles(
  items: Map<string, Item>,
  files: ReadonlyMap<string, string>,
  before: ReadonlyMap<string, string>,
  volatile: Volatile,
  strict: boolean,
): void {
  for (const [path, content] of files) {
    const folder = folderOf(path);
    const madeUp = volatile.folders.get(folder);
    if (!volatile.stablePaths.has(path) && madeUp) {
      // A made-up name: the folder and what the file holds are all that can be compared.
      const { value, unsure } = masked(content, madeUp, false, strict);
      addCopy(items, `file ${folder}\0${value}`, `a file in ${folder || 'the world'}`, unsure);
      continue;
    }
    const old = before.get(path);
    const shapes = shapesOfFile(content, old, volatile.files.get(path) ?? new Map(), strict);
    items.set(`file ${path}`, {
      subject: `the file ${path}`,
      fields: new Map([...shapes].map(([name, { value }]) => [name, value])),
      copyOf: null,
      unsure: [...shapes.values()].some(({ unsure }) => unsure),
    });
  }
}

function shapesOfFile(
  content: string,
  old: string | undefined,
  masks: ReadonlyMap<number, Mask> | { readonly whole: Mask },
  strict: boolean,
): ReadonlyMap<string, Shape> {
  if ('whole' in masks) return new Map([['content', masked(content, masks.whole, old === content, strict)]]);
  if (content[0] !== 't') return new Map([[content[0] === 'l' ? 'target' : 'content', plain(content)]]);
  const shapes = new Map<string, Shape>();
  const lines = content.slice(1).split('\n');
  const oldLines = old === undefined ? [] : old.slice(1).split('\n');
  const ended = lines.at(-1) === '';
  shapes.set('number of lines', plain(`n${ended ? lines.length - 1 : lines.length}`));
  lines.forEach((line, index) => {
    if (ended && index === lines.length - 1) return;
    shapes.set(`line ${index + 1}`, masked(`t${line}`, masks.get(index), oldLines[index] === line, strict));
  });
  if (lines.length > 1 || !ended) shapes.set('end of the last line', plain(ended ? 'na line end' : 'nnothing'));
  return shapes;
}

function addMail(
  items: Map<string, Item>,
  mails: readonly Mail[],
  before: readonly Mail[],
  masks: ReadonlyMap<MailField, Mask> | 'whole',
  strict: boolean,
): void {
  if (masks === 'whole' && mails.length !== before.length) {
    const fields = new Map([['mails', MASKED]]);
    items.set('mails', { subject: 'the mails sent', fields, copyOf: null, unsure: true });
    return;
  }
  for (const mail of mails) {
    const shapes = MAIL_FIELDS.map((field) =>
      masked(mailValue(mail, field), masks === 'whole' ? undefined : masks.get(field), false, strict),
    );
    const id = `mail ${shapes.map(({ value }) => value).join('\0')}`;
    const unsure = shapes.some((shape) => shape.unsure);
    addCopy(items, id, `the mail to ${mail.to} '${mail.subject}'`, unsure);
  }
}

function addCache(
  items: Map<string, Item>,
  cache: ReadonlyMap<string, string>,
  before: ReadonlyMap<string, string>,
  volatile: Volatile,
  strict: boolean,
): void {
  for (const [key, json] of cache) {
    const madeUp = volatile.stableKeys.has(key) ? null : volatile.madeUpEntries;
    const mask = madeUp ?? volatile.cache.get(key);
    const { value, unsure } = masked(`t${json}`, mask, before.get(key) === json, strict);
    if (madeUp) {
      addCopy(items, `cache\0${value}`, `a cache entry ${shown(value)}`, unsure);
      continue;
    }
    // Values are JSON, and shown without further quotes.
    const fields = new Map([['value', value === `t${json}` ? `n${json}` : value]]);
    items.set(`cache ${key}`, { subject: `the cache entry ${key}`, fields, copyOf: null, unsure });
  }
}

/** Adds something without a key: what it holds is its name, and further copies are counted. */
function addCopy(items: Map<string, Item>, id: string, subject: string, unsure: boolean): void {
  const fields = new Map<string, string>();
  let copies = 1;
  while (items.has(copies === 1 ? id : `${id}\0copy ${copies}`)) copies++;
  if (copies === 1) items.set(id, { subject, fields, copyOf: null, unsure });
  else items.set(`${id}\0copy ${copies}`, { subject: `${subject} (copy ${copies})`, fields, copyOf: id, unsure });
}
