import { describe, expect, it } from 'vitest';
import { readAnswer, type AnswerReading, type Candidate } from './answer.ts';
import { MAX_ANSWER_LENGTH } from './limit.ts';

const WANTED = { function: 'refund_order', parameters: ['conn', 'order_id'] };
const CODE = 'def refund_order(conn, order_id):\n    conn.commit()';

function read(text: string): AnswerReading {
  return readAnswer(text, WANTED);
}

function one(text: string): Candidate {
  const reading = read(text);
  if (reading.kind !== 'one') throw new Error(`expected one candidate: ${JSON.stringify(reading)}`);
  return reading.candidate;
}

function sentence(text: string): string {
  const reading = read(text);
  if (reading.kind !== 'none') throw new Error(`expected none: ${JSON.stringify(reading)}`);
  return reading.sentence;
}

function problem(source: string): string {
  const { usable } = one(source);
  if (usable.ok) throw new Error('expected a problem');
  return usable.sentence;
}

describe('plain Python', () => {
  it('is taken as it is, comments and imports included', () => {
    const source = `# Refunds.\nimport logging\n\n\n${CODE}\n`;
    expect(one(source)).toEqual({
      source,
      where: 'the whole text, lines 1–6',
      startLine: 1,
      usable: { ok: true },
      adapted: null,
    });
  });

  it('with Windows line ends, a byte order mark and non-breaking spaces is cleaned', () => {
    expect(one(`\uFEFF${CODE.replaceAll('\n', '\r\n').replaceAll('    ', '\u00A0   ')}\r\n`).source).toBe(`${CODE}\n`);
  });

  it('that is indented as a whole loses the common indentation, tabs inside stay', () => {
    expect(one('    def refund_order(conn, order_id):\n    \tpass\n').source).toBe(
      'def refund_order(conn, order_id):\n\tpass\n',
    );
  });

  it('with a Markdown example in a docstring is still the whole text', () => {
    const source = `"""Refunds.\n\n\`\`\`python\ndef refund_order(conn, order_id):\n    ...\n\`\`\`\n"""\n${CODE}\n`;
    expect(one(source).source).toBe(source);
  });

  it('with a syntax error is left to Python to refuse', () => {
    const source = 'def refund_order(conn, order_id):\n    total = (1 +\n    conn.commit(\n';
    expect(one(source)).toMatchObject({ source, startLine: 1, usable: { ok: true } });
  });

  it('that defines the function twice counts once, by the last definition', () => {
    expect(one(`def refund_order(a):\n    pass\n\n\n${CODE}\n`).usable).toEqual({ ok: true });
  });

  it('may define the function inside if or try, or assign it', () => {
    expect(one(`try:\n    import x\nexcept ImportError:\n    ${CODE.replaceAll('\n', '\n    ')}\n`).usable.ok).toBe(
      true,
    );
    expect(one('refund_order = make(1)\n').usable.ok).toBe(true);
  });
});

describe('an answer in Markdown', () => {
  it('with prose around one fence gives the fence and its lines', () => {
    const text = `Here is the function.\n\n\`\`\`python\n${CODE}\n\`\`\`\n\nIt **works**.\n`;
    expect(one(text)).toEqual({
      source: CODE,
      where: 'code block 1, lines 4–5',
      startLine: 4,
      usable: { ok: true },
      adapted: null,
    });
  });

  it.each(['py', 'Python', 'python3', 'py3', '', 'python title="shop.py"', '{.python}', 'text', 'python:shop.py'])(
    'takes a fence marked %j',
    (language) => {
      expect(one(`Code:\n\n\`\`\`${language}\n${CODE}\n\`\`\`\n`).source).toBe(CODE);
    },
  );

  it('takes tilde fences', () => {
    expect(one(`Code:\n\n~~~python\n${CODE}\n~~~\n`)).toMatchObject({ source: CODE, startLine: 4 });
  });

  it('does not take an unclosed tilde fence for an operator', () => {
    expect(one(`~~~python\n${CODE}\n`)).toMatchObject({ source: CODE, startLine: 2 });
  });

  it('takes an unclosed last fence', () => {
    expect(one(`Sure:\n\n\`\`\`python\n${CODE}`)).toMatchObject({ source: CODE, where: 'code block 1, lines 4–5' });
  });

  it('keeps three backticks inside a fence of four', () => {
    const source = `def refund_order(conn, order_id):\n    """Use it.\n\n    \`\`\`\n    refund_order(conn, 7)\n    \`\`\`\n    """`;
    expect(one(`\`\`\`\`python\n${source}\n\`\`\`\``).source).toBe(source);
  });

  it('opens a fence of Markdown that holds the answer', () => {
    const text = `\`\`\`\`markdown\nThe code:\n\n\`\`\`python\n${CODE}\n\`\`\`\n\`\`\`\`\n`;
    expect(one(text)).toEqual({
      source: CODE,
      where: 'code block 1, lines 5–6',
      startLine: 5,
      usable: { ok: true },
      adapted: null,
    });
  });

  it('finds a fence inside a list', () => {
    const text = `1. Look it up.\n2. Write it:\n\n   \`\`\`python\n   ${CODE.replaceAll('\n', '\n   ')}\n   \`\`\`\n\n3. Done.\n`;
    expect(one(text)).toMatchObject({ source: CODE, startLine: 5, where: 'code block 1, lines 5–6' });
  });

  it('finds a fence inside a list that is indented with tabs', () => {
    expect(one(`- Write it:\n\t\`\`\`py\n\t${CODE.replaceAll('\n', '\n\t')}\n\t\`\`\`\n`)).toMatchObject({
      source: CODE,
      startLine: 3,
    });
  });

  it('finds a fence inside a quote', () => {
    const text = `He wrote:\n\n> \`\`\`python\n> ${CODE.replaceAll('\n', '\n> ')}\n> \`\`\`\n`;
    expect(one(text)).toMatchObject({ source: CODE, startLine: 4 });
  });

  it('finds a fence right under <details>, with no blank line between', () => {
    const text = `<details>\n<summary>The code</summary>\n\`\`\`python\n${CODE}\n\`\`\`\n</details>\n`;
    expect(one(text)).toMatchObject({ source: CODE, startLine: 4 });
  });

  it('finds indented code', () => {
    const text = `This is it:\n\n    ${CODE.replaceAll('\n', '\n    ')}\n\nThat is all.\n`;
    expect(one(text)).toMatchObject({ source: CODE, startLine: 3, where: 'lines 3–4' });
  });

  it('ignores diff, shell, SQL and JSON fences and counts them', () => {
    const text = [
      '```bash\npip install x\n```',
      '```json\n{"def": 1}\n```',
      '```diff\n def refund_order(conn, order_id):\n     pass\n```',
      '```sql\nSELECT 1;\n```',
      `\`\`\`python\n${CODE}\n\`\`\``,
      '```\nrefunded 1 order\n```',
    ].join('\n\n');
    expect(one(text)).toMatchObject({ source: CODE, where: 'code block 5, lines 19–20' });
  });

  it('takes the block with the function where another holds only the imports', () => {
    const text = `\`\`\`python\nimport sqlite3\n\`\`\`\n\nand\n\n\`\`\`python\n${CODE}\n\`\`\`\n`;
    expect(one(text).where).toBe('code block 2, lines 8–9');
  });

  it('with Windows line ends gives the same lines', () => {
    const text = `Here:\r\n\r\n\`\`\`python\r\n${CODE.replaceAll('\n', '\r\n')}\r\n\`\`\`\r\n`;
    expect(one(text)).toMatchObject({ source: CODE, startLine: 4 });
  });

  it('offers both of two versions, in order, and prefers the last', () => {
    const better = CODE.replace('conn.commit()', 'conn.execute("BEGIN")\n    conn.commit()');
    const text = `\`\`\`python\n${CODE}\n\`\`\`\n\nHere is the improved version:\n\n\`\`\`python\n${better}\n\`\`\`\n`;
    const reading = read(text);
    expect(reading.kind === 'several' && reading.candidates.map((candidate) => candidate.where)).toEqual([
      'code block 1, lines 2–3',
      'code block 2, lines 9–11',
    ]);
    expect(reading).toHaveProperty('preferred', 1);
  });

  it('prefers the only version that can be called, and none where none can', () => {
    const misfit = (parameters: string): string =>
      `\`\`\`python\ndef refund_order(${parameters}):\n    pass\n\`\`\`\n\n`;
    expect(read(`\`\`\`python\n${CODE}\n\`\`\`\n\n${misfit('conn')}`)).toMatchObject({ kind: 'several', preferred: 0 });
    expect(read(misfit('conn') + misfit('a, b, c'))).not.toHaveProperty('preferred');
  });

  it('that repeats the same block gives one candidate', () => {
    const fence = `\`\`\`python\n${CODE}\n\`\`\`\n`;
    expect(one(`${fence}\nOnce more:\n\n${fence}`).startLine).toBe(2);
  });
});

describe('text copied from a rendered page, without fences', () => {
  it('loses the prose before and after the code', () => {
    const source = `import sqlite3\n\nLIMIT = 3\n\n\n${CODE}`;
    const text = `Here is the function you asked for:\n\npython\nCopy code\n${source}\n\nThis commits at the end. It is simple.\n`;
    expect(one(text)).toMatchObject({ source, startLine: 5, where: 'lines 5–11' });
  });
});

describe('the signature', () => {
  it.each([
    'def refund_order(connection, oid): pass',
    'def refund_order(conn, order_id, note="", *, dry_run=False): pass',
    'def refund_order(*args, **options): pass',
    'def refund_order(conn, /, *rest): pass',
    'def refund_order(conn: Connection, order_id: int = 0) -> None: pass',
    '@logged\ndef refund_order(request): pass',
  ])('%s can be called', (source) => {
    expect(one(source).usable).toEqual({ ok: true });
  });

  const call = 'The task calls `refund_order(conn, order_id)`. The code defines';
  it.each([
    ['def refund_order(order_id): pass', '`refund_order(order_id)`, which takes at most 1 argument and gets 2.'],
    ['def refund_order(): pass', '`refund_order()`, which takes no positional arguments and gets 2.'],
    [
      'def refund_order(conn, order_id, reason: str, limit=10): pass',
      '`refund_order(conn, order_id, reason, limit=10)`, which needs 3 arguments and gets 2.',
    ],
    [
      'def refund_order(conn, /, order_id, *, reason): pass',
      '`refund_order(conn, /, order_id, *, reason)`, which also needs `reason` by keyword.',
    ],
  ])('%s cannot', (source, rest) => {
    expect(problem(source)).toBe(`${call} ${rest}`);
  });

  it('of a generator function has its own problem', () => {
    expect(problem('def refund_order(conn, order_id):\n    yield 1\n')).toBe(
      '`refund_order` contains yield; calling it only makes a generator, so nothing would run.',
    );
  });

  it('is not spoiled by a yield in a helper inside it', () => {
    const source = 'def refund_order(conn, order_id):\n    def rows():\n        yield 1\n    return list(rows())\n';
    expect(one(source).usable).toEqual({ ok: true });
  });
});

describe('where the function is not there, a sentence says what is', () => {
  const asks = 'The task asks for `refund_order(conn, order_id)`.';

  it('for an empty paste', () => {
    expect(sentence(' \r\n\t')).toBe(
      'There is nothing here. Paste an answer that defines `refund_order(conn, order_id)`.',
    );
  });

  it('for prose with inline code only', () => {
    expect(sentence('You should call `conn.commit()` at the end.')).toBe(`${asks} The text has no Python code in it.`);
    expect(sentence('Sorry')).toBe(`${asks} The text has no Python code in it.`);
  });

  it('for other languages', () => {
    expect(sentence('```sql\nSELECT 1;\n```')).toBe(`${asks} The text has one code block (sql), and it is not Python.`);
    expect(sentence('```sh\nls\n```\n\n```json\n{}\n```')).toBe(
      `${asks} The text has 2 code blocks (sh, json), none of them Python.`,
    );
  });

  it('for code without a function', () => {
    expect(sentence('```python\nconn.execute("UPDATE x")\n```')).toBe(`${asks} The code defines no function.`);
    expect(sentence('import sqlite3\nprint(1)\n')).toBe(`${asks} The code defines no function.`);
  });

  it('for a function with another name', () => {
    expect(sentence('def process_refund(oid):\n    pass\n')).toBe(
      `${asks} The code defines \`process_refund(oid)\`. Rename it, then run again.`,
    );
  });

  it('for many functions with other names', () => {
    const source = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `def ${name}(x): pass`).join('\n');
    expect(sentence(`\`\`\`py\n${source}\n\`\`\``)).toBe(
      `${asks} The code defines \`a(x)\`, \`b(x)\`, \`c(x)\`, \`d(x)\` and 2 more. ` +
        'Rename the one that is meant, then run again.',
    );
  });

  it('for a method', () => {
    expect(sentence('class Shop:\n    def refund(self): pass\n')).toBe(
      `${asks} The code defines only methods of the class \`Shop\`.`,
    );
  });

  it('for a function inside a function', () => {
    expect(sentence(`def main():\n    ${CODE.replaceAll('\n', '\n    ')}\n`)).toBe(
      `${asks} The code defines it only inside the function \`main\`. Move it out, then run again.`,
    );
  });

  it('for a paste that is too long', () => {
    expect(sentence('x'.repeat(MAX_ANSWER_LENGTH + 1))).toBe(
      'The text has 200,001 characters; at most 200,000 are read. Paste only the answer.',
    );
  });
});

describe('a hostile paste comes to an end', () => {
  const long = (part: string): string => part.repeat(Math.floor(10_000 / part.length));
  // prettier-ignore
  it.each([
    '>', '> ', '- ', '1. ', '1) ', '`', '~', '    ', '\n', '[', '(', 'def f(', '*', '_', '|', '<a ', '#', '"""', "'", '\\', '@',
    '```\n', '- a\n', '> a\n', '> ```\n', 'a|b\n-|-\n', 'lambda: ', 'if x:\n ', '    x\n', '[a]: b\n', 'x\n', '<details>\n',
    'def refund_order(:\n', 'x = ', 'import a\n', '&', '\t', 'not ', 'f"{', '- - ', '* a\n  * b\n', '1. a\n\n   b\n',
  ])('%j, many times', (part) => {
    expect(['one', 'none', 'several']).toContain(read(long(part)).kind);
    expect(['one', 'none', 'several']).toContain(read(`${CODE}\n\nand so on: ${long(part)}`).kind);
  });
});

it('a context manager with a bare yield is kept beside the function', () => {
  const code = [
    'from contextlib import contextmanager',
    '@contextmanager',
    'def transaction(conn):',
    '    conn.execute("BEGIN")',
    '    try:',
    '        yield',
    '        conn.commit()',
    '    except BaseException:',
    '        conn.rollback()',
    '        raise',
    'def refund_order(conn, order_id):',
    '    with transaction(conn):',
    '        pass',
    '',
  ].join('\n');
  const reading = readAnswer(code, { function: 'refund_order', parameters: ['conn', 'order_id'] });
  expect(reading.kind === 'one' && reading.candidate.source.trim()).toBe(code.trim());
});
