// What is fuzzed, each with its inputs and with what must hold of every one: nothing unexpected is thrown, what comes out
// is what was promised, and the page's own objects stay as they are. Run by the tests and by `npm run fuzz`.
import fc from 'fast-check';
import { readAnswer, candidatesOf } from '../answer/answer.ts';
import type { Problem, Result } from '../model/result.ts';
import { openZip, zipTask } from '../own/archive.ts';
import { zipOf } from '../own/archive.testing.ts';
import { exampleOwn } from '../own/example.ts';
import { LARGEST_INFLATED_BYTES, MOST_ENTRIES, readZip } from '../own/zip.ts';
import { checkShared } from '../share/check.ts';
import { decodeFile, encodeFile } from '../share/file.ts';
import { decodeLink, encodeLink } from '../share/link.ts';
import { anyShared, linkOf, linkOfParts } from '../share/samples.testing.ts';
import { detectStyle } from '../style/detect.ts';
import { loadTask } from '../tasks/load.ts';

export interface Target {
  readonly name: string;
  readonly property: fc.IProperty<[unknown]>;
  /** How often it is tried in the tests. */
  readonly runs: number;
}

/** Longer than any of these small inputs takes, by far; an input that takes longer is as good as one that hangs. */
const MOST_MS = 5_000;

/** `mostMs`: what one input may take. */
export function target<T>(
  name: string,
  runs: number,
  inputs: fc.Arbitrary<T>,
  holds: (input: T) => void,
  mostMs = MOST_MS,
): Target {
  const property = fc.property(inputs, (input) => {
    const startMs = performance.now();
    holds(input);
    const tookMs = performance.now() - startMs;
    if (tookMs > mostMs) throw new Error(`it took ${Math.round(tookMs)} ms`);
    if (Object.keys(Object.prototype).length > 0) throw new Error('Object.prototype has got a key');
  });
  return { name, runs, property: property as unknown as fc.IProperty<[unknown]> };
}

export function expectThat(holds: boolean, what: string): void {
  if (!holds) throw new Error(`expected ${what}`);
}

function expectRefusal(problems: readonly Problem[]): void {
  expectThat(problems.length > 0, 'a problem');
  for (const { where, message } of problems) expectThat(where !== '' && message !== '', 'a place and a sentence');
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Bytes with a few of them changed, cut out or put in. */
export function damaged(whole: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Uint8Array> {
  const change = fc.record({
    at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    cut: fc.nat(12),
    add: fc.uint8Array({ maxLength: 6 }),
  });
  return fc.tuple(whole, fc.array(change, { maxLength: 6 })).map(([bytes, changes]) =>
    changes.reduce((now, { at, cut, add }) => {
      const from = Math.floor(at * (now.length + 1));
      return Uint8Array.from([...now.slice(0, from), ...add, ...now.slice(from + cut)]);
    }, bytes),
  );
}

function damagedText(whole: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return damaged(whole.map(encode)).map((bytes) => new TextDecoder().decode(bytes));
}

const LINES = [
  'def pay(conn, order_id):',
  '    conn.commit()',
  '    conn.execute("UPDATE t SET a = 1 WHERE id = ?", (x,))',
  'import sqlite3',
  'class A:',
  '    def pay(self, conn):',
  'async def pay(conn, order_id):',
  '    await x',
  '    with conn:',
  '    try:',
  '    except Exception:',
  '        pass',
  '    notifier.send("a", "b", "c")',
  '    yield',
  '@decorated',
  'pay = lambda conn, order_id: None',
  '```',
  '```python',
  '~~~',
  '````md',
  '> ',
  '>>> def pay(conn, order_id):',
  '... ',
  '- item',
  '1. item',
  '    ',
  '',
  '\t',
  'It is done.',
  "It's (not",
  '"""',
  "'''",
  '“',
  '&lt;',
  '@@ -1 +1 @@',
  '-a',
  '+b',
  '<details>',
  '|a|b|',
  '|-|-|',
  '===',
  '\u00a0',
  '\ufeff',
  '\r',
  '\\',
  '(((',
  ')',
  '#',
  '    x = """',
  '{"a": 1}',
  '[a]: b',
];
const answerText = fc
  .array(fc.oneof(fc.constantFrom(...LINES), fc.string({ unit: 'binary', maxLength: 12 })), { maxLength: 40 })
  .chain((lines) =>
    fc
      .array(fc.constantFrom('\n', '\n', '\n', '\n\n', ' ', '\r\n', ''), {
        minLength: lines.length,
        maxLength: lines.length,
      })
      .map((ends) => lines.map((line, n) => line + (ends[n] ?? '')).join('')),
  );

const WANTED = { function: 'pay', parameters: ['conn', 'order_id'] };

function holdsOfAnswer(text: string): void {
  const reading = readAnswer(text, WANTED);
  const lines = text.split(/\r\n|\r|\n/).length;
  if (reading.kind === 'none') expectThat(reading.sentence !== '', 'a sentence');
  for (const { source, startLine } of candidatesOf(reading)) {
    expectThat(source.trim() !== '', 'a source that is not empty');
    expectThat(startLine >= 1 && startLine <= lines, `a line of the text, not ${startLine} of ${lines}`);
  }
  const report = detectStyle(text, 'pay');
  const sourceLines = text.split('\n').length;
  for (const line of [...report.lines, ...report.patterns.map((one) => one.line)])
    expectThat(line >= 1 && line <= sourceLines, `a line of the code, not ${line} of ${sourceLines}`);
}

/** What was read can be shared again, and comes back the same. */
function holdsOfShared(text: string, decode: typeof decodeLink, again: typeof encodeLink): void {
  const read = decode(text);
  if (!read.ok) return expectRefusal(read.problems);
  expectThat(checkShared(read.value).ok, 'something that can be shared');
  const back = decode(again(read.value));
  expectThat(back.ok && JSON.stringify(back.value) === JSON.stringify(read.value), 'the same after another turn');
}

const anyLink = fc.oneof(
  damagedText(anyShared.map(encodeLink)),
  fc.uint8Array({ maxLength: 200 }).map(linkOf),
  fc
    .tuple(fc.nat(255), damaged(anyShared.map((shared) => encode(JSON.stringify(shared)))))
    .map(([flags, body]) => linkOfParts(flags, body)),
  fc
    .tuple(fc.nat(255), fc.uint8Array({ maxLength: 120 }), fc.uint8Array({ minLength: 32, maxLength: 32 }))
    .map(([flags, body, digest]) => linkOfParts(flags, body, digest)),
  fc.string({ maxLength: 60 }),
);

const TASK_FILES: Readonly<Record<string, string>> = {
  'task.json': JSON.stringify({
    title: 'Transfer money',
    category: 'database',
    function: 'transfer',
    parameters: ['conn', 'amount'],
    finishesInterruptedWork: false,
    cases: [{ name: 'ten', args: ['$conn', 10] }],
    references: [{ file: 'safe.py', intended: 'safe-by-design', note: 'Opens the transaction.' }],
  }),
  'prompt.md': 'Write transfer(conn, amount).\n',
  'world.sql': 'CREATE TABLE accounts(id, balance);\n',
  'judge.sql': 'CREATE TEMP VIEW torn(what) AS SELECT 1;\n',
  'references/safe.py': 'def transfer(conn, amount):\n    pass\n',
  'files/a.txt': 'a\n',
};
const odd = fc.oneof(
  fc.json({ maxDepth: 2 }),
  fc.constantFrom('{"__proto__": {"x": 1}}', '"../../x"', 'null', '-1', '1e999', '[]', '""'),
);
const taskText = fc.oneof(
  damagedText(fc.constant(TASK_FILES['task.json'] ?? '')),
  fc
    .tuple(
      fc.constantFrom(
        'title',
        'category',
        'function',
        'parameters',
        'cases',
        'references',
        'note',
        '__proto__',
        'constructor',
      ),
      odd,
    )
    .map(([key, value]) => `${(TASK_FILES['task.json'] ?? '{').slice(0, -1)}, ${JSON.stringify(key)}: ${value}}`),
  odd,
);
const taskFolder = fc
  .record({
    task: taskText,
    gone: fc.subarray(Object.keys(TASK_FILES)),
    more: fc.dictionary(
      fc.oneof(
        fc.constantFrom('files/../x', 'references/x.py', 'files/__proto__', '/a', 'files//a', 'files/app.db', 'x'),
        fc.string({ maxLength: 12 }),
      ),
      fc.uint8Array({ maxLength: 20 }),
      { maxKeys: 3 },
    ),
    mutated: fc.record({ path: fc.constantFrom(...Object.keys(TASK_FILES)), bytes: fc.uint8Array({ maxLength: 30 }) }),
    id: fc.oneof(fc.constant('transfer-money'), fc.string({ minLength: 1, maxLength: 12 })),
    keeps: fc.boolean(),
  })
  .map(({ task, gone, more, mutated, id, keeps }) => {
    const files = new Map(Object.entries(TASK_FILES).map(([path, text]) => [path, encode(text)]));
    files.set('task.json', encode(task));
    if (!keeps) files.set(mutated.path, mutated.bytes);
    if (!keeps) for (const path of gone) files.delete(path);
    for (const [path, bytes] of Object.entries(more)) files.set(path, bytes);
    return { id, files };
  });

function zipped(result: Result<Uint8Array>): Uint8Array {
  if (!result.ok) throw new Error('the example cannot be zipped');
  return result.value;
}
/** The library that makes these zips, not ours, trips over a file at the top called `__proto__`. */
const anyZip = damaged(
  fc.oneof(
    fc.constant(zipped(zipTask(exampleOwn().own, 'def f(conn):\n    pass\n'))),
    fc
      .dictionary(
        fc.string({ maxLength: 20 }).filter((path) => path !== '' && path !== '__proto__'),
        fc.uint8Array({ maxLength: 200 }),
        { maxKeys: 6 },
      )
      .map(zipOf),
    fc.uint8Array({ maxLength: 100 }),
  ),
);

export const TARGETS: readonly Target[] = [
  target('answer', 400, answerText, holdsOfAnswer),
  target('link', 600, anyLink, (text) => holdsOfShared(text, decodeLink, encodeLink)),
  target('file', 400, damagedText(anyShared.map(encodeFile)), (text) => holdsOfShared(text, decodeFile, encodeFile)),
  target('task', 500, taskFolder, ({ id, files }) => {
    const task = loadTask(id, files);
    if (!task.ok) return expectRefusal(task.problems);
    expectThat(task.value.id === id && task.value.cases.length > 0, 'a task of that name with a case');
  }),
  target('zip', 600, anyZip, (zip) => {
    const files = readZip(zip, () => true);
    if (!files.ok) expectRefusal(files.problems);
    else {
      const bytes = [...files.value.values()].reduce((sum, file) => sum + file.length, 0);
      expectThat(files.value.size <= MOST_ENTRIES && bytes <= LARGEST_INFLATED_BYTES, 'no more than is allowed');
    }
    const opened = openZip(zip);
    if (!opened.ok) expectRefusal(opened.problems);
  }),
];
