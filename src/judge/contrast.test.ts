// Two values that differ are never shown as two texts that look the same.
import { describe, expect, it } from 'vitest';
import { brief, contrast } from './contrast.ts';

const LONG = 'x'.repeat(100);

describe('two values apart', () => {
  it('are shown whole where they are short', () => {
    expect(contrast('n1', 'n2')).toEqual({ value: '1', wanted: '2', where: '' });
    expect(contrast('tAda', 'tBen')).toEqual({ value: "'Ada'", wanted: "'Ben'", where: '' });
    expect(contrast('b00ff', 'b01')).toEqual({ value: "x'00ff'", wanted: "x'01'", where: '' });
    expect(contrast('nNULL', 'tBen')).toEqual({ value: 'NULL', wanted: "'Ben'", where: '' });
  });

  it('are cut around the first difference, and told where it is', () => {
    const tail = 'y'.repeat(50);
    expect(contrast(`t${LONG}1${tail}`, `t${LONG}2${tail}`)).toEqual({
      value: `'…${'x'.repeat(16)}1${'y'.repeat(31)}…'`,
      wanted: `'…${'x'.repeat(16)}2${'y'.repeat(31)}…'`,
      where: 'from character 101 on',
    });
  });

  it('are shown to their ends where one is the beginning of the other', () => {
    const { value, wanted, where } = contrast(`t${LONG}`, `t${LONG}and more`);
    expect([value, wanted, where]).toEqual([
      `'…${'x'.repeat(16)}'`,
      `'…${'x'.repeat(16)}and more'`,
      'from character 101 on',
    ]);
    expect(contrast(`b${'00'.repeat(40)}`, `b${'00'.repeat(41)}`)).toEqual({
      value: '40 bytes, which end there',
      wanted: "41 bytes with x'…000000'",
      where: 'from offset 40 on',
    });
  });

  it('are told by size and offset where they are bytes', () => {
    const bytes = (at: number): string => `b${'00'.repeat(at)}ff${'00'.repeat(4096 - at - 1)}`;
    expect(contrast(bytes(24), bytes(25))).toEqual({
      value: "4096 bytes with x'…0000ff0000000000…'",
      wanted: "4096 bytes with x'…000000ff00000000…'",
      where: 'from offset 24 on',
    });
  });

  it('differ in what is shown, wherever two texts or bytes differ', () => {
    for (const [letter, one, other] of [
      ['t', 'a', 'b'],
      ['b', '0a', '0b'],
    ] as const) {
      const unit = letter === 't' ? 'm' : '00';
      for (let before = 0; before < 90; before += 3) {
        for (const after of [0, 1, 70]) {
          const text = (middle: string): string => letter + unit.repeat(before) + middle + unit.repeat(after);
          const { value, wanted } = contrast(text(one), text(other));
          expect(value).not.toBe(wanted);
        }
      }
    }
  });

  it('never break a character in two', () => {
    const { value, where } = contrast(`t${'😀'.repeat(61)}a`, `t${'😀'.repeat(61)}b`);
    expect([value, where]).toEqual([`'…${'😀'.repeat(16)}a'`, 'from character 62 on']);
  });
});

it('a value by itself is shown by its beginning, bytes by their number', () => {
  expect(brief(`t${LONG}`)).toBe(`'${'x'.repeat(59)}…'`);
  expect(brief('ttwo\nlines')).toBe("'two\\nlines'");
  expect(brief(`b${'00'.repeat(500)}`)).toBe('500 bytes');
  expect(brief('b00')).toBe("x'00'");
});
