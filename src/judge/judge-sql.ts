// Runs a task's judge.sql over one world and reads its three views. Which worlds are judged, and what follows
// from the findings, is the engine's business.
import type { Database, SqlValue } from 'sql.js';
import type { JudgeContext, Judgement } from '../engine/ports.ts';
import type { Findings } from '../model/verdict.ts';
import { DATABASE_PATH, type WorldData } from '../model/world.ts';
import { AbsentTables, TableGone } from './absent.ts';
import { attachNamed, namedDatabases, type NamedDatabase } from './attached.ts';
import { databaseBytes, readDatabase, withoutWal } from './database.ts';
import { syntaxLine, viewLine } from './fault-line.ts';
import { failure, JudgeError, VIEWS, withoutComments, type View } from './judge-error.ts';
import { type Schema, changedNames, findGone, schemaOf } from './schema.ts';
import { fileBytes } from './settle.ts';
import { messageOf, type Sqlite, quoted, rows } from './sqlite.ts';
import { attach, JudgeSession } from './session.ts';
import { asksForDatabases, WORLD_TABLE_NAMES, WorldTables } from './world-tables.ts';

const MOST_SENTENCES = 20;
const LONGEST_SENTENCE = 300;
const START_PATH = '/start.db';

/** Calls (a case of a task, say) whose views are kept ready. A crash test alternates between few. */
const MOST_SESSIONS = 4;

/**
 * Judges with a task's own SQL. Keeps the last starting database on SQLite's disk between calls, and the views of the
 * last calls ready. `keepReady` is switched off by tests only.
 */
export class SqlJudge {
  private readonly sqlite: Sqlite;
  private readonly keepReady: boolean;
  private attached: Uint8Array | null = null;
  /** Oldest first. `session` is null where the SQL cannot be kept ready. */
  private kept: { readonly judgeSql: string; readonly context: JudgeContext; session: JudgeSession | null }[] = [];

  constructor(sqlite: Sqlite, keepReady = true) {
    this.sqlite = sqlite;
    this.keepReady = keepReady;
  }

  judge(judgeSql: string, world: WorldData, context: JudgeContext): Judgement {
    const start = fileBytes(context.start, DATABASE_PATH);
    const database = databaseBytes(this.sqlite, world);
    if (database.kind === 'refused') return tornWorld(database.sentence);
    if (database.kind === 'none' && start) return tornWorld(`the database file ${DATABASE_PATH} is gone`);
    const named = namedDatabases(judgeSql, world, context.start);
    if (named.length === 0) {
      const quick = this.judgeReady(judgeSql, database.kind === 'bytes' ? database.bytes : null, world, context, start);
      if (quick !== null) return quick;
    }
    const placed: string[] = [];
    try {
      const reading = readDatabase(this.sqlite, database.kind === 'bytes' ? database.bytes : null, (db) => {
        return this.findings(db, judgeSql, world, context, start, named, placed);
      });
      return reading.kind === 'corrupt' ? tornWorld(reading.sentence) : reading.value;
    } catch (error) {
      return failure(error, judgeSql);
    } finally {
      for (const file of placed) this.sqlite.removeFile(file);
    }
  }

  /** Null where this world needs a connection of its own: another schema than the start's, or any trouble. */
  private judgeReady(
    judgeSql: string,
    bytes: Uint8Array | null,
    world: WorldData,
    context: JudgeContext,
    start: Uint8Array | null,
  ): Judgement | null {
    if (!this.keepReady) return null;
    const entry = this.entryFor(judgeSql, context, start);
    try {
      const found = entry.session?.read(bytes, world, context) ?? null;
      if (found === null) return null;
      const of = (view: View): string[] => sentences(view, found[view] ?? []);
      return { ok: true, findings: { torn: of('torn'), missing: of('missing'), repeated: of('repeated') } };
    } catch {
      // What is wrong is said by the judging that follows. This connection may be in any state now.
      entry.session?.close();
      this.kept = this.kept.filter((other) => other !== entry);
      return null;
    }
  }

  private entryFor(judgeSql: string, context: JudgeContext, start: Uint8Array | null): (typeof this.kept)[number] {
    const known = this.kept.find(
      (entry) =>
        entry.judgeSql === judgeSql &&
        entry.context.start === context.start &&
        entry.context.args === context.args &&
        entry.session?.lost !== true,
    );
    if (known) return known;
    const entry = { judgeSql, context, session: this.makeReady(judgeSql, context, start) };
    this.kept.push(entry);
    while (this.kept.length > MOST_SESSIONS) this.kept.shift()?.session?.close();
    return entry;
  }

  private makeReady(judgeSql: string, context: JudgeContext, start: Uint8Array | null): JudgeSession | null {
    // A temporary table is filled when it is made, from the world that is there then.
    if (/\bTEMP(ORARY)?\s+TABLE\b/i.test(judgeSql) || asksForDatabases(judgeSql)) return null;
    const queries = VIEWS.map((view) => [view, queryOf(view)] as const);
    try {
      return new JudgeSession(this.sqlite, judgeSql, context, start && withoutWal(start), createViews, queries);
    } catch {
      return null;
    }
  }

  private findings(
    db: Database,
    judgeSql: string,
    world: WorldData,
    context: JudgeContext,
    start: Uint8Array | null,
    named: readonly NamedDatabase[],
    placed: string[],
  ): Judgement {
    new WorldTables(db, this.sqlite, judgeSql).fill(world, context);
    this.attachStart(db, start);
    const before = schemaOf(db, 'start');
    const now = schemaOf(db, 'main');
    const changed = changedNames(before, now);
    if (changed.length > 0) return torn(changed);
    blockGoneTables(db, before, now);
    keepWorldNames(db, before, now);

    const complaints = attachNamed(db, this.sqlite, named, world, context.start, placed);
    if (complaints.length > 0) return torn(complaints);
    const absent = new AbsentTables(db, this.sqlite, named, world, context.start);

    const gone = new Set<string>();
    const asEvidence = (error: Error): void => {
      const sentence = error instanceof TableGone ? error.message : findGone(error.message, before, now);
      if (sentence === null || world === context.start || !this.worksOnStart(judgeSql, context)) throw error;
      gone.add(sentence);
    };
    try {
      absent.run(() => createViewsOrNone(db, judgeSql));
    } catch (error) {
      asEvidence(error as Error);
      return torn([...gone]);
    }
    db.exec('PRAGMA query_only = ON');
    const found: Record<View, string[]> = { torn: [], missing: [], repeated: [] };
    for (const view of VIEWS) {
      try {
        const values = absent.run(() => rows(db, queryOf(view))).map(([what]) => what ?? null);
        found[view] = sentences(view, values);
      } catch (error) {
        if (error instanceof TableGone) asEvidence(error);
        else asEvidence(new JudgeError(view, viewLine(judgeSql, view, messageOf(error)), error));
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
    if (start === null) return attach(db, ':memory:');
    if (this.attached !== start) this.sqlite.writeFile(START_PATH, withoutWal(start));
    this.attached = start;
    attach(db, START_PATH);
  }
}

/**
 * SQLite looks an unqualified name up in `main` and then in what is attached, so a table that is gone from
 * `main` would silently be read from `start`. A temporary view of that name stands in its way.
 */
export function blockGoneTables(db: Database, before: Schema, now: Schema): void {
  for (const [key, { name }] of before) {
    if (!now.has(key)) db.exec(`CREATE TEMP VIEW ${quoted(name)} AS SELECT * FROM main.${quoted(name)}`);
  }
}

/** A table that the code under test named like one of `world` must not answer in its place. */
export function keepWorldNames(db: Database, before: Schema, now: Schema): void {
  for (const name of WORLD_TABLE_NAMES) {
    if (now.has(name) && !before.has(name)) db.exec(`CREATE TEMP VIEW ${name} AS SELECT * FROM world.${name}`);
  }
}

function createViews(db: Database, judgeSql: string): void {
  const statements = db.iterateStatements(judgeSql);
  let at = 0;
  try {
    for (const statement of statements) {
      const sql = withoutComments(statement.getSQL());
      if (!/^CREATE\s+TEMP(ORARY)?\s+(VIEW|TABLE)\b/i.test(sql)) {
        throw new Error('only CREATE TEMP VIEW and CREATE TEMP TABLE may stand here');
      }
      statement.step();
      at += statement.getSQL().length;
    }
  } catch (error) {
    const start = judgeSql.length - withoutComments(judgeSql.slice(at)).length;
    throw new JudgeError(
      null,
      syntaxLine(judgeSql, start, messageOf(error), (sql) => complaintOf(db, sql)),
      error,
    );
  }
}

/** What SQLite says of a statement that does not parse, else null. Nothing is run. */
function complaintOf(db: Database, sql: string): string | null {
  try {
    db.prepare(sql).free();
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

/** As `createViews`; what was made before something fails is taken back. */
function createViewsOrNone(db: Database, judgeSql: string): void {
  db.exec('SAVEPOINT views');
  try {
    createViews(db, judgeSql);
    db.exec('RELEASE views');
  } catch (error) {
    db.exec('ROLLBACK TO views; RELEASE views');
    throw error;
  }
}

function queryOf(view: string): string {
  return `SELECT what FROM temp.${view} LIMIT ${MOST_SENTENCES}`;
}

function sentences(view: string, values: readonly SqlValue[]): string[] {
  return values.map((what) => {
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
