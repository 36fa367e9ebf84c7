// Which values are taken to differ from run to run, and which are not.
import { expect, it } from 'vitest';
import { Varying } from './varying.ts';

const varying = new Varying([
  '2026-03-01',
  '2025-12-24T08:00:00+00:00',
  'key a1b2c3d4e5',
  '2026-01-15 09:00:00',
  '20250101',
]);

it.each([
  'sent 2026-01-15T09:00:00.123456+00:00',
  '2026-01-15 09:00:00',
  '2026-01-16',
  '2027-08-01',
  '20260115',
  '15.01.2026',
  '1/15/2026',
  'at 14:30:05',
  'at 09:12:59',
  '1768467600',
  '1768467600.25',
  '1768467600123',
  '1768467600123456789',
  '2461055.875',
  '{"id": "4F0c2a5e-1b1d-4c5e-9a33-0123456789ab"}',
  'up/4f0c2a5e1b1d.txt',
  'DEADBEEF01',
  'kZ3_xY-9abcdEFGH',
])('%s varies', (text) => {
  expect(varying.has(text)).toBe(true);
});

it.each([
  '',
  'paid',
  'due 2026-03-01',
  '2025-12-24T08:00:00+00:00',
  'a1b2c3d4e5',
  '20250101',
  '12345678',
  '2026-13-01',
  '123456789012',
  '50',
  'deadbeef',
  'an-ordinary-name-of-a-thing',
  'Ordinary_Name_Without_Digits',
  '10:30',
])('%j does not vary', (text) => {
  expect(varying.has(text)).toBe(false);
});

it('a pattern has a star for what varies, and nothing else that GLOB would read', () => {
  expect(varying.pattern('up/[a]*?_4f0c2a5e1b1d-2026-01-15.txt')).toBe('up/[[]a][*][?]_*-*.txt');
  expect(varying.pattern('plain.txt')).toBe('plain.txt');
});

it('a token is the whole of a text, new, and not a time', () => {
  expect(varying.isToken('4f0c2a5e1b1d')).toBe(true);
  expect(['join/4f0c2a5e1b1d', 'a1b2c3d4e5', '2026-01-15', '1768467600'].map((text) => varying.isToken(text))).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
