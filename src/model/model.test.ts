// Digests, problems and schedules: the small pure parts of the model.
import { expect, it } from 'vitest';
import { canonicalJson, digestJson, digestText } from './digest.ts';
import { formatProblem } from './result.ts';
import { SCHEDULE, scheduleWithDelay } from './schedule.ts';

it('digests text with SHA-256', () => {
  expect(digestText('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

it('writes equal values as equal JSON, whatever the order of their keys', () => {
  expect(canonicalJson({ b: [2, { d: 1, c: null }], a: 'é' })).toBe('{"a":"é","b":[2,{"c":null,"d":1}]}');
  expect(digestJson({ a: 1, b: 2 })).toBe(digestJson({ b: 2, a: 1 }));
  expect(digestJson([1, 2])).not.toBe(digestJson([2, 1]));
});

it('starts first runs just before midnight and re-runs ten minutes later, on the next day', () => {
  expect(new Date(SCHEDULE.firstRunMs).toISOString()).toBe('2026-01-15T23:55:00.000Z');
  expect(new Date(SCHEDULE.rerunMs).toISOString()).toBe('2026-01-16T00:05:00.000Z');
  expect(scheduleWithDelay(1000)).toEqual({ firstRunMs: SCHEDULE.firstRunMs, rerunMs: SCHEDULE.firstRunMs + 1000 });
});

it.each([
  [{ where: 'task.json', line: 3, field: 'title', message: 'is missing' }, 'task.json:3: title: is missing'],
  [{ where: 'task.json', line: 3, field: null, message: 'is cut off' }, 'task.json:3: is cut off'],
  [{ where: 'no-task', line: null, field: null, message: 'is no folder' }, 'no-task: is no folder'],
])('prints the problem %j', (problem, text) => {
  expect(formatProblem(problem)).toBe(text);
});
