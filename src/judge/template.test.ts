// What two values have in common, and what else may stand where they differ.
import { describe, expect, test } from 'vitest';
import { templateOf, UNSURE } from './template.ts';

describe('a template of', () => {
  test.each([
    ['times', 't2026-01-15T23:55:00', 't2026-01-17T05:22:37', 't2026-01-‹text›:‹number›:‹number›'],
    ['a time in JSON', 't{"n": 70, "at": 17.5}', 't{"n": 70, "at": 18.25}', 't{"n": 70, "at": ‹number›.‹number›}'],
    ['identifiers', 't4f0c2a5e1b1d ok', 't77aa9c1d2e4b ok', 't‹12 hex digits› ok'],
    ['url-safe tokens', 'tkey=a-b_cdef', 'tkey=abc_d-ef', 'tkey=‹8 letters›'],
    ['tokens without a separator', 'tk=Ab3defghijklmnop.', 'tk=Zb9defghijklmnox.', 'tk=‹16 letters›.'],
    ['numbers', 'n17', 'n18', 'n‹number›'],
    ['made-up bytes', 'b00112233', 'bffeeddcc', 'b‹4 bytes›'],
    ['words in bytes', 'b00616263', 'b00787963', 'b00‹3 letters›'],
    ['a word of one run', 'tpaid', 'tnew', 't‹text›'],
    ['another shape of text', 'ta, b', 'ta; b', UNSURE],
    ['bytes of other lengths', 'b0011', 'b001122', UNSURE],
    ['bytes that differ a little', 'b00112233445566778899', 'b00112233445566778898', UNSURE],
    ['another type', 't1', 'n1', UNSURE],
  ])('%s is %#', (_name, left, right, text) => {
    const template = templateOf(left, right);
    expect(template.text).toBe(text);
    expect([template.matches(left), template.matches(right)]).toEqual([true, true]);
  });
});

describe('a template does not match', () => {
  const cases: readonly [string, string, string, readonly string[]][] = [
    [
      'what is empty, cut short, or says something else',
      't{"n": 70, "at": 17.5}\n',
      't{"n": 70, "at": 18.25}\n',
      [
        't',
        't{"n": 70, "at": 17',
        't{"n": 40, "at": 17.5}\n',
        't{"n": 70, "at": }\n',
        't{"n": 70, "at": 17.5}',
        'nNULL',
      ],
    ],
    [
      'an identifier of another length',
      't4f0c2a5e1b1d',
      't77aa9c1d2e4b',
      ['t4f0c2a5e1b1', 't4f0c2a5e1b1d4', 't4f0c2a5e1b1g'],
    ],
    ['a number that is none', 'n17', 'n18', ['n17.5', 't17', 'nNULL']],
    ['what is empty where nothing else is known', 'b0011', 'b001122', ['b', 'nNULL', 't0011']],
    ['special characters taken for a pattern', 'ta.b (1)', 'ta.b (2)', ['taxb (1)', 'ta.b 1']],
  ];
  test.each(cases)('%s', (_name, left, right, others) => {
    const template = templateOf(left, right);
    expect(others.filter((other) => template.matches(other))).toEqual([]);
  });

  test('a token, whatever its separators, unless its length differs', () => {
    const template = templateOf('thttps://a/Ab3defghijklmnop', 'thttps://a/Zb9defghijklmnox');
    expect(template.matches('thttps://a/Zb9-efghi_klmnox')).toBe(true);
    expect(template.matches('thttps://b/Zb9-efghi_klmnox')).toBe(false);
    expect(template.matches('thttps://a/Zb9-efghi_klmno')).toBe(false);
  });

  test('NULL, unless one of the two was NULL', () => {
    expect(templateOf('nNULL', 't1').matches('nNULL')).toBe(true);
    expect(templateOf('t1;', 't1,').matches('nNULL')).toBe(false);
  });
});

test('a text is as long as it likes', () => {
  const long = 'page two, '.repeat(40_000);
  const template = templateOf(`t${long}1700000000 ${long}`, `t${long}1700086400 ${long}`);
  expect(template.matches(`t${long}1800000000 ${long}`)).toBe(true);
  expect(template.matches(`t${long}1800000000 ${long.slice(0, -4)}`)).toBe(false);
});
