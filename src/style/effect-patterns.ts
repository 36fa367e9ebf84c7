// Patterns of effects outside the database: mail, cache and files, and their order with the record in the database.
import { follows, innermost, type Step } from './steps.ts';
import { isCommit, isOrdinary, statementOf, writesRows, type Finder } from './finder.ts';
import { recordsBefore } from './records.ts';

export function findEffectPatterns(finder: Finder): void {
  keys(finder);
  const claimed = recordsBefore(finder);
  mailBeforeRecord(finder, claimed);
  cacheBeforeRecord(finder);
  fileGoneBeforeRow(finder);
  inPlace(finder);
  removeBeforeRename(finder);
}

/** A key that was stored before it is used is the same again for a re-run that reads it. */
function isFreshKey({ walk }: Finder, step: Step): boolean {
  if (step.event.kind !== 'mail' || step.event.key !== 'fresh') return false;
  const { keyName } = step.event;
  if (keyName === null) return true;
  return !walk.steps.some((one) => one.event.kind === 'sql' && follows(one, step) && one.event.names.has(keyName));
}

function keys(finder: Finder): void {
  for (const step of finder.walk.steps) {
    if (step.event.kind !== 'mail') continue;
    if (step.event.key === 'none') {
      finder.add(
        'missing-key',
        step.line,
        'The email has no idempotency key, so the client cannot recognise a second send of it.',
      );
    } else if (isFreshKey(finder, step)) {
      finder.add(
        'fresh-key',
        step.line,
        'The idempotency key is made anew in each run, so a re-run sends the email under another key.',
      );
    }
  }
}

/** The first step after which the record of an effect is saved; null where the effect comes last. */
function savedAfter({ walk }: Finder, effect: Step): Step | null {
  const later = walk.steps.filter((one) => isOrdinary(one) && follows(effect, one));
  if (effect.before.pending === 'yes') return later.find(isCommit) ?? later.find(writesRows) ?? null;
  return later.find(writesRows) ?? null;
}

function mailBeforeRecord(finder: Finder, claimed: ReadonlySet<Step>): void {
  for (const step of finder.walk.steps) {
    if (step.event.kind !== 'mail' || !isOrdinary(step) || claimed.has(step)) continue;
    const { key } = step.event;
    const isUnprotected = key === 'none' || key === 'impossible' || isFreshKey(finder, step);
    const record = isUnprotected ? savedAfter(finder, step) : null;
    if (record === null || isClaimed(finder, step, record)) continue;
    finder.add(
      'effect-before-record',
      step.line,
      `The email is out before line ${record.line} saves that it was sent, so a crash in between sends it again.`,
    );
  }
}

/** Whether a committed UPDATE of the same table stands before the mail: then a re-run may well pass it by. */
function isClaimed({ walk }: Finder, mail: Step, record: Step): boolean {
  const loop = innermost(mail, 'loop');
  return walk.steps.some((claim) => {
    const statement = statementOf(claim);
    if (statement?.operation !== 'update' || !follows(claim, mail) || innermost(claim, 'loop') !== loop) return false;
    const isSaved = walk.steps.some((one) => isCommit(one) && follows(claim, one) && follows(one, mail));
    return isSaved && (statementOf(record)?.table ?? statement.table) === statement.table;
  });
}

function cacheBeforeRecord(finder: Finder): void {
  for (const step of finder.walk.steps) {
    if (step.event.kind !== 'cache' || step.event.action !== 'set' || !isOrdinary(step)) continue;
    const record = step.before.pending === 'yes' ? savedAfter(finder, step) : null;
    if (record === null) continue;
    finder.add(
      'effect-before-record',
      step.line,
      `The cache is set before line ${record.line} saves the rows, so a crash in between leaves it with values that were undone.`,
    );
  }
}

function fileGoneBeforeRow(finder: Finder): void {
  const { walk, add } = finder;
  // A file that is made anew afterwards is not given up.
  if (walk.steps.some(({ event }) => event.kind === 'file' && (event.action === 'truncate' || event.action === 'move')))
    return;
  const deletes = walk.steps.filter((one) => statementOf(one)?.operation === 'delete' && isOrdinary(one));
  for (const step of walk.steps) {
    if (step.event.kind !== 'file' || step.event.action !== 'delete' || !isOrdinary(step)) continue;
    if (/te?mp/i.test(step.event.path)) continue;
    const row = deletes.find((one) => follows(step, one));
    const isPending = step.before.pending === 'yes' && deletes.some((one) => follows(one, step));
    const record = row ?? (isPending ? savedAfter(finder, step) : null);
    if (record === null) continue;
    add(
      'effect-before-record',
      step.line,
      `The file is gone before line ${record.line} takes its row away, so a crash in between leaves a row without its file.`,
    );
  }
}

function inPlace({ walk, source, add }: Finder): void {
  for (const step of walk.steps) {
    const { event } = step;
    if (event.kind !== 'file' || (event.action !== 'truncate' && event.action !== 'update') || !isOrdinary(step))
      continue;
    if (/te?mp|new|part|bak/i.test(event.path) || source.text.includes('shutil.copy')) continue;
    const files = walk.steps.flatMap((one) => (one.event.kind === 'file' ? [{ ...one.event, step: one }] : []));
    if (files.some((one) => one.action === 'move' && one.path === event.path)) continue;
    const isRead = files.some((one) => one.action === 'read' && one.path === event.path && follows(one.step, step));
    const isRewritten = event.action === 'update' && /\.(truncate|seek)\(/.test(source.text);
    if (event.action === 'truncate' ? !isRead : !isRewritten) continue;
    add(
      'file-in-place',
      step.line,
      'The file is rewritten in place, so a crash before the new text is complete leaves neither the old nor the new.',
    );
  }
}

function removeBeforeRename({ walk, add }: Finder): void {
  for (const step of walk.steps) {
    const { event } = step;
    if (event.kind !== 'file' || event.action !== 'delete' || !isOrdinary(step)) continue;
    const move = walk.steps.find(
      (one) =>
        one.event.kind === 'file' && one.event.action === 'move' && one.event.to === event.path && follows(step, one),
    );
    if (move === undefined) continue;
    add(
      'remove-before-rename',
      step.line,
      `The old file is removed before line ${move.line} puts the new one there, so a crash in between leaves none.`,
    );
  }
}
