// What a story tells right after the crash, and after the re-run: what goes wrong in the end, not what merely waits.
import { describe, expect, it } from 'vitest';
import type { Findings, Outcome } from '../model/verdict.ts';
import type { WorldView } from '../model/world.ts';
import { leftBehind, type LeftBehind } from './left-behind.ts';
import { tellMoments } from './moments.ts';
import { mostRelated } from './related.ts';
import { fakeExit, RAISED } from './testing.ts';

const found = (one: Partial<Findings>): Findings => ({ torn: [], missing: [], repeated: [], ...one });
const MAIL: LeftBehind = { kind: 'mail', said: 'the mail to ben@example.com (Your invoice) had been sent' };
const ROW: LeftBehind = { kind: 'row', said: '2 rows had been added to customers' };

function tell(
  outcome: Outcome,
  crashed: Partial<Findings>,
  rerun: Partial<Findings>,
  left: LeftBehind | null = null,
): string {
  const rerunExit = fakeExit(outcome === 're-run-fails' ? RAISED : undefined);
  const facts = { outcome, crashed: found(crashed), rerun: found(rerun), rerunExit, left: () => left };
  const { afterCrash, afterRerun } = tellMoments(facts);
  return `${afterCrash}; ${afterRerun}`;
}

const TWICE = { repeated: ['the mail to ben@example.com was delivered 2 times: Your invoice'] };
const WAITING = [
  'the mail to ada@example.com was not delivered: Password changed',
  'the mail to cleo@example.com was not delivered: Your invoice',
];

describe('work done twice', () => {
  it('is told by what had been done once, whatever waits before it', () => {
    const said = 'the mail to ben@example.com was delivered, row 2 still says queued';
    expect(tell('double-applied', { missing: [...WAITING, said] }, TWICE, MAIL)).toBe(
      `${said}; the re-run does it again: ${TWICE.repeated[0]}`,
    );
  });

  it('is told by the mail that is out where the judge does not say so', () => {
    expect(tell('double-applied', { missing: WAITING }, TWICE, MAIL)).toBe(
      `${MAIL.said}; the re-run does it again: ${TWICE.repeated[0]}`,
    );
    expect(
      tell('double-applied', { missing: [...WAITING, 'the row of ben@example.com says queued'] }, TWICE, MAIL),
    ).toBe(`${MAIL.said}, the row of ben@example.com says queued; the re-run does it again: ${TWICE.repeated[0]}`);
  });

  it('is told by a contradiction where there is one', () => {
    const torn = ['the link that was sent to ben@example.com belongs to no invitation'];
    expect(tell('double-applied', { torn, missing: WAITING }, TWICE, MAIL)).toBe(
      `${torn[0]}; the re-run does it again: ${TWICE.repeated[0]}`,
    );
  });
});

describe('work left undone', () => {
  const missing = ['cleo@example.com is not imported'];

  it('stands against what the crash left', () => {
    expect(tell('re-run-fails', { missing }, { missing }, ROW)).toBe(
      '2 rows had been added to customers, cleo@example.com is not imported; the re-run fails with ValueError: done already, and it stays that way',
    );
    expect(tell('half-done', { missing }, { missing })).toBe(
      'cleo@example.com is not imported; the re-run ends without an error, and it stays that way',
    );
  });

  it('needs no more where the sentence has two halves', () => {
    const both = ['job 2 says processing and has no result'];
    expect(tell('half-done', { missing: both }, { missing: both }, ROW)).toBe(
      'job 2 says processing and has no result; the re-run ends without an error, and it stays that way',
    );
  });

  it('is told by the half that the end goes back to', () => {
    const crashed = { missing: ['upload u7 is not recorded', 'the file uploads/u7.txt was left behind'] };
    const rerun = { torn: ['upload u7 is recorded, its file uploads/u7.txt is empty'] };
    expect(tell('half-done', crashed, rerun)).toBe(
      'the file uploads/u7.txt was left behind; the re-run ends without an error, but upload u7 is recorded, its file uploads/u7.txt is empty',
    );
  });
});

describe('sentences that belong together', () => {
  it('share a name, and never one that differs', () => {
    expect(
      mostRelated(['Lamp has its new price', 'Tea has its old price'], ['the price of Tea went up 2 times']),
    ).toEqual({
      one: 'Tea has its old price',
      other: 'the price of Tea went up 2 times',
    });
    expect(mostRelated(['no mail was sent to ben@example.com'], ['2 mails were sent to ada@example.com'])).toBeNull();
    expect(mostRelated(['all is well'], ['money is gone'])).toBeNull();
  });
});

describe('what a crash left', () => {
  const view = (changes: Partial<WorldView>): WorldView => ({
    tables: [],
    files: [],
    mail: [],
    cache: [],
    unreadable: null,
    ...changes,
  });
  const mail = (to: string) => ({ to, subject: 'Hi', body: '', idempotencyKey: null, sentAt: '' });
  const table = (name: string, columns: string[], ...rows: string[][]) => ({
    name,
    columns,
    key: [0],
    rows,
    total: rows.length,
  });

  it('is the mail that the re-run sends again, before one that it does not', () => {
    const crashed = view({ mail: [mail('ada'), mail('ben')] });
    const rerun = view({ mail: [mail('ada'), mail('ben'), mail('ben')] });
    expect(leftBehind(view({}), crashed, rerun)?.said).toBe('the mail to ben (Hi) had been sent');
    expect(leftBehind(view({}), crashed, crashed)?.said).toBe('the mail to ada (Hi) had been sent');
  });

  it.each([
    [table('jobs', ['id', 'state'], ['1', 'new'], ['2', 'new']), 'the row (2, new) had been added to jobs'],
    [table('jobs', ['id', 'state'], ['1', 'busy']), 'state of jobs (id 1) had become busy'],
    [table('jobs', ['id', 'state', 'note'], ['1', 'new', 'NULL']), 'the column note had been added to jobs'],
    [table('jobs_new', ['id']), 'the table jobs_new had been created'],
  ])('is a table, a row or a value that was not there: %#', (now, said) => {
    const start = view({ tables: [table('jobs', ['id', 'state'], ['1', 'new'])] });
    expect(leftBehind(start, view({ tables: [now] }), view({ tables: [now] }))?.said).toBe(said);
    expect(leftBehind(start, start, start)).toBeNull();
  });
});
