// Rows, files and mail of small worlds, side by side.
import { describe, expect, test } from 'vitest';
import type { TableView, WorldView } from '../../model/world.ts';
import { compare, matchRows, placeAt } from './difference.ts';

const table = (name: string, columns: string[], key: number[], rows: string[][]): TableView => ({
  name,
  columns,
  key,
  rows,
  total: rows.length,
});

const world = (over: Partial<WorldView>): WorldView => ({
  tables: [],
  files: [],
  mail: [],
  cache: [],
  unreadable: null,
  ...over,
});

describe('rows', () => {
  test('with a key are the same row when the key is, and a changed value is told old and new', () => {
    const at = (credit: string): WorldView =>
      world({
        tables: [
          table(
            'customers',
            ['id', 'credit'],
            [0],
            [
              ['1', credit],
              ['2', '0'],
            ],
          ),
        ],
      });
    const [group] = compare([at('0'), at('50'), at('100')]);
    expect(group?.items.map((item) => [item.name, item.changed])).toEqual([
      ['id 1', true],
      ['id 2', false],
    ]);
    const track = group?.items[0]?.tracks[0];
    expect(track).toEqual({ field: 'credit', values: ['0', '50', '100'] });
    if (track === undefined) throw new Error('no track');
    expect(placeAt(track, 1)).toEqual({ before: '0', now: '50', change: 'changed' });
    expect(placeAt(track, 0).change).toBe('none');
  });

  test('that vanish and come back keep their place', () => {
    const at = (...ids: string[]): TableView =>
      table(
        'jobs',
        ['id', 'state'],
        [0],
        ids.map((id) => [id, 'x']),
      );
    const matched = matchRows([at('1', '2', '3'), at('1', '3'), at('1', '2', '3', '4')]);
    expect(matched.map((rows) => rows.map((row) => row?.[0] ?? '-').join(''))).toEqual(['111', '2-2', '333', '--4']);
  });

  test('that appear stand after their predecessor', () => {
    const at = (...ids: string[]): TableView =>
      table(
        'jobs',
        ['id'],
        [0],
        ids.map((id) => [id]),
      );
    expect(matchRows([at('1', '5'), at('1', '2', '3', '5')]).map((rows) => rows[1]?.[0])).toEqual(['1', '2', '3', '5']);
  });

  test('without a key are matched by content, each copy once', () => {
    const at = (...rows: string[][]): TableView => table('refunds', ['order_id', 'amount'], [], rows);
    const matched = matchRows([at(), at(['7', '50']), at(['7', '50'], ['7', '50'])]);
    expect(matched.map((rows) => rows.map((row) => (row === null ? '-' : 'r')).join(''))).toEqual(['-rr', '--r']);
  });

  test('without a key are the same row where most of their values agree', () => {
    const at = (status: string): TableView => table('t', ['a', 'b', 'c'], [], [['1', '2', status]]);
    expect(matchRows([at('paid'), at('refunded')])).toHaveLength(1);
  });

  test('of a table that a later world lost are vanished, and an unreadable world has none', () => {
    const full = world({ tables: [table('t', ['id', 'v'], [0], [['1', 'x']])] });
    const track = compare([full, world({}), null])[0]?.items[0]?.tracks[0];
    if (track === undefined) throw new Error('no track');
    expect([placeAt(track, 1).change, placeAt(track, 2).change]).toEqual(['vanished', 'not-there']);
  });

  test('of a table that has only key columns are shown by these', () => {
    const at = (...ids: string[]): WorldView =>
      world({
        tables: [
          table(
            'done',
            ['id'],
            [0],
            ids.map((id) => [id]),
          ),
        ],
      });
    expect(compare([at(), at('9')])[0]?.items[0]?.tracks).toEqual([{ field: 'id', values: [null, '9'] }]);
  });

  test('beyond the view are counted', () => {
    const big = { ...table('t', ['id'], [0], [['1']]), total: 41 };
    expect(compare([world({ tables: [big] })])[0]?.cut).toBe(40);
  });
});

test('a file that appears, is emptied and holds bytes is told in words', () => {
  const at = (text: string | null, bytes: number): WorldView => world({ files: [{ path: 'a.csv', text, bytes }] });
  const [group] = compare([world({}), at('', 0), at(null, 12)]);
  expect(group?.items[0]?.tracks[0]?.values).toEqual([null, 'empty file', '12 bytes, not text']);
});

test('bytes of one length that differ do not look alike', () => {
  const at = (digest: string): WorldView =>
    world({ files: [{ path: 'a.zip', text: null, bytes: 64, digest: digest.repeat(64) }] });
  const track = compare([at('a'), at('b'), at('b')])[0]?.items[0];
  expect(track?.changed).toBe(true);
  expect(track?.tracks[0]?.values[1]).toBe('64 bytes, not text, SHA-256 bbbbbbbbbbbb…');
  expect(compare([at('a'), at('a')])[0]?.items[0]?.tracks[0]?.values[0]).toBe('64 bytes, not text');
});

test('what changed goes first', () => {
  const quiet = table('quiet', ['id'], [0], [['1']]);
  const at = (...sent: string[]): WorldView =>
    world({
      tables: [quiet],
      mail: sent.map((to) => ({ to, subject: '', body: '', idempotencyKey: null, sentAt: '' })),
    });
  expect(compare([at(), at('ben')]).map(({ name }) => name)).toEqual(['mail sent', 'quiet']);
});

test('the second mail is a line of its own that was not there before', () => {
  const mail = { to: 'a@example.org', subject: 'Hi', body: 'b', idempotencyKey: null, sentAt: '2025-01-01T00:00:00Z' };
  const [group] = compare([world({}), world({ mail: [mail] }), world({ mail: [mail, mail] })]);
  expect(group?.items.map((item) => item.present)).toEqual([
    [false, true, true],
    [false, false, true],
  ]);
});

test('cache entries are matched by key', () => {
  const [group] = compare([world({ cache: [['price:1', '10']] }), world({ cache: [['price:1', '12']] })]);
  expect(group?.items[0]).toMatchObject({ name: 'price:1', changed: true });
});
