// What a crash left that was not there before, in a few words, from what a person may see of the worlds. For stories
// whose judge says only what is still missing. Pure.
import type { Mail, TableView, WorldView } from '../model/world.ts';

const LONGEST_CELL = 24;

export interface LeftBehind {
  readonly kind: 'mail' | 'table' | 'row';
  /** `the mail to ben@example.com (Your invoice) had been sent` */
  readonly said: string;
}

/**
 * A mail that is out comes first, one that the re-run sends again before others; then a new table or column, new rows,
 * changed rows. Null where the crash left nothing of the kind.
 */
export function leftBehind(start: WorldView, crashed: WorldView, rerun: WorldView): LeftBehind | null {
  return (
    mailOut(start, crashed, rerun) ??
    tableMade(start, crashed) ??
    rowsAdded(start, crashed) ??
    rowChanged(start, crashed)
  );
}

function mailOut(start: WorldView, crashed: WorldView, rerun: WorldView): LeftBehind | null {
  const sent = crashed.mail.slice(start.mail.length);
  const later = rerun.mail.slice(crashed.mail.length);
  const isSame = (a: Mail, b: Mail): boolean => a.to === b.to && a.subject === b.subject;
  const mail = sent.find((one) => later.some((again) => isSame(one, again))) ?? sent[0];
  return mail === undefined ? null : { kind: 'mail', said: `the mail to ${mail.to} (${mail.subject}) had been sent` };
}

function tableMade(start: WorldView, crashed: WorldView): LeftBehind | null {
  for (const { name, columns } of crashed.tables) {
    const before = tableOf(start, name);
    if (!before) return { kind: 'table', said: `the table ${name} had been created` };
    const column = columns.find((one) => !before.columns.includes(one));
    if (column !== undefined) return { kind: 'table', said: `the column ${column} had been added to ${name}` };
  }
  return null;
}

function rowsAdded(start: WorldView, crashed: WorldView): LeftBehind | null {
  for (const table of crashed.tables) {
    const added = newRows(tableOf(start, table.name), table);
    const [row] = added;
    if (row === undefined) continue;
    const what = added.length > 1 ? `${added.length} rows` : `the row (${row.map(shortCell).join(', ')})`;
    return { kind: 'row', said: `${what} had been added to ${table.name}` };
  }
  return null;
}

/** Rows whose key was not there before; without a key, rows that are there more often than before. */
function newRows(before: TableView | undefined, now: TableView): readonly (readonly string[])[] {
  const nameOf = (row: readonly string[]): string =>
    (now.key.length > 0 ? now.key.map((index) => row[index] ?? '') : row).join('\0');
  const left = new Map<string, number>();
  for (const row of before?.rows ?? []) left.set(nameOf(row), (left.get(nameOf(row)) ?? 0) + 1);
  return now.rows.filter((row) => {
    const count = left.get(nameOf(row)) ?? 0;
    left.set(nameOf(row), count - 1);
    return count <= 0;
  });
}

function rowChanged(start: WorldView, crashed: WorldView): LeftBehind | null {
  for (const table of crashed.tables) {
    const before = tableOf(start, table.name);
    if (!before || table.key.length === 0) continue;
    for (const row of table.rows) {
      const was = before.rows.find((one) => table.key.every((index) => one[index] === row[index]));
      const at = was ? row.findIndex((cell, index) => cell !== was[index]) : -1;
      if (at < 0) continue;
      const key = table.key.map((index) => `${table.columns[index] ?? ''} ${shortCell(row[index] ?? '')}`).join(', ');
      const said = `${table.columns[at] ?? ''} of ${table.name} (${key}) had become ${shortCell(row[at] ?? '')}`;
      return { kind: 'row', said };
    }
  }
  return null;
}

function tableOf(world: WorldView, name: string): TableView | undefined {
  return world.tables.find((table) => table.name === name);
}

function shortCell(cell: string): string {
  return cell.length > LONGEST_CELL ? `${cell.slice(0, LONGEST_CELL - 1)}…` : cell;
}
