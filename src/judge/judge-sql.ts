// Runs a task's judge.sql over one world and reads its three views. Which worlds are judged, and what follows
// from the findings, is the engine's business.
import type { Database } from 'sql.js';
import type { JudgeContext, Judgement } from '../engine/ports.ts';
import type { Findings } from '../model/verdict.ts';
import { DATABASE_PATH, type WorldData } from '../model/world.ts';
import { databaseBytes, readDatabase, withoutWal } from './database.ts';
import { type Schema, changedNames, findGone, schemaOf } from './schema.ts';
import { fileBytes } from './settle.ts';
import { type Sqlite, messageOf, quoted, rows } from './sqlite.ts';
import { WORLD_TABLE_NAMES, attachWorld } from './world-tables.ts';

const VIEWS = ['torn', 'missing', 'repeated'] as const;
const MOST_SENTENCES = 20;
const LONGEST_SENTENCE = 300;
const START_PATH = '/start.db';

/** An error of judge.sql, with the place where it came up. */
class JudgeError extends Error {
  constructor(
    readonly where: string,
    error: unknown,
  ) {
    super(messageOf(error));
  }
}

/** Judges with a task's own SQL. Keeps the last starting database on SQLite's disk between calls. */
export class SqlJudge {
  private readonly sqlite: Sqlite;
  private attached: Uint8Array | null = null;

  constructor(sqlite: Sqlite) {
    this.sqlite = sqlite;
  }

  judge(judgeSql: string, world: WorldData, context: JudgeContext): Judgement {
    const start = fileBytes(context.start, DATABASE_PATH);
    const database = databaseBytes(this.sqlite, world);
    if (database.kind === 'refused') return tornWorld(database.sentence);
    if (database.kind === 'none' && start) return tornWorld(`the database file ${DATABASE_PATH} is gone`);
    try {
      const reading = readDatabase(this.sqlite, database.kind === 'bytes' ? database.bytes : null, (db) => {
        return this.findings(db, judgeSql, world, context, start);
      });
      return reading.kind === 'corrupt' ? tornWorld(reading.sentence) : reading.value;
    } catch (error) {
      const where = error instanceof JudgeError ? error.where : 'judge';
      return { ok: false, message: `${where}: ${messageOf(error)}` };
    }
  }

  private findings(
    db: Database,
    judgeSql: string,
    world: WorldData,
    context: JudgeContext,
    start: Uint8Array | null,
  ): Judgement {
    attachWorld(db, judgeSql, world, context);
    this.attachStart(db, start);
    const before = schemaOf(db, 'start');
    const now = schemaOf(db, 'main');
    const changed = changedNames(before, now);
    if (changed.length > 0) return torn(changed);
    blockGoneTables(db, before, now);
    keepWorldNames(db, before, now);

    const gone = new Set<string>();
    const asEvidence = (error: JudgeError): void => {
      const sentence = findGone(error.message, before, now);
      if (sentence === null || world === context.start || !this.worksOnStart(judgeSql, context)) throw error;
      gone.add(sentence);
    };
    try {
      createViews(db, judgeSql);
    } catch (error) {
      asEvidence(error as JudgeError);
      return torn([...gone]);
    }
    db.exec('PRAGMA query_only = ON');
    const found: Record<(typeof VIEWS)[number], string[]> = { torn: [], missing: [], repeated: [] };
    for (const view of VIEWS) {
      try {
        found[view] = sentences(db, view);
      } catch (error) {
        asEvidence(new JudgeError(`view ${view}`, error));
      }
    }
    return { ok: true, findings: { ...found, torn: [...gone, ...found.torn] } };
  }

  /** Whether the same SQL runs where nothing has happened yet: then what it misses now was taken away. */
  private worksOnStart(judgeSql: string, context: JudgeContext): boolean {
    const answer = this.judge(judgeSql, context.start, context);
    return answer.ok;
  }

  /** Attaches the starting database as `start`; the file is written once for all calls with the same bytes. */
  private attachStart(db: Database, start: Uint8Array | null): void {
    if (start === null) {
      db.exec("ATTACH ':memory:' AS start");
      return;
    }
    if (this.attached !== start) this.sqlite.writeFile(START_PATH, withoutWal(start));
    this.attached = start;
    db.exec(`ATTACH '${START_PATH}' AS start`);
  }
}

/**
 * SQLite looks an unqualified name up in `main` and then in what is attached, so a table that is gone from
 * `main` would silently be read from `start`. A temporary view of that name stands in its way.
 */
function blockGoneTables(db: Database, before: Schema, now: Schema): void {
  for (const [key, { name }] of before) {
    if (!now.has(key)) db.exec(`CREATE TEMP VIEW ${quoted(name)} AS SELECT * FROM main.${quoted(name)}`);
  }
}

/** A table that the code under test named like one of `world` must not answer in its place. */
function keepWorldNames(db: Database, before: Schema, now: Schema): void {
  for (const name of WORLD_TABLE_NAMES) {
    if (now.has(name) && !before.has(name)) db.exec(`CREATE TEMP VIEW ${name} AS SELECT * FROM world.${name}`);
  }
}

function createViews(db: Database, judgeSql: string): void {
  const statements = db.iterateStatements(judgeSql);
  try {
    for (const statement of statements) {
      const sql = withoutComments(statement.getSQL());
      if (!/^CREATE\s+TEMP(ORARY)?\s+(VIEW|TABLE)\b/i.test(sql)) {
        throw new Error('only CREATE TEMP VIEW and CREATE TEMP TABLE may stand here');
      }
      statement.step();
    }
  } catch (error) {
    throw new JudgeError('judge.sql', error);
  }
}

/** Leading comments and white space taken off. */
function withoutComments(sql: string): string {
  return sql.replace(/^(?:\s+|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)+/, '');
}

function sentences(db: Database, view: string): string[] {
  return rows(db, `SELECT what FROM temp.${view} LIMIT ${MOST_SENTENCES}`).map(([what]) => {
    const sentence = String(what ?? '')
      .replace(/\s+/g, ' ')
      .trim();
    // A row is a finding, whatever became of its words.
    if (sentence === '') return `a row of ${view} that says nothing`;
    return sentence.length > LONGEST_SENTENCE ? `${sentence.slice(0, LONGEST_SENTENCE - 1)}…` : sentence;
  });
}

function torn(sentences: readonly string[]): Judgement {
  return { ok: true, findings: { torn: sentences, missing: [], repeated: [] } satisfies Findings };
}

function tornWorld(sentence: string): Judgement {
  return torn([sentence]);
}
