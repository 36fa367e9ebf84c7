// Finds records that are saved before the work they stand for, where a re-run provably passes that work by.
import { isCommit, isOrdinary, statementOf, writesRows, type Finder } from './finder.ts';
import type { Equality } from './sql.ts';
import { follows, innermost, type Guard, type Step } from './steps.ts';

/** Returns the effects whose record stands before them. */
export function recordsBefore(finder: Finder): ReadonlySet<Step> {
  const { walk, add } = finder;
  const claimed = new Set<Step>();
  for (const record of walk.steps) {
    if (!isOrdinary(record)) continue;
    const work = walk.steps.find(
      (one) =>
        isWork(one) && innermost(one, 'loop') === innermost(record, 'loop') && isSavedBetween(finder, record, one),
    );
    if (work === undefined) continue;
    if (!isPassedBy(finder, record, work) && !pointsToFile(finder, record, work)) continue;
    for (const one of walk.steps)
      if (one.event.kind === 'mail' && isSavedBetween(finder, record, one)) claimed.add(one);
    add(
      'record-before-effect',
      record.line,
      `This record is saved before line ${work.line} does the work, and a crash in between leaves it recorded and not done.`,
    );
  }
  return claimed;
}

function isWork(step: Step): boolean {
  const { event } = step;
  if (!isOrdinary(step)) return false;
  if (event.kind === 'file') return event.action === 'truncate' || event.action === 'move';
  return event.kind === 'mail' || (event.kind === 'cache' && event.action === 'set') || writesRows(step);
}

function isSavedBetween({ walk }: Finder, record: Step, work: Step): boolean {
  return walk.steps.some((one) => isCommit(one) && follows(record, one) && follows(one, work));
}

/** Whether what the record says makes the next run leave the work out. */
function isPassedBy(finder: Finder, record: Step, work: Step): boolean {
  const statement = statementOf(record);
  if (statement === null || statement.table === null) return false;
  if (statement.operation === 'insert') return foundGuard(finder, record, work, statement.table);
  if (statement.operation !== 'update') return false;
  return statement.sets.some((set) => {
    const value = valueOf(set, record);
    return (
      value !== null &&
      (isFilteredOut(finder, record, set.column, value) || isGuarded(finder, record, work, set.column, value))
    );
  });
}

/** A query whose whole WHERE is equality with what the caller gives. */
const BY_KEY = / where \w+ = [?:]\w*( and \w+ = [?:]\w*)*( limit 1)?$/i;

/** `if row exists: return` right after the SELECT of the table. */
function foundGuard({ walk }: Finder, record: Step, work: Step, table: string): boolean {
  return walk.guards.some((guard) => {
    if (guard.kind !== 'found' || guard.stepsBefore > record.index) return false;
    const query = walk.steps[guard.stepsBefore - 1];
    const read = query && statementOf(query);
    return read?.operation === 'read' && read.table === table && BY_KEY.test(read.text) && holds(guard, record, work);
  });
}

/** The rows are chosen by another value of the column, and no other query takes this one up. */
function isFilteredOut({ walk }: Finder, record: Step, column: string, value: string): boolean {
  const table = statementOf(record)?.table;
  const reads = walk.steps.filter((one) => statementOf(one)?.operation === 'read' && statementOf(one)?.table === table);
  const chosen = (step: Step): string | null => {
    const filter = statementOf(step)?.filters.find((one) => one.column === column);
    return filter ? valueOf(filter, step) : null;
  };
  const others = reads.filter((step) => chosen(step) === null || chosen(step) === value);
  const isById = (step: Step): boolean => statementOf(step)?.filters.some((one) => one.column.endsWith('id')) ?? false;
  if (others.some((step) => chosen(step) === value || !isById(step))) return false;
  return reads.some((step) => step.index < record.index && chosen(step) !== null && chosen(step) !== value);
}

/** `if status != 'paid': raise` before a record that sets another status. */
function isGuarded({ walk }: Finder, record: Step, work: Step, column: string, value: string): boolean {
  return walk.guards.some((guard) => {
    if (guard.kind !== 'value' || guard.stepsBefore > record.index) return false;
    const isSameColumn = new RegExp(`\\b${column}\\b`, 'i').test(guard.subject);
    return isSameColumn && holds(guard, record, work) && (guard.value === value) === guard.equal;
  });
}

/** Whether the guard, where it holds, keeps the next run from the record and from the work as well. */
function holds(guard: Guard, record: Step, work: Step): boolean {
  return guard.frames.every((frame) => {
    if (frame.kind === 'try') return true;
    if (frame.kind !== 'helper') return record.frames.includes(frame);
    // A return leaves only the helper, and its caller goes on.
    return guard.endsBy === 'raise' || (record.frames.includes(frame) && work.frames.includes(frame));
  });
}

/** A row that names the file, saved before the file is there; nothing is written to the database afterwards. */
function pointsToFile({ walk }: Finder, record: Step, work: Step): boolean {
  if (work.event.kind !== 'file' || record.event.kind !== 'sql' || record.event.statement.operation !== 'insert')
    return false;
  if (walk.steps.some((one) => writesRows(one) && follows(work, one))) return false;
  const place = work.event.to ?? work.event.path;
  return [...record.event.names].some((name) => new RegExp(`\\b${name}\\b`).test(place));
}

function valueOf(equality: Equality, step: Step): string | null {
  if (equality.literal !== null) return equality.literal;
  if (equality.parameter === null || step.event.kind !== 'sql') return null;
  return step.event.constants[equality.parameter] ?? null;
}
