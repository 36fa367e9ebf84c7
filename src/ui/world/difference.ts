// Puts several moments of one world side by side: which rows, files, mails and entries are the same one, and
// which values changed. Pure; how it looks lives in the components beside it.
import { tableTitle, type FileView, type TableView, type WorldView } from '../../model/world.ts';

/** One value over the moments; null where the row, file or mail is not there. */
export interface Track {
  readonly field: string;
  readonly values: readonly (string | null)[];
}

/** One row, file, mail or cache entry over the moments. It keeps its place when it appears or vanishes. */
export interface Item {
  readonly name: string;
  readonly tracks: readonly Track[];
  readonly present: readonly boolean[];
  readonly changed: boolean;
}

export interface Group {
  readonly kind: 'table' | 'files' | 'mail' | 'cache';
  readonly name: string;
  readonly items: readonly Item[];
  /** Rows or entries that the views do not show, at most, over the moments. */
  readonly cut: number;
}

export interface Place {
  readonly before: string | null;
  readonly now: string | null;
  readonly change: 'none' | 'changed' | 'appeared' | 'vanished' | 'not-there';
}

/** How a value at one moment relates to the moment before. */
export function placeAt(track: Track, moment: number): Place {
  const now = track.values[moment] ?? null;
  const before = moment === 0 ? now : (track.values[moment - 1] ?? null);
  if (now === null) return { before, now, change: before === null ? 'not-there' : 'vanished' };
  if (before === null) return { before, now, change: 'appeared' };
  return { before, now, change: before === now ? 'none' : 'changed' };
}

/** All groups of a world over the moments, those with a change first; null stands for a world that cannot be read. */
export function compare(moments: readonly (WorldView | null)[]): readonly Group[] {
  const groups = [compareTables, compareFiles, compareMail, compareCache].flatMap((one) => one(moments));
  const changes = (group: Group): boolean => group.items.some((item) => item.changed);
  return [...groups.filter(changes), ...groups.filter((group) => !changes(group))];
}

function compareTables(moments: readonly (WorldView | null)[]): Group[] {
  const names = unique(moments.flatMap((world) => world?.tables.map(tableTitle) ?? []));
  const byName = moments.map((world) => new Map(world?.tables.map((table) => [tableTitle(table), table]) ?? []));
  return names.map((name) => {
    const tables = byName.map((tables) => tables.get(name) ?? null);
    const columns = unique(tables.flatMap((table) => table?.columns ?? []));
    const keyColumns = unique(tables.flatMap((t) => t?.key.map((index) => t.columns[index] ?? '') ?? []));
    const items = matchRows(tables).map((rows, position) => {
      const value = (moment: number, column: string): string | null => {
        const index = tables[moment]?.columns.indexOf(column) ?? -1;
        return index < 0 ? null : (rows[moment]?.[index] ?? null);
      };
      const some = rows.findIndex((row) => row !== null);
      const rowName =
        keyColumns.length > 0
          ? keyColumns.map((column) => `${column} ${value(some, column) ?? ''}`).join(', ')
          : `row ${position + 1}`;
      const fields = columns.filter((column) => !keyColumns.includes(column));
      // A table of keys only still has to show that a row came or went.
      const shown = fields.length > 0 ? fields : columns;
      return item(
        rowName,
        shown.map((field) => ({ field, values: rows.map((_, moment) => value(moment, field)) })),
        rows.map((row) => row !== null),
      );
    });
    const cut = Math.max(0, ...tables.map((table) => (table === null ? 0 : table.total - table.rows.length)));
    return { kind: 'table', name, items, cut };
  });
}

type Row = readonly string[];

/** Rows of one table over the moments, each entry one row at each moment (null: not there). */
export function matchRows(tables: readonly (TableView | null)[]): (Row | null)[][] {
  const matched: (Row | null)[][] = [];
  tables.forEach((table, moment) => {
    const open = new Set(matched.keys());
    const placed: (number | null)[] = (table?.rows ?? []).map(() => null);
    const rows = table?.rows ?? [];
    const take = (fits: (last: Row, row: Row) => boolean): void => {
      rows.forEach((row, index) => {
        if (placed[index] !== null) return;
        for (const candidate of open) {
          const last = lastOf(matched[candidate] ?? []);
          if (last !== null && fits(last, row)) {
            placed[index] = candidate;
            open.delete(candidate);
            return;
          }
        }
      });
    };
    const key = table?.key ?? [];
    if (key.length > 0) take((last, row) => key.every((column) => last[column] === row[column]));
    else {
      // Without a key the same content is the same row; what is left pairs up where most values agree.
      take((last, row) => last.length === row.length && last.every((value, column) => value === row[column]));
      take((last, row) => agreement(last, row) > 0.5 || (row.length <= 2 && agreement(last, row) === 0.5));
    }
    let after = -1;
    const inserted: { at: number; row: Row }[] = [];
    rows.forEach((row, index) => {
      const place = placed[index];
      if (place !== null && place !== undefined) after = Math.max(after, place);
      else inserted.push({ at: after + 1, row });
    });
    rows.forEach((row, index) => {
      const place = placed[index];
      const entry = place === null || place === undefined ? undefined : matched[place];
      if (entry !== undefined) entry[moment] = row;
    });
    inserted.forEach(({ at, row }, shift) => {
      const entry: (Row | null)[] = tables.map(() => null);
      entry[moment] = row;
      matched.splice(at + shift, 0, entry);
    });
    for (const entry of matched) entry[moment] ??= null;
  });
  return matched;
}

function lastOf(entry: readonly (Row | null)[]): Row | null {
  return entry.findLast((row) => row !== null && row !== undefined) ?? null;
}

function agreement(a: Row, b: Row): number {
  if (a.length === 0 || a.length !== b.length) return 0;
  return a.filter((value, index) => value === b[index]).length / a.length;
}

function compareFiles(moments: readonly (WorldView | null)[]): Group[] {
  const paths = unique(moments.flatMap((world) => world?.files.map((file) => file.path) ?? [])).sort();
  const byPath = moments.map((world) => new Map(world?.files.map((file) => [file.path, file]) ?? []));
  const items = paths.map((path) => {
    const files = byPath.map((files) => files.get(path) ?? null);
    const values = files.map((file) => (file === null ? null : contentOf(file, files)));
    return item(
      path,
      [{ field: 'content', values }],
      files.map((file) => file !== null),
    );
  });
  return items.length === 0 ? [] : [{ kind: 'files', name: 'files', items, cut: hidden(moments, 'files') }];
}

/** What a file holds; where two moments would look alike and are not, with the beginning of its digest. */
function contentOf(file: FileView, moments: readonly (FileView | null)[]): string {
  if (file.bytes === 0) return 'empty file';
  const alike = moments.some(
    (one) => one?.text === file.text && one.bytes === file.bytes && one.digest !== file.digest,
  );
  const mark = alike ? `, SHA-256 ${file.digest?.slice(0, 12) ?? ''}…` : '';
  if (file.text === null) return `${file.bytes} bytes, not text${mark}`;
  return alike ? `${file.text}\n(${file.bytes} bytes${mark})` : file.text;
}

/** The mailbox only grows, so the n-th mail is the same mail at every moment that has it. */
function compareMail(moments: readonly (WorldView | null)[]): Group[] {
  const count = Math.max(0, ...moments.map((world) => world?.mail.length ?? 0));
  const items = Array.from({ length: count }, (_, n) => {
    const mails = moments.map((world) => world?.mail[n] ?? null);
    const track = (field: string, read: (mail: NonNullable<(typeof mails)[number]>) => string): Track => ({
      field,
      values: mails.map((mail) => (mail === null ? null : read(mail))),
    });
    return item(
      `mail ${n + 1}`,
      [
        track('to', (mail) => mail.to),
        track('subject', (mail) => mail.subject),
        track('body', (mail) => mail.body),
        track('key', (mail) => mail.idempotencyKey ?? 'none'),
      ],
      mails.map((mail) => mail !== null),
    );
  });
  return items.length === 0 ? [] : [{ kind: 'mail', name: 'mail sent', items, cut: hidden(moments, 'mail') }];
}

/** Entries that the views do not list, at most, over the moments. */
function hidden(moments: readonly (WorldView | null)[], kind: 'files' | 'mail' | 'cache'): number {
  return Math.max(0, ...moments.map((world) => world?.hidden?.[kind] ?? 0));
}

function compareCache(moments: readonly (WorldView | null)[]): Group[] {
  const keys = unique(moments.flatMap((world) => world?.cache.map(([key]) => key) ?? [])).sort();
  const byKey = moments.map((world) => new Map(world?.cache ?? []));
  const items = keys.map((key) => {
    const values = byKey.map((entries) => entries.get(key) ?? null);
    return item(
      key,
      [{ field: 'value', values }],
      values.map((value) => value !== null),
    );
  });
  return items.length === 0 ? [] : [{ kind: 'cache', name: 'cache', items, cut: hidden(moments, 'cache') }];
}

function item(name: string, tracks: readonly Track[], present: readonly boolean[]): Item {
  const changed =
    present.some((there) => there !== present[0]) ||
    tracks.some(({ values }) => values.some((value) => value !== values[0]));
  return { name, tracks, present, changed };
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
