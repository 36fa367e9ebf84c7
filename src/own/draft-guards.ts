// What a clean run leaves alone in a table, as SELECTs of the drafted judge: each gives a sentence for every row that is
// gone, changed, or there without a reason. What a clean run does change is found in `draft-rows.ts`.
import { type RowChanges, type RowSet, type Table, allFields, whereOf } from './draft-table.ts';
import { isCut, sqlName, sqlText } from './sql-write.ts';

const MOST_SHOWN = 3;

export function guardsOf(table: Table, rows: RowChanges): readonly string[] {
  // A view shows the beginning of a long text only, so nobody knows whether a clean run changes its end.
  const whole = allFields(table).filter((at) => !hasCut(table, at));
  if (table.key.length > 0) return keyedGuards(table, rows, whole);
  return whole.length === table.columns.length && whole.length > 0 ? unkeyedGuards(table, rows) : [];
}

function hasCut(table: Table, at: number): boolean {
  return [table.before, table.after].some((side) => side.some((row) => isCut(row[at] ?? '')));
}

function keyedGuards(table: Table, rows: RowChanges, whole: readonly number[]): string[] {
  const start = startOf(table);
  const key = names(table, table.key);
  const withKey = (fields: readonly number[]): string => names(table, [...new Set([...table.key, ...fields])]);
  const compare = (columns: string, condition: string): string =>
    `\n    SELECT ${columns} FROM ${start}${condition}\n    EXCEPT SELECT ${columns} FROM ${table.main}\n  `;

  const touched = [...rows.changed.map(({ row }) => row), ...rows.removed];
  const untouched = where(touched.map((row) => `NOT (${whereOf(table, table.key, row)})`));
  const guards = [
    sentence(
      table,
      table.key,
      'a row that a clean run leaves alone is gone or changed',
      compare(withKey(whole), untouched),
    ),
  ];

  if (rows.changed.length > 0) {
    const changing = new Set(rows.changed.flatMap(({ cells }) => cells));
    const steady = withKey(whole.filter((at) => !changing.has(at)));
    const among = rows.changed.map(({ row }) => `(${whereOf(table, table.key, row)})`).join(' OR ');
    const words = 'a row is gone, or changed where a clean run leaves it alone';
    guards.push(sentence(table, table.key, words, compare(steady, ` WHERE ${among}`)));
  }

  if (!takesAll(rows.added)) {
    const keys = table.key.length === 1 ? key : `(${key})`;
    const unknown = [`${keys} NOT IN (SELECT ${key} FROM ${start})`, ...rows.added.map(notIn)];
    const select = `\n    SELECT ${key} FROM ${table.main}${where(unknown)}\n  `;
    guards.push(sentence(table, table.key, 'a row is new that a clean run does not add', select));
  }
  return guards;
}

/** Rows without a key are compared by what they hold, and how often. */
function unkeyedGuards(table: Table, rows: RowChanges): string[] {
  if (takesAll(rows.added)) return [];
  const fields = allFields(table);
  const columns = names(table, fields);
  const counted = (from: string): string => `SELECT ${columns}, count(*) FROM ${from} GROUP BY ${columns}`;
  const gone = rows.removed.map((row) => `NOT (${whereOf(table, fields, row)})`);
  const condition = where([...gone, ...rows.added.map(notIn)]);
  return [
    ['a row that a clean run leaves alone is gone', startOf(table), table.main],
    ['a row is new that a clean run does not add', table.main, startOf(table)],
  ].map(([words = '', left = '', right = '']) =>
    sentence(table, fields, words, `\n    ${counted(left)}\n    EXCEPT ${counted(right)}\n  `, condition),
  );
}

/** True where every row could be one that a clean run adds. */
function takesAll(sets: readonly RowSet[]): boolean {
  return sets.some((set) => set.where === '');
}

function notIn(set: RowSet): string {
  return `NOT (${set.where})`;
}

function startOf(table: Table): string {
  return `start.${sqlName(table.name)}`;
}

function sentence(table: Table, shown: readonly number[], words: string, select: string, condition = ''): string {
  const parts = shown.slice(0, MOST_SHOWN).map((at, index) => {
    const column = table.columns[at] ?? '';
    const label = index === 0 ? `${table.name}: ${words}: ${column} ` : `, ${column} `;
    return `${sqlText(label)} || coalesce(${sqlName(column)}, 'NULL')`;
  });
  return `  SELECT ${parts.join(' || ')}\n  FROM (${select})${condition}`;
}

function names(table: Table, fields: readonly number[]): string {
  return fields.map((at) => sqlName(table.columns[at] ?? '')).join(', ');
}

function where(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
}
