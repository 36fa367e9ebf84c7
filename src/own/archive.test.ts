// Zips of functions of one's own: written, taken by the loader, read back; and zips from elsewhere, hostile ones too.
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { formatProblem } from '../model/result.ts';
import type { OwnFunction } from '../model/own.ts';
import { loadTask } from '../tasks/load.ts';
import { openZip, zipTask } from './archive.ts';
import { bytesOf, got, taskFiles, zipOf } from './archive.testing.ts';
import { exampleOwn } from './example.ts';
import { taskOf } from './task.ts';

const OWN: OwnFunction = {
  title: 'Café — Überweisung №1',
  call: 'pay(conn, "$conn", "$$5", {"a": [1, None]}, notifier)',
  sql: 'CREATE TABLE t(a);\n',
  files: [
    { path: 'inbox/Grüße.txt', text: 'a\r\nb\0' },
    { path: '.hidden', text: '' },
  ],
  judgeSql: ['torn', 'missing', 'repeated']
    .map((one) => `CREATE TEMP VIEW ${one}(what) AS SELECT '' WHERE 0;\n`)
    .join(''),
  finishesInterruptedWork: true,
};

function refusal(zip: Uint8Array): string {
  const opened = openZip(zip);
  return opened.ok ? 'was opened' : opened.problems.map(formatProblem).join('\n');
}

/** A number in the central directory of a zip with one entry, changed. */
function forged(zip: Uint8Array, offset: number, value: number): Uint8Array {
  const copy = zip.slice();
  const view = new DataView(copy.buffer);
  const start = view.getUint32(copy.length - 6, true);
  view.setUint32(start + offset, value, true);
  return copy;
}

describe('a zip that is written', () => {
  it('holds a task folder that the loader takes as the same task, and the solution beside it', () => {
    const files = unzipSync(got(zipTask(OWN, 'def pay(): pass\r\n')));
    expect(Object.keys(files)).toEqual([
      'cafe-uberweisung-no1/task.json',
      'cafe-uberweisung-no1/prompt.md',
      'cafe-uberweisung-no1/world.sql',
      'cafe-uberweisung-no1/files/inbox/Grüße.txt',
      'cafe-uberweisung-no1/files/.hidden',
      'cafe-uberweisung-no1/judge.sql',
      'solution.py',
    ]);
    expect(new TextDecoder().decode(files['solution.py'])).toBe('def pay(): pass\r\n');
    const folder = Object.entries(files).flatMap(([path, bytes]): [string, Uint8Array][] =>
      path.startsWith('cafe-') ? [[path.slice(path.indexOf('/') + 1), bytes]] : [],
    );
    const task = got(taskOf(OWN));
    const cases = task.cases.map((one) => ({ ...one, sqlFile: 'world.sql' }));
    expect(got(loadTask('cafe-uberweisung-no1', new Map(folder)))).toEqual({
      ...task,
      id: 'cafe-uberweisung-no1',
      cases,
    });
  });

  it.each<[string, Partial<OwnFunction>]>([
    ['one with everything', {}],
    ['one without a database', { call: 'pay("$conn")', sql: '' }],
    ['one with an empty database and the default judge', { call: 'pay(conn)', sql: '', judgeSql: '', files: [] }],
    ['the example', exampleOwn().own],
  ])('is read back as it was: %s', (_name, changes) => {
    const own = { ...OWN, ...changes };
    for (const solution of [null, '', 'def pay(conn):\n    "…"\n']) {
      expect(openZip(got(zipTask(own, solution)))).toEqual({
        ok: true,
        value: {
          own: { ...own, files: [...own.files].sort((a, b) => (a.path < b.path ? -1 : 1)) },
          solution,
          leftOut: [],
        },
      });
    }
  });

  it('has the same bytes each time, and a folder name made of the function where the title gives none', () => {
    expect(got(zipTask(OWN, null))).toEqual(got(zipTask(OWN, null)));
    const names = [{ title: '支払い' }, { title: '支払い', call: '_()' }].map(
      (changes) => Object.keys(unzipSync(got(zipTask({ ...OWN, ...changes }, null))))[0],
    );
    expect(names).toEqual(['pay/task.json', 'own-function/task.json']);
  });

  it('is not made of something that is no function', () => {
    expect(zipTask({ ...OWN, call: 'pay(' }, null)).toMatchObject({ ok: false, problems: [{ field: 'call' }] });
  });

  it('is read back as it was, whatever texts it holds', () => {
    const line = fc.string({ unit: 'grapheme-ascii', maxLength: 20 });
    const text = fc.string({ unit: 'grapheme', maxLength: 40 }).map((one) => one.replace(/\0|\r|\p{Surrogate}/gu, ''));
    fc.assert(
      fc.property(
        line,
        text,
        fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}(\/[A-Z.]x{1,4})?$/), { maxLength: 4 }),
        (title, content, paths) => {
          const files = paths.map((path) => ({ path, text: content })).sort((a, b) => (a.path < b.path ? -1 : 1));
          const own = { ...OWN, title: `t ${title}`.trim(), sql: `${content} ;`, files };
          fc.pre(taskOf(own).ok);
          expect(openZip(got(zipTask(own, content)))).toEqual({
            ok: true,
            value: { own, solution: content, leftOut: [] },
          });
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('a task folder that was zipped by hand', () => {
  it('gives its first case, and says what has no place', () => {
    const zip = zipOf({
      ...taskFiles('update-prices'),
      '__MACOSX/update-prices/._task.json': 'x',
      'update-prices/.DS_Store': 'x',
      'notes.txt': 'x',
      'update-prices/solution.py': 'def update_prices(conn, cache, changes): ...\n',
    });
    const { own, solution, leftOut } = got(openZip(zip));
    expect(own).toMatchObject({ title: 'Update prices', finishesInterruptedWork: false, files: [] });
    expect(own.call).toMatch(/^update_prices\(conn, cache, \[\[\d+, \d+\]/);
    expect(own.sql).toContain('CREATE TABLE products');
    expect(own.judgeSql).toContain('CREATE TEMP VIEW torn');
    expect(solution).toBe('def update_prices(conn, cache, changes): ...\n');
    expect(leftOut).toEqual([
      expect.stringMatching(/^Only the first case, “.+”, is taken over. Left out: “.+”\.$/),
      expect.stringMatching(/^The cache starts empty here. Left out: the entries .*price:/),
      expect.stringMatching(/^The references are left out: .*\.py\.$/),
      'The names of the parameters are left out: conn, cache, changes.',
      'The request in prompt.md is left out.',
      'The file notes.txt is not part of the task folder and is left out.',
    ]);
    expect(taskOf(own).ok).toBe(true);
  });

  it.each([
    ['without its folder', ''],
    ['inside other folders', 'my tasks/crash/Count a page view (2)/'],
    ['with names that begin with ./', './'],
  ])('is found %s', (_where, prefix) => {
    const { own, leftOut } = got(openZip(zipOf(taskFiles('count-a-page-view', prefix))));
    expect(own.call).toBe('count_page_view("counters/home.txt")');
    expect(own.files).toEqual([
      { path: 'counters/about.txt', text: '7\n' },
      { path: 'counters/home.txt', text: '41\n' },
    ]);
    expect(leftOut).toContain('The task does not judge work that is done twice; here it is judged.');
  });

  it('keeps a starting file that is called task.json, and leaves one out that is no text', () => {
    const files = taskFiles('set-a-config-option', 'a/');
    const zip = zipOf({ ...files, 'a/files/task.json': '{}', 'a/files/raw.bin': Uint8Array.of(255) });
    const { own, leftOut } = got(openZip(zip));
    expect(own.files.map((file) => file.path)).toEqual(['settings.ini', 'task.json']);
    expect(leftOut).toContain('The starting file raw.bin is not UTF-8 text and is left out.');
  });

  it('is refused with the problems of the loader, or where there is none or more than one', () => {
    const files = taskFiles('count-a-page-view', 'a/');
    expect(refusal(zipOf({ ...files, 'a/task.json': '{' }))).toContain(
      'a/task.json:1: expected a key in double quotes',
    );
    expect(refusal(zipOf({ 'readme.txt': '' }))).toBe(
      'zip: expected a task folder with task.json in it, there is none',
    );
    expect(refusal(zipOf({ 'a/task.json': '', 'b/task.json': '' }))).toBe(
      'zip: expected one task folder, there are 2: a/task.json, b/task.json',
    );
    expect(refusal(zipOf({ ...files, 'solution.py': Uint8Array.of(255) }))).toBe(
      'zip: expected UTF-8 text in solution.py',
    );
  });
});

describe('a zip is refused in one sentence', () => {
  const text = 'x'.repeat(1000);
  const one = zipOf({ 'a.txt': text });

  it.each<[string, Uint8Array, string]>([
    ['that is no zip', bytesOf('PK and nothing else'), 'zip: expected a zip file, this is not one or it is cut off'],
    ['that is empty', new Uint8Array(0), 'zip: expected a zip file, this is not one or it is cut off'],
    ['that is cut off', one.slice(0, -30), 'zip: expected a zip file, this is not one or it is cut off'],
    ['that lost its beginning', one.slice(20), 'zip: the zip is damaged: '],
    [
      'with more entries than 500',
      zipOf(Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`f${n}`, '']))),
      'zip: expected at most 500 files, there are more in the zip',
    ],
    [
      'that inflates to more than 5 MiB',
      zipOf({ a: new Uint8Array(3 << 20), b: new Uint8Array(3 << 20) }),
      'zip: expected at most 5 MiB of files, there is more in the zip',
    ],
    [
      'that is larger than it says',
      forged(zipOf({ a: new Uint8Array(30 << 20) }), 24, 10),
      'zip: the zip is damaged: a is larger than it says',
    ],
    ['that is smaller than it says', forged(one, 24, 1001), 'zip: the zip is damaged: a.txt is not what was packed'],
    ['with another checksum', forged(one, 16, 1), 'zip: the zip is damaged: a.txt is not what was packed'],
    ['whose entry lies elsewhere', forged(one, 42, 0xfffffff0), 'zip: the zip is damaged: a.txt is cut off'],
    [
      'that would need zip64',
      forged(one, 24, 0xffffffff),
      'zip: expected at most 5 MiB of files, there is more in the zip',
    ],
    [
      'that leads out of its folder',
      zipOf({ 'a/../../b': '' }),
      'zip: expected plain relative file names, found "a/../../b"',
    ],
    ['with an absolute name', zipOf({ '/etc/x': '' }), 'zip: expected plain relative file names, found "/etc/x"'],
    ['with a drive', zipOf({ 'C:x': '' }), 'zip: expected plain relative file names, found "C:x"'],
    ['with backslashes', zipOf({ 'a\\..\\b': '' }), 'zip: expected plain relative file names, found "a\\\\..\\\\b"'],
  ])('%s', (_what, zip, sentence) => {
    expect(refusal(zip)).toContain(sentence);
    expect(refusal(zip)).not.toContain('\n');
  });

  it('with a password, or packed in another way', () => {
    const flags = forged(one, 8, 1 | (8 << 16));
    expect(refusal(flags)).toBe('zip: expected no password, a.txt has one');
    expect(refusal(forged(one, 8, 9 << 16))).toBe('zip: expected deflated files, a.txt is packed in another way');
  });

  it('with the same name twice', () => {
    const zip = zipOf({ 'a.txt': '', 'b.txt': '' });
    expect(refusal(Uint8Array.from(zip, (byte) => (byte === 'b'.charCodeAt(0) ? 'a'.charCodeAt(0) : byte)))).toBe(
      'zip: expected each file once, a.txt is in the zip twice',
    );
  });

  it('whatever byte of it is changed, or opens as it was', () => {
    const whole = got(zipTask(exampleOwn().own, exampleOwn().solution));
    const opened = openZip(whole);
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const damaged = whole.slice();
        damaged[at] = (damaged[at] ?? 0) ^ change;
        const result = openZip(damaged);
        // A changed name is another file; everything else is as it was, or refused.
        if (result.ok && result.value.leftOut.length === 0 && result.value.solution !== null) {
          expect(result).toEqual(opened);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('whatever bytes it is made of', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(openZip(bytes).ok).toBe(false);
      }),
    );
  });
});
