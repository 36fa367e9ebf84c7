// Schemas and rows that do not run: which statement is named, and in whose words.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Machine } from '../engine/ports.ts';
import { SetupError } from './errors.ts';
import { bootNodeMachine } from './node.ts';
import { startingWorld } from './testing.ts';

let machine: Machine;

beforeAll(async () => {
  ({ machine } = await bootNodeMachine());
});

function fault(sql: string): [line: number | null, why: string] {
  try {
    startingWorld(machine, sql);
  } catch (error) {
    if (error instanceof SetupError) return [error.line, error.why];
    throw error;
  }
  throw new Error('the SQL runs');
}

describe('SQL that does not run is named by the line where its statement begins', () => {
  it.each<[string, string, number | null, RegExp]>([
    ['a typing error in the first line', 'CRATE TABLE t(a);', 1, /^near "CRATE": syntax error$/],
    [
      'a table that is not there, after other statements',
      "CREATE TABLE t(a);\nINSERT INTO t VALUES ('a;b'), (2);\n\n  INSERT INTO u VALUES (1);\n",
      4,
      /^no such table: u$/,
    ],
    [
      'a statement under comments',
      'CREATE TABLE t(a);\n-- one; two\n/* three;\nfour */ INSERT INTO t VALUES (1, 2);',
      4,
      /^table t has 1 columns but 2 values were supplied$/,
    ],
    [
      'a row that breaks a constraint, after a trigger',
      'CREATE TABLE t(a UNIQUE);\nCREATE TRIGGER x AFTER INSERT ON t BEGIN\n  DELETE FROM t WHERE a = 7;\n  SELECT 1;\nEND;\nINSERT INTO t VALUES (1);\nINSERT INTO t VALUES (1);',
      7,
      /^UNIQUE constraint failed: t\.a$/,
    ],
    ['a statement that never ends', "CREATE TABLE t(a);\nINSERT INTO t VALUES ('a);\n", 2, /^unrecognized token: /],
  ])('%s', (_what, sql, line, why) => {
    expect(fault(sql)).toEqual([line, expect.stringMatching(why)]);
  });

  it('and one that never stops has no line, but a reason', () => {
    expect(fault('WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n;')).toEqual([
      null,
      'they take too many steps, as an endless recursion does',
    ]);
  });

  it('and the next world starts as if nothing had been', () => {
    const honest = startingWorld(machine).digest;
    fault('nonsense');
    expect(startingWorld(machine).digest).toBe(honest);
  });
});
