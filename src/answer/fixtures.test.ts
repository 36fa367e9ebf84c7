// Whole answers as assistants write them, from `e2e/answers/`: what is read from each, and what the crash test says of
// the code that is taken.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { EXPECTED, type ExpectedAnswer, type ExpectedCandidate } from '../../e2e/answers/expected.ts';
import { loadTasks, openLab, type Lab } from '../engine/testing.ts';
import type { Task } from '../model/task.ts';
import { candidatesOf, readAnswer, type AnswerReading, type Candidate } from './answer.ts';

const FOLDER = path.join(import.meta.dirname, '../../e2e/answers');
const tasks = await loadTasks();
let lab: Lab;

beforeAll(async () => {
  lab = await openLab();
});

function taskOf({ task: id }: ExpectedAnswer): Task {
  const task = tasks.find((one) => one.id === id);
  if (task === undefined) throw new Error(`no task ${id}`);
  return task;
}

const textOf = ({ file }: ExpectedAnswer): Promise<string> => readFile(path.join(FOLDER, `${file}.md`), 'utf8');

function expectedCandidates({ reading }: ExpectedAnswer): readonly ExpectedCandidate[] {
  if (reading.kind === 'none') return [];
  return reading.kind === 'one' ? [reading.candidate] : reading.candidates;
}

/** What must hold of every reading: its code stands in the paste, on the lines that it says, and reads the same again. */
function checkSource(candidate: Candidate, text: string, task: Task): void {
  const again = readAnswer(candidate.source, task);
  expect(again).toMatchObject({ kind: 'one', candidate: { source: candidate.source, adapted: null } });
  if (candidate.adapted !== null && !/ is async| is a method|The code defines/.test(candidate.adapted)) return;
  const pasted = text.split(/\r?\n/);
  const own = candidate.source.split('\n# Added: ')[0]?.trimEnd().split('\n') ?? [];
  own.forEach((line, at) => expect(pasted[candidate.startLine - 1 + at]?.trim()).toBe(line.trim()));
}

it('there is an expectation for each answer, and an answer for each task', async () => {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.md')).sort();
  expect(EXPECTED.map(({ file }) => `${file}.md`)).toEqual(files);
  expect(files.length).toBeGreaterThanOrEqual(25);
  expect(new Set(EXPECTED.map(({ task }) => task))).toEqual(new Set(tasks.map(({ id }) => id)));
});

it('the answer with Windows line ends has them', async () => {
  const text = await readFile(path.join(FOLDER, '07-windows-line-ends.md'), 'utf8');
  expect(
    text
      .split('\n')
      .slice(0, -1)
      .every((line) => line.endsWith('\r')),
  ).toBe(true);
});

describe.each(EXPECTED)('$file', (expected) => {
  const task = taskOf(expected);
  let text: string;
  let reading: AnswerReading;

  beforeAll(async () => {
    text = await textOf(expected);
    reading = readAnswer(text, task);
  });

  it('is read as expected', () => {
    expect(reading.kind).toBe(expected.reading.kind);
    if (reading.kind === 'none' && expected.reading.kind === 'none') {
      expect(reading.sentence).toContain(expected.reading.sentence);
    }
    if (expected.reading.kind === 'several') expect(reading).toHaveProperty('preferred', expected.reading.preferred);
    const candidates = candidatesOf(reading);
    expect(candidates.map(({ where }) => where)).toEqual(expectedCandidates(expected).map(({ where }) => where));
    expectedCandidates(expected).forEach(({ adapted, verdict }, at) => {
      const candidate = candidates[at] as Candidate;
      if (adapted === null) expect(candidate.adapted).toBeNull();
      else expect(candidate.adapted).toContain(adapted);
      const isRefused = typeof verdict === 'object' && 'refused' in verdict;
      expect(candidate.usable.ok).toBe(!isRefused);
      if (isRefused && !candidate.usable.ok) expect(candidate.usable.sentence).toContain(verdict.refused);
      else checkSource(candidate, text, task);
    });
  });

  it.each(
    expectedCandidates(expected).filter(({ verdict }) => typeof verdict === 'string' || 'doesNotWork' in verdict),
  )('the code of $where gets its verdict', ({ where, verdict: wanted, storyLine, fullyCrashSafe }) => {
    const candidate = candidatesOf(reading).find((one) => one.where === where) as Candidate;
    const { verdict } = lab.test(task, candidate.source);
    if (typeof wanted === 'object') {
      expect(verdict.status).toBe('does-not-work');
      expect(verdict.reason?.sentence).toContain('doesNotWork' in wanted ? wanted.doesNotWork : '');
      return;
    }
    expect(verdict.safety).toBe(wanted);
    expect(verdict.counts.notJudged).toBe(0);
    expect(verdict.story?.line).toBe(storyLine);
    expect(verdict.fullyCrashSafe).toBe(fullyCrashSafe ?? false);
  });
});
