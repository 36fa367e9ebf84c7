// SQL as text: tokens, statements and what they create. Nothing is run, and no grammar is checked.

export interface SqlToken {
  readonly kind: 'word' | 'name' | 'text' | 'number' | 'sign';
  /** Quoted names and texts without their quotes, everything else as written. */
  readonly text: string;
  /** Offset in the SQL, from 0. */
  readonly from: number;
}

/** Comments and white space between tokens are left out; a quote or comment that never ends runs to the end. */
const TOKEN = new RegExp(
  [
    /(?<space>\s+|--[^\n]*|\/\*[^]*?(?:\*\/|$))/u,
    /(?<text>'(?:[^']|'')*(?:'|$))/u,
    /(?<name>"(?:[^"]|"")*(?:"|$)|`(?:[^`]|``)*(?:`|$)|\[[^\]]*(?:\]|$))/u,
    /(?<number>(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)/u,
    /(?<word>[\p{L}_$][\p{L}\p{N}_$]*)/u,
    /(?<sign>[^])/u,
  ]
    .map((part) => part.source)
    .join('|'),
  'gu',
);

export function sqlTokens(sql: string): readonly SqlToken[] {
  const tokens: SqlToken[] = [];
  for (const match of sql.matchAll(TOKEN)) {
    const { text, name, number, word, sign } = match.groups ?? {};
    const from = match.index;
    if (text !== undefined) tokens.push({ kind: 'text', text: unquoted(text), from });
    else if (name !== undefined) tokens.push({ kind: 'name', text: unquoted(name), from });
    else if (number !== undefined) tokens.push({ kind: 'number', text: number, from });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word, from });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign, from });
  }
  return tokens;
}

function unquoted(text: string): string {
  const quote = text[0] === '[' ? ']' : (text[0] ?? '');
  const inner = text.slice(1, text.length > 1 && text.endsWith(quote) ? -1 : undefined);
  return quote === ']' ? inner : inner.replaceAll(quote + quote, quote);
}

/** Statements as lists of tokens, empty ones left out. Triggers, which hold semicolons, come out in pieces. */
export function sqlStatements(sql: string): readonly (readonly SqlToken[])[] {
  const statements: SqlToken[][] = [[]];
  for (const token of sqlTokens(sql)) {
    if (token.kind === 'sign' && token.text === ';') statements.push([]);
    else statements.at(-1)?.push(token);
  }
  return statements.filter((statement) => statement.length > 0);
}

export function isWord(token: SqlToken | undefined, ...words: readonly string[]): boolean {
  return token?.kind === 'word' && words.includes(token.text.toUpperCase());
}

/** The name that `CREATE [TEMP] <kind> [IF NOT EXISTS] [schema.]name` makes; `next` is the index of the token after it. */
export function createdName(
  statement: readonly SqlToken[],
  ...kinds: readonly string[]
): { readonly name: string; readonly next: number } | null {
  if (!isWord(statement[0], 'CREATE')) return null;
  let at = isWord(statement[1], 'TEMP', 'TEMPORARY') ? 2 : 1;
  if (!isWord(statement[at], ...kinds)) return null;
  at += isWord(statement[at + 1], 'IF') ? 4 : 1;
  if (statement[at + 1]?.text === '.') at += 2;
  const name = statement[at];
  return name === undefined ? null : { name: name.text, next: at + 1 };
}
