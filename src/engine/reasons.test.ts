// Why a run cannot be judged, or does not count as working: every code and its sentence.
import { describe, expect, it } from 'vitest';
import type { Exit, ExitStatus, UnusableReason } from '../model/trace.ts';
import type { Findings } from '../model/verdict.ts';
import { describe as describeStatus, failed, notJudged, notWorking as notWorkingFor } from './reasons.ts';
import { fakeExit } from './testing.ts';

const notWorking = (exit: Exit, findings: Findings) =>
  notWorkingFor(exit, findings, { judge: 'written', lastWriteLine: null });
const DONE: Findings = { torn: [], missing: [], repeated: [] };
const raised = (message: string, line: number | null = 3): ExitStatus => ({
  kind: 'raised',
  errorType: 'KeyError',
  message,
  line,
});
const unusable = (reason: UnusableReason, message: string, line: number | null = null): ExitStatus => ({
  kind: 'unusable',
  reason,
  message,
  line,
});

describe('a run that cannot be judged', () => {
  it.each<[Partial<Exit>, string, string]>([
    [
      { refusals: [{ kind: 'threads', name: 'threading.Thread' }] },
      'uses-threads',
      'The code uses threads, which are not part of this machine, so it cannot be judged here.',
    ],
    [
      {
        refusals: [
          { kind: 'subprocesses', name: 'os.fork' },
          { kind: 'network', name: 'socket.socket' },
        ],
      },
      'uses-subprocesses',
      'The code starts other processes, which are not part of this machine, so it cannot be judged here.',
    ],
    [
      { refusals: [{ kind: 'network', name: 'socket.socket' }], status: raised('no answer') },
      'uses-network',
      'The code uses the network, which is not part of this machine, so it cannot be judged here.',
    ],
    [
      { refusals: [{ kind: 'part', name: 'ctypes' }], status: unusable('import-fails', 'no ctypes') },
      'uses-missing-part',
      'The code uses ctypes, which is not part of this machine, so it cannot be judged here.',
    ],
    [
      { status: { kind: 'timed-out', line: 4 } },
      'timed-out',
      'The run timed out at line 4: it used up its budget of steps, as an endless loop does.',
    ],
    [
      { status: { kind: 'timed-out', line: null } },
      'timed-out',
      'The run timed out: it used up its budget of steps, as an endless loop does.',
    ],
    [
      { status: { kind: 'died', cause: 'stack-overflow', detail: 'Maximum call stack size exceeded' } },
      'died',
      'The interpreter died on its own: Maximum call stack size exceeded.',
    ],
  ])('%j', (changes, code, sentence) => {
    expect(notJudged(fakeExit(undefined, changes))).toEqual({ code, sentence });
  });

  it.each<Partial<Exit>>([{}, { status: raised('x') }, { status: { kind: 'killed' } }])(
    'is not one that ended in another way: %j',
    (changes) => {
      expect(notJudged(fakeExit(undefined, changes))).toBeNull();
    },
  );
});

describe('a clean run that does not work', () => {
  it.each<[ExitStatus, string, string]>([
    [raised("'total'"), 'raised', "The clean run raised KeyError at line 3: 'total'."],
    [raised('is it paid?', null), 'raised', 'The clean run raised KeyError: is it paid?'],
    [raised('  '), 'raised', 'The clean run raised KeyError at line 3.'],
    [unusable('syntax-error', "expected ':'", 1), 'unusable', "The code is not valid Python at line 1: expected ':'."],
    [
      unusable('import-fails', "No module named 'flask'", 2),
      'unusable',
      "An import failed at line 2: No module named 'flask'. This machine has Python's standard library only.",
    ],
    [
      unusable('module-raises', 'KeyError: 1', 2),
      'unusable',
      'The code raised while it was being loaded at line 2: KeyError: 1.',
    ],
    [
      unusable('no-function', 'the code defines g, not f'),
      'unusable',
      'The function cannot be tested: the code defines g, not f.',
    ],
    [unusable('wrong-signature', 'f() takes none'), 'unusable', 'The function cannot be tested: f() takes none.'],
    [unusable('returns-generator', 'f is one'), 'unusable', 'The function cannot be tested: f is one.'],
    [unusable('returns-coroutine', 'f is one'), 'unusable', 'The function cannot be tested: f is one.'],
    [
      { kind: 'exited', code: '1', abrupt: true },
      'exited',
      'The clean run did not return: it ended the process itself, with exit code 1.',
    ],
    [
      { kind: 'exited', code: 'bye', abrupt: false },
      'exited',
      'The clean run did not return: it ended the process itself, with the message "bye".',
    ],
  ])('%j', (status, code, sentence) => {
    expect(notWorking(fakeExit(status), DONE)).toEqual({ code, sentence });
  });

  it('is told by what is torn, then missing, then repeated', () => {
    const all = { torn: ['money is gone'], missing: ['no mail'], repeated: ['paid 2 times'] };
    expect(notWorking(fakeExit(), all)).toEqual({ code: 'torn', sentence: 'After the clean run, money is gone.' });
    expect(notWorking(fakeExit(), { ...all, torn: [] })).toMatchObject({ code: 'missing' });
    expect(notWorking(fakeExit(), { ...DONE, repeated: ['paid 2 times'] })).toEqual({
      code: 'repeated',
      sentence: 'After the clean run, paid 2 times.',
    });
  });

  it('says that a transaction was left open with changes in it', () => {
    const exit = fakeExit(undefined, { transactionOpen: true, facts: ['changes-lost-at-end'] });
    expect(notWorking(exit, { ...DONE, missing: ['no mail'] })?.sentence).toBe(
      'After the clean run, no mail. The function left a transaction open, so its changes were lost.',
    );
    expect(
      notWorking(fakeExit(undefined, { transactionOpen: true }), { ...DONE, missing: ['no mail'] })?.sentence,
    ).toBe('After the clean run, no mail.');
  });

  it('is one that lost changes, where no judge was written that could say whether they matter', () => {
    const exit = fakeExit(undefined, { transactionOpen: true, facts: ['changes-lost-at-end'] });
    expect(notWorking(exit, DONE)).toBeNull();
    expect(notWorkingFor(exit, DONE, { judge: 'learned', lastWriteLine: 8 })).toEqual({
      code: 'missing',
      sentence:
        'The function returned with a transaction open, so what it had written in it, last at line 8, was lost.',
    });
    expect(notWorkingFor(fakeExit(), DONE, { judge: 'learned', lastWriteLine: 8 })).toBeNull();
  });

  it('is not one that returned or left with code 0, with all done', () => {
    expect(notWorking(fakeExit(), DONE)).toBeNull();
    expect(notWorking(fakeExit({ kind: 'exited', code: '0', abrupt: false }), DONE)).toBeNull();
  });
});

it.each<[ExitStatus, boolean, string]>([
  [{ kind: 'returned', value: 'None' }, false, 'it returned'],
  [{ kind: 'exited', code: '0', abrupt: false }, false, 'it ended the process itself, with exit code 0'],
  [{ kind: 'exited', code: '-1', abrupt: true }, true, 'it ended the process itself, with exit code -1'],
  [raised('x'), true, 'it raised KeyError: x'],
  [raised(''), true, 'it raised KeyError'],
  [{ kind: 'killed' }, true, 'it was killed'],
  [{ kind: 'timed-out', line: 1 }, true, 'it timed out'],
  [{ kind: 'died', cause: 'memory', detail: '' }, true, 'the interpreter died'],
  [unusable('no-function', ''), true, 'the code could not be started'],
])('%j is a failed job: %s, and %s', (status, isFailed, words) => {
  expect(failed(status)).toBe(isFailed);
  expect(describeStatus(status)).toBe(words);
});
