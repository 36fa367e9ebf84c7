// Reads what one SQL statement does from its text: begin, commit, write, definition, read. A sketch of a reader,
// not a parser; what it does not recognise is `unknown`.

export type SqlOperation =
  | 'begin'
  | 'savepoint'
  | 'release'
  | 'commit'
  | 'rollback'
  | 'insert'
  | 'update'
  | 'delete'
  | 'with-write'
  | 'ddl'
  | 'read'
  | 'other'
  | 'unknown';

/** `column = value`, where the value is a literal in the text or the nth `?`. */
export interface Equality {
  readonly column: string;
  readonly literal: string | null;
  /** Index of the `?`, from 0; null for a literal. */
  readonly parameter: number | null;
}

export interface SqlStatement {
  readonly operation: SqlOperation;
  readonly text: string;
  readonly table: string | null;
  /** What an UPDATE sets. */
  readonly sets: readonly Equality[];
  /** What the WHERE asks for, where all parts are joined by AND. */
  readonly filters: readonly Equality[];
  /** True for INSERT OR REPLACE and REPLACE. */
  readonly replaces: boolean;
  /** True for definitions that a repeat leaves alone (IF NOT EXISTS), and for temporary tables. */
  readonly repeatable: boolean;
}

const WRITES: ReadonlySet<SqlOperation> = new Set(['insert', 'update', 'delete', 'with-write']);

export function isDml(statement: SqlStatement): boolean {
  return WRITES.has(statement.operation);
}

/** `complete` is false where only the beginning of the text is known. */
export function readSql(text: string, complete: boolean): SqlStatement {
  const plain = bare(withoutBlockComments(text.replace(/--[^\n]*/g, ' ')).replace(/\s+/g, ' '));
  const operation = operationOf(plain, complete);
  const where = complete ? (/ where (.*)$/i.exec(plain)?.[1] ?? '') : '';
  const set = complete && operation === 'update' ? (/ set (.*?)(?: where .*)?$/i.exec(plain)?.[1] ?? '') : '';
  return {
    operation,
    text: plain,
    table: tableOf(plain, operation),
    sets: operation === 'update' ? equalities(plain, set) : [],
    filters: /\b(or|not|union|select)\b/i.test(where) ? [] : equalities(plain, where),
    replaces: /^(insert or replace|replace) /i.test(plain),
    repeatable: /^(create (unique )?\w+ if not exists|drop \w+ if exists|create temp(orary)? )/i.test(plain),
  };
}

function operationOf(text: string, complete: boolean): SqlOperation {
  const word = /^[a-z]+/i.exec(text)?.[0].toLowerCase() ?? '';
  // A word that the known beginning may have cut.
  if (!complete && text === word) return word === 'begin' || word === 'savepoint' ? word : 'unknown';
  switch (word) {
    case 'begin':
    case 'savepoint':
    case 'release':
    case 'commit':
    case 'insert':
    case 'update':
    case 'delete':
      return word;
    case 'replace':
      return 'insert';
    case 'end':
      return 'commit';
    case 'rollback':
      return / to\b/i.test(text) ? 'other' : 'rollback';
    case 'create':
    case 'alter':
    case 'drop':
      return 'ddl';
    case 'select':
    case 'values':
    case 'explain':
      return 'read';
    case 'with':
      if (/\) (insert|update|delete|replace) /i.test(text)) return 'with-write';
      return complete ? 'read' : 'unknown';
    case 'pragma':
    case 'analyze':
    case 'reindex':
    case 'vacuum':
    case 'attach':
    case 'detach':
      return 'other';
    default:
      return 'unknown';
  }
}

const TABLE_AFTER: Partial<Record<SqlOperation, RegExp>> = {
  insert: /^(?:insert(?: or \w+)?|replace) into ["'`[]?(\w+)/i,
  update: /^update (?:or \w+ )?["'`[]?(\w+)/i,
  delete: /^delete from ["'`[]?(\w+)/i,
  read: / from ["'`[]?(\w+)/i,
  ddl: /^(?:create (?:temp(?:orary)? )?table|alter table|drop table)(?: if (?:not )?exists)? ["'`[]?(\w+)/i,
};

function tableOf(text: string, operation: SqlOperation): string | null {
  return TABLE_AFTER[operation]?.exec(text)?.[1]?.toLowerCase() ?? null;
}

/** Equalities in `part`, which stands once in `whole`; parameters are counted over the whole. */
function equalities(whole: string, part: string): Equality[] {
  if (part === '') return [];
  const offset = whole.lastIndexOf(part);
  const found: Equality[] = [];
  let counted = 0;
  let marks = 0;
  for (const match of part.matchAll(/(?:^|[\s,.(])(\w+) ?= ?(?:'((?:[^']|'')*)'|(\?)(?!\d)|(\d+)\b)/g)) {
    const column = (match[1] ?? '').toLowerCase();
    const end = offset + match.index + match[0].length - 1;
    for (; counted < end; counted += 1) if (whole[counted] === '?') marks += 1;
    const parameter = match[3] === undefined ? null : marks;
    found.push({ column, literal: match[2] ?? match[4] ?? null, parameter });
  }
  return found;
}

/** Statements of a script, split at semicolons outside strings and comments; triggers are beyond it. */
export function readScript(text: string, complete: boolean): SqlStatement[] {
  const parts = partsOf(text);
  return parts
    .map((part, index) => readSql(part, complete || index < parts.length - 1))
    .filter((statement) => statement.text !== '');
}

function partsOf(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  const close = (end: number): void => {
    if (end > start) parts.push(text.slice(start, end));
    start = end + 1;
  };
  const lastEnd = text.lastIndexOf('*/');
  for (let at = 0; at < text.length;) {
    const sign = text[at];
    if (sign === ';') close(at);
    if (sign === "'") at = endOfString(text, at);
    else if (text.startsWith('--', at)) at = indexOr(text, '\n', at, text.length);
    else if (text.startsWith('/*', at) && at + 2 <= lastEnd) at = text.indexOf('*/', at + 2) + 2;
    else at += 1;
  }
  close(text.length);
  return parts;
}

/** Behind the string that begins at `start`; behind its first quote where none ends it. Two quotes stand for one. */
function endOfString(text: string, start: number): number {
  let pair = start;
  for (let at = text.indexOf("'", start + 1); at >= 0; at = text.indexOf("'", at + 2)) {
    if (text[at + 1] !== "'") return at + 1;
    pair = at;
  }
  return pair + 1;
}

function withoutBlockComments(text: string): string {
  let plain = '';
  let from = 0;
  for (let at = text.indexOf('/*'); at >= 0; at = text.indexOf('/*', from)) {
    const end = text.indexOf('*/', at + 2);
    if (end < 0) break;
    plain += `${text.slice(from, at)} `;
    from = end + 2;
  }
  return plain + text.slice(from);
}

/** Without the blanks and semicolons around it. A regular expression takes the square of a row of them. */
function bare(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && (text[start] === ' ' || text[start] === ';')) start += 1;
  while (end > start && (text[end - 1] === ' ' || text[end - 1] === ';')) end -= 1;
  return text.slice(start, end);
}

function indexOr(text: string, wanted: string, from: number, otherwise: number): number {
  const at = text.indexOf(wanted, from);
  return at < 0 ? otherwise : at;
}
