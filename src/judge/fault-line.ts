// On which line of a judge.sql SQLite's complaint is about something. SQLite gives no position here (sql.js does not
// export `sqlite3_error_offset`), so it is looked for by what the complaint names. What is said lives in `judge-error.ts`.
import { createdName, sqlStatements, sqlTokens, type SqlToken } from '../model/sql-tokens.ts';

/** Places of one token that are tried. */
const MOST_TRIALS = 100;

/** Line of the character at an offset; both as editors and JavaScript count, from 1 and from 0. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/**
 * Of a statement that does not parse and begins at `start`: the text is cut after each token that the complaint could
 * be about, and the first cut that brings the same complaint ends with the token at fault. `complaintOf` parses a
 * text, or gives null where it parses.
 */
export function syntaxLine(
  sql: string,
  start: number,
  message: string,
  complaintOf: (sql: string) => string | null,
): number {
  if (message === 'incomplete input') return lineAt(sql, sql.trimEnd().length);
  const token =
    /^near "([^]*)": syntax error$/.exec(message)?.[1] ?? /^unrecognized token: "([^]*)"$/.exec(message)?.[1];
  if (!token) return lineAt(sql, start);
  let at = start - 1;
  for (let trial = 0; trial < MOST_TRIALS; trial++) {
    at = sql.indexOf(token, at + 1);
    if (at < 0) break;
    if (complaintOf(sql.slice(start, at + token.length)) === message) return lineAt(sql, at);
  }
  return lineAt(sql, start);
}

/**
 * Of a view that does not run: the only line on which the view, or a view it stands on, has the name that the complaint
 * is about; else the line on which the view begins; null where the text creates no such view.
 */
export function viewLine(sql: string, view: string, message: string): number | null {
  const statements = new Map<string, readonly SqlToken[]>();
  for (const statement of sqlStatements(sql)) {
    const created = createdName(statement, 'VIEW', 'TABLE');
    if (created) statements.set(created.name.toLowerCase(), statement);
  }
  const own = statements.get(view);
  if (!own) return null;
  const name = nameIn(message);
  if (name !== null) {
    const lines = linesOf(sql, reachable(view, statements), name.toLowerCase());
    const [line] = lines;
    // A table or a function is at fault wherever it stands, a column only where its table has none.
    if (line !== undefined && (lines.size === 1 || !message.startsWith('no such column'))) return line;
  }
  return lineAt(sql, own[0]?.from ?? 0);
}

/** The last part of the name that the complaint is about, without quotes. */
function nameIn(message: string): string | null {
  const [, named] =
    /^(?:no such (?:table|column|function|collation sequence|module)|ambiguous column name): (.+?)(?: - .*)?$/.exec(
      message,
    ) ??
    /^wrong number of arguments to function (\w+)\(\)$/.exec(message) ??
    /^misuse of (?:aggregate|window function|aliased aggregate):? (\w+)/.exec(message) ??
    [];
  return named === undefined ? null : (sqlTokens(named).at(-1)?.text ?? null);
}

/** The view's statement and, after it, those of views it names, and so on. */
function reachable(
  view: string,
  statements: ReadonlyMap<string, readonly SqlToken[]>,
): readonly (readonly SqlToken[])[] {
  const names = new Set([view]);
  // A set is walked in the order of insertion, what is added on the way included.
  for (const name of names) {
    for (const token of statements.get(name) ?? []) {
      if (token.kind !== 'text' && statements.has(token.text.toLowerCase())) names.add(token.text.toLowerCase());
    }
  }
  return [...names].map((name) => statements.get(name) ?? []);
}

/** Lines of a name, in the first statement that has it. */
function linesOf(sql: string, statements: readonly (readonly SqlToken[])[], name: string): ReadonlySet<number> {
  for (const statement of statements) {
    const found = statement.filter((token) => token.kind !== 'text' && token.text.toLowerCase() === name);
    if (found.length > 0) return new Set(found.map((token) => lineAt(sql, token.from)));
  }
  return new Set();
}
