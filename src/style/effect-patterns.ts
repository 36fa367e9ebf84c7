// Patterns of effects outside the database: mail, cache and files, and their order with the record in the database.
import type { StepList } from './order.ts';
import { follows, innermost, type Frame, type Step } from './steps.ts';
import { isCommit, isOrdinary, statementOf, writesRows, type Finder } from './finder.ts';
import { isSavedBetween, recordsBefore } from './records.ts';

export function findEffectPatterns(finder: Finder): void {
  const records: Records = {
    commits: finder.order.list((step) => isCommit(step) && isOrdinary(step)),
    writes: finder.order.list((step) => writesRows(step) && isOrdinary(step)),
    named: finder.order.listsBy(({ event }) => (event.kind === 'sql' ? event.names : [])),
    updates: finder.order.listsBy((step) =>
      statementOf(step)?.operation === 'update' ? [innermost(step, 'loop')] : [],
    ),
  };
  keys(finder, records);
  const claimed = recordsBefore(finder);
  mailBeforeRecord(finder, records, claimed);
  cacheBeforeRecord(finder, records);
  fileGoneBeforeRow(finder, records);
  inPlace(finder);
  removeBeforeRename(finder);
}

/** Where records are saved, outside handlers. */
interface Records {
  readonly commits: StepList;
  readonly writes: StepList;
  /** Statements by the names that their parameters mention. */
  readonly named: ReadonlyMap<string, StepList>;
  /** UPDATEs by the loop that they stand in. */
  readonly updates: ReadonlyMap<Frame | null, StepList>;
}

/** A key that was stored before it is used is the same again for a re-run that reads it. */
function isFreshKey({ order }: Finder, { named }: Records, step: Step): boolean {
  if (step.event.kind !== 'mail' || step.event.key !== 'fresh') return false;
  const { keyName } = step.event;
  if (keyName === null) return true;
  const list = named.get(keyName);
  return list === undefined || !order.isPreceded(step, list);
}

function keys(finder: Finder, records: Records): void {
  for (const step of finder.walk.steps) {
    if (step.event.kind !== 'mail') continue;
    if (step.event.key === 'none') {
      finder.add(
        'missing-key',
        step.line,
        'The email has no idempotency key, so the client cannot recognise a second send of it.',
      );
    } else if (isFreshKey(finder, records, step)) {
      finder.add(
        'fresh-key',
        step.line,
        'The idempotency key is made anew in each run, so a re-run sends the email under another key.',
      );
    }
  }
}

/** The first step after which the record of an effect is saved; null where the effect comes last. */
function savedAfter({ order }: Finder, { commits, writes }: Records, effect: Step): Step | null {
  const commit = effect.before.pending === 'yes' ? order.firstFollowing(effect, commits) : null;
  return commit ?? order.firstFollowing(effect, writes);
}

function mailBeforeRecord(finder: Finder, records: Records, claimed: ReadonlySet<Step>): void {
  for (const step of finder.walk.steps) {
    if (step.event.kind !== 'mail' || !isOrdinary(step) || claimed.has(step)) continue;
    const { key } = step.event;
    const isUnprotected = key === 'none' || key === 'impossible' || isFreshKey(finder, records, step);
    const record = isUnprotected ? savedAfter(finder, records, step) : null;
    if (record === null || isClaimed(finder, records, step, record)) continue;
    finder.add(
      'effect-before-record',
      step.line,
      `The email is out before line ${record.line} saves that it was sent, so a crash in between sends it again.`,
    );
  }
}

/** Whether a committed UPDATE of the same table stands before the mail: then a re-run may well pass it by. */
function isClaimed(finder: Finder, { updates }: Records, mail: Step, record: Step): boolean {
  const claims = updates.get(innermost(mail, 'loop'))?.steps ?? [];
  const table = statementOf(record)?.table ?? null;
  return claims.some((claim) => {
    if (table !== null && statementOf(claim)?.table !== table) return false;
    return follows(claim, mail) && isSavedBetween(finder, claim, mail);
  });
}

function cacheBeforeRecord(finder: Finder, records: Records): void {
  for (const step of finder.walk.steps) {
    if (step.event.kind !== 'cache' || step.event.action !== 'set' || !isOrdinary(step)) continue;
    const record = step.before.pending === 'yes' ? savedAfter(finder, records, step) : null;
    if (record === null) continue;
    finder.add(
      'effect-before-record',
      step.line,
      `The cache is set before line ${record.line} saves the rows, so a crash in between leaves it with values that were undone.`,
    );
  }
}

function fileGoneBeforeRow(finder: Finder, records: Records): void {
  const { walk, order, add } = finder;
  // A file that is made anew afterwards is not given up.
  if (walk.steps.some(({ event }) => event.kind === 'file' && (event.action === 'truncate' || event.action === 'move')))
    return;
  const deletes = order.list((one) => statementOf(one)?.operation === 'delete' && isOrdinary(one));
  for (const step of walk.steps) {
    if (step.event.kind !== 'file' || step.event.action !== 'delete' || !isOrdinary(step)) continue;
    if (/te?mp/i.test(step.event.path)) continue;
    const row = order.firstFollowing(step, deletes);
    const isPending = step.before.pending === 'yes' && order.isPreceded(step, deletes);
    const record = row ?? (isPending ? savedAfter(finder, records, step) : null);
    if (record === null) continue;
    add(
      'effect-before-record',
      step.line,
      `The file is gone before line ${record.line} takes its row away, so a crash in between leaves a row without its file.`,
    );
  }
}

function inPlace({ walk, source, order, add }: Finder): void {
  const isCopied = source.text.includes('shutil.copy');
  const isCut = /\.(truncate|seek)\(/.test(source.text);
  const moves = order.listsBy(({ event }) => (event.kind === 'file' && event.action === 'move' ? [event.path] : []));
  const reads = order.listsBy(({ event }) => (event.kind === 'file' && event.action === 'read' ? [event.path] : []));
  for (const step of walk.steps) {
    const { event } = step;
    if (event.kind !== 'file' || (event.action !== 'truncate' && event.action !== 'update') || !isOrdinary(step))
      continue;
    if (isCopied || /te?mp|new|part|bak/i.test(event.path) || moves.has(event.path)) continue;
    const read = reads.get(event.path);
    const isRead = read !== undefined && order.isPreceded(step, read);
    if (event.action === 'truncate' ? !isRead : !isCut) continue;
    add(
      'file-in-place',
      step.line,
      'The file is rewritten in place, so a crash before the new text is complete leaves neither the old nor the new.',
    );
  }
}

function removeBeforeRename({ walk, order, add }: Finder): void {
  const moves = order.listsBy(({ event }) => (event.kind === 'file' && event.action === 'move' ? [event.to] : []));
  for (const step of walk.steps) {
    const { event } = step;
    if (event.kind !== 'file' || event.action !== 'delete' || !isOrdinary(step)) continue;
    const there = moves.get(event.path);
    const move = there === undefined ? null : order.firstFollowing(step, there);
    if (move === null) continue;
    add(
      'remove-before-rename',
      step.line,
      `The old file is removed before line ${move.line} puts the new one there, so a crash in between leaves none.`,
    );
  }
}
