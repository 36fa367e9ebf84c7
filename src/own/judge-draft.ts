// Drafts a judge from what a clean run changed: SQL for a person to start from, put together here out of lines that the
// files `draft-*.ts` find. It is only a text; `judge/` runs it like any other.
import type { OwnFunction } from '../model/own.ts';
import type { Json } from '../model/task.ts';
import type { WorldView } from '../model/world.ts';
import { readCall } from './call.ts';
import { type Draft, lineOf } from './draft-change.ts';
import { draftFiles } from './draft-files.ts';
import { draftLinks } from './draft-links.ts';
import { draftCache, draftMail } from './draft-outside.ts';
import { draftRows } from './draft-rows.ts';
import { excerpt } from './problems.ts';
import { sqlName } from './sql-write.ts';
import { Varying } from './varying.ts';

/** SQLite joins at most 500 SELECTs. */
const MOST_CHANGES = 200;
const MOST_GUARDS = 200;

/**
 * A judge.sql to start editing. `before` is the starting world, `after` a clean run of it, `twice` a second clean run
 * of that, null where there is none; it shows what a repeat would do, and which values no two runs share.
 */
export function judgeDraft(own: OwnFunction, before: WorldView, after: WorldView, twice: WorldView | null): string {
  const varying = new Varying(knownTexts(own, before));
  const second = twice?.unreadable === null ? twice : null;
  const [was, is, again] = [ofMain(before), ofMain(after), second && ofMain(second)];
  const drafts = [
    draftRows(own.sql, was, is, again, varying),
    draftOthers(before, after),
    draftFiles(before, after, second, varying),
    draftMail(before, after, second, varying),
    draftCache(before, after, second, varying),
    draftLinks(was, is, varying),
  ];
  return written(own, joined(drafts), [before, after].find((view) => view.unreadable !== null)?.unreadable ?? null);
}

function ofMain(view: WorldView): WorldView {
  return { ...view, tables: view.tables.filter(({ database }) => database === undefined) };
}

/** Databases other than `app.db` need not be there: what is to be asked of them is for a person. */
function draftOthers(before: WorldView, after: WorldView): Draft {
  const others = new Set([...before.tables, ...after.tables].flatMap(({ database }) => database ?? []));
  const notes = [...others].map(
    (path) => `The tables of ${path} are not compared; read them as ${sqlName(path)}.name.`,
  );
  return { changes: [], guards: [], notes };
}

/** Everything that was there before the call: what stands in it is copied, not made up. */
function knownTexts(own: OwnFunction, before: WorldView): string[] {
  const call = readCall(own.call);
  const texts = call.ok ? call.value.args.flatMap((one) => ('helper' in one ? [] : textsIn(one.value))) : [];
  return [
    ...texts,
    ...before.tables.flatMap((table) => table.rows.flat()),
    ...before.files.flatMap((file) => [file.path, file.text ?? '']),
    ...before.cache.flat(),
  ];
}

function textsIn(value: Json): string[] {
  if (value === null || typeof value !== 'object') return [String(value)];
  return Object.values(value as Readonly<Record<string, Json>>).flatMap(textsIn);
}

function joined(drafts: readonly Draft[]): Draft {
  const changes = drafts.flatMap((draft) => draft.changes);
  const guards = drafts.flatMap((draft) => draft.guards);
  const notes = drafts.flatMap((draft) => draft.notes);
  if (changes.length > MOST_CHANGES) {
    notes.push(`Only the first ${MOST_CHANGES} of ${changes.length} changes are compared.`);
  }
  if (guards.length > MOST_GUARDS) notes.push('Not every table is looked at for rows that should be left alone.');
  return { changes: changes.slice(0, MOST_CHANGES), guards: guards.slice(0, MOST_GUARDS), notes };
}

function written(own: OwnFunction, draft: Draft, unreadable: string | null): string {
  const notes = [...draft.notes];
  if (draft.changes.length === 0) notes.unshift('A clean run changes nothing that can be seen here.');
  if (unreadable !== null) notes.unshift(`The database could not be read: ${unreadable}.`);
  const head = [
    `Judges ${excerpt(own.call, 90)}`,
    'Drafted from what one clean run changed. Edit it as you like.',
    'Worlds are read through main (the database now), start (as it was at first) and world (file, mail, cache and more).',
    ...notes,
  ];
  const lines = draft.changes.map((change, index) => lineOf(change, index + 1));
  if (lines.length === 0) lines.push(`  SELECT 0, 3, '', 0, 0, NULL, 0 WHERE 0`);
  const guards = draft.guards.length === 0 ? [`  SELECT '' WHERE 0`] : draft.guards;
  return [
    comment(head),
    `${EXPECTED}${lines.join(UNION)};\n`,
    FOUND,
    `${LEFT_ALONE}${guards.join(UNION)};\n`,
    TORN,
    MISSING,
    REPEATED,
  ].join('\n');
}

function comment(sentences: readonly string[]): string {
  return sentences.map((sentence) => `-- ${sentence.replace(/\s+/g, ' ')}\n`).join('');
}

const UNION = '\n  UNION ALL\n';

const EXPECTED = `-- One line for each change: what it is before the call, after it, after a second call (NULL: not known), and now.
-- The rank says what may be ahead of what: 1 new files and dropped cache entries, of which nobody knows yet,
-- 2 replaced files, 3 rows, mails and cache entries, 4 files to be removed, which nobody looks for any more.
CREATE TEMP VIEW change_expected(n, rank, what, before, after, twice, now) AS
`;

const FOUND = `-- How far each change has come. A number that went further than a clean run takes it was changed more than once.
CREATE TEMP TABLE change_found AS
  SELECT n, rank, what, after, now,
    CASE
      WHEN now IS twice THEN 'twice'
      WHEN typeof(before) <> 'text' AND typeof(after) <> 'text' AND typeof(now) <> 'text'
        AND (now > after AND after > before OR now < after AND after < before) THEN 'twice'
      WHEN before IS after AND now IS after THEN 'same'
      WHEN now IS after THEN 'done'
      WHEN now IS before THEN 'not yet'
      ELSE 'between'
    END AS state
  FROM change_expected;
`;

const LEFT_ALONE = `-- What a clean run leaves alone, and is not as it was.
CREATE TEMP VIEW left_alone(what) AS
`;

const TORN = `-- A contradiction: one change is there and another is not, or something is neither as before nor as it should be.
-- If a batch may be saved item by item, take the first SELECT out.
CREATE TEMP VIEW torn(what) AS
  SELECT d.what || ' is ' || d.now || ' already, ' || u.what || ' is still ' || u.now
  FROM change_found AS u
  JOIN change_found AS d ON d.n = (
    SELECT min(n) FROM change_found
    WHERE state IN ('done', 'twice') AND (rank > u.rank OR rank = u.rank AND rank IN (2, 3))
  )
  WHERE u.state = 'not yet' OR u.state = 'between' AND u.rank = 1
  UNION ALL
  SELECT what || ' is ' || now || ', neither as before nor ' || after
  FROM change_found WHERE state = 'between' AND rank > 1
  UNION ALL
  SELECT what FROM left_alone;
`;

const MISSING = `-- Work that is not done.
CREATE TEMP VIEW missing(what) AS
  SELECT what || ' is ' || now || '; a clean run leaves ' || after
  FROM change_found WHERE state IN ('not yet', 'between');
`;

const REPEATED = `-- Work that was done more than once.
CREATE TEMP VIEW repeated(what) AS
  SELECT what || ' is ' || now || '; a clean run leaves ' || after
  FROM change_found WHERE state = 'twice';
`;
