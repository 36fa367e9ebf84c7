// What is wrong with a judge.sql, as a sentence with its line. Running it lives in `judge-sql.ts`.
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

/** Where it is, and what was expected; in SQLite's words where ours would say no more. */
export function described(error: unknown, judgeSql: string): string {
  const message = messageOf(error);
  if (!(error instanceof JudgeError)) return `judge: ${message}`;
  const { view, line } = error;
  const place = line === null ? 'judge.sql' : `judge.sql:${line}`;
  if (view === null) return `${place}: ${message}`;
  if (message === `no such table: temp.${view}`) return `${place}: expected a view called ${view}, there is none`;
  if (message === 'no such column: what' && !/\bwhat\b/i.test(viewIn(judgeSql, view)?.sql ?? '')) {
    return `${place}: view ${view}: expected a column called what, there is none`;
  }
  const hint = message.startsWith('no such table: ')
    ? '; a table that need not be there is read through world.cell'
    : '';
  return `${place}: view ${view}: ${message}${hint}`;
}

/** Line on which the view is created; null where the text does not create it. */
export function lineOfView(judgeSql: string, view: View): number | null {
  const found = viewIn(judgeSql, view);
  return found && lineAt(judgeSql, found.start);
}

/** The text from the view's CREATE up to the next one, and where it starts. */
function viewIn(judgeSql: string, view: View): { readonly start: number; readonly sql: string } | null {
  const create =
    /\bCREATE\s+TEMP(?:ORARY)?\s+(?:VIEW|TABLE)\s+(?:IF\s+NOT\s+EXISTS\s+)?(?:temp\s*\.\s*)?["'`[]?(\w+)/gi;
  const all = [...judgeSql.matchAll(create)];
  const at = all.findIndex((one) => one[1]?.toLowerCase() === view);
  const start = all[at]?.index;
  return start === undefined ? null : { start, sql: judgeSql.slice(start, all[at + 1]?.index) };
}

/** Line of the character at an offset; both as editors and JavaScript count, from 1 and from 0. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** Leading comments and white space taken off. */
export function withoutComments(sql: string): string {
  return sql.replace(/^(?:\s+|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)+/, '');
}
