// The line of a judge.sql that a complaint of SQLite is about.
import { expect, test } from 'vitest';
import { syntaxLine, viewLine } from './fault-line.ts';
import { messageOf, rows } from './sqlite.ts';
import { sqlite } from './testing.ts';

/** What SQLite says of a statement that does not parse, and the line that is found for it. */
function syntax(sql: string, start = 0): [message: string | null, line: number] {
  return sqlite.withDatabase(null, new Map(), (db) => {
    const complaintOf = (text: string): string | null => {
      try {
        db.prepare(text).free();
        return null;
      } catch (error) {
        return messageOf(error);
      }
    };
    const message = complaintOf(sql.slice(start));
    return [message, syntaxLine(sql, start, message ?? '', complaintOf)];
  });
}

/** The line found for what SQLite says when `torn` is read. */
function view(sql: string, tables = 'CREATE TABLE a (id, name)'): [message: string, line: number | null] {
  return sqlite.withDatabase(null, new Map(), (db) => {
    db.exec(tables);
    db.exec(sql);
    try {
      rows(db, 'SELECT what FROM temp.torn');
      return ['it runs', null];
    } catch (error) {
      return [messageOf(error), viewLine(sql, 'torn', messageOf(error))];
    }
  });
}

test('a syntax error is on the line of its token, the first where the same complaint comes', () => {
  expect(syntax('CREATE TEMP VIEW torn(what) AS\nSELECT name\nFROM a,\nWHERE id = 1')).toEqual([
    'near "WHERE": syntax error',
    4,
  ]);
  // The comma is right on lines 1 to 3.
  expect(syntax("SELECT 1, 2,\n  'a, b',\n  max(3, 4)\nFROM a, , b")).toEqual(['near ",": syntax error', 4]);
  expect(syntax('SELECT 1;\n\nSELECT\n  2 2', 9)).toEqual(['near "2": syntax error', 4]);
});

test('a text that never ends, and a statement that does not', () => {
  expect(syntax("SELECT 1,\n 'open")).toEqual(['unrecognized token: "\'open"', 2]);
  expect(syntax('SELECT 1,\n (2\n\n')).toEqual(['incomplete input', 2]);
});

test('a table that is not there is named where it stands, also in a view that the view reads', () => {
  const helper = 'CREATE TEMP VIEW helper AS\n  SELECT id\n  FROM absent;\n';
  expect(view(`${helper}CREATE TEMP VIEW torn(what) AS\n  SELECT 'absent' FROM helper;`)).toEqual([
    'no such table: absent',
    3,
  ]);
});

test('a column is named where only one line has it, else the line on which the view begins', () => {
  expect(view('\nCREATE TEMP VIEW torn(what) AS\n  SELECT id\n  FROM a\n  WHERE nme = 1;')).toEqual([
    'no such column: nme',
    5,
  ]);
  expect(view('\nCREATE TEMP VIEW torn(what) AS\n  SELECT a.nme\n  FROM a;')).toEqual(['no such column: a.nme', 3]);
  expect(view('\nCREATE TEMP VIEW torn(what) AS\n  SELECT size\n  FROM a\n  WHERE size = 1;')).toEqual([
    'no such column: size',
    2,
  ]);
});

test('a function is named where it stands, and what fails on a value where its view begins', () => {
  expect(view('CREATE TEMP VIEW torn(what) AS\n  SELECT\n    lenght(id) FROM a;')).toEqual([
    'no such function: lenght',
    3,
  ]);
  expect(view("CREATE TEMP VIEW torn(what) AS\n  SELECT json_extract('{', '$');")).toEqual(['malformed JSON', 1]);
  expect(viewLine('SELECT 1', 'torn', 'malformed JSON')).toBeNull();
});
