// SQL read as text and written for people.
import { describe, expect, it } from 'vitest';
import { createdName, sqlStatements, sqlTokens } from '../model/sql-tokens.ts';
import { columnAffinities } from './sql-text.ts';
import { sqlName, sqlText } from './sql-write.ts';

describe('tokens', () => {
  it('are words, names, texts, numbers and signs, without comments', () => {
    const tokens = sqlTokens(`SELECT "a""b", [c d], \`e\`, 'it''s; --' /* ; */ -- ;\n FROM größe1 WHERE x>=1.5e-3`);
    expect(tokens.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'word SELECT',
      'name a"b',
      'sign ,',
      'name c d',
      'sign ,',
      'name e',
      'sign ,',
      "text it's; --",
      'word FROM',
      'word größe1',
      'word WHERE',
      'word x',
      'sign >',
      'sign =',
      'number 1.5e-3',
    ]);
  });

  it('that never end run to the end', () => {
    expect(sqlTokens(`'a`)).toMatchObject([{ text: 'a' }]);
    expect(sqlTokens(`"a`)).toMatchObject([{ text: 'a' }]);
    expect(sqlTokens('/* a ; b')).toEqual([]);
  });

  it('make statements, empty ones left out', () => {
    expect(sqlStatements(`;SELECT ';';; -- ;\nSELECT 2;`).map((one) => one.length)).toEqual([2, 2]);
  });
});

it('a created thing has its name, however it is written', () => {
  const name = (sql: string): string | undefined => createdName(sqlTokens(sql), 'VIEW', 'TABLE')?.name;
  expect(name('create temp view if not exists temp."a b" AS')).toBe('a b');
  expect(name('CREATE TABLE t(a)')).toBe('t');
  expect([name('CREATE INDEX i ON t(a)'), name('DROP TABLE t'), name('CREATE TABLE')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it('columns have the affinity of their declared types', () => {
  const tables = columnAffinities(`
    CREATE TABLE "T 1" (
      a INTEGER PRIMARY KEY, b VARCHAR(10) NOT NULL, c, "d e" BLOB, f DECIMAL(10, 2) DEFAULT (1 + 2), g REAL,
      h CHECK (h IN (1, 2)), i TEXT GENERATED ALWAYS AS (b || ','), FOREIGN KEY (a) REFERENCES x (y, z),
      CONSTRAINT u UNIQUE (a, b)
    );
    CREATE TABLE copied AS SELECT 1;
    CREATE VIRTUAL TABLE v USING fts5(a);`);
  expect([...tables].map(([name, columns]) => [name, Object.fromEntries(columns)])).toEqual([
    [
      't 1',
      {
        a: 'numeric',
        b: 'text',
        c: 'none',
        'd e': 'none',
        f: 'numeric',
        g: 'numeric',
        h: 'none',
        i: 'text',
      },
    ],
  ]);
});

it('names and texts are quoted where they must be', () => {
  expect(['orders', 'order', 'a b', 'a"b', 'Größe', ''].map(sqlName)).toEqual([
    'orders',
    '"order"',
    '"a b"',
    '"a""b"',
    '"Größe"',
    '""',
  ]);
  expect(["it's", '', 'a\nb\tc', 'a\r\nb', '\0'].map(sqlText)).toEqual([
    "'it''s'",
    "''",
    "'a\nb\tc'",
    "'a' || char(13) || '\nb'",
    'char(0)',
  ]);
});
