// Python that the parser does not know must come through whole; prose beside it must not.
import { describe, expect, it } from 'vitest';
import { readAnswer, type AnswerReading } from './answer.ts';
import { isProgram } from './python.ts';
import { isCode } from './statements.ts';

const read = (text: string): AnswerReading =>
  readAnswer(text, { function: 'refund_order', parameters: ['conn', 'order_id'] });

/** Each stands on its own; those marked are ones that the parser does not know today. */
const CONSTRUCTS: Readonly<Record<string, { readonly lines: readonly string[]; readonly unknown?: true }>> = {
  'a star in the target of a loop': { lines: ['for first, *rest in rows:', '    print(first, rest)'] },
  'a star in the target of a comprehension': { lines: ['x = [rest for first, *rest in rows]'], unknown: true },
  'a star in an assignment': { lines: ['first, *rest = rows'] },
  'a star in what a loop runs over': { lines: ['for one in *rows, *more:', '    print(one)'], unknown: true },
  'a star in a subscript': { lines: ['x = table[*key]'], unknown: true },
  'a match of values': {
    lines: ['match status:', '    case "paid":', '        x = 1', '    case _:', '        x = 2'],
  },
  'a match of shapes': {
    lines: [
      'match order:',
      '    case {"status": "paid", **more} if more:',
      '        x = 1',
      '    case [first, *_] | (first, _):',
      '        x = 2',
      '    case models.Order(status="paid") | None:',
      '        x = 3',
      '    case str() as name if name:',
      '        x = 4',
    ],
    unknown: true,
  },
  'a match of several values': { lines: ['match a, b:', '    case 1, 2:', '        x = 1'], unknown: true },
  'the same quotes inside an f-string': { lines: ['x = f"{row["status"]}"'] },
  'an f-string over several lines': { lines: ['x = f"{', '    row["status"]  # its status', '}"'] },
  'an f-string with a format made of others': { lines: ['x = f"{amount!r:>{width}.{digits}f} {amount=}"'] },
  'a template string': { lines: ['x = t"{row}"'], unknown: true },
  'an assignment in a condition': { lines: ['if (n := len(rows)) > 1:', '    x = n'] },
  'an assignment in a loop': { lines: ['while chunk := file.read(10):', '    x = chunk'] },
  'a group of exceptions': {
    lines: ['try:', '    x = 1', 'except* (ValueError, TypeError) as group:', '    x = group'],
  },
  'exceptions without parentheses': { lines: ['try:', '    x = 1', 'except ValueError, TypeError:', '    x = 2'] },
  'a function with a type parameter': { lines: ['def first[T](rows: list[T]) -> T:', '    return rows[0]'] },
  'a function with bounded type parameters': {
    lines: ['def first[T: (int, str) = int, *Ts, **P](rows, *more: *Ts):', '    return rows[0]'],
    unknown: true,
  },
  'a class with a type parameter': { lines: ['class Rows[T]:', '    pass'] },
  'an alias of a type': { lines: ['type Rows[T] = list[T]'] },
  'several managers in parentheses': {
    lines: ['with (', '    open(a) as source,', '    open(b, "w") as target,', '):', '    x = 1'],
    unknown: true,
  },
  'a manager that gives a tuple': { lines: ['with opened() as (source, target):', '    x = 1'], unknown: true },
  'a lambda with positional parameters': { lines: ['x = lambda a, /, b=1, *, c: a'], unknown: true },
  'any expression as a decorator': { lines: ['@(known := logged)', 'def other():', '    pass'], unknown: true },
};

const indented = (lines: readonly string[]): string[] => lines.map((line) => `    ${line}`);

const HELPER = ['def helper(row):', '    return row'];
const REFUND = ['def refund_order(conn, order_id):', '    helper(conn)', '    conn.commit()'];

/** A program that uses the construct in a helper, in the function itself, or beside them. */
const PROGRAMS: Readonly<Record<string, (lines: readonly string[]) => readonly string[]>> = {
  'in a helper': (lines) => ['import sqlite3', '', ...HELPER.slice(0, 1), ...indented(lines), '', '', ...REFUND],
  'in the function': (lines) => [...HELPER, '', '', ...REFUND.slice(0, 1), ...indented(lines), '    conn.commit()'],
  'beside them': (lines) => ['import sqlite3', ...lines, '', ...HELPER, '', '', ...REFUND],
};

const fence = '`'.repeat(3);
const PASTES: Readonly<Record<string, (code: string) => string>> = {
  alone: (code) => `${code}\n`,
  'in a fence marked python': (code) => `Here it is.\n\n${fence}python\n${code}\n${fence}\n\nIt commits at the end.\n`,
  'in a fence without a mark': (code) => `Here it is.\n\n${fence}\n${code}\n${fence}\n\nIt commits at the end.\n`,
  'in a fence marked text': (code) => `Here it is.\n\n${fence}text\n${code}\n${fence}\n\nIt commits at the end.\n`,
  'between lines of prose': (code) =>
    `Here it is:\n\npython\nCopy code\n${code}\n\nIt commits at the end. That's all.\n`,
};

describe.each(Object.entries(CONSTRUCTS))('%s', (_name, { lines, unknown }) => {
  it(unknown ? 'is not known to the parser' : 'is known to the parser', () => {
    expect(isProgram(`${lines.join('\n')}\n`)).toBe(!unknown);
  });

  it('is kept with the helper and the function, wherever it stands and however it is pasted', () => {
    for (const [where, program] of Object.entries(PROGRAMS)) {
      const code = program(lines).join('\n');
      for (const [how, paste] of Object.entries(PASTES)) {
        const reading = read(paste(code));
        const found = reading.kind === 'one' ? reading.candidate : null;
        expect({ ...found, where, how, source: found?.source.trim() }).toMatchObject({
          where,
          how,
          source: code,
          usable: { ok: true },
          adapted: null,
        });
      }
    }
  });
});

describe('code', () => {
  it.each([
    [
      'a definition, a decorator above it and a remark in it',
      '@logged\ndef f(*a: *T):\n    x = 1\n# left\n    y = 2\n',
    ],
    [
      'SQL that stands at the left margin of a string',
      'def f(*a: *T):\n    x = """\nSELECT 1\nFROM t\n"""\n    g(\nx\n)\n',
    ],
    ['a statement that goes on after a backslash', 'x = lambda a, /: a \\\nif b else c\n'],
    [
      'strings that hold quotes, brackets and escapes',
      "def f(*a: *T):\n    x = ')' + \"it's (\" + '\\'('  # don't (\n",
    ],
    ['else and finally at the left margin', 'with (a as b, c as d):\n    x = 1\nif x:\n    y = 1\nelse:\n    y = 2\n'],
  ])('is %s', (_name, source) => {
    expect(isProgram(source)).toBe(false);
    expect(isCode(source)).toBe(true);
  });

  it.each([
    ['nothing', ' \n'],
    ['remarks alone, as headings are', '# Refunds\n\n# More\n'],
    ['prose after a definition', 'def f(*a: *T):\n    pass\n\nThis commits at the end.\n'],
    ['prose that begins like Python', 'with this change it is safe.\n'],
    ['a sentence that ends with a colon', 'For each order it does this:\n\n    conn.commit()\n'],
    ['what ends inside a bracket', 'def f(*a: *T\n\nThis is prose.\n'],
    ['what ends inside a string', 'def f(*a: *T):\n    """Prose.\n\nThis is prose.\n'],
    ['a typed session', '>>> def f(*a: *T):\n...     pass\n'],
  ])('is not %s', (_name, source) => {
    expect(isCode(source)).toBe(false);
  });
});

it('a session in a docstring is not taken for typed code where the parser does not know a line', () => {
  const code = [
    'def refund_order(conn, order_id):',
    '    """Refunds.',
    '',
    '    >>> refund_order(conn, 7)',
    '    """',
    '    with (conn, open("x") as log):',
    '        pass',
  ].join('\n');
  const reading = read(`${code}\n`);
  expect(reading.kind === 'one' && reading.candidate.source.trim()).toBe(code);
});

it('long lines that begin like a statement are read in no time', () => {
  for (const start of ['for x in ', 'with ', 'match ', 'x = ', 'type X', 'def f[', '@', 'class A(']) {
    const long = `${start}${' in : = ['.repeat(15_000)}\n`;
    expect(isCode(long)).toBeTypeOf('boolean');
  }
});
