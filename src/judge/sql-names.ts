// Names that stand in a text of SQL: words and quoted identifiers, without comments and strings.

const TOKEN = /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*'|"((?:[^"]|"")*)"|`((?:[^`]|``)*)`|\[([^\]]*)\]|(\w+)/g;

export interface SqlName {
  readonly name: string;
  readonly quoted: boolean;
  /** True where a dot follows: a schema or a table. */
  readonly owns: boolean;
}

export function namesIn(sql: string): readonly SqlName[] {
  return [...sql.matchAll(TOKEN)].flatMap((token) => {
    const [text, double, back, square, word] = token;
    const name = double?.replaceAll('""', '"') ?? back?.replaceAll('``', '`') ?? square ?? word;
    if (name === undefined) return [];
    const owns = /^\s*\./.test(sql.slice(token.index + text.length, token.index + text.length + 100));
    return [{ name, quoted: word === undefined, owns }];
  });
}
