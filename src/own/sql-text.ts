// SQL as text: the declared types of columns. Tokens are known to `model/sql-tokens.ts`; nothing is run.
import { createdName, isWord, sqlStatements, type SqlToken } from '../model/sql-tokens.ts';

/** What SQLite makes of a value that is stored in a column: https://www.sqlite.org/datatype3.html, section 3. */
export type Affinity = 'text' | 'numeric' | 'none';

/** By lower-case table and column; only tables that the SQL creates column by column. */
export function columnAffinities(sql: string): ReadonlyMap<string, ReadonlyMap<string, Affinity>> {
  const tables = new Map<string, ReadonlyMap<string, Affinity>>();
  for (const statement of sqlStatements(sql)) {
    const created = createdName(statement, 'TABLE');
    if (created === null || statement[created.next]?.text !== '(') continue;
    const columns = new Map<string, Affinity>();
    for (const part of partsOf(statement.slice(created.next + 1))) {
      const [name, ...rest] = part;
      if (!name || isWord(name, 'PRIMARY', 'UNIQUE', 'CHECK', 'FOREIGN', 'CONSTRAINT')) continue;
      columns.set(name.text.toLowerCase(), affinityOf(declaredType(rest)));
    }
    tables.set(created.name.toLowerCase(), columns);
  }
  return tables;
}

/** Tokens between the commas of the outermost brackets, up to their end. */
function partsOf(tokens: readonly SqlToken[]): SqlToken[][] {
  const parts: SqlToken[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === 'sign' && token.text === '(') depth += 1;
    if (token.kind === 'sign' && token.text === ')') depth -= 1;
    if (depth < 0) break;
    if (depth === 0 && token.kind === 'sign' && token.text === ',') parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

const CONSTRAINTS = ['CONSTRAINT', 'PRIMARY', 'NOT', 'NULL', 'UNIQUE', 'CHECK', 'DEFAULT', 'COLLATE', 'REFERENCES'];

function declaredType(tokens: readonly SqlToken[]): string {
  const end = tokens.findIndex((token) => isWord(token, ...CONSTRAINTS, 'GENERATED', 'AS') || token.text === '(');
  return (end < 0 ? tokens : tokens.slice(0, end)).map((token) => token.text.toUpperCase()).join(' ');
}

function affinityOf(type: string): Affinity {
  if (type.includes('INT')) return 'numeric';
  if (/CHAR|CLOB|TEXT/.test(type)) return 'text';
  return type === '' || type.includes('BLOB') ? 'none' : 'numeric';
}
