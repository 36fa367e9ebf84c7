// The verdict's tables: equal values are named once.
import { expect, it } from 'vitest';
import { fakeExit } from './testing.ts';
import { Table, VerdictTables } from './tables.ts';

it('gives equal values one index, in the order in which they came', () => {
  const table = new Table<{ readonly a: number; readonly b?: number }>();
  expect([table.add({ a: 1, b: 2 }), table.add({ a: 2 }), table.add({ b: 2, a: 1 }), table.add({ a: 2 })]).toEqual([
    0, 1, 0, 1,
  ]);
  expect(table.rows).toEqual([{ a: 1, b: 2 }, { a: 2 }]);
});

it('keeps one world apart from the same world under another judgement', () => {
  const tables = new VerdictTables();
  const none = { torn: [], missing: [], repeated: [] };
  expect([
    tables.world('x', none),
    tables.world('x', { ...none, torn: ['half'] }),
    tables.world('y', none),
    tables.world('x', none),
  ]).toEqual([0, 1, 2, 0]);
});

it('tells exits apart by everything that a person can see of them', () => {
  const { exits } = new VerdictTables();
  expect([exits.add(fakeExit()), exits.add(fakeExit(undefined, { stdout: 'x' })), exits.add(fakeExit())]).toEqual([
    0, 1, 0,
  ]);
});
