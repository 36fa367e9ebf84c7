// What a clean run did to files, as lines of the drafted judge. A view shows the beginning of a file; what that leaves
// open is compared by size.
import type { FileView, WorldView } from '../model/world.ts';
import { type Change, type Draft, countOf, presenceOf } from './draft-change.ts';
import { sqlText } from './sql-write.ts';
import type { Varying } from './varying.ts';

/** `view` cuts texts at this length, in UTF-16 units, and marks the cut. */
const CUT_UNITS = 4000;

export function draftFiles(before: WorldView, after: WorldView, twice: WorldView | null, varying: Varying): Draft {
  const old = byPath(before);
  const now = byPath(after);
  const later = twice && byPath(twice);
  const changes: Change[] = [];
  const madeUp = new Map<string, FileView[]>();
  for (const file of now.values()) {
    const was = old.get(file.path);
    if (was) changes.push(...replaced(was, file, later?.get(file.path) ?? null, varying));
    else if (!varying.has(file.path)) changes.push(made(file, later?.get(file.path) ?? null, varying));
    else {
      const pattern = varying.pattern(file.path);
      madeUp.set(pattern, [...(madeUp.get(pattern) ?? []), file]);
    }
  }
  for (const [pattern, files] of madeUp) changes.push(countFiles(pattern, files, [before, after, twice], varying));
  for (const path of old.keys()) {
    if (!now.has(path))
      changes.push(presenceOf(4, `the file ${path}`, 'before', `world.file WHERE path = ${sqlText(path)}`));
  }
  for (const path of later?.keys() ?? []) {
    if (!now.has(path) && !old.has(path) && !varying.has(path)) changes.push(onlyTwice(path));
  }
  const hidden = [...old.values()].filter((file) => file.text === null || isCut(file)).map((file) => file.path);
  const touched = [...old.keys()].filter((path) => !same(old.get(path), now.get(path)));
  return {
    changes,
    guards: old.size === 0 ? [] : [leftAlone([...new Set([...touched, ...hidden])])],
    notes: notesOf(now),
  };
}

/** `tmp/` is where processes leave what nobody misses. */
function byPath(view: WorldView): ReadonlyMap<string, FileView> {
  return new Map(view.files.filter((file) => !file.path.startsWith('tmp/')).map((file) => [file.path, file]));
}

function same(left: FileView | undefined, right: FileView | undefined): boolean {
  return left?.text === right?.text && left?.bytes === right?.bytes;
}

function isCut(file: FileView): boolean {
  return file.text !== null && file.text.length === CUT_UNITS + 1 && file.text.endsWith('…');
}

function made(file: FileView, later: FileView | null, varying: Varying): Change {
  const again = later && !same(later, file) && !varying.has(later.text ?? '') ? later : null;
  const whens = again ? [`WHEN ${isWhole(again, varying)} THEN 'written twice'`] : [];
  return {
    rank: 1,
    what: `the file ${file.path}`,
    before: `'not there'`,
    after: `'whole'`,
    twice: again ? `'written twice'` : null,
    now: stateOf(file.path, [...whens, `WHEN ${isWhole(file, varying)} THEN 'whole'`, `ELSE 'not whole'`]),
  };
}

function replaced(was: FileView, is: FileView, later: FileView | null, varying: Varying): Change[] {
  if (same(was, is)) return [];
  const path = sqlText(is.path);
  const startText = `(SELECT text FROM world.start_file WHERE path = ${path})`;
  const isOld = was.text === null || isCut(was) ? `bytes = ${was.bytes}` : `text = ${startText}`;
  const added = appended(was, is, varying);
  const isNew = added === null ? isWhole(is, varying) : `text = ${startText} || ${added}`;
  const again = later && !same(later, is) && !same(later, was) && !varying.has(later.text ?? '') ? later : null;
  const isTwice =
    again !== null ? isWhole(again, varying) : added === null ? null : `text = ${startText} || ${added} || ${added}`;
  const whens = [
    `WHEN ${isOld} THEN 'as before'`,
    ...(isTwice === null ? [] : [`WHEN ${isTwice} THEN 'written twice'`]),
    `WHEN ${isNew} THEN 'as a clean run leaves it'`,
    `ELSE 'something else'`,
  ];
  return [
    {
      rank: 2,
      what: `the file ${is.path}`,
      before: `'as before'`,
      after: `'as a clean run leaves it'`,
      twice: isTwice === null ? null : `'written twice'`,
      now: stateOf(is.path, whens),
    },
  ];
}

/** What the call adds at the end of a file, as SQL; null where it does something else. */
function appended(was: FileView, is: FileView, varying: Varying): string | null {
  if (was.text === null || is.text === null || isCut(was) || isCut(is) || was.text === '') return null;
  if (!is.text.startsWith(was.text)) return null;
  const added = is.text.slice(was.text.length);
  return varying.has(added) ? null : `(${sqlText(added)})`;
}

/** SQL over a row of `world.file`: is the content what a clean run leaves, as far as that can be told. */
function isWhole(file: FileView, varying: Varying): string {
  if (file.text === null) return `bytes = ${file.bytes}`;
  if (varying.has(file.text)) return `bytes > 0 AND ${lineEnds} = ${file.text.split('\n').length - 1}`;
  if (!isCut(file)) return `text = ${sqlText(file.text)}`;
  const shown = [...file.text.slice(0, CUT_UNITS)];
  if (/^\p{Surrogate}$/u.test(shown.at(-1) ?? '')) shown.pop();
  return `bytes = ${file.bytes} AND substr(text, 1, ${shown.length}) = ${sqlText(shown.join(''))}`;
}

const lineEnds = `length(text) - length(replace(text, char(10), ''))`;

function stateOf(path: string, whens: readonly string[]): string {
  const cases = whens.map((when) => `\n        ${when}`).join('');
  return `coalesce((\n      SELECT CASE${cases}\n      END\n      FROM world.file WHERE path = ${sqlText(path)}\n    ), 'not there')`;
}

/** Files with a name of their own in every run. */
function countFiles(
  pattern: string,
  files: readonly FileView[],
  [before, after, twice]: readonly [WorldView, WorldView, WorldView | null],
  varying: Varying,
): Change {
  const contents = [...new Set(files.map((file) => isWhole(file, varying)))];
  const whole = contents.length === 1 ? ` AND ${contents[0]}` : '';
  const same = (view: WorldView): number =>
    [...byPath(view).values()].filter(
      (file) => varying.pattern(file.path) === pattern && (whole === '' || isWhole(file, varying) === contents[0]),
    ).length;
  const counted = { from: 'world.file', where: `path GLOB ${sqlText(pattern)}${whole}` };
  return countOf(1, `files such as ${files[0]?.path ?? pattern}`, counted, [
    same(before),
    same(after),
    twice && same(twice),
  ]);
}

function onlyTwice(path: string): Change {
  const counted = { from: 'world.file', where: `path = ${sqlText(path)}` };
  return countOf(1, `files with the path ${path}`, counted, [0, 0, 1]);
}

/** Files of the starting world that a clean run does not touch. `touched` also has those that a view cannot show. */
function leftAlone(touched: readonly string[]): string {
  const except = touched.length === 0 ? '' : `\n  WHERE path NOT IN (${touched.map(sqlText).join(', ')})`;
  const compared = 'SELECT path, content FROM world.start_file EXCEPT SELECT path, content FROM world.file';
  return `  SELECT 'the file ' || path || ' changed, and a clean run leaves it alone'\n  FROM (${compared})${except}`;
}

function notesOf(now: ReadonlyMap<string, FileView>): string[] {
  const unseen = [...now.values()].filter((file) => file.text === null || isCut(file)).map((file) => file.path);
  if (unseen.length === 0) return [];
  return [`Of these files only the beginning or the size is compared: ${unseen.join(', ')}.`];
}
