// The file form, there and back, and what is refused.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_SHARED_BYTES, MAX_SHARED_FILES } from './check.ts';
import { decodeFile, encodeFile, MAX_FILE_CHARACTERS } from './file.ts';
import { anyShared, ownShared, taskShared } from './samples.testing.ts';

/** The one sentence of a refused file. */
function refusal(text: string): string {
  const result = decodeFile(text);
  if (result.ok) throw new Error(`expected a refusal, got ${JSON.stringify(result.value)}`);
  expect(result.problems.map((one) => one.where)).toEqual(['file']);
  return result.problems[0]?.message ?? '';
}

/** A good file with one place changed: `path` is dotted, `undefined` takes the key out. */
function changed(path: string, value: unknown): string {
  const json: Record<string, unknown> = JSON.parse(encodeFile(ownShared({ files: [{ path: 'a', text: 'b' }] })));
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  let at = json;
  for (const key of keys) at = at[key] as Record<string, unknown>;
  at[last] = value;
  return JSON.stringify(json);
}

describe('there and back', () => {
  test('whatever can be shared comes back as it was', () => {
    fc.assert(
      fc.property(anyShared, (shared) => {
        expect(decodeFile(encodeFile(shared))).toEqual({ ok: true, value: shared });
      }),
    );
  });

  test('the file says what it is and ends with a line end', () => {
    const text = encodeFile(taskShared('x = 1\n'));
    expect(text).toBe(`{
  "format": "by-accident/shared@1",
  "subject": {
    "kind": "task",
    "id": "refund-an-order"
  },
  "code": "x = 1\\n",
  "view": null,
  "expected": null
}
`);
    expect(decodeFile(`\uFEFF${text.replaceAll('\n', '\r\n')}`)).toEqual({ ok: true, value: taskShared('x = 1\n') });
  });

  test('the largest that can be shared makes a file that is read, even where all of it is escaped', () => {
    const files = Array.from({ length: MAX_SHARED_FILES }, (_, at) => ({ path: `${at}`, text: '' }));
    const shared = { ...ownShared({ files }), code: '\x01'.repeat(MAX_SHARED_BYTES - 2_000) };
    expect(encodeFile(shared).length).toBeLessThanOrEqual(MAX_FILE_CHARACTERS);
    expect(decodeFile(encodeFile(shared))).toEqual({ ok: true, value: shared });
  });

  test('what cannot be shared is our fault once a file is made of it', () => {
    expect(() => encodeFile(taskShared('a\0'))).toThrow('Line 1 of the code holds a NUL character');
  });
});

describe('refused', () => {
  const FOREIGN = 'This file is damaged, or it is not one that By Accident saved.';
  const FORMAT = 'This file is not one that By Accident saved: expected "format": "by-accident/shared@1" in it.';

  test.each([
    ['', FOREIGN],
    ['{', FOREIGN],
    ['[]', FOREIGN],
    ['null', FOREIGN],
    ['"by-accident/shared@1"', FOREIGN],
    ['['.repeat(500_000), FOREIGN],
    ['{}', FORMAT],
    ['{"format": ["by-accident/shared@1"]}', FORMAT],
    ['{"format": "by-accident/verdict@2"}', FORMAT],
    ['{"__proto__": {"format": "by-accident/shared@1"}}', FORMAT],
    [
      '{"format": "by-accident/shared@2"}',
      'This file was saved by a newer version of By Accident. Reload the page, then open it again.',
    ],
    ['x'.repeat(MAX_FILE_CHARACTERS + 1), 'This file is larger than any that By Accident saves.'],
  ])('%.40j', (text, sentence) => {
    expect(refusal(text)).toBe(sentence);
  });

  test.each([
    ['code', undefined, '“code” in the file is missing.'],
    ['code', 3, '“code” in the file has a value of the wrong kind.'],
    ['subject', [], '“subject” in the file has a value of the wrong kind.'],
    ['subject.kind', 'class', '“subject.kind” in the file has a value of the wrong kind.'],
    ['subject.own', null, '“subject.own” in the file has a value of the wrong kind.'],
    ['subject.own.sql', undefined, '“subject.own.sql” in the file is missing.'],
    ['subject.own.files', {}, '“subject.own.files” in the file has a value of the wrong kind.'],
    ['subject.own.files.0.text', null, '“subject.own.files.0.text” in the file has a value of the wrong kind.'],
    ['verdict', 'safe', '“verdict” in the file is not known here.'],
    ['subject.own.verdict', 'safe', '“subject.own.verdict” in the file is not known here.'],
    ['view', { mode: 'default' }, '“view.fault” in the file is missing.'],
    [
      'expected',
      { engine: '1', rules: '1', digest: '' },
      '“expected.rules” in the file has a value of the wrong kind.',
    ],
    [
      'expected',
      { engine: '1', rules: 0.5, digest: '0'.repeat(64) },
      'The result to compare with is not written as results are.',
    ],
    ['code', 'a\0', 'Line 1 of the code holds a NUL character, which cannot be shared.'],
    ['code', '\ud800', 'Line 1 of the code holds half of a character, which cannot be shared.'],
    ['code', 'x'.repeat(MAX_SHARED_BYTES + 1), 'Code and files can be shared up to 256 KB together; this is 257 KB.'],
  ])('%s changed (%#)', (path, value, sentence) => {
    expect(refusal(changed(path, value))).toBe(sentence);
  });

  test('a key named __proto__ is refused and changes nothing', () => {
    const text = changed('code', '').replace('"code"', '"__proto__":{"polluted":true},"code"');
    expect(refusal(text)).toBe('“__proto__” in the file is not known here.');
    expect('polluted' in {}).toBe(false);
  });

  test('a damaged file never throws, and holds what can be shared where it is still read', () => {
    const good = encodeFile(ownShared({ title: 'Größe', files: [{ path: 'a', text: 'b' }] }));
    fc.assert(
      fc.property(fc.nat(good.length), fc.nat(5), fc.string({ maxLength: 4 }), (at, gone, put) => {
        const result = decodeFile(good.slice(0, at) + put + good.slice(at + gone));
        if (result.ok) expect(decodeFile(encodeFile(result.value))).toEqual(result);
        else expect(result.problems[0]?.message).toMatch(/\.$/);
      }),
      { numRuns: 1_000 },
    );
  });
});
