// Literals mean in Python what they were made of: Python itself reads them back.
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nativePythons } from '../machine/native-python.ts';
import type { Json } from '../model/task.ts';
import { blockLiteral, bytesLiteral, escapedBlock, textLiteral, valueLiteral } from './literals.ts';

const python = nativePythons()[0]?.executable;
if (!python) console.warn('no native Python with sqlite3: literals are not read back');

/** The values of Python expressions, by way of JSON. */
function readBack(expressions: readonly string[]): readonly unknown[] {
  const source = `import json, sys\nsys.stdout.write(json.dumps([\n${expressions.map((one) => `${one},\n`).join('')}]))\n`;
  const output = execFileSync(python ?? '', ['-I', '-'], { input: source, maxBuffer: 1 << 28 });
  return JSON.parse(output.toString()) as unknown[];
}

const TRICKY = [
  '',
  '\n',
  '\\',
  "'",
  '"',
  "'''",
  '"""',
  '""""',
  "''''",
  '\\"""',
  "\\'''",
  'x\\',
  'x\\\\',
  '\r\n',
  '\0',
  '\ud800',
  '😀',
  '\u2028',
  '\ufeff',
  'é\t',
];
const piece = fc.oneof(
  fc.constantFrom(...TRICKY),
  fc.string({ unit: 'binary', maxLength: 4 }),
  fc.string({ maxLength: 4 }),
);
const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
const SAMPLES = { numRuns: 2000, seed: 11 };

it.skipIf(!python)('texts of every kind are read back as they were, in blocks and on one line', () => {
  const texts = [...TRICKY, ...TRICKY.flatMap((one) => TRICKY.map((two) => one + two)), ...fc.sample(text, SAMPLES)];
  expect(readBack(texts.map(blockLiteral))).toEqual(texts);
  expect(readBack(texts.map(textLiteral))).toEqual(texts);
  expect(readBack(texts.map((one) => `"""${escapedBlock(one)}"""`))).toEqual(texts);
});

it.skipIf(!python)('bytes are read back as they were, text or not', () => {
  const all = [
    new Uint8Array(0),
    ...fc.sample(fc.uint8Array({ maxLength: 80 }), SAMPLES),
    ...fc.sample(text, SAMPLES).map((one) => new TextEncoder().encode(one)),
  ];
  expect(readBack(all.map((bytes) => `list(${bytesLiteral(bytes, '')})`))).toEqual(all.map((bytes) => [...bytes]));
});

it.skipIf(!python)('JSON values are read back as they were', () => {
  const values = fc.sample(fc.jsonValue(), SAMPLES).map((value) => JSON.parse(JSON.stringify(value)) as Json);
  expect(readBack(values.map(valueLiteral))).toEqual(values);
});

it('text without odd characters stays as it is, whichever quotes it has', () => {
  expect(blockLiteral('a = """b"""\n')).toBe('r\'\'\'\na = """b"""\n\'\'\'[1:]');
  expect(blockLiteral("a = '''b'''\n")).toBe('r"""\na = \'\'\'b\'\'\'\n"""[1:]');
  expect(bytesLiteral(new TextEncoder().encode('a;1\nb;2\n'), '')).toBe('(\n    b"a;1\\n"\n    b"b;2\\n"\n)');
});
