// The engine against fakes: a literal trace in, a whole verdict out.
import { describe, expect, it } from 'vitest';
import { digestJson, digestText } from '../model/digest.ts';
import type { TestProgress } from '../model/progress.ts';
import type { Task } from '../model/task.ts';
import type { Verdict } from '../model/verdict.ts';
import { crashTest } from './crash-test.ts';
import {
  fakeExit,
  fakeParts,
  fakeTask,
  RAISED,
  RETURNED,
  wordWorld,
  type FakeFindings,
  type FakeProgram,
} from './testing.ts';

const SOURCE = 'def f(conn): ...';

/** start: nothing done; half: money taken, not given; done; twice. */
const FINDINGS: FakeFindings = {
  start: { missing: ['nothing was moved'] },
  half: { torn: ['the money is gone'], missing: ['nothing was given'] },
  twice: { repeated: ['the money moved 2 times'] },
};

const AT_ONCE = { steps: [['take', 'half'] as const, ['give', 'done'] as const] };
const AT_COMMIT = { steps: [['take', 'start'] as const, ['give', 'start'] as const, ['commit', 'done'] as const] };
const REFUSES = { status: RAISED };

function verdictOf(
  program: FakeProgram,
  task: Partial<Task> = {},
  findings = FINDINGS,
  onProgress?: (event: TestProgress) => void,
): Verdict {
  const parts = fakeParts(program, findings);
  return crashTest(parts, fakeTask(task), SOURCE, { taskDigest: 'of the task' }, onProgress).verdict;
}

/** `mode fault point: what became of it` of each cell. */
function cellsOf(verdict: Verdict): string[] {
  return verdict.modes.flatMap(({ mode, cells }) =>
    cells.map((cell) => {
      const what = cell.status === 'judged' ? `${cell.outcome}${cell.bad ? ', bad' : ''}` : cell.reason;
      return `${mode} ${cell.fault} ${cell.point}: ${what}`;
    }),
  );
}

describe('a whole verdict', () => {
  it('of code that only the default transaction protects', () => {
    const { digest, ...verdict } = verdictOf({
      'default start': AT_COMMIT,
      'autocommit start': AT_ONCE,
      'any half': { steps: [['give', 'done']] },
      'any done': REFUSES,
    });
    const none = { torn: [], missing: [], repeated: [] };
    const point = (index: number, text: string) => ({
      index,
      kind: 'statement' as const,
      text,
      line: index + 1,
      repetition: 1,
    });
    const cell = (at: number, fault: 'soft' | 'hard', crashExit: number, crashWorld: number, torn = false) => ({
      status: 'judged' as const,
      fault,
      point: at,
      outcome: 'recovered' as const,
      bad: torn,
      torn,
      crashExit,
      crashWorld,
      rerunExit: 0,
      rerunWorld: 0,
    });
    const error = (line: number) =>
      fakeExit({ kind: 'raised', errorType: 'OperationalError', message: 'disk I/O error', line });
    expect(verdict).toEqual({
      schema: 'by-accident/verdict@2',
      engine: '1.2.0',
      rules: 2,
      task: { id: 'fake', digest: 'of the task' },
      solution: { digest: digestText(SOURCE), function: 'f' },
      status: 'judged',
      reason: null,
      safety: 'safe-by-accident',
      doubleApplies: false,
      fullyCrashSafe: true,
      headline:
        'Works. Never half-updated in the default mode, where sqlite3 opens a transaction for it. In autocommit a crash leaves the data half-updated.',
      story: {
        mode: 'autocommit',
        fault: 'hard',
        point: 1,
        line: 2,
        sentence: 'Killed before line 2 (give), in autocommit: the money is gone; the re-run then finishes the work.',
      },
      notes: [],
      counts: { planned: 10, fired: 10, notJudged: 0 },
      modes: [
        {
          mode: 'default',
          works: true,
          normal: [{ case: 'one', works: true, exit: 0, world: 0 }],
          startWorld: 1,
          points: [point(0, 'take'), point(1, 'give'), point(2, 'commit')],
          pointsReached: 3,
          sampled: false,
          cells: [
            cell(0, 'soft', 1, 1),
            cell(0, 'hard', 2, 1),
            cell(1, 'soft', 3, 1),
            cell(1, 'hard', 2, 1),
            cell(2, 'soft', 4, 1),
            cell(2, 'hard', 2, 1),
          ],
          repeat: { outcome: 'recovered', exit: 5, world: 0 },
        },
        {
          mode: 'autocommit',
          works: true,
          normal: [{ case: 'one', works: true, exit: 0, world: 0 }],
          startWorld: 1,
          points: [point(0, 'take'), point(1, 'give')],
          pointsReached: 2,
          sampled: false,
          cells: [
            cell(0, 'soft', 1, 1),
            cell(0, 'hard', 2, 1),
            cell(1, 'soft', 3, 2, true),
            cell(1, 'hard', 2, 2, true),
          ],
          repeat: { outcome: 'recovered', exit: 5, world: 0 },
        },
      ],
      worlds: [
        { digest: 'done', findings: none },
        { digest: 'start', findings: { ...none, missing: ['nothing was moved'] } },
        { digest: 'half', findings: { torn: ['the money is gone'], missing: ['nothing was given'], repeated: [] } },
      ],
      exits: [fakeExit(RETURNED), error(1), fakeExit({ kind: 'killed' }), error(2), error(3), fakeExit(RAISED)],
    });
    expect(digest).toBe(digestJson(verdict));
  });

  it('names every world it shows', () => {
    const parts = fakeParts({ 'any start': AT_COMMIT, 'any done': REFUSES }, FINDINGS);
    const { verdict, evidence } = crashTest(parts, fakeTask(), SOURCE, { taskDigest: '' });
    expect(Object.keys(evidence.worlds).sort()).toEqual(['done', 'start']);
    expect(new Set(verdict.worlds.map((world) => world.digest))).toEqual(new Set(['done', 'start']));
  });

  it('needs no run for a kill, and one re-run for each world and mode', () => {
    const parts = fakeParts({ 'any start': AT_COMMIT, 'any done': REFUSES }, FINDINGS);
    crashTest(parts, fakeTask(), SOURCE, { taskDigest: '' });
    const soft = [0, 1, 2].map((index) => `default start soft ${index}`);
    expect(parts.machine.ran.filter((run) => run.startsWith('default')).sort()).toEqual(
      ['default start', 'default start', 'default done', ...soft].sort(),
    );
  });

  it('is told cell by cell while it is made', () => {
    const events: string[] = [];
    verdictOf(
      { 'files start': { steps: [['write', 'done']] }, 'any done': {} },
      { category: 'files' },
      FINDINGS,
      (e) => {
        if (e.kind === 'cell') events.push(`${e.kind} ${e.cell.fault} ${e.cell.point}`);
        else events.push(e.kind === 'process' ? e.kind : `${e.kind} ${e.mode}`);
      },
    );
    expect(events.filter((event) => event !== 'process')).toEqual([
      'normal-run default',
      'points default',
      'cell soft 0',
      'cell hard 0',
    ]);
    expect(events[0]).toBe('process');
  });
});

describe('the class', () => {
  it('is unsafe where one scenario is bad in the default mode', () => {
    const verdict = verdictOf({ 'any start': AT_ONCE, 'any half': REFUSES, 'any done': REFUSES });
    expect(verdict).toMatchObject({ status: 'judged', safety: 'unsafe', doubleApplies: false, fullyCrashSafe: false });
    expect(cellsOf(verdict).slice(0, 4)).toEqual([
      'default soft 0: recovered',
      'default hard 0: recovered',
      'default soft 1: re-run-fails, bad',
      'default hard 1: re-run-fails, bad',
    ]);
    expect(verdict.story?.sentence).toBe(
      'Killed before line 2 (give), in the default mode: the money is gone; the re-run fails with ValueError: done already, and it stays that way.',
    );
  });

  it('is unsafe under a kill only, where an error is undone', () => {
    const undone = { steps: [['take', 'half'] as const, ['undo', 'start'] as const], status: RAISED };
    const verdict = verdictOf({
      'any start': AT_ONCE,
      'any start soft 1': { ...undone, steps: [undone.steps[0] as ['take', 'half'], ['give', 'start']] },
      'any half': REFUSES,
      'any done': REFUSES,
    });
    expect(verdict.safety).toBe('unsafe');
    expect(verdict.headline).toBe(
      'Works, but a kill leaves the data half-updated, even in the default mode. An error that is raised does no harm there, only a kill does.',
    );
  });

  it('is safe by accident where autocommit does not work', () => {
    const verdict = verdictOf({
      'default start': AT_COMMIT,
      'autocommit start': { status: RAISED },
      'any done': REFUSES,
    });
    expect(verdict).toMatchObject({
      status: 'judged',
      safety: 'safe-by-accident',
      doubleApplies: false,
      fullyCrashSafe: false,
      story: null,
      counts: { planned: 6, fired: 6, notJudged: 0 },
      headline:
        'Works and survives every crash in the default mode, where sqlite3 opens a transaction for it. In autocommit it does not work: the clean run raised ValueError at line 2: done already.',
    });
    expect(verdict.modes[1]).toMatchObject({ works: false, cells: [], points: [], repeat: null });
  });

  it('is judged after the re-run where the task finishes interrupted work', () => {
    const program: FakeProgram = {
      'any start': AT_ONCE,
      'any half': { steps: [['give', 'done']] },
      'any done': {},
    };
    expect(verdictOf(program).safety).toBe('unsafe');
    expect(verdictOf(program, { finishesInterruptedWork: true })).toMatchObject({
      safety: 'safe-by-design',
      fullyCrashSafe: true,
      headline: 'Works. After every crash in either mode the re-run finishes the work exactly once.',
    });
  });

  it('is unsafe where the re-run of such a task fails, though no reader sees a contradiction', () => {
    const findings = { start: { missing: ['no mail'] }, sent: { missing: ['not recorded'] } };
    const verdict = verdictOf(
      {
        'any start': {
          steps: [
            ['send', 'sent'],
            ['record', 'done'],
          ],
        },
        'any sent': REFUSES,
        'any done': {},
      },
      { finishesInterruptedWork: true },
      findings,
    );
    expect(verdict.safety).toBe('unsafe');
    expect(cellsOf(verdict)[3]).toBe('default hard 1: re-run-fails, bad');
    expect(verdict.story?.sentence).toMatch(
      /: not recorded; the re-run fails with ValueError: done already, and it stays that way\.$/,
    );
  });

  it('is not judged where autocommit is not judged', () => {
    const verdict = verdictOf({
      'default start': AT_COMMIT,
      'autocommit start': { refusals: [{ kind: 'threads', name: 'threading.Thread' }] },
      'any done': REFUSES,
    });
    expect(verdict).toMatchObject({
      status: 'not-judged',
      safety: null,
      doubleApplies: null,
      fullyCrashSafe: null,
      reason: { code: 'uses-threads' },
    });
  });

  it('is unsafe where one scenario is bad and another is not judged, and says nothing good beside it', () => {
    const verdict = verdictOf({
      'any start': AT_ONCE,
      'any start soft 1': { status: { kind: 'timed-out', line: 2 }, steps: AT_ONCE.steps },
      'any half': { steps: [['give', 'done']] },
      'any done': REFUSES,
    });
    expect(cellsOf(verdict).slice(2, 4)).toEqual(['default soft 1: timed-out', 'default hard 1: recovered, bad']);
    expect(verdict).toMatchObject({
      status: 'judged',
      safety: 'unsafe',
      doubleApplies: null,
      fullyCrashSafe: null,
      counts: { planned: 8, fired: 6, notJudged: 2 },
    });
  });

  it('is not judged, never safe, where no scenario is bad and one was not judged', () => {
    const verdict = verdictOf({
      'any start': AT_COMMIT,
      'any start soft 2': { status: { kind: 'died', cause: 'crashed', detail: 'null' }, steps: AT_COMMIT.steps },
      'any done': REFUSES,
    });
    expect(verdict).toMatchObject({
      status: 'not-judged',
      safety: null,
      reason: {
        code: 'died',
        sentence: 'The crash before line 3 could not be judged: The interpreter died on its own: null.',
      },
      counts: { planned: 12, fired: 10, notJudged: 2 },
    });
    expect(verdict.headline).toBe(verdict.reason?.sentence);
  });

  it('is not judged where a re-run or the repeat touched what the machine lacks, and names it', () => {
    const lacks = { refusals: [{ kind: 'part', name: 'os.kill on another process' }] } as const;
    const verdict = verdictOf({ 'any start': AT_COMMIT, 'any done': { ...REFUSES, ...lacks } });
    expect(verdict.modes[0]?.repeat).toBeNull();
    expect(verdict.doubleApplies).toBeNull();
    const inRerun = verdictOf({ 'any start': { ...AT_COMMIT, ...lacks }, 'any done': REFUSES });
    expect(inRerun).toMatchObject({ status: 'not-judged', reason: { code: 'uses-missing-part' } });
    const soft = verdictOf({
      'any start': AT_COMMIT,
      'any start soft 1': { steps: AT_COMMIT.steps, ...lacks },
      'any done': REFUSES,
    });
    expect(soft).toMatchObject({
      status: 'not-judged',
      reason: {
        sentence:
          'The crash before line 2 could not be judged: The code uses os.kill on another process, which is not part of this machine, so it cannot be judged here.',
      },
    });
  });

  it('is not judged where a scenario of autocommit alone was not judged', () => {
    const verdict = verdictOf({
      'any start': AT_COMMIT,
      'autocommit start soft 0': { steps: [['other', 'start']], status: RAISED },
      'any done': REFUSES,
    });
    expect(verdict).toMatchObject({ status: 'not-judged', safety: null, reason: { code: 'nondeterministic' } });
  });

  it('has no class where the code does not work in the default mode, and says that it does in autocommit', () => {
    const lost = { steps: [['take', 'start'] as const], transactionOpen: true };
    const verdict = verdictOf({
      'default start': lost,
      'autocommit start': AT_ONCE,
      'any half': REFUSES,
      'any done': REFUSES,
    });
    expect(verdict).toMatchObject({
      status: 'does-not-work',
      safety: null,
      reason: {
        code: 'missing',
        sentence:
          'After the clean run, nothing was moved. The function left a transaction open, so its changes were lost. It works only in autocommit, and a crash leaves it half-updated there.',
      },
    });
  });

  it('of a task of files knows one mode only', () => {
    const verdict = verdictOf({ 'files start': AT_ONCE, 'any half': {}, 'any done': {} }, { category: 'files' });
    expect(verdict.modes.map((report) => report.mode)).toEqual(['default']);
    expect(verdict.safety).toBe('unsafe');
    expect(verdict.headline).toBe('Works, but a crash leaves the data half-updated.');
    expect(verdict.story?.sentence).toBe(
      'Killed before line 2 (give): the money is gone; the re-run ends without an error, and it stays that way.',
    );
  });

  it('of code without a write says that there was none', () => {
    const verdict = verdictOf({ 'any start': {} }, { judgeSql: null }, {});
    expect(verdict).toMatchObject({
      status: 'judged',
      safety: 'safe-by-design',
      counts: { planned: 0, fired: 0, notJudged: 0 },
      headline: 'Works, and wrote nothing: there was no write to crash before.',
    });
  });
});

describe('beside the class', () => {
  it('work that only the repeat after a clean run applies twice is not fully crash-safe', () => {
    const verdict = verdictOf({ 'any start': AT_COMMIT, 'any done': { steps: [['take and give', 'twice']] } });
    expect(verdict).toMatchObject({ safety: 'safe-by-design', doubleApplies: true, fullyCrashSafe: false });
    expect(verdict.modes.map((report) => report.repeat?.outcome)).toEqual(['double-applied', 'double-applied']);
    expect(cellsOf(verdict).every((cell) => cell.endsWith(': recovered'))).toBe(true);
  });

  it('a repeat is not judged on tasks that do not judge it', () => {
    const program: FakeProgram = { 'any start': AT_COMMIT, 'any done': { steps: [['take and give', 'twice']] } };
    const verdict = verdictOf(program, { judgesRepeats: false });
    expect(verdict).toMatchObject({ safety: 'safe-by-design', doubleApplies: false, fullyCrashSafe: true });
  });

  it('a repeat that was not judged leaves both questions open', () => {
    const endless = { status: { kind: 'timed-out', line: 1 } as const };
    const verdict = verdictOf({ 'any start': AT_COMMIT, 'any done': endless });
    expect(verdict).toMatchObject({ safety: 'safe-by-design', doubleApplies: null, fullyCrashSafe: null });
    expect(verdict.modes[0]?.repeat).toBeNull();
  });
});

describe('a scenario is not judged', () => {
  it.each<[string, FakeProgram, string, string]>([
    [
      'where the point did not fire',
      { 'any start soft 2': { steps: AT_COMMIT.steps.slice(0, 2), status: RAISED } },
      'default soft 2: point-did-not-fire',
      'the crashed run did not reach this write point',
    ],
    [
      'where another point stands in its place',
      {
        'any start soft 1': {
          steps: [
            ['take', 'start'],
            ['something else', 'start'],
          ],
        },
      },
      'default soft 1: nondeterministic',
      'the crashed run reached another write point here: something else',
    ],
    [
      'where the crashed run tampered with the machine',
      { 'any start soft 0': { steps: AT_COMMIT.steps, tampering: 'it bit' } },
      'default soft 0: tampered',
      'The code tampered with the machine: it bit. So there is no verdict.',
    ],
    [
      'where the world cannot be judged',
      { 'any start soft 0': { steps: [['take', 'corrupt']] } },
      'default soft 0: judge-failed',
      'the view torn fails',
    ],
    [
      'where the re-run timed out',
      { 'any start soft 0': { steps: [['take', 'odd']] }, 'any odd': { status: { kind: 'timed-out', line: 9 } } },
      'default soft 0: timed-out',
      'In the re-run: The run timed out at line 9: it used up its budget of steps, as an endless loop does.',
    ],
    [
      'where the re-run tampered with the machine',
      { 'any start soft 0': { steps: [['take', 'odd']] }, 'any odd': { tampering: 'it bit' } },
      'default soft 0: tampered',
      'In the re-run: The code tampered with the machine: it bit. So there is no verdict.',
    ],
  ])('%s', (_name, changes, cell, detail) => {
    const verdict = verdictOf(
      { 'any start': AT_COMMIT, 'any done': REFUSES, ...changes },
      {},
      { ...FINDINGS, corrupt: 'cannot be read' },
    );
    expect(cellsOf(verdict)).toContain(cell);
    expect(verdict.modes[0]?.cells.find((one) => one.status === 'not-judged')).toMatchObject({ detail });
    expect(verdict).toMatchObject({ status: 'not-judged', safety: null });
  });
});

describe('a clean run', () => {
  it('that tampers with the machine gives no verdict', () => {
    const verdict = verdictOf({ 'any start': { ...AT_COMMIT, tampering: 'it bit' }, 'any done': REFUSES });
    expect(verdict).toMatchObject({
      status: 'not-judged',
      safety: null,
      reason: { code: 'tampered' },
      headline: 'The code tampered with the machine: it bit. So there is no verdict.',
    });
  });

  it('whose world the judge cannot read gives no verdict', () => {
    const findings: FakeFindings = { ...FINDINGS, done: 'cannot be read' };
    const verdict = verdictOf({ 'any start': AT_COMMIT, 'any done': REFUSES }, {}, findings);
    expect(verdict).toMatchObject({ status: 'not-judged', reason: { code: 'judge-failed' } });
    expect(verdict.modes[0]?.normal).toEqual([{ case: 'one', works: false, exit: 0, world: null }]);
  });

  it('of a second case is judged with the arguments of that case', () => {
    const parts = fakeParts({ 'any start': AT_COMMIT, 'any done': REFUSES }, FINDINGS);
    const [one] = fakeTask().cases as [Task['cases'][number]];
    const task = fakeTask({ cases: [one, { ...one, name: 'two', args: [{ helper: 'conn' }, { value: 8 }] }] });
    const judge = {
      ...parts.judge,
      judge: (...[sql, world, context]: Parameters<typeof parts.judge.judge>) =>
        context.args.length > 1
          ? { ok: true as const, findings: { torn: [], missing: ['order 8 was not refunded'], repeated: [] } }
          : parts.judge.judge(sql, world, context),
    };
    const { verdict } = crashTest({ ...parts, judge }, task, SOURCE, { taskDigest: '' });
    expect(verdict).toMatchObject({ status: 'does-not-work', reason: { code: 'missing' } });
    expect(verdict.modes[0]?.normal.map((run) => run.works)).toEqual([true, false]);
  });

  it('of a second case is not held against what was learned from the first', () => {
    const parts = fakeParts({ 'any start': AT_COMMIT, 'any done': REFUSES, 'any other': {} }, FINDINGS);
    const [one] = fakeTask().cases as [Task['cases'][number]];
    let started = 0;
    parts.machine.startingWorld = () => wordWorld(started++ === 0 ? 'start' : 'other');
    const learn = (): ReturnType<typeof parts.judge.learn> => ({
      hides: false,
      judge: (world) => {
        const judgement = parts.judge.judge('', world, { start: world, args: [], exit: fakeExit() });
        if (!judgement.ok) return judgement;
        const isOther = new TextDecoder().decode(world.files[0]?.bytes) === 'other';
        const findings = isOther ? { torn: ['row 1 is gone'], missing: [], repeated: [] } : judgement.findings;
        return { ok: true, findings, unsure: null };
      },
    });
    const task = fakeTask({ judgeSql: null, cases: [one, { ...one, name: 'two' }] });
    const { verdict } = crashTest({ ...parts, judge: { ...parts.judge, learn } }, task, SOURCE, { taskDigest: '' });
    expect(verdict).toMatchObject({ status: 'judged', safety: 'safe-by-design' });
  });
});

describe('many write points', () => {
  const many = (count: number) => ({
    steps: Array.from({ length: count }, (_, i): [string, string] => [
      `write ${i}`,
      i === count - 1 ? 'done' : 'start',
    ]),
  });

  it('are all crashed up to the cap', () => {
    const verdict = verdictOf({ 'any start': many(200), 'any done': REFUSES });
    expect(verdict.counts).toEqual({ planned: 800, fired: 800, notJudged: 0 });
    expect(verdict.modes[0]).toMatchObject({ pointsReached: 200, sampled: false });
  });

  it('are sampled beyond it, and both numbers are said', () => {
    const verdict = verdictOf({ 'any start': many(201), 'any done': REFUSES });
    expect(verdict.counts).toEqual({ planned: 160, fired: 160, notJudged: 0 });
    expect(verdict.modes[0]).toMatchObject({ pointsReached: 201, sampled: true });
    expect(verdict.modes[0]?.points).toHaveLength(40);
  });
});
