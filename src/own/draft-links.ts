// Tokens drawn at random that a clean run leaves in two places, as lines of the drafted judge: a link in a mail leads
// nowhere if no row has its token, and a row leads nowhere if no file has its path.
import type { WorldView } from '../model/world.ts';
import { type Draft, surplus } from './draft-change.ts';
import { sqlName, sqlText } from './sql-write.ts';
import type { Varying } from './varying.ts';

interface NewCell {
  readonly table: string;
  readonly column: string;
  readonly cell: string;
}

export function draftLinks(before: WorldView, after: WorldView, varying: Varying): Draft {
  const guards = new Set<string>();
  const paths = new Set(after.files.map((file) => file.path));
  for (const { table, column, cell } of newCells(before, after)) {
    const [from, name] = [`main.${sqlName(table)}`, sqlName(column)];
    if (varying.isToken(cell)) {
      for (const mail of after.mail) {
        if (!mail.body.includes(cell)) continue;
        const addressed = varying.has(mail.to) ? '' : `recipient = ${sqlText(mail.to)} AND `;
        guards.add(
          `  SELECT 'a mail to ' || recipient || ${sqlText(` names nothing that ${table} has as ${column}`)}\n` +
            `  FROM world.mail AS m\n` +
            `  WHERE ${addressed}NOT EXISTS (SELECT 1 FROM ${from} AS t WHERE instr(m.body, t.${name}) > 0)`,
        );
      }
    }
    if (paths.has(cell) && varying.has(cell)) {
      guards.add(
        `  SELECT ${sqlText(`${table} has a ${column} that is no file: `)} || ${name}\n` +
          `  FROM ${from} WHERE ${name} NOT IN (SELECT path FROM world.file)`,
      );
    }
  }
  return { changes: [], guards: [...guards], notes: [] };
}

function newCells(before: WorldView, after: WorldView): NewCell[] {
  return after.tables.flatMap((table) => {
    const old = before.tables.find((one) => one.name === table.name);
    if (!old || old.columns.join('\0') !== table.columns.join('\0')) return [];
    const added = surplus(table.rows, old.rows, (row) => row.join('\0'));
    return added.flatMap((row) =>
      row.map((cell, at) => ({ table: table.name, column: table.columns[at] ?? '', cell })),
    );
  });
}
