// Random small Python functions over one small database, for property tests, and the task that they solve. What is
// claimed of them stands in the test. For tests only.
import fc from 'fast-check';
import type { Task } from '../model/task.ts';
import {
  attempt,
  begun,
  EFFECTS,
  lines,
  LOOP_GUARDS,
  LOOP_WRITES,
  programOf,
  RAISE,
  RERAISE,
  savepoint,
  sequence,
  sql,
  TRANSACTION_LINES,
  under,
  WRITES,
  type Piece,
  type Program,
} from './pieces.testing.ts';
import { fakeTask } from './testing.ts';

const SCHEMA = [
  'CREATE TABLE item (id INTEGER PRIMARY KEY, n INTEGER NOT NULL);',
  'CREATE TABLE log (id INTEGER PRIMARY KEY, note TEXT);',
  'INSERT INTO item VALUES (1, 10), (2, 20), (3, 30), (4, 40), (5, 50), (6, 60), (7, 70), (8, 80);',
].join('\n');

/** A judge that looks at the database, the mailbox and how the run ended, so that a run's exit matters to it. */
export const WRITTEN_JUDGE = [
  "CREATE TEMP VIEW torn(what) AS SELECT 'a mail is out, and item 2 is as it was'",
  '  FROM world.mail WHERE (SELECT n FROM main.item WHERE id = 2) = 20;',
  "CREATE TEMP VIEW missing(what) AS SELECT 'it ended with ' || error_type FROM world.run WHERE status = 'raised'",
  "  UNION ALL SELECT 'nothing has been done' WHERE NOT EXISTS (SELECT 1 FROM world.mail)",
  '    AND NOT EXISTS (SELECT * FROM main.item EXCEPT SELECT * FROM start.item)',
  '    AND NOT EXISTS (SELECT * FROM start.item EXCEPT SELECT * FROM main.item)',
  '    AND NOT EXISTS (SELECT 1 FROM main.log);',
  "CREATE TEMP VIEW repeated(what) AS SELECT note || ' is there twice'",
  "  FROM main.log WHERE note = 'a' GROUP BY note HAVING count(*) > 1;",
].join('\n');

export function programTask(changes: Partial<Task> = {}): Task {
  return fakeTask({
    category: 'database-and-effect',
    parameters: ['conn', 'notifier'],
    judgeSql: null,
    cases: [{ name: 'one', args: [{ helper: 'conn' }, { helper: 'notifier' }], sql: SCHEMA, files: [], cache: [] }],
    ...changes,
  });
}

const sequenceOf = (piece: fc.Arbitrary<Piece>, most: number): fc.Arbitrary<Piece> =>
  fc.array(piece, { minLength: 1, maxLength: most }).map(sequence);

const { any } = fc.letrec<{ any: Piece; block: Piece; body: Piece }>((tie) => ({
  body: sequenceOf(tie('any'), 3),
  block: fc.oneof(
    tie('body').map((body) => under('with conn:', body)),
    tie('body').map(begun),
    fc.tuple(tie('body'), fc.boolean()).map(([body, undone]) => savepoint(body, undone)),
    fc.tuple(fc.integer({ min: 2, max: 3 }), tie('body')).map(([n, body]) => under(`for i in range(${n}):`, body, n)),
    tie('body').map((body) => attempt(body, 'except sqlite3.OperationalError:', lines(0, 'pass'))),
    tie('body').map((body) => attempt(body, 'except Exception:', lines(0, 'conn.rollback()', 'raise'))),
    tie('body').map((body) => attempt(sequence([body, RAISE]), 'except ValueError:', lines(0, 'conn.rollback()'))),
    fc.tuple(tie('body'), tie('body')).map(([body, last]) => attempt(body, 'finally:', last)),
    tie('body').map((body) => under('if not conn.execute("SELECT 1 FROM log WHERE note = \'a\'").fetchone():', body)),
  ),
  any: fc.oneof(
    { maxDepth: 2 },
    { weight: 5, arbitrary: fc.constantFrom(...WRITES) },
    { weight: 1, arbitrary: fc.constantFrom(...TRANSACTION_LINES) },
    { weight: 1, arbitrary: fc.constantFrom(...EFFECTS) },
    { weight: 3, arbitrary: tie('block') },
  ),
}));

/** Functions of every kind, many of them careless; at most `most` write points each. */
export function anyProgram(most: number): fc.Arbitrary<Program> {
  return fc
    .tuple(sequenceOf(any as fc.Arbitrary<Piece>, 4), fc.boolean())
    .map(([body, commits]) => (commits ? sequence([body, lines(1, 'conn.commit()')]) : body))
    .filter((body) => body.writes <= most)
    .map(programOf);
}

/** Bodies that leave the transaction around them alone and hide no error of the database. */
const { tidy } = fc.letrec<{ tidy: Piece; block: Piece; body: Piece }>((tie) => ({
  body: sequenceOf(tie('tidy'), 3),
  block: fc.oneof(
    fc.tuple(tie('body'), fc.boolean()).map(([body, undone]) => savepoint(body, undone)),
    fc.tuple(fc.integer({ min: 2, max: 3 }), tie('body')).map(([n, body]) => under(`for i in range(${n}):`, body, n)),
    fc
      .tuple(tie('body'), tie('body'))
      .map(([body, last]) => attempt(body, 'except Exception:', sequence([last, RERAISE]))),
    fc
      .tuple(tie('body'), tie('body'))
      .map(([body, last]) => attempt(sequence([body, RAISE]), 'except ValueError:', last)),
    fc.tuple(tie('body'), tie('body')).map(([body, last]) => attempt(body, 'finally:', last)),
  ),
  tidy: fc.oneof(
    { maxDepth: 2 },
    { weight: 4, arbitrary: fc.constantFrom(...WRITES) },
    { weight: 3, arbitrary: tie('block') },
  ),
}));

/** One transaction around a body: begun, committed, and rolled back on an error, in three ways of writing it. */
const WRAPPERS: readonly ((body: Piece) => Piece)[] = [
  (body) => {
    const rollback = lines(0, 'conn.rollback()', 'raise');
    const whole = attempt(sequence([body, lines(1, sql('COMMIT'))]), 'except BaseException:', rollback);
    return sequence([lines(0, sql('BEGIN IMMEDIATE')), whole]);
  },
  (body) => {
    const whole = attempt(body, 'except Exception:', lines(0, sql('ROLLBACK'), 'raise'));
    return sequence([lines(0, sql('BEGIN IMMEDIATE')), whole, under('else:', lines(1, 'conn.commit()'))]);
  },
  (body) => {
    const ended = under('if conn.in_transaction:', lines(0, 'conn.rollback()'));
    const whole = attempt(sequence([lines(0, sql('BEGIN')), body, lines(1, 'conn.commit()')]), 'finally:', ended);
    return whole;
  },
];

/** Functions whose whole body is one transaction that they own; database only. */
export function ownedProgram(most: number): fc.Arbitrary<Program> {
  return fc
    .tuple(sequenceOf(tidy as fc.Arbitrary<Piece>, 4), fc.constantFrom(...WRAPPERS))
    .map(([body, wrap]) => wrap(body))
    .filter((body) => body.writes <= most)
    .map(programOf);
}

const loopBody: fc.Arbitrary<Piece> = fc
  .tuple(
    fc.option(fc.constantFrom(...LOOP_GUARDS), { nil: null }),
    sequenceOf(fc.constantFrom(...LOOP_WRITES), 3),
    fc.constantFrom<(body: Piece) => Piece>(
      (body) => body,
      (body) => body,
      (body) => under('with conn:', body),
      begun,
      (body) => savepoint(body, false),
      (body) => attempt(body, 'except sqlite3.OperationalError:', lines(0, 'conn.rollback()')),
      (body) => attempt(body, 'except sqlite3.OperationalError:', lines(0, 'pass')),
      (body) => attempt(body, 'except Exception:', lines(0, 'conn.rollback()', 'raise')),
    ),
  )
  .map(([guard, body, wrap]) => {
    const skip = guard === null ? [] : [under(guard, lines(0, 'continue'))];
    return sequence([...skip, wrap(body)]);
  });

/** A loop over `repetitions` items that does the same to each, with something before and after it or nothing. */
export function loopProgram(repetitions: number): fc.Arbitrary<Program> {
  const around = fc.oneof(fc.constant(lines(0)), fc.constantFrom(...WRITES));
  return fc
    .tuple(around, loopBody, around, fc.constantFrom(lines(1, 'conn.commit()'), lines(0)))
    .map(([first, body, last, end]) =>
      sequence([first, under(`for i in range(${repetitions}):`, body, repetitions), last, end]),
    )
    .map(programOf);
}
