// Reading calls: what is taken, what is refused and where, and that what is written is read back.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatProblem } from '../model/result.ts';
import type { Argument, Json } from '../model/task.ts';
import { readCall } from './call.ts';
import { writeCall } from './python-text.ts';

function argsOf(text: string): readonly Argument[] {
  const read = readCall(text);
  if (!read.ok) throw new Error(read.problems.map(formatProblem).join('\n'));
  return read.value.args;
}

const values = (text: string): readonly unknown[] =>
  argsOf(text).map((one) => ('helper' in one ? `the ${one.helper}` : one.value));

function refusal(text: string): string {
  const read = readCall(text);
  return read.ok ? 'was read' : read.problems.map(formatProblem).join('\n');
}

describe('a call', () => {
  it('has a function, helpers and literals, with parameters named after them', () => {
    const read = readCall('transfer(conn, 7, "x", [1, 2], {"a": None, "b": True}, -1.5, notifier, cache)');
    expect(read).toEqual({
      ok: true,
      value: {
        function: 'transfer',
        parameters: ['conn', 'arg1', 'arg2', 'arg3', 'arg4', 'arg5', 'notifier', 'cache'],
        args: [
          { helper: 'conn' },
          { value: 7 },
          { value: 'x' },
          { value: [1, 2] },
          { value: { a: null, b: true } },
          { value: -1.5 },
          { helper: 'notifier' },
          { helper: 'cache' },
        ],
      },
    });
  });

  it('may have no arguments, comments, several lines, and a comma at the end', () => {
    expect(values('f()')).toEqual([]);
    expect(values('  f(  # the call\n  conn,\r\n  (1),\n)  # done\n')).toEqual(['the conn', 1]);
  });

  it('gives the same helper a second name of its own', () => {
    expect(readCall('f(conn, conn)')).toMatchObject({ value: { parameters: ['conn', 'conn_2'] } });
  });

  it.each<[string, unknown]>([
    [`'it\\'s'`, "it's"],
    [`"a\\tb\\n\\x41\\u00e9\\U0001F600\\101\\\\"`, 'a\tb\nAé😀A\\'],
    [`"a\\d"`, 'a\\d'],
    [`"one\\\ntwo"`, 'onetwo'],
    [`'''a\r\n"b"'''`, 'a\n"b"'],
    [`"""say ""no"" """`, 'say ""no"" '],
    [`r"C:\\new"`, 'C:\\new'],
    [`u'x'`, 'x'],
    [`"a" 'b'  r"\\c"`, 'ab\\c'],
    [`""`, ''],
    ['1_000', 1000],
    ['0x1F', 31],
    ['0b101', 5],
    ['0o17', 15],
    ['00', 0],
    ['.5', 0.5],
    ['1.25e-3', 0.00125],
    ['-0', 0],
    ['+3', 3],
    ['9007199254740991', 9007199254740991],
    ['[]', []],
    ['{}', {}],
    ['[{"a": [None, (False)]}]', [{ a: [null, false] }]],
  ])('reads %s', (literal, value) => {
    expect(values(`f(${literal})`)).toEqual([value]);
  });

  it('takes the key __proto__ as any other', () => {
    const [dict] = values('f({"__proto__": {"x": 1}})');
    expect(Object.entries(dict as object)).toEqual([['__proto__', { x: 1 }]]);
  });
});

describe('a call is refused, with line and column,', () => {
  it.each([
    ['', '1: call: column 1: expected a call such as transfer(conn, 1, 2, 50), found nothing'],
    ['f', '1: call: column 1: expected one call such as transfer(conn, 1, 2, 50) and nothing else'],
    ['x = f(1)', '1: call: column 1: expected one call such as transfer(conn, 1, 2, 50) and nothing else'],
    ['f(1)\ng(2)', '1: call: column 1: expected one call such as transfer(conn, 1, 2, 50) and nothing else'],
    ['def f(a): pass', '1: call: column 1: expected one call'],
    ['await f(1)', '1: call: column 1: expected one call'],
    ['shop.f(1)', '1: call: column 1: expected the plain name of a function, in unaccented letters, found shop.f'],
    [
      'überweise(1)',
      '1: call: column 1: expected the plain name of a function, in unaccented letters, found überweise',
    ],
    ['f(1)(2)', '1: call: column 1: expected the plain name of a function, in unaccented letters, found f(1)'],
    ['f(1', '1: call: column 4: expected a complete call such as transfer(conn, 1, 2, 50); the text ends too early'],
    [
      'f(1,, 2)',
      '1: call: column 5: expected a complete call such as transfer(conn, 1, 2, 50); it cannot be read from , 2)',
    ],
    [
      'f(conn, "a"',
      '1: call: column 12: expected a complete call such as transfer(conn, 1, 2, 50); the text ends too early',
    ],
    ["f('a\\')", '1: call: column 3: expected a closing quote'],
    ['f("a)', '1: call: column 3: expected a closing quote'],
    ["f(conn, r'''a\n)", '1: call: column 9: expected a closing quote'],
    ['f(\n  conn,\n  amount=5)', '3: call: column 3: expected the value alone, without amount=: arguments go by place'],
    [
      'f(user)',
      '1: call: column 3: expected a literal or conn, notifier or cache as an argument of its own, found user',
    ],
    [
      'f([conn])',
      '1: call: column 4: expected a literal or conn, notifier or cache as an argument of its own, found conn',
    ],
    ['f(*a)', '1: call: column 3: expected a literal or conn, notifier or cache as an argument of its own, found *a'],
    [
      'f(x for x in y)',
      'column 3: expected a literal or conn, notifier or cache as an argument of its own, found x for x',
    ],
    ['f(1 + 2)', 'column 3: expected a literal or conn, notifier or cache as an argument of its own, found 1 + 2'],
    ['f(--1)', 'column 3: expected a literal'],
    ['f(-True)', 'column 3: expected a literal'],
    ['f({1, 2})', 'column 3: expected a literal'],
    ['f((1, 2))', 'column 3: expected a list in square brackets: a tuple cannot be passed here'],
    ['f(f"{a}")', 'column 3: expected a plain text: an f-string would have to be run'],
    ['f(b"x")', 'column 3: expected a plain text, found one with the prefix b: only r and u can be read here'],
    ['f("\\N{DASH}")', 'column 3: expected the character itself'],
    ['f("\\xg")', 'column 3: expected hexadecimal digits after \\x'],
    ['f("\\ud800")', 'column 3: expected a text of whole characters, found half of a surrogate pair'],
    ['f("\\U00110000")', 'column 3: expected a character, found \\U00110000, which is beyond the last one'],
    ['f(5.0)', 'column 3: expected a float with a fraction, found 5.0: it would arrive as the int 5'],
    ['f(-1e3)', 'column 4: expected a float with a fraction, found 1e3: it would arrive as the int 1000'],
    ['f(1e999)', 'column 3: expected a number, found 1e999, which is too large'],
    ['f(9007199254740993)', 'column 3: expected an int up to 9007199254740991, found 9007199254740993'],
    ['f(007)', 'column 3: expected a number as Python writes it, found 007'],
    ['f(2j)', 'column 3: expected a real number, found 2j'],
    ['f({1: 2})', 'column 4: expected a text as the key, found 1'],
    ['f({"a": 1, "a": 2})', 'column 12: expected each key once, "a" stands here twice'],
    ['f({**a})', 'column 4: expected entries such as "key": value'],
    [
      'f({"2": 0, "1": 0})',
      'column 3: expected keys that are whole numbers to come first and in order, such as "1", "2"',
    ],
    ['f("😀", x)', 'column 8: expected a literal'],
  ])('%j', (text, sentence) => {
    expect(refusal(text)).toContain(sentence);
  });

  it('where lists are nested without end, and where the text is endless', () => {
    expect(refusal(`f(${'['.repeat(52)}${']'.repeat(52)})`)).toContain(
      'column 54: expected lists and dicts at most 50',
    );
    expect(refusal(`f(${'['.repeat(40_000)}`)).toContain('expected a complete call');
    expect(refusal(`f("${'x'.repeat(100_001)}")`)).toContain('expected a call of at most 100000 characters');
  });
});

describe('what is written', () => {
  const text = fc.string({ unit: 'grapheme' }).filter((one) => !/\p{Surrogate}/u.test(one));
  const number = fc.oneof(
    fc.maxSafeInteger().map((one) => (one === 0 ? 0 : one)),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((one) => !Number.isInteger(one)),
  );
  const { value } = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      text,
      number,
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value')),
      fc.dictionary(text, tie('value'), { noNullPrototype: true }),
    ),
  }));
  const argument: fc.Arbitrary<Argument> = fc.oneof(
    fc.constantFrom('conn', 'notifier', 'cache').map((helper) => ({ helper }) as Argument),
    value.map((one) => ({ value: one })),
  );

  it('is read back as the same function and arguments', () => {
    fc.assert(
      fc.property(fc.array(argument), (args) => {
        expect(readCall(writeCall('f', args))).toMatchObject({ ok: true, value: { function: 'f' } });
        expect(argsOf(writeCall('f', args))).toEqual(args);
      }),
    );
  });

  it('shows characters that nobody can see as escapes', () => {
    expect(writeCall('f', [{ value: 'a\r\n\t"\\\u0000\u2028é' }])).toBe('f("a\\r\\n\\t\\"\\\\\\x00\\u2028é")');
  });
});

describe('any text', () => {
  it('is read or refused, and never throws', () => {
    const piece = fc.constantFrom(
      'f(',
      ')',
      '[',
      ']',
      '{',
      '}',
      ',',
      ':',
      '"',
      "'",
      '"""',
      '\\',
      '1',
      'e',
      '.',
      '-',
      'conn',
      ' ',
      '\n',
      '=',
      '*',
      'None',
      '#',
      'lambda',
      'r',
      'b',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 3 })), { maxLength: 30 }), (pieces) => {
        const read = readCall(pieces.join(''));
        expect(read.ok || read.problems.length).toBeTruthy();
      }),
      { numRuns: 500 },
    );
  });
});
