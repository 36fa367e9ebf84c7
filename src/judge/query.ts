// Reads a world with SQL that a visitor typed: the same schemas as a judge sees, nothing can be written, and the answer
// is small. A query that never ends is for whoever can end the worker.
import type { Database, SqlValue, Statement } from 'sql.js';
import {
  QUERY_CELL_CHARS,
  QUERY_CELLS,
  QUERY_COLUMNS,
  QUERY_LIMIT_CHARS,
  QUERY_ROWS,
  type QueryReply,
} from '../model/query.ts';
import { DATABASE_PATH, type WorldData } from '../model/world.ts';
import { attachNamed, isThere, MOST_ATTACHED, namedDatabases } from './attached.ts';
import { databaseBytes, distrust, withoutWal } from './database.ts';
import { withoutComments } from './judge-error.ts';
import { blockGoneTables, keepWorldNames } from './judge-sql.ts';
import { schemaOf } from './schema.ts';
import { attach } from './session.ts';
import { fileBytes } from './settle.ts';
import { type Sqlite, messageOf } from './sqlite.ts';
import { type TablesContext, WorldTables } from './world-tables.ts';

const START_PATH = '/query-start.db';

/** A sentence for the visitor, thrown on the way. */
class Refusal extends Error {}

/** Never throws for what was typed or for what the tested code has written. */
export function query(sqlite: Sqlite, world: WorldData, context: TablesContext, sql: string): QueryReply {
  const misfit = misfitOf(sql);
  if (misfit !== null) return refused(misfit);
  const database = databaseBytes(sqlite, world);
  if (database.kind === 'refused') return refused(`Nobody opens this database: ${database.sentence}.`);
  const start = fileBytes(context.start, DATABASE_PATH);
  const placed = [START_PATH];
  try {
    return sqlite.withDatabase(database.kind === 'bytes' ? database.bytes : null, new Map(), (db) => {
      distrust(db);
      new WorldTables(db, sqlite, sql).fill(world, context);
      if (start !== null) sqlite.writeFile(START_PATH, withoutWal(start));
      attach(db, start === null ? ':memory:' : START_PATH);
      const [before, now] = [schemaOf(db, 'start'), schemaOf(db, 'main')];
      blockGoneTables(db, before, now);
      keepWorldNames(db, before, now);
      const named = namedDatabases(sql, world, context.start);
      if (named.length > MOST_ATTACHED) {
        throw new Refusal(`A query can read ${MOST_ATTACHED} databases beside ${DATABASE_PATH}, not ${named.length}.`);
      }
      for (const one of named) {
        if (!isThere(one, world, context.start)) throw new Refusal(`There is no database ${one.schema} in this world.`);
      }
      const [complaint] = attachNamed(db, sqlite, named, world, context.start, placed);
      if (complaint !== undefined) throw new Refusal(`Nobody opens this database: ${complaint}.`);
      db.exec('PRAGMA query_only = ON');
      return answerOf(db, sql);
    });
  } catch (error) {
    return refused(error instanceof Refusal ? error.message : sentenceOf(messageOf(error)));
  } finally {
    for (const file of placed) sqlite.removeFile(file);
  }
}

const READS = /^(EXPLAIN\s+(QUERY\s+PLAN\s+)?)?(SELECT|VALUES|WITH)\b/i;

/** Looked at before SQLite sees it: some statements act while they are being prepared. */
function misfitOf(sql: string): string | null {
  const bare = withoutComments(sql);
  if (bare.trim() === '') return 'There is no query yet. Type one, for example SELECT 1.';
  if (sql.length > QUERY_LIMIT_CHARS) {
    return `The query has ${sql.length} characters. The most that is taken is ${QUERY_LIMIT_CHARS}.`;
  }
  if (READS.test(bare)) return null;
  const word = /^\w+/.exec(bare)?.[0].toUpperCase() ?? bare.slice(0, 1);
  const hint = word === 'PRAGMA' ? " To see the columns of a table: SELECT * FROM pragma_table_info('orders')." : '';
  return `A world can only be read here: a query begins with SELECT, WITH, VALUES or EXPLAIN, not with ${word}.${hint}`;
}

function answerOf(db: Database, sql: string): QueryReply {
  const statements = db.iterateStatements(sql);
  const { value: statement } = statements.next();
  if (statement === undefined || statement === null) throw new Refusal('There is no query yet.');
  if (withoutComments(statements.getRemainingSQL()).replace(/^[\s;]+/, '') !== '') {
    throw new Refusal('One query at a time: something follows after the first semicolon.');
  }
  const columns = statement.getColumnNames();
  if (columns.length > QUERY_COLUMNS) {
    throw new Refusal(`The answer has ${columns.length} columns. The most that is shown is ${QUERY_COLUMNS}.`);
  }
  const most = Math.min(QUERY_ROWS, Math.floor(QUERY_CELLS / Math.max(1, columns.length)));
  const rows: (string | null)[][] = [];
  let cut = false;
  while (statement.step()) {
    cut = rows.length === most;
    if (cut) break;
    rows.push(valuesOf(statement).map(shown));
  }
  return { kind: 'rows', columns: columns.map(short), rows, cut };
}

/** Whole numbers as bigint: a double would lose digits. The types of sql.js leave the second parameter out. */
function valuesOf(statement: Statement): (SqlValue | bigint)[] {
  return (statement.get as (params: null, config: object) => (SqlValue | bigint)[]).call(statement, null, {
    useBigInt: true,
  });
}

function shown(value: SqlValue | bigint): string | null {
  if (value === null) return null;
  if (typeof value === 'string') return short(value);
  if (value instanceof Uint8Array) {
    const most = QUERY_CELL_CHARS / 2;
    const hex = Array.from(value.subarray(0, most), (byte) => byte.toString(16).padStart(2, '0')).join('');
    return `x'${hex}${value.length > most ? '…' : ''}'`;
  }
  // A real number keeps its point, so that it is told from a whole one.
  return typeof value === 'number' && Number.isInteger(value) ? `${value}.0` : String(value);
}

function short(text: string): string {
  return text.length > QUERY_CELL_CHARS ? `${text.slice(0, QUERY_CELL_CHARS)}…` : text;
}

function sentenceOf(message: string): string {
  if (message === 'attempt to write a readonly database') return 'A world can only be read here, not written.';
  return `SQLite says: ${message}.`;
}

function refused(sentence: string): QueryReply {
  return { kind: 'refused', sentence };
}
