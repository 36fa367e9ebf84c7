// Headlines and stories, word for word.
import { describe, expect, it } from 'vitest';
import type { WritePoint } from '../model/trace.ts';
import type { Findings, JudgedCell, ModeReport, Outcome } from '../model/verdict.ts';
import { headline, shortPoint, tellStory, type HeadlineFacts } from './sentences.ts';
import { fakeExit, RAISED, RETURNED } from './testing.ts';

const FACTS: HeadlineFacts = {
  safety: 'unsafe',
  usesDatabase: true,
  connections: 'handed',
  finishesInterruptedWork: false,
  pointsReached: 3,
  brokenInAutocommit: null,
  onlyHard: false,
};

describe('the headline', () => {
  it.each<[Partial<HeadlineFacts>, string]>([
    [{}, 'Works, but a crash leaves the data half-updated, even in the default mode.'],
    [{ usesDatabase: false }, 'Works, but a crash leaves the data half-updated.'],
    [
      { onlyHard: true },
      'Works, but a kill leaves the data half-updated, even in the default mode. An error that is raised does no harm there, only a kill does.',
    ],
    [
      { finishesInterruptedWork: true },
      'Works, but work cut short by a crash is not finished exactly once by the re-run, even in the default mode.',
    ],
    [
      { safety: 'safe-by-accident' },
      'Works. Never half-updated in the default mode, where sqlite3 opens a transaction for it. In autocommit a crash leaves the data half-updated.',
    ],
    [
      { safety: 'safe-by-accident', finishesInterruptedWork: true },
      'Works. In the default mode, where sqlite3 opens a transaction for it, the re-run finishes the work exactly once after every crash. In autocommit it does not.',
    ],
    [
      {
        safety: 'safe-by-accident',
        brokenInAutocommit: 'The clean run raised IntegrityError at line 5: FOREIGN KEY constraint failed.',
      },
      'Works and survives every crash in the default mode, where sqlite3 opens a transaction for it. In autocommit it does not work: the clean run raised IntegrityError at line 5: FOREIGN KEY constraint failed.',
    ],
    [{ safety: 'safe-by-design' }, 'Works. Never half-updated after a crash in either mode.'],
    [{ safety: 'safe-by-design', usesDatabase: false }, 'Works. Never half-updated after a crash.'],
    [
      { connections: 'only-own' },
      "Works, but a crash leaves the data half-updated, in the transaction mode of the code's own connection.",
    ],
    [
      { safety: 'safe-by-design', connections: 'only-own' },
      "Works. Never half-updated after a crash in the transaction mode of the code's own connection.",
    ],
    [
      { safety: 'safe-by-design', connections: 'also-own' },
      'Works. Never half-updated after a crash in either mode of the connection that it is handed.',
    ],
    [
      { safety: 'safe-by-design', finishesInterruptedWork: true },
      'Works. After every crash in either mode the re-run finishes the work exactly once.',
    ],
    [{ safety: 'safe-by-design', pointsReached: 0 }, 'Works, and wrote nothing: there was no write to crash before.'],
  ])('%j', (facts, sentence) => {
    expect(headline({ ...FACTS, ...facts })).toBe(sentence);
  });
});

function point(index: number, changes: Partial<WritePoint> = {}): WritePoint {
  return { index, kind: 'statement', text: `write ${index}`, line: index + 10, repetition: 1, ...changes };
}

function cell(at: number, changes: Partial<JudgedCell> = {}): JudgedCell {
  return {
    status: 'judged',
    fault: 'hard',
    point: at,
    outcome: 'half-done',
    bad: true,
    torn: true,
    crashExit: 0,
    crashWorld: 0,
    rerunExit: 0,
    rerunWorld: 1,
    ...changes,
  };
}

function report(mode: ModeReport['mode'], cells: ModeReport['cells'], points = [point(0), point(1)]): ModeReport {
  return {
    mode,
    works: true,
    normal: [],
    startWorld: 0,
    points,
    pointsReached: points.length,
    sampled: false,
    cells,
    repeat: null,
  };
}

const WORLDS = [
  { digest: 'a', findings: { torn: ['money is gone'], missing: [], repeated: [] } },
  { digest: 'b', findings: { torn: [], missing: ['no mail was sent'], repeated: ['it was paid 2 times'] } },
];
const tell = (modes: ModeReport[], exits = [fakeExit()], namesModes = true) =>
  tellStory({ modes, worlds: WORLDS, exits, viewOf: () => null }, namesModes);

describe('the story', () => {
  it('is the earliest bad point of the default mode, and the kill there', () => {
    const story = tell([
      report('default', [cell(1, { fault: 'soft' }), cell(1), cell(0, { bad: false })]),
      report('autocommit', [cell(0)]),
    ]);
    expect(story).toMatchObject({ mode: 'default', fault: 'hard', point: 1, line: 11 });
  });

  it('goes to autocommit where nothing is bad in the default mode, and to an error where the kill is not bad', () => {
    const good = report('default', [cell(0, { bad: false })]);
    const soft = report('autocommit', [cell(0, { fault: 'soft' }), cell(0, { bad: false })]);
    expect(tell([good, soft])?.sentence).toBe(
      'An error at line 10 (write 0), in autocommit: money is gone; the re-run ends without an error, but no mail was sent.',
    );
    expect(tell([good])).toBeNull();
  });

  it.each<[Outcome, string]>([
    ['recovered', 'the re-run then finishes the work'],
    ['double-applied', 'the re-run does it again: it was paid 2 times'],
    ['half-done', 'the re-run ends without an error, but no mail was sent'],
    ['re-run-fails', 'the re-run fails with ValueError: done already'],
  ])('ends with what the re-run does: %s', (outcome, end) => {
    const exit = fakeExit(outcome === 're-run-fails' ? RAISED : RETURNED);
    const story = tell([report('default', [cell(0, { outcome })])], [exit], false);
    expect(story?.sentence).toBe(`Killed before line 10 (write 0): money is gone; ${end}.`);
  });

  const retell = (
    outcome: Outcome,
    crashed: Partial<Findings>,
    rerun: Partial<Findings>,
    status = RETURNED,
  ): string => {
    const worlds = [crashed, rerun].map((one, n) => ({
      digest: `${n}`,
      findings: { torn: [], missing: [], repeated: [], ...one },
    }));
    const modes = [report('default', [cell(0, { outcome })])];
    return tellStory({ modes, worlds, exits: [fakeExit(status)], viewOf: () => null }, false)?.sentence ?? '';
  };

  it('names the contradiction that is still there after the re-run, though another one comes first', () => {
    const crashed = { torn: ['row 1 is half', 'row 2 is half'], missing: ['row 2 is not done'] };
    expect(retell('half-done', crashed, { torn: ['row 3 is half', 'row 2 is half'] })).toBe(
      'Killed before line 10 (write 0): row 2 is half; the re-run ends without an error, and it stays that way.',
    );
    expect(retell('re-run-fails', crashed, { torn: ['row 2 is half'] }, RAISED)).toBe(
      'Killed before line 10 (write 0): row 2 is half; the re-run fails with ValueError: done already, and it stays that way.',
    );
    expect(retell('half-done', crashed, { torn: ['row 3 is half'], missing: ['row 2 is not done'] })).toBe(
      'Killed before line 10 (write 0): row 2 is half; the re-run ends without an error, and still row 2 is not done.',
    );
  });

  it('names the work that stays undone where nothing is contradictory', () => {
    const crashed = { missing: ['mail 1 is not out', 'mail 2 is not out'] };
    expect(retell('half-done', crashed, { missing: ['mail 2 is not out'] })).toBe(
      'Killed before line 10 (write 0): mail 2 is not out; the re-run ends without an error, and it stays that way.',
    );
    expect(retell('re-run-fails', crashed, { missing: ['mail 2 is not out'] }, RAISED)).toBe(
      'Killed before line 10 (write 0): mail 2 is not out; the re-run fails with ValueError: done already, and it stays that way.',
    );
  });

  it('lays on the re-run only what was not there before it', () => {
    const crashed = { torn: ['row 1 is half'], repeated: ['the mail is out 2 times'] };
    expect(retell('double-applied', crashed, { repeated: ['the mail is out 2 times', 'row 1 is there 2 times'] })).toBe(
      'Killed before line 10 (write 0): row 1 is half; the re-run does it again: row 1 is there 2 times.',
    );
    expect(retell('double-applied', crashed, { repeated: ['the mail is out 2 times'] })).toBe(
      'Killed before line 10 (write 0): row 1 is half; the re-run does it again: the mail is out 2 times.',
    );
  });

  it.each([
    [
      { kind: 'raised', errorType: 'AssertionError', message: '', line: 1 } as const,
      'the re-run fails with AssertionError',
    ],
    [{ kind: 'exited', code: '1', abrupt: false } as const, 'the re-run does not finish either'],
    [
      { kind: 'raised', errorType: 'ValueError', message: 'Paid already. ', line: 1 } as const,
      'the re-run fails with ValueError: Paid already',
    ],
  ])('says how a re-run fails: %j', (status, end) => {
    const story = tell([report('default', [cell(0, { outcome: 're-run-fails' })])], [fakeExit(status)], false);
    expect(story?.sentence).toBe(`Killed before line 10 (write 0): money is gone; ${end}.`);
  });

  it('knows crashes after the last line of the solution', () => {
    const story = tell([report('default', [cell(0)], [point(0, { kind: 'write', line: null })])], undefined, false);
    expect(story?.sentence).toMatch(/^Killed before the end of the run \(write 0\): /);
  });
});

describe('a write point in a few words', () => {
  const at = (text: string, repetition: number, changes: Partial<WritePoint> = {}): WritePoint =>
    point(repetition - 1, { text, repetition, line: 10, ...changes });

  it('is cut at 60 characters', () => {
    expect(shortPoint(point(0, { text: 'x'.repeat(60) }), [])).toBe('x'.repeat(60));
    expect(shortPoint(point(0, { text: 'x'.repeat(61) }), [])).toBe(`${'x'.repeat(59)}…`);
  });

  it('counts repetitions of the same statement, and of other writes whatever they hold', () => {
    const loop = [at('DELETE FROM a', 1), at('DELETE FROM a', 2), at('DROP TABLE b', 1, { line: 11 })];
    expect(loop.map((one) => shortPoint(one, loop))).toEqual([
      'DELETE FROM a',
      'DELETE FROM a, repetition 2',
      'DROP TABLE b',
    ]);
    const mails = [at('mail to Ann', 1, { kind: 'mail' }), at('mail to Bob', 2, { kind: 'mail' })];
    expect(mails.map((one) => shortPoint(one, mails))).toEqual(['mail to Ann', 'mail to Bob, repetition 2']);
  });

  it('counts the statements of a script, its commits apart', () => {
    const script = [
      at('commit()', 1, { kind: 'commit' }),
      at('DROP TABLE a', 1),
      at('CREATE TABLE b (x)', 2),
      at('DROP TABLE a', 3),
    ];
    expect(script.map((one) => shortPoint(one, script))).toEqual([
      'commit()',
      'DROP TABLE a',
      'CREATE TABLE b (x), statement 2 of that line',
      'DROP TABLE a, statement 3 of that line',
    ]);
  });
});
