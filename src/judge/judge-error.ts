// What is wrong with a judge.sql, as a sentence with its line. Running it lives in `judge-sql.ts`, finding the line in
// `fault-line.ts`.
import type { Judgement } from '../engine/ports.ts';
import { messageOf } from './sqlite.ts';

export const VIEWS = ['torn', 'missing', 'repeated'] as const;
export type View = (typeof VIEWS)[number];

/** An error of judge.sql, in SQLite's words, with the view and the line (from 1) where it came up. */
export class JudgeError extends Error {
  constructor(
    readonly view: View | null,
    readonly line: number | null,
    error: unknown,
  ) {
    super(messageOf(error));
  }
}

/** A judgement that failed: where, and what was expected; in SQLite's words where ours would say no more. */
export function failure(error: unknown, judgeSql: string): Extract<Judgement, { ok: false }> {
  if (!(error instanceof JudgeError)) return { ok: false, message: `judge: ${messageOf(error)}` };
  const { line } = error;
  const why = explained(error, judgeSql);
  return { ok: false, message: `judge.sql${line === null ? '' : `:${line}`}: ${why}`, fault: { line, why } };
}

function explained({ view, message }: JudgeError, judgeSql: string): string {
  if (view === null) return message;
  if (message === `no such table: temp.${view}`) return `expected a view called ${view}, there is none`;
  if (message === 'no such column: what' && !/\bwhat\b/i.test(textOfView(judgeSql, view))) {
    return `view ${view}: expected a column called what, there is none`;
  }
  const hint = message.startsWith('no such table: ')
    ? '; a table that need not be there is read through world.cell'
    : '';
  return `view ${view}: ${message}${hint}`;
}

/** From the view's CREATE up to the next one; '' where the text does not create it. */
function textOfView(judgeSql: string, view: View): string {
  const create =
    /\bCREATE\s+TEMP(?:ORARY)?\s+(?:VIEW|TABLE)\s+(?:IF\s+NOT\s+EXISTS\s+)?(?:temp\s*\.\s*)?["'`[]?(\w+)/gi;
  const all = [...judgeSql.matchAll(create)];
  const at = all.findIndex((one) => one[1]?.toLowerCase() === view);
  const start = all[at]?.index;
  return start === undefined ? '' : judgeSql.slice(start, all[at + 1]?.index);
}

/** Leading comments and white space taken off. */
export function withoutComments(sql: string): string {
  return sql.replace(/^(?:\s+|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)+/, '');
}
