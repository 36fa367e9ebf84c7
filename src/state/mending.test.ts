// Which scenario there is a file for, and that an own function is mended as it was tested. Prompts: repair/; files: takeaway/.
import { describe, expect, test } from 'vitest';
import type { WritePoint } from '../model/trace.ts';
import type { Cell, Verdict } from '../model/verdict.ts';
import { exampleOwn } from '../own/example.ts';
import { taskOf } from '../own/task.ts';
import { layOut, type MatrixMode } from './matrix.ts';
import { chosenScenario, promptFor, type Tested } from './mending.ts';

const at = (line: number): WritePoint => ({ index: 0, kind: 'statement', text: '', line, repetition: 1 });
const JUDGED: Cell = {
  status: 'judged',
  fault: 'hard',
  point: 1,
  outcome: 'half-done',
  bad: true,
  torn: true,
  crashExit: 0,
  crashWorld: 0,
  rerunExit: 0,
  rerunWorld: 0,
};
const inDefault = (changes: Partial<MatrixMode> = {}): MatrixMode => ({
  mode: 'default',
  points: [at(3), at(5)],
  cells: [JUDGED],
  works: true,
  ...changes,
});

describe('the chosen scenario', () => {
  const choice = { row: '5|statement|1', mode: 'default', fault: 'hard' } as const;

  test('that was judged is named by its position in its mode', () => {
    expect(chosenScenario(layOut([inDefault()]), choice)).toEqual({
      ok: true,
      mode: 'default',
      fault: 'hard',
      index: 1,
      point: at(5),
    });
  });

  test('that was not judged, not made or not reached has no file, and a sentence says which it is', () => {
    const notJudged: Cell = { status: 'not-judged', fault: 'hard', point: 1, reason: 'died', detail: '' };
    const autocommit = inDefault({ mode: 'autocommit', points: [at(3)], cells: [] });
    const sentences = [
      chosenScenario(layOut([inDefault({ cells: [notJudged] })]), choice),
      chosenScenario(layOut([inDefault()]), { ...choice, fault: 'soft' }),
      chosenScenario(layOut([inDefault(), autocommit]), { ...choice, mode: 'autocommit' }),
      chosenScenario(layOut([inDefault(), { ...autocommit, works: false }]), { ...choice, mode: 'autocommit' }),
      chosenScenario(layOut([inDefault()]), null),
      chosenScenario(layOut([inDefault({ points: [] })]), null),
    ].map((scenario) => (scenario.ok ? 'a file' : scenario.sentence));
    expect(sentences).toEqual([
      'The chosen crash was not judged. Choose another one in the matrix.',
      'The chosen crash was not made. Choose another one in the matrix.',
      'This mode does not reach the chosen crash. Choose another one in the matrix.',
      'The code does not work in this mode, so nothing was crashed in it.',
      'Choose a crash in the matrix first.',
      'Nothing was crashed.',
    ]);
  });
});

test('the prompt for an own function is about the call that was tested, not about the one typed since', () => {
  const { own, solution } = exampleOwn();
  const typedSince = taskOf({ ...own, call: 'something_else(conn, 1)' });
  if (!typedSince.ok) throw new Error('the changed example is not a task');
  const verdict = { status: 'does-not-work', safety: null, fullyCrashSafe: null, modes: [] } as unknown as Verdict;
  const tested: Tested = {
    result: { verdict, evidence: { worlds: {} } } as unknown as Tested['result'],
    source: solution,
    own,
    reading: {
      report: { style: 'none', lines: [], connection: null, patterns: [] } as never,
      change: null,
      problem: null,
    },
  };
  const prompt = promptFor('generic', typedSince.value, tested);
  const asTested = taskOf(own);
  const name = asTested.ok ? asTested.value.function : '';
  expect(prompt.ok && prompt.text.includes(`\`${name}(`)).toBe(true);
  expect(prompt.ok && prompt.text.includes('something_else')).toBe(false);
});
