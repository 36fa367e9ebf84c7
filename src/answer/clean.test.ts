// What programs between an assistant and the clipboard do to code, undone; and code spread over several blocks.
import { describe, expect, it } from 'vitest';
import { candidatesOf, readAnswer, type Candidate } from './answer.ts';

const WANTED = { function: 'refund_order', parameters: ['conn', 'order_id'] };
const CODE = 'def refund_order(conn, order_id):\n    conn.execute("UPDATE a SET b = \'paid\' WHERE 1 <= 2")\n';

function one(text: string): Candidate {
  const reading = readAnswer(text, WANTED);
  if (reading.kind !== 'one') throw new Error(`expected one candidate: ${JSON.stringify(reading)}`);
  return reading.candidate;
}

const fence = (source: string, language = 'python'): string => `\`\`\`${language}\n${source.trimEnd()}\n\`\`\`\n`;
const curly = (text: string): string => text.replace(/"([^"]*)"/g, '“$1”').replace(/'([^']*)'/g, '‘$1’');
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

describe('curly quotes', () => {
  const plain = CODE.replace(/"[^"]*"/, '"x"');
  it.each<[string, string, string]>([
    ['in a fence', `Here’s the function:\n\n${fence(curly(CODE))}`, CODE],
    ['in plain code', curly(CODE), CODE],
    ['in text without fences', `Here’s the function:\n\n${curly(CODE)}\nThat’s all, it’s done.\n`, CODE],
    ['around one word, which the parser takes for a name', fence(curly(plain)), plain],
  ])('%s are made straight', (_place, text, expected) => {
    const { source, adapted } = one(text);
    expect(source.trimEnd()).toBe(expected.trimEnd());
    expect(adapted).toBe('Curly quotes were made straight.');
  });

  it('inside a string stay, and so do those in prose', () => {
    const source = 'def refund_order(conn, order_id):\n    raise ValueError("“paid” isn’t done")';
    expect(one(`Here’s “it”:\n\n${fence(source)}`)).toMatchObject({ source, adapted: null });
  });

  it('of a name that cannot be mended are left to Python to refuse', () => {
    const source = 'def refund_order(conn, order_id):\n    x = (“paid\n';
    expect(one(source)).toMatchObject({ source, adapted: null });
  });
});

describe('HTML entities', () => {
  it('are turned back, in a fence and in plain code', () => {
    const done = { source: CODE.trimEnd(), adapted: 'HTML entities such as &lt; were turned back into signs.' };
    expect(one(fence(escaped(CODE)))).toMatchObject(done);
    expect(one(escaped(CODE).replaceAll("'", '&#39;')).source).toBe(CODE);
  });

  it('are turned back together with curly quotes', () => {
    expect(one(fence(escaped(curly(CODE) + '    x = 1 <= 2')))).toMatchObject({
      source: `${CODE}    x = 1 <= 2`,
      adapted: 'Curly quotes were made straight, and HTML entities such as &lt; turned back into signs.',
    });
  });

  it('in a string of code that reads as Python stay', () => {
    const source = 'def refund_order(conn, order_id):\n    return "&lt;b&gt;"';
    expect(one(fence(source))).toMatchObject({ source, adapted: null });
  });
});

describe('a transcript of the Python shell', () => {
  const transcript = `>>> import sqlite3
>>> LIMIT = 3
>>> def refund_order(conn, order_id):
...     conn.execute("SELECT 1")
...     return LIMIT
...
>>> refund_order(sqlite3.connect(":memory:"), 7)
3
>>> LIMIT
3`;
  const source = `import sqlite3
LIMIT = 3
def refund_order(conn, order_id):
    conn.execute("SELECT 1")
    return LIMIT




`;

  it.each<[string, string, number]>([
    ['in a fence', `Try it:\n\n${fence(transcript, 'pycon')}`, 4],
    ['in a fence marked python', fence(transcript), 2],
    ['in a fence marked nothing', fence(transcript, ''), 2],
    ['as the whole paste', transcript, 1],
  ])('%s gives the code on the same lines, without calls and output', (_place, text, startLine) => {
    const candidate = one(text);
    expect(candidate).toMatchObject({ source, startLine, usable: { ok: true } });
    expect(candidate.adapted).toContain('Prompts and output of the Python shell were left out');
  });

  it('in a docstring is no transcript', () => {
    const program = 'def refund_order(conn, order_id):\n    """Refund.\n\n    >>> refund_order(conn, 7)\n    """';
    expect(one(fence(program))).toMatchObject({ source: program, adapted: null });
  });
});

describe('code spread over several blocks', () => {
  const helper = 'import logging\n\n\ndef _credit(conn, amount):\n    logging.info("credit")';
  const main = 'def refund_order(conn, order_id):\n    _credit(conn, 5)';

  it('is put together where the function uses what an earlier block defines', () => {
    const candidate = one(`First a helper:\n\n${fence(helper)}\nThen the function:\n\n${fence(main)}`);
    expect(candidate).toEqual({
      source: `${helper}\n\n\n${main}\n`,
      where: 'code blocks 1 and 2, lines 4–8 and 14–15',
      startLine: 4,
      usable: { ok: true },
      adapted: 'Code blocks 1 and 2 were put together, as one uses the other.',
    });
  });

  it('is put together from three blocks, and from a later one', () => {
    const text = fence('import logging') + fence(helper.replace('import logging\n\n\n', '')) + fence(main);
    expect(one(text).where).toBe('code blocks 1, 2 and 3, lines 2, 5–6 and 9–10');
    expect(one(fence(main) + fence(helper)).source).toBe(`${main}\n\n\n${helper}\n`);
  });

  it('of a first version serves a second one that leaves it out, whose own definition counts', () => {
    const second = 'def refund_order(conn, order_id):\n    _credit(conn, 6)';
    const reading = readAnswer(fence(`${helper}\n\n\n${main}`) + fence(second), WANTED);
    expect(reading).toMatchObject({ kind: 'several', preferred: 1 });
    expect(candidatesOf(reading).map(({ source }) => source.trimEnd().endsWith(second))).toEqual([false, true]);
    expect(candidatesOf(reading)[1]?.source).toContain('import logging');
  });

  it.each<[string, string]>([
    ['an example of its use', 'import sqlite3\nconn = sqlite3.connect("a.db")\nrefund_order(conn, 7)'],
    ['a test', 'import pytest\n\n\ndef test_refund(conn):\n    refund_order(conn, 7)'],
    ['a helper of the same name that the code has itself', 'def _credit(conn):\n    pass'],
    ['a block that does something when it is imported', 'def _debit(conn):\n    pass\n\n\nprint("ready")'],
  ])('does not take in %s', (_what, other) => {
    const alone = `${helper}\n\n\ndef refund_order(conn, order_id):\n    _credit(conn, 5)\n    [_debit for _debit in ()]`;
    expect(one(fence(other) + fence(alone)).source).toBe(alone);
    expect(one(fence(alone) + fence(other)).source).toBe(alone);
  });

  it('takes no block in that does something when it is imported, though it is needed', () => {
    const needs = 'def refund_order(conn, order_id):\n    _debit(conn)';
    expect(one(fence('def _debit(conn):\n    pass\n\n\nprint("ready")') + fence(needs)).source).toBe(needs);
  });
});

describe('a diff', () => {
  const diff = `@@ -1,2 +1,2 @@\n def refund_order(conn, order_id):\n-    conn.commit()\n+    conn.rollback()`;

  it.each(['diff', 'patch', '', 'python'])('in a fence marked %j is not taken for code', (language) => {
    expect(one(fence(diff, language) + fence(CODE))).toMatchObject({ source: CODE.trimEnd(), adapted: null });
  });

  it('that follows the code is said not to be applied', () => {
    expect(one(fence(CODE) + fence(diff, 'diff')).adapted).toBe('The diff in code block 2 was not applied.');
  });

  it('alone is refused with what to paste instead', () => {
    const asks = 'The task asks for `refund_order(conn, order_id)`.';
    expect(readAnswer(fence(diff, 'diff'), WANTED)).toEqual({
      kind: 'none',
      sentence: `${asks} The text has only a diff, which says what to change. Paste the whole code.`,
    });
    expect(readAnswer(`Change this:\n\n${fence(diff, '')}`, WANTED)).toMatchObject({ kind: 'none' });
  });
});
