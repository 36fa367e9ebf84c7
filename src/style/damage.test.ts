// The detector over the references of all tasks, and over damaged copies of them: it never throws.
import { describe, expect, it } from 'vitest';
import { loadTasks } from '../engine/testing.ts';
import { detectStyle } from './detect.ts';
import { loadSnippets } from './labelled.testing.ts';

const references = (await loadTasks()).flatMap((task) => task.references.map((reference) => ({ task, reference })));

/** Numbers below `limit` that look random and are the same on every machine. */
function numbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

describe.each(references.map((one) => [`${one.task.id}/${one.reference.name}`, one] as const))('%s', (_name, one) => {
  const { task, reference } = one;
  const report = detectStyle(reference.source, task.function);

  it('has a style that fits its task and its class', () => {
    expect(report.style === 'no-database').toBe(task.category === 'files');
    if (reference.intended === 'safe-by-accident') expect(report.style).not.toBe('begin');
  });

  it('shows no pattern but commits in loops where it is safe by design', () => {
    if (reference.intended !== 'safe-by-design') return;
    expect(report.patterns.filter((pattern) => pattern.id !== 'commit-in-loop')).toEqual([]);
  });
});

it('source that is cut short, or has pieces missing, is read without throwing', () => {
  const sources = [
    ...loadSnippets().map(({ source }) => ({ source, name: 'run' })),
    ...references.map(({ task, reference }) => ({ source: reference.source, name: task.function })),
  ];
  const next = numbers(7);
  for (const { source, name } of sources) {
    for (let round = 0; round < 12; round += 1) {
      detectStyle(source.slice(0, next(source.length)), name);
      let damaged = source;
      for (let cut = next(6); cut >= 0; cut -= 1) {
        const at = next(damaged.length);
        damaged = damaged.slice(0, at) + damaged.slice(at + 1 + next(round < 6 ? 3 : 40));
      }
      const report = detectStyle(damaged, name);
      const lines = damaged.split('\n').length;
      for (const line of [...report.lines, ...report.patterns.map((one) => one.line)]) {
        expect(line).toBeGreaterThanOrEqual(1);
        expect(line).toBeLessThanOrEqual(lines);
      }
    }
  }
});

it('helpers that call each other, deep nesting and long source end', () => {
  const mutual = 'def a(conn):\n    b(conn)\n    b(conn)\ndef b(conn):\n    a(conn)\n    conn.commit()\n';
  expect(detectStyle(mutual, 'a').style).toBe('none');
  const nested = `def run(conn):\n    x = ${'('.repeat(3000)}1${')'.repeat(3000)}\n`;
  expect(detectStyle(nested, 'run').style).toBe('no-database');
  const calls = Array.from({ length: 8 }, (_one, level) => {
    const body = level === 7 ? 'conn.execute("UPDATE a SET b = 1")' : `f${level + 1}(conn)`;
    return `def f${level}(conn):\n${`    ${body}\n`.repeat(30)}`;
  });
  expect(detectStyle(calls.join(''), 'f0').style).toBe('none');
});
