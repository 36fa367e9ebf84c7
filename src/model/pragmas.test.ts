// Which PRAGMAs of a starting world do nothing for the function.
import { expect, test } from 'vitest';
import { pragmasWithoutEffect } from './pragmas.ts';

test('settings of a connection are named with their line', () => {
  const sql =
    '-- keys\nPRAGMA foreign_keys = ON;\nCREATE TABLE a (b);\npragma main . recursive_triggers( true ) ; PRAGMA\n journal_mode=MEMORY';
  expect(pragmasWithoutEffect(sql)).toEqual([
    { line: 2, text: 'PRAGMA foreign_keys = ON' },
    { line: 4, text: 'pragma main . recursive_triggers( true )' },
    { line: 4, text: 'PRAGMA journal_mode=MEMORY' },
  ]);
});

test.each([
  'PRAGMA foreign_keys=OFF; BEGIN TRANSACTION; CREATE TABLE a (b); COMMIT;',
  'PRAGMA foreign_keys;',
  'PRAGMA journal_mode = WAL;',
  "PRAGMA user_version = 3; INSERT INTO a VALUES ('PRAGMA foreign_keys = ON');",
  '-- PRAGMA foreign_keys = ON',
])('%s: none', (sql) => {
  expect(pragmasWithoutEffect(sql)).toEqual([]);
});
