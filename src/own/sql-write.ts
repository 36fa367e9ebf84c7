// Writing SQL for people: names, values as a view of the world shows them, and conditions. Which of them a judge
// needs is decided in the files `draft-*.ts`.
import type { Affinity } from './sql-text.ts';

/** `view` cuts texts and blobs, and marks the cut. */
const CUT_CHARACTERS = 200;
const CUT_BYTES = 100;
const CUT_MARK = '…';

/** What stands for NULL, and for a row that is not there. */
export const NOTHING = `'nothing'`;

const KEYWORDS = new Set(
  (
    'abort action add after all alter always analyze and as asc attach autoincrement before begin between by cascade ' +
    'case cast check collate column commit conflict constraint create cross current current_date current_time ' +
    'current_timestamp database default deferrable deferred delete desc detach distinct do drop each else end escape ' +
    'except exclude exclusive exists explain fail filter first following for foreign from full generated glob group ' +
    'groups having if ignore immediate in index indexed initially inner insert instead intersect into is isnull join ' +
    'key last left like limit match materialized natural no not nothing notnull null nulls of offset on or order ' +
    'others outer over partition plan pragma preceding primary query raise range recursive references regexp reindex ' +
    'release rename replace restrict returning right rollback row rows savepoint select set table temp temporary then ' +
    'ties to transaction trigger unbounded union unique update using vacuum values view virtual when where window ' +
    'with within without'
  ).split(' '),
);

export function sqlName(name: string): string {
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !KEYWORDS.has(name.toLowerCase())) return name;
  return `"${name.replaceAll('"', '""')}"`;
}

/** Characters that an editor or a file could change are written as `char(…)`. */
export function sqlText(text: string): string {
  const parts = text.split(/([^\P{Cc}\n\t]+)/u).filter((part) => part !== '');
  if (parts.length === 0) return `''`;
  return parts
    .map((part) => {
      if (!/^[^\P{Cc}\n\t]/u.test(part)) return `'${part.replaceAll("'", "''")}'`;
      return `char(${[...part].map((character) => character.codePointAt(0)).join(', ')})`;
    })
    .join(' || ');
}

/** As SQLite's quote() writes it, so that nothing but a number, or its text, can be meant. */
export function isNumber(cell: string): boolean {
  return /^-?(0|[1-9]\d*)(\.\d+(e[-+]\d+)?)?$/.test(cell);
}

export function isCut(cell: string): boolean {
  return cell.endsWith(CUT_MARK)
    ? [...cell].length === CUT_CHARACTERS + 1
    : isBlob(cell) && cell.endsWith(`${CUT_MARK}'`);
}

/** How one column is read and compared: an expression over its name, and the literal of a shown cell. */
export interface CellSql {
  readonly read: string;
  readonly literal: (cell: string) => string;
}

/**
 * Cells are texts that no longer say whether they were numbers. The column's affinity says how SQLite compares
 * them; where it is not known, both sides are compared as text. `cells` are all that will be compared.
 */
export function cellSql(column: string, affinity: Affinity, cells: readonly string[]): CellSql {
  const name = sqlName(column);
  const values = cells.filter((cell) => cell !== 'NULL');
  const blobs = values.filter(isBlob);
  if (blobs.length > 0 && blobs.length < values.length) {
    return { read: shown(name), literal: (cell) => orNothing(cell, sqlText(cell)) };
  }
  if (blobs.length > 0) {
    const bytes = `CAST(${name} AS BLOB)`;
    const read = values.some(isCut)
      ? `hex(substr(${bytes}, 1, ${CUT_BYTES}))${mark(bytes, CUT_BYTES)}`
      : `hex(${bytes})`;
    return { read, literal: (cell) => orNothing(cell, sqlText(cell.replace(/^x'([0-9A-F]*…?)'$/, '$1'))) };
  }
  if (values.some(isCut)) {
    const read = `substr(${name}, 1, ${CUT_CHARACTERS})${mark(name, CUT_CHARACTERS)}`;
    return { read, literal: (cell) => orNothing(cell, sqlText(cell)) };
  }
  const numbers = values.filter(isNumber);
  if (affinity === 'numeric') {
    return { read: name, literal: (cell) => (isNumber(cell) ? cell : orNothing(cell, sqlText(cell))) };
  }
  return { read: textOf(name, affinity, numbers), literal: (cell) => orNothing(cell, sqlText(cell)) };
}

/** As text; a cast keeps 15 digits of a float, a view shows all of them. */
function textOf(name: string, affinity: Affinity, numbers: readonly string[]): string {
  if (affinity === 'text' || numbers.length === 0) return name;
  const text = `CAST(${name} AS TEXT)`;
  const isLong = numbers.some((cell) => cell.includes('.') && cell.replace(/e.*|\D/g, '').length > 15);
  return isLong ? `iif(typeof(${name}) = 'real', quote(${name}), ${text})` : text;
}

/** As bytes, or as a text with a zero in it, which is shown alike. */
function isBlob(cell: string): boolean {
  return /^x'[0-9A-F]*…?'$/.test(cell);
}

/** What a view shows, for a column that holds texts and bytes at once. */
function shown(name: string): string {
  const bytes = `CAST(${name} AS BLOB)`;
  return (
    `CASE WHEN typeof(${name}) = 'blob' OR instr(${name}, char(0)) ` +
    `THEN 'x''' || hex(substr(${bytes}, 1, ${CUT_BYTES}))${mark(bytes, CUT_BYTES)} || '''' ` +
    `WHEN typeof(${name}) = 'text' THEN substr(${name}, 1, ${CUT_CHARACTERS})${mark(name, CUT_CHARACTERS)} ` +
    `ELSE nullif(quote(${name}), 'NULL') END`
  );
}

function mark(value: string, most: number): string {
  return ` || iif(length(${value}) > ${most}, '${CUT_MARK}', '')`;
}

function orNothing(cell: string, literal: string): string {
  return cell === 'NULL' ? NOTHING : literal;
}

/** `name = literal`, or `name IS NULL`. */
export function cellIs(column: string, affinity: Affinity, cell: string): string {
  if (cell === 'NULL') return `${sqlName(column)} IS NULL`;
  if (isBlob(cell) && !isCut(cell) && !/^x'(?:..)*?00/.test(cell)) return `${sqlName(column)} = ${cell}`;
  const { read, literal } = cellSql(column, affinity, [cell]);
  return `${read} = ${literal(cell)}`;
}
