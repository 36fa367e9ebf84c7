// The gate: when a verdict is what the reference says.
import { describe, expect, it } from 'vitest';
import type { Reference } from '../model/task.ts';
import type { Verdict } from '../model/verdict.ts';
import { crashTest } from './crash-test.ts';
import { checkReference } from './gate.ts';
import { fakeParts, fakeTask, RAISED, type FakeProgram } from './testing.ts';

const AT_ONCE = { steps: [['take', 'half'] as const, ['give', 'done'] as const] };
const AT_COMMIT = { steps: [['take', 'start'] as const, ['commit', 'done'] as const] };
const REST: FakeProgram = { 'any half': { status: RAISED }, 'any done': { status: RAISED } };

function verdictOf(program: FakeProgram): Verdict {
  const parts = fakeParts({ ...REST, ...program }, { half: { torn: ['half'] }, start: { missing: ['all'] } });
  return crashTest(parts, fakeTask(), '', { taskDigest: '' }).verdict;
}

const accident = verdictOf({ 'default start': AT_COMMIT, 'autocommit start': AT_ONCE });
const unsafe = verdictOf({ 'any start': AT_ONCE });
const onlyKilled = verdictOf({
  'any start': AT_ONCE,
  'any start soft 1': {
    steps: [
      ['take', 'half'],
      ['give', 'start'],
    ],
  },
});
const safe = verdictOf({ 'any start': AT_COMMIT });
const noClass = verdictOf({ 'any start': { status: RAISED } });
const gap = verdictOf({
  'any start': AT_ONCE,
  'autocommit start soft 0': { ...AT_ONCE, status: { kind: 'timed-out', line: 1 } },
});

function reference(changes: Partial<Reference>): Reference {
  return { name: 'r', source: '', intended: 'unsafe', note: '', breaksAt: null, onlyHard: false, ...changes };
}

const inDefault = { mode: 'default', fault: 'soft', line: 2 } as const;
const inAutocommit = { mode: 'autocommit', fault: 'soft', line: 2 } as const;

describe('the gate lets through', () => {
  it.each<[string, Partial<Reference>, Verdict, string]>([
    ['safe by design', { intended: 'safe-by-design' }, safe, 'safe-by-design'],
    [
      'an accident that breaks where it should',
      { intended: 'safe-by-accident', breaksAt: inAutocommit },
      accident,
      'safe-by-accident, breaks first at autocommit, soft, line 2',
    ],
    ['unsafe code', { breaksAt: inDefault }, unsafe, 'unsafe, breaks first at default, soft, line 2'],
    [
      'code that only a kill breaks',
      { breaksAt: { ...inDefault, fault: 'hard' }, onlyHard: true },
      onlyKilled,
      'unsafe, breaks first at default, hard, line 2',
    ],
  ])('%s', (_name, changes, verdict, sentence) => {
    expect(checkReference(reference(changes), verdict)).toEqual({ ok: true, sentence, wrong: null });
  });
});

describe('the gate stops', () => {
  it.each<[string, Partial<Reference>, Verdict, string]>([
    ['another class', { intended: 'safe-by-design' }, accident, 'safe-by-accident, expected safe-by-design'],
    [
      'no class, with the reason',
      {},
      noClass,
      'does-not-work (The clean run raised ValueError at line 2: done already.), expected unsafe',
    ],
    ['a gap', { breaksAt: inDefault }, gap, 'unsafe, but 1 scenarios were not judged'],
    [
      'another line',
      { breaksAt: { ...inDefault, line: 1 } },
      unsafe,
      'unsafe, but breaks first at default, soft, line 2; expected default, soft, line 1',
    ],
    [
      'another fault',
      { breaksAt: { ...inDefault, fault: 'hard' } },
      unsafe,
      'unsafe, but breaks first at default, soft, line 2; expected default, hard, line 2',
    ],
    [
      'another mode',
      { breaksAt: inAutocommit },
      unsafe,
      'unsafe, but breaks first at default, soft, line 2; expected autocommit, soft, line 2',
    ],
    [
      'code that an error breaks too',
      { breaksAt: inDefault, onlyHard: true },
      unsafe,
      'unsafe, but an error breaks it too; expected only a kill to',
    ],
  ])('%s', (_name, changes, verdict, sentence) => {
    expect(checkReference(reference(changes), verdict)).toMatchObject({ ok: false, sentence });
  });
});
