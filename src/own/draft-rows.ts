// What a clean run changed in the tables, as lines of the drafted judge. Works on views of worlds, which are cut and
// show every cell as text; what that leaves open is said in the notes.
import type { TableView, WorldView } from '../model/world.ts';
import { type Change, type Draft, closest, countOf, presenceOf, surplus } from './draft-change.ts';
import { cellChange } from './draft-cells.ts';
import { columnChanges } from './draft-columns.ts';
import { guardsOf } from './draft-guards.ts';
import { type Row, type RowChanges, type RowSet, type Table, allFields, distinct, rowSet } from './draft-table.ts';
import { type Affinity, columnAffinities } from './sql-text.ts';
import { isCut, sqlName, sqlText } from './sql-write.ts';
import type { Varying } from './varying.ts';

/** A view lists no more. */
const MOST_TABLES = 50;

export function draftRows(
  sql: string,
  before: WorldView,
  after: WorldView,
  twice: WorldView | null,
  varying: Varying,
): Draft {
  const affinities = columnAffinities(sql);
  const drafts: Draft[] = [];
  const named = (view: WorldView | null, name: string): TableView | undefined =>
    view?.tables.find((table) => table.name === name);
  const isCutOff = [before, after].some((view) => view.tables.length >= MOST_TABLES);
  for (const name of new Set([...before.tables, ...after.tables].map((table) => table.name))) {
    const [was, is] = [named(before, name), named(after, name)];
    if (was && is) {
      drafts.push(draftTable(was, is, named(twice, name) ?? null, affinities.get(name.toLowerCase()), varying));
    } else if (!isCutOff) drafts.push(tableItself(name, is ? 'after' : 'before'));
  }
  const notes = drafts.flatMap((draft) => draft.notes);
  if (isCutOff) notes.push(`Only the first ${MOST_TABLES} tables are compared.`);
  return {
    changes: drafts.flatMap((draft) => draft.changes),
    guards: drafts.flatMap((draft) => draft.guards),
    notes,
  };
}

/** SQL that reads a table cannot be written for worlds that do not have it. */
function tableItself(name: string, there: 'before' | 'after'): Draft {
  const counted = `main.sqlite_schema WHERE type = 'table' AND name = ${sqlText(name)}`;
  const notes =
    there === 'after'
      ? [`The table ${name} is made by the call. Its rows can only be judged if the schema already has it.`]
      : [];
  return { changes: [presenceOf(3, `the table ${name}`, there, counted)], guards: [], notes };
}

function draftTable(
  was: TableView,
  is: TableView,
  twice: TableView | null,
  affinities: ReadonlyMap<string, Affinity> | undefined,
  varying: Varying,
): Draft {
  const main = `main.${sqlName(was.name)}`;
  const kept = was.columns.filter((column) => is.columns.includes(column));
  const pick = (view: TableView): Row[] =>
    view.rows.map((row) => kept.map((column) => row[view.columns.indexOf(column)] ?? 'NULL'));
  const declared = was.key.map((index) => kept.indexOf(was.columns[index] ?? ''));
  const sameKey = was.key.map((index) => was.columns[index]).join() === is.key.map((index) => is.columns[index]).join();
  const cut = [was, is].some((view) => view.total > view.rows.length);
  const [beforeRows, afterRows] = [pick(was), pick(is)];
  const keyDeclared =
    sameKey &&
    declared.length > 0 &&
    !declared.includes(-1) &&
    [beforeRows, afterRows].every((rows) => tells(declared, rows));
  const table: Table = {
    name: was.name,
    main,
    columns: kept,
    affinities: kept.map((column) => affinities?.get(column.toLowerCase()) ?? 'none'),
    key: keyDeclared ? declared : cut ? [] : foundKey(kept, beforeRows, afterRows),
    keyDeclared,
    before: beforeRows,
    after: afterRows,
    twice: twice && kept.every((column) => twice.columns.includes(column)) ? pick(twice) : null,
  };
  const schema = columnChanges(was, is, table, varying);
  const { rows, changes } = cut ? cutTable(was, is, twice, table, varying) : wholeTable(table, varying);
  const notes = cut
    ? [`The table ${was.name} is long: only the rows that were shown are compared, and the number of all rows.`]
    : [];
  return { changes: [...schema, ...changes], guards: rows ? guardsOf(table, rows) : [], notes };
}

/** Whether the key tells all rows apart as they are shown: cut, and without their types. */
function tells(key: readonly number[], rows: readonly Row[]): boolean {
  const shown = new Set(rows.map((row) => key.map((at) => row[at]).join('\0')));
  return shown.size === rows.length && rows.every((row) => key.every((at) => !isCut(row[at] ?? '')));
}

/** A column that could be the key: no value twice, none missing, and the shorter table's values all in the longer. */
function foundKey(columns: readonly string[], before: readonly Row[], after: readonly Row[]): readonly number[] {
  const index = columns.findIndex((_, at) => {
    const [left, right] = [before, after].map((rows) => new Set(rows.map((row) => row[at] ?? 'NULL'))) as [
      Set<string>,
      Set<string>,
    ];
    if (before.length === 0 || left.size < before.length || right.size < after.length) return false;
    const [few, many] = left.size <= right.size ? [left, right] : [right, left];
    return [...few].every((cell) => cell !== 'NULL' && !isCut(cell) && many.has(cell)) && few.size > 0;
  });
  return index < 0 ? [] : [index];
}

function cutTable(
  was: TableView,
  is: TableView,
  twice: TableView | null,
  table: Table,
  varying: Varying,
): { rows: null; changes: Change[] } {
  const changed = table.key.length > 0 ? pairedRows(table) : [];
  const changes = changed.flatMap(({ row, now, cells }) => cells.map((at) => cellChange(table, row, now, at, varying)));
  if (was.total !== is.total || (twice && twice.total !== is.total)) {
    const totals = [was.total, is.total, twice?.total ?? null] as const;
    changes.push(countOf(3, `rows of ${table.name}`, { from: table.main, where: '' }, totals));
  }
  return { rows: null, changes };
}

function wholeTable(table: Table, varying: Varying): { rows: RowChanges; changes: Change[] } {
  const keyed = table.key.length > 0;
  const keyOf = (row: Row): string => (keyed ? table.key.map((at) => row[at]) : row).join('\0');
  const removed = surplus(table.before, table.after, keyOf);
  const added = surplus(table.after, table.before, keyOf);
  const again = table.twice ? surplus(table.twice, table.after, keyOf) : [];
  const changed = keyed ? pairedRows(table) : [];
  const sets = addedSets(table, added, again, varying);
  const goneSets = distinct(removed.map((row) => rowSet(table, row, keyed ? table.key : allFields(table))));
  const changes = [
    ...changed.flatMap(({ row, now, cells }) => cells.map((at) => cellChange(table, row, now, at, varying))),
    ...[...goneSets, ...sets].map((set) => countRows(table, set)),
  ];
  return { rows: { changed, removed, added: sets }, changes };
}

function pairedRows(table: Table): { row: Row; now: Row; cells: number[] }[] {
  const keyOf = (row: Row): string => table.key.map((at) => row[at]).join('\0');
  const later = new Map(table.after.map((row) => [keyOf(row), row]));
  return table.before.flatMap((row) => {
    const now = later.get(keyOf(row));
    const cells = now ? allFields(table).filter((at) => row[at] !== now[at]) : [];
    return now && cells.length > 0 ? [{ row, now, cells }] : [];
  });
}

/** The rows that one clean run adds, and those that only a second one does. */
function addedSets(table: Table, added: readonly Row[], again: readonly Row[], varying: Varying): readonly RowSet[] {
  const numbered = isNumbered(table, added);
  const fields = allFields(table).filter((at) => !(numbered && table.key.includes(at)));
  const loose = new Set(fields.filter((at) => added.some((row) => varying.has(row[at] ?? ''))));
  const foreign: Row[] = [];
  for (const row of again) {
    const differing = closest(row, added, fields);
    if (differing === null) foreign.push(row);
    else for (const at of differing) loose.add(at);
  }
  const firm = fields.filter((at) => !loose.has(at));
  const sets = added.map((row) => rowSet(table, row, firm));
  for (const row of foreign) {
    const kept = fields.filter((at) => !varying.has(row[at] ?? '') && !table.key.includes(at));
    if (kept.length > 0) sets.push(rowSet(table, row, kept));
  }
  return distinct(sets);
}

/** True where SQLite seems to have numbered the new rows: such a number says nothing of what was added. */
function isNumbered(table: Table, added: readonly Row[]): boolean {
  const [at, ...others] = table.key;
  if (!table.keyDeclared || at === undefined || others.length > 0 || table.affinities[at] === 'text') return false;
  if (table.columns.length === 1) return false;
  const numbersOf = (rows: readonly Row[]): number[] => rows.map((row) => Number(row[at]));
  const last = Math.max(0, ...numbersOf(table.before));
  return numbersOf(added)
    .sort((a, b) => a - b)
    .every((number, index) => number === last + 1 + index);
}

function countRows(table: Table, set: RowSet): Change {
  const count = (rows: readonly Row[]): number => rows.filter(set.has).length;
  const counts = [count(table.before), count(table.after), table.twice && count(table.twice)] as const;
  return countOf(3, `rows of ${table.name}${set.words}`, { from: table.main, where: set.where }, counts);
}
