// Drafted judges against code whose class is known: a judge drafted from one clean run of a safe reference, in a real
// laboratory, gives every reference of the task the class it was written for.
import { beforeAll, describe, expect, it } from 'vitest';
import { loadTasks, openLab, sourceOf, type Lab } from '../engine/testing.ts';
import type { OwnFunction } from '../model/own.ts';
import type { Task } from '../model/task.ts';
import type { CrashTestResult, Verdict } from '../model/verdict.ts';
import type { WorldView } from '../model/world.ts';
import { openZip } from './archive.ts';
import { got, taskFiles, zipOf } from './archive.testing.ts';
import { exampleOwn } from './example.ts';
import { judgeDraft } from './judge-draft.ts';
import { taskOf } from './task.ts';

let lab: Lab;

beforeAll(async () => {
  lab = await openLab();
});

/** Tests with the default judge, as a page does first, and drafts from what that run left. */
function drafted(own: OwnFunction, source: string): OwnFunction {
  const result = lab.test(got(taskOf({ ...own, judgeSql: '' })), source);
  const [report] = result.verdict.modes;
  const clean = report?.normal[0]?.world;
  if (!report?.works || clean == null) throw new Error(`the reference does not work: ${result.verdict.headline}`);
  const twice = report.repeat ? worldOf(result, report.repeat.world) : null;
  const judgeSql = judgeDraft(own, worldOf(result, report.startWorld), worldOf(result, clean), twice);
  return { ...own, judgeSql };
}

function worldOf({ verdict, evidence }: CrashTestResult, index: number): WorldView {
  const view = evidence.worlds[verdict.worlds[index]?.digest ?? ''];
  if (!view) throw new Error(`there is no world ${index}`);
  return view;
}

function verdictOf(own: OwnFunction, source: string): Verdict {
  return lab.test(got(taskOf(own)), source).verdict;
}

/** The task's folder as a person opens it, without its judge. */
function ownOf(id: string): OwnFunction {
  return { ...got(openZip(zipOf(taskFiles(id)))).own, judgeSql: '' };
}

/** Of each kind of change one: cells, rows, a column, mails, new and removed files, a file that grows. */
const TASKS = [
  'refund-an-order',
  'transfer-money',
  'add-a-slug-column',
  'invite-a-user',
  'send-queued-emails',
  'delete-an-attachment',
  'append-to-a-ledger',
  'archive-imported-files',
];
const all = await loadTasks();

describe.each(TASKS)('the judge drafted from a safe run of %s', (id) => {
  const task = all.find((one) => one.id === id) as Task;
  const safe = task.references.find((one) => one.intended === 'safe-by-design')?.name ?? '';

  it('gives every reference the class it was written for', () => {
    const own = drafted(ownOf(id), sourceOf(task, safe));
    const classes = task.references.map((one) => [one.name, verdictOf(own, one.source).safety]);
    expect(classes).toEqual(task.references.map((one) => [one.name, one.intended]));
    expect(task.references.some((one) => one.intended !== 'safe-by-design')).toBe(true);
  });
});

describe('a judge drafted from the run of code that is not safe', () => {
  it.each([
    ['refund-an-order', 'undo_on_error', null],
    ['invite-a-user', 'mail_then_row', null],
    // The empty file that a crash before its write leaves under a made-up name: only the task's own judge knows better.
    ['store-an-upload', 'random_file_name', 29],
    ['export-a-sales-report', 'write_in_place', null],
  ])('of %s finds %s out', (id, name, line) => {
    const task = all.find((one) => one.id === id) as Task;
    const source = sourceOf(task, name);
    const { safety, story } = verdictOf(drafted(ownOf(id), source), source);
    expect(safety).toBe('unsafe');
    expect(story?.line).toBe(line ?? task.references.find((one) => one.name === name)?.breaksAt?.line);
  });

  it('sees the work that a second run does again', () => {
    const own: OwnFunction = { ...exampleOwn().own, call: 'book(conn, 2)' };
    const source = [
      'def book(conn, show_id):',
      '    with conn:',
      '        conn.execute("UPDATE shows SET free = free - 1 WHERE id = ?", (show_id,))',
      '        conn.execute("INSERT INTO bookings VALUES (?, \'Ada\')", (show_id,))',
    ].join('\n');
    const verdict = verdictOf(drafted(own, source), source);
    expect(verdict).toMatchObject({ status: 'judged', safety: 'safe-by-accident', doubleApplies: true });
    expect(verdict.modes[0]?.repeat?.outcome).toBe('double-applied');
  });
});

describe('the example', () => {
  it('is safe by accident, with the default judge and with the one drafted from it', () => {
    const { own, solution } = exampleOwn();
    const byDefault = verdictOf(own, solution);
    expect(byDefault).toMatchObject({ status: 'judged', safety: 'safe-by-accident', doubleApplies: false });
    const byDraft = verdictOf(drafted(own, solution), solution);
    // The drafted judge also tells the seat that a re-run takes once more from other half-done work.
    expect(byDraft).toMatchObject({ status: 'judged', safety: 'safe-by-accident', doubleApplies: true });
    expect(byDraft.story?.sentence).toContain(
      'shows, id 2: free is 2 already, the number of rows of bookings with show_id 2, name Ada is still 0',
    );
  });
});
