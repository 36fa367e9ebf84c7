// PRAGMAs in the SQL of a starting world that do nothing for the function: they hold for a connection, and the function
// is handed another one than the one that makes the world.
import { isWord, sqlStatements, type SqlToken } from './sql-tokens.ts';

export interface PragmaWithoutEffect {
  /** Line of the SQL, from 1. */
  readonly line: number;
  /** As written, white space made single. */
  readonly text: string;
}

/**
 * Settings of a connection that change what a function does or what a crash leaves, and the values that SQLite has
 * without being told; those do no harm. Source: https://www.sqlite.org/pragma.html
 */
const OF_A_CONNECTION: Readonly<Record<string, readonly string[]>> = {
  foreign_keys: ['OFF', '0', 'NO', 'FALSE'],
  recursive_triggers: ['OFF', '0', 'NO', 'FALSE'],
  defer_foreign_keys: ['OFF', '0', 'NO', 'FALSE'],
  case_sensitive_like: ['OFF', '0', 'NO', 'FALSE'],
  ignore_check_constraints: ['OFF', '0', 'NO', 'FALSE'],
  query_only: ['OFF', '0', 'NO', 'FALSE'],
  locking_mode: ['NORMAL'],
  // WAL is written into the file; every other journal is chosen by each connection.
  journal_mode: ['DELETE', 'WAL'],
};

export function pragmasWithoutEffect(sql: string): readonly PragmaWithoutEffect[] {
  return sqlStatements(sql).flatMap((statement) => {
    const set = settingOf(statement);
    const harmless = set === null ? undefined : OF_A_CONNECTION[set.name];
    if (set === null || !harmless || harmless.includes(set.value)) return [];
    const [first, last] = [statement[0]?.from ?? 0, statement.at(-1)];
    const end = (last?.from ?? 0) + (last?.text.length ?? 0);
    return [{ line: sql.slice(0, first).split('\n').length, text: sql.slice(first, end).replace(/\s+/g, ' ') }];
  });
}

/** `PRAGMA name = value` and `PRAGMA name(value)`; null for a question and for anything else. */
function settingOf(statement: readonly SqlToken[]): { readonly name: string; readonly value: string } | null {
  if (!isWord(statement[0], 'PRAGMA')) return null;
  const rest = statement.slice(statement[2]?.text === '.' ? 3 : 1);
  const [name, sign, value] = rest;
  if (!name || (sign?.text !== '=' && sign?.text !== '(') || !value) return null;
  return { name: name.text.toLowerCase(), value: value.text.toUpperCase() };
}

/** What to know of one, for whoever wrote it. */
export function withoutEffect({ text }: PragmaWithoutEffect): string {
  return (
    `${text} has no effect: it holds for the connection that makes the starting world, and the function is handed ` +
    'another one; a function that needs it has to set it'
  );
}
