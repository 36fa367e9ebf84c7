// A function of one's own on the page, with a client that answers by hand: what stands beside which field, what is
// undone, and what a zip brings and takes. The judge's draft itself is tested in `own/`.
import { beforeEach, describe, expect, test } from 'vitest';
import { directReader } from '../reader/direct.testing.ts';
import type { Shared } from '../model/shared.ts';
import type { CrashTestResult, Verdict } from '../model/verdict.ts';
import type { WorldView } from '../model/world.ts';
import { zipTask } from '../own/archive.ts';
import { got } from '../own/archive.testing.ts';
import { exampleOwn } from '../own/example.ts';
import { OWN_TASK_ID } from '../own/task.ts';
import { bundledTasks } from '../tasks/bundled.ts';
import type { CrashTestClient, RunAnswer } from './client.ts';
import { EMPTY_OWN } from './own-draft.ts';
import { OwnWork } from './own.svelte.ts';
import { Playground } from './playground.svelte.ts';

const { own: EXAMPLE, solution: CODE } = exampleOwn();
const VIEWS = ['torn', 'missing', 'repeated']
  .map((one) => `CREATE TEMP VIEW ${one}(what) AS SELECT '' WHERE 0;\n`)
  .join('');

const view = (free: number): WorldView => ({
  tables: [{ name: 'shows', columns: ['id', 'free'], key: [0], rows: [['2', String(free)]], total: 1 }],
  files: [],
  mail: [],
  cache: [],
  unreadable: null,
});

/** A run of the example: the start is world 0, a clean run leaves world 1. */
function resultOf(changes: Partial<Verdict> = {}, works = true, exit = 'returned'): CrashTestResult {
  const mode = {
    mode: 'default',
    works,
    normal: [{ case: 'the call', works, exit: 0, world: 1 }],
    startWorld: 0,
    points: [],
    pointsReached: 0,
    sampled: false,
    cells: [],
    repeat: null,
  };
  const verdict = {
    status: 'judged',
    safety: 'safe-by-accident',
    reason: null,
    story: null,
    modes: [mode],
    worlds: [{ digest: 'before' }, { digest: 'after' }],
    exits: [{ status: { kind: exit } }],
    counts: { planned: 0, fired: 0, notJudged: 0 },
    ...changes,
  };
  return { verdict, evidence: { worlds: { before: view(3), after: view(2) } } } as unknown as CrashTestResult;
}

let answer: RunAnswer;
let playground: Playground;
let work: OwnWork;

beforeEach(() => {
  answer = { kind: 'result', result: resultOf() };
  const client: CrashTestClient = {
    load: () => Promise.resolve(),
    run: () => Promise.resolve(answer),
    stop: () => undefined,
    ignoredMessages: 0,
    storageProblem: null,
  } as unknown as CrashTestClient;
  const tasks = bundledTasks().flatMap((task) => (task.ok ? [task.value] : []));
  playground = new Playground({
    client,
    tasks,
    startTask: OWN_TASK_ID,
    taskProblems: [],
    reader: directReader,
    shelf: null,
    makeWay: () => Promise.resolve(),
  });
  work = new OwnWork(playground);
});

describe('what is wrong', () => {
  test('stands beside its field, with the line or the column, and is gone when it is mended', () => {
    work.edit({
      call: 'book_seat(conn, 2',
      sql: 'CREATE TABLE a (b);\n.tables\n',
      files: [{ path: '/etc', text: '' }],
    });
    expect(work.problemsOf('call')).toEqual([expect.stringMatching(/^Column 18: expected a complete call such as /)]);
    expect(work.problemsOf('sql')).toEqual([expect.stringMatching(/^Line 2: expected SQL, found \.tables, /)]);
    expect(work.problemsOf('files[0].path')).toEqual([expect.stringMatching(/^Expected a path relative .*\/etc\.$/)]);
    expect(work.problemsOf('title')).toEqual([]);
    work.edit(EXAMPLE);
    expect(['call', 'sql', 'files[0].path'].flatMap((field) => work.problemsOf(field))).toEqual([]);
  });

  test('is not said of a field that nobody has filled in yet, until somebody runs it', async () => {
    work.startEmpty();
    work.addFile();
    expect([...work.problemsOf('call'), ...work.problemsOf('files[0].path')]).toEqual([]);
    await playground.run();
    expect(playground.phase).toEqual({
      kind: 'bad-input',
      sentence:
        'The call, column 1: expected a call such as transfer(conn, 1, 2, 50), found nothing.\n' +
        'File 1, path: expected a path such as inbox/june.csv, found nothing.',
    });
    expect(work.problemsOf('call')).toEqual([
      'Column 1: expected a call such as transfer(conn, 1, 2, 50), found nothing.',
    ]);
    expect(work.problemsOf('files[0].path')).toHaveLength(1);
  });

  test('with SQL that does not run is told by the run, beside the field, until the SQL changes', async () => {
    answer = { kind: 'bad-input', part: 'world', line: 3, cause: 'near "CRATE": syntax error' };
    await playground.run();
    const sentence = 'the statement that begins here does not run: near "CRATE": syntax error.';
    expect(playground.phase).toEqual({ kind: 'bad-input', sentence: `Schema and rows, line 3: ${sentence}` });
    expect(work.problemsOf('sql')).toEqual([`Line 3: ${sentence}`]);
    expect([playground.own, playground.source]).toEqual([EXAMPLE, CODE]);
    work.edit({ title: 'Another title' });
    expect(work.problemsOf('sql')).toHaveLength(1);
    work.edit({ sql: `${EXAMPLE.sql} ` });
    expect(work.problemsOf('sql')).toEqual([]);
  });

  test('is not a PRAGMA that does nothing for the function: that is only said', () => {
    work.edit({ sql: `PRAGMA foreign_keys = ON;\n${EXAMPLE.sql}` });
    expect(work.sqlNotices).toEqual([expect.stringMatching(/^Line 1: PRAGMA foreign_keys = ON has no effect: .*\.$/)]);
    expect(work.problemsOf('sql')).toEqual([]);
    work.edit({ sql: EXAMPLE.sql });
    expect(work.sqlNotices).toEqual([]);
  });

  test('with the judge is told by the run, beside the field, until anything that it judges changes', async () => {
    const cause = 'view torn: no such table: tarn';
    answer = { kind: 'bad-input', part: 'judge', line: 2, cause };
    work.edit({ judgeSql: VIEWS });
    await playground.run();
    expect(playground.phase).toEqual({ kind: 'bad-input', sentence: `Judge, line 2: ${cause}.` });
    expect(work.problemsOf('judgeSql')).toEqual([`Line 2: ${cause}.`]);
    work.edit({ title: 'Another title' });
    expect(work.problemsOf('judgeSql')).toHaveLength(1);
    work.edit({ sql: `${EXAMPLE.sql} ` });
    expect(work.problemsOf('judgeSql')).toEqual([]);
  });

  test('with the judge in one world only is told by the verdict, until the judge changes', async () => {
    work.edit({ judgeSql: VIEWS });
    const reason = { code: 'judge-failed', sentence: 'The judge failed: no such table: tarn.' } as const;
    answer = { kind: 'result', result: resultOf({ status: 'not-judged', safety: null, reason }) };
    await playground.run();
    expect(work.problemsOf('judgeSql')).toEqual([reason.sentence]);
    work.edit({ judgeSql: `${VIEWS} ` });
    expect(work.problemsOf('judgeSql')).toEqual([]);
  });
});

test('a verdict is outdated by a change of what it was given, not of the title', async () => {
  await playground.run();
  work.edit({ title: 'Reserve a seat' });
  expect(playground.outdated).toBe(false);
  work.edit({ call: 'book_seat(conn, 2, "Bob")' });
  expect(playground.outdated).toBe(true);
  expect(playground.shared.expected).toBeNull();
});

describe('a judge', () => {
  test('is drafted only from a clean run of what stands there now', async () => {
    expect(work.draftable).toMatchObject({ kind: 'no', sentence: expect.stringMatching(/^Run the function first/) });
    work.draft();
    expect(playground.own.judgeSql).toBe('');
    await playground.run();
    expect(work.draftable).toMatchObject({ kind: 'yes', worlds: { before: view(3), after: view(2), twice: null } });
    work.edit({ finishesInterruptedWork: true, title: 'x' });
    expect(work.draftable.kind).toBe('yes');
    playground.edit(`${CODE}\n`);
    expect(work.draftable).toMatchObject({ kind: 'no', sentence: expect.stringMatching(/^Run it again first/) });
  });

  test.each<[string, boolean, string, string, 'yes' | 'no']>([
    ['that does not work', false, '', 'returned', 'no'],
    ['that only the judge of one’s own calls broken', false, VIEWS, 'returned', 'yes'],
    ['that raises, whatever the judge', false, VIEWS, 'raised', 'no'],
  ])('is drafted or not from a run %s', async (_run, works, judgeSql, exit, kind) => {
    work.edit({ judgeSql });
    answer = { kind: 'result', result: resultOf({ status: 'does-not-work', safety: null }, works, exit) };
    await playground.run();
    expect(work.draftable.kind).toBe(kind);
  });

  test('is filled in, and the earlier one comes back', async () => {
    await playground.run();
    work.draft();
    const drafted = playground.own.judgeSql;
    expect(drafted).toContain('CREATE TEMP VIEW torn(what)');
    expect(playground.outdated).toBe(true);
    work.edit({ title: 'kept' });
    work.notice?.undo?.();
    expect(playground.own).toEqual({ ...EXAMPLE, title: 'kept' });
    work.notice?.undo?.();
    expect(playground.own.judgeSql).toBe(drafted);
  });

  test('that is there already is replaced only after a question', async () => {
    work.edit({ judgeSql: VIEWS });
    await playground.run();
    work.draft();
    expect([work.asking, playground.own.judgeSql]).toEqual([true, VIEWS]);
    work.keepJudge();
    expect([work.asking, playground.own.judgeSql]).toEqual([false, VIEWS]);
    work.draft();
    work.draft();
    expect(work.asking).toBe(false);
    expect(playground.own.judgeSql).not.toBe(VIEWS);
    work.useDefaultJudge();
    expect(playground.own.judgeSql).toBe('');
  });
});

describe('starting over', () => {
  test('empties everything, and brings everything back, the text it is compared with too', () => {
    const typed = { ...EXAMPLE, title: 'Mine', files: [{ path: 'a.txt', text: 'a' }] };
    work.edit(typed);
    playground.start('def book_seat(): ...');
    playground.edit('def book_seat(): pass');
    work.startEmpty();
    expect([playground.own, playground.source, playground.modified]).toEqual([EMPTY_OWN, '', false]);
    work.edit({ title: 'typed since' });
    work.notice?.undo?.();
    expect([playground.own, playground.source]).toEqual([typed, 'def book_seat(): pass']);
    expect(playground.origin).toBe('def book_seat(): ...');
    work.notice?.undo?.();
    expect(playground.own).toEqual({ ...EMPTY_OWN, title: 'typed since' });
  });

  test('from the example offers no undo where it is there already', () => {
    work.startFromExample();
    expect(work.notice?.undo).toBeNull();
    work.startEmpty();
    work.startFromExample();
    expect([playground.own, playground.source]).toEqual([EXAMPLE, CODE]);
    expect(work.notice?.undo).not.toBeNull();
  });
});

describe('files', () => {
  test('are added, edited and removed, and a removed one comes back to its place', () => {
    work.addFile();
    work.editFile(0, { path: 'a.txt' });
    work.editFile(0, { text: 'one' });
    work.addFile();
    work.editFile(1, { path: 'b.txt' });
    work.removeFile(0);
    expect(playground.own.files).toEqual([{ path: 'b.txt', text: '' }]);
    expect(work.notice?.sentence).toBe('The file a.txt is removed.');
    work.notice?.undo?.();
    expect(playground.own.files.map((file) => file.path)).toEqual(['a.txt', 'b.txt']);
  });

  test('keep the line ends of Windows through a text field that has none', () => {
    work.edit({ files: [{ path: 'a.csv', text: 'a\r\nb\r\n' }] });
    work.editFile(0, { text: 'a\nb\nc\n' });
    expect(playground.own.files[0]?.text).toBe('a\r\nb\r\nc\r\n');
  });
});

describe('a zip', () => {
  const MINE = { ...EXAMPLE, title: '<b>Mine</b>', judgeSql: VIEWS, files: [{ path: 'a.txt', text: 'a' }] };

  test('is saved under a name made of the title, and opened to the same fields, which can be undone', () => {
    work.edit(MINE);
    const zip = work.save();
    expect(zip?.name).toBe('b-mine-b.zip');
    work.startEmpty();
    work.open('mine.zip', zip?.bytes ?? new Uint8Array());
    expect([playground.own, playground.source, playground.modified]).toEqual([MINE, CODE, false]);
    expect(work.notice).toMatchObject({ kind: 'done', sentence: 'mine.zip is open.', details: [] });
    work.notice?.undo?.();
    expect([playground.own, playground.source]).toEqual([EMPTY_OWN, '']);
  });

  test('is not made of something that is no function, and the reason is told', () => {
    work.edit({ call: '' });
    expect(work.save()).toBeNull();
    expect(work.notice).toMatchObject({
      kind: 'refused',
      details: ['The call, column 1: expected a call such as transfer(conn, 1, 2, 50), found nothing.'],
    });
  });

  test('that is none is refused in a sentence, and nothing changes', () => {
    work.edit(MINE);
    work.open('<img src=x>.zip', new TextEncoder().encode('no zip'));
    expect(work.notice).toEqual({
      kind: 'refused',
      sentence: '<img src=x>.zip was not opened, and nothing has changed.',
      details: ['Expected a zip file, this is not one or it is cut off.'],
      undo: null,
    });
    expect([playground.own, playground.source]).toEqual([MINE, CODE]);
  });

  test('without a solution empties the editor and says so', () => {
    work.open('mine.zip', got(zipTask(MINE, null)));
    expect(playground.source).toBe('');
    expect(work.notice?.details).toEqual(['There is no solution.py in it, so the editor is empty.']);
  });
});

test('somebody else’s function is shown and cannot be changed, and one’s own stays as it is', async () => {
  const theirs = { ...EXAMPLE, title: 'Theirs', call: 'book_seat(conn, 1, "Eve")' };
  const shared: Shared = { subject: { kind: 'own', own: theirs }, code: CODE, view: null, expected: null };
  work.edit({ call: 'book_seat(' });
  expect(playground.look(shared, 'link')).toBe(true);
  expect([work.shown, work.readOnly, work.problemsOf('call')]).toEqual([theirs, true, []]);
  work.edit({ title: 'changed' });
  work.removeFile(0);
  expect(playground.own.title).toBe(EXAMPLE.title);
  await playground.run();
  expect(playground.phase.kind).toBe('done');
  expect([playground.outdated, playground.shared.subject]).toEqual([false, shared.subject]);
  playground.fork();
  expect([work.shown, work.readOnly]).toEqual([theirs, false]);
});
