// Finds records that are saved before the work they stand for, where a re-run provably passes that work by.
import { isOrdinary, statementOf, writesRows, type Finder } from './finder.ts';
import type { StepList } from './order.ts';
import type { Equality } from './sql.ts';
import { follows, innermost, type Guard, type Step } from './steps.ts';

/** Returns the effects whose record stands before them. */
export function recordsBefore(finder: Finder): ReadonlySet<Step> {
  const { walk, order, commits, add } = finder;
  const works = order.listsBy((step) => (isWork(step) ? [innermost(step, 'loop')] : []));
  const reads = new Reads(finder);
  const found = new Set<Step>();
  for (const record of walk.steps) {
    const operation = statementOf(record)?.operation;
    if ((operation !== 'insert' && operation !== 'update') || !isOrdinary(record)) continue;
    const list = works.get(innermost(record, 'loop'));
    const work = list === undefined ? null : firstSaved(finder, record, list);
    if (work === null) continue;
    if (!isPassedBy(finder, reads, record, work) && !pointsToFile(finder, record, work)) continue;
    found.add(record);
    add(
      'record-before-effect',
      record.line,
      `This record is saved before line ${work.line} does the work, and a crash in between leaves it recorded and not done.`,
    );
  }
  if (found.size === 0) return found;
  const records = order.list((step) => found.has(step));
  const saving = new Set(commits.steps.filter((commit) => order.isPreceded(commit, records)));
  const saved = order.list((step) => saving.has(step));
  return new Set(walk.steps.filter((step) => step.event.kind === 'mail' && order.isPreceded(step, saved)));
}

/** The first step of a list that follows a commit which follows the record. */
function firstSaved({ order, commits }: Finder, record: Step, list: StepList): Step | null {
  let first: Step | null = null;
  const last = list.steps.at(-1)?.index ?? -1;
  for (const commit of order.leadingFollowers(record, commits)) {
    // What follows a later commit comes later still.
    if (commit.index >= (first?.index ?? last)) break;
    const next = order.firstFollowing(commit, list);
    if (next !== null && (first === null || next.index < first.index)) first = next;
  }
  return first;
}

function isWork(step: Step): boolean {
  const { event } = step;
  if (!isOrdinary(step)) return false;
  if (event.kind === 'file') return event.action === 'truncate' || event.action === 'move';
  return event.kind === 'mail' || (event.kind === 'cache' && event.action === 'set') || writesRows(step);
}

export function isSavedBetween({ order, commits }: Finder, record: Step, work: Step): boolean {
  for (const commit of order.leadingFollowers(record, commits)) {
    if (commit.index >= work.index) return false;
    if (follows(commit, work)) return true;
  }
  return false;
}

/** Whether what the record says makes the next run leave the work out. */
function isPassedBy(finder: Finder, reads: Reads, record: Step, work: Step): boolean {
  const statement = statementOf(record);
  if (statement === null || statement.table === null) return false;
  if (statement.operation === 'insert') return reads.foundGuards(statement.table).some(holdsFor(record, work));
  if (statement.operation !== 'update') return false;
  return statement.sets.some((set) => {
    const value = valueOf(set, record);
    return (
      value !== null &&
      (reads.isFilteredOut(record, set.column, value) || isGuarded(finder, record, work, set.column, value))
    );
  });
}

/** A query whose whole WHERE is equality with what the caller gives. */
const BY_KEY = / where \w+ = [?:]\w*( and \w+ = [?:]\w*)*( limit 1)?$/i;

/** What the queries of one walk choose, read once for each table, column and value. */
class Reads {
  readonly #finder: Finder;
  readonly #byTable: ReadonlyMap<string, StepList>;
  readonly #guards = new Map<string, Guard[]>();
  readonly #firstOther = new Map<string, number>();

  constructor(finder: Finder) {
    this.#finder = finder;
    this.#byTable = finder.order.listsBy((step) => {
      const statement = statementOf(step);
      return statement?.operation === 'read' && statement.table !== null ? [statement.table] : [];
    });
    for (const guard of finder.walk.guards) {
      const table = guard.kind === 'found' ? this.#tableAskedFor(guard) : null;
      if (table === null) continue;
      const known = this.#guards.get(table);
      if (known === undefined) this.#guards.set(table, [guard]);
      else known.push(guard);
    }
  }

  /** `if row exists: return` right after the SELECT of the table. */
  foundGuards(table: string): readonly Guard[] {
    return this.#guards.get(table) ?? [];
  }

  /** The rows are chosen by another value of the column, and no other query takes this one up. */
  isFilteredOut(record: Step, column: string, value: string): boolean {
    const table = statementOf(record)?.table ?? '';
    const key = JSON.stringify([table, column, value]);
    const first = this.#firstOther.get(key) ?? this.#firstOf(table, column, value);
    this.#firstOther.set(key, first);
    return first < record.index;
  }

  /** Index of the first query that chooses another value; `Infinity` where there is none, or one takes this value up. */
  #firstOf(table: string, column: string, value: string): number {
    const chosen = (step: Step): string | null => {
      const filter = statementOf(step)?.filters.find((one) => one.column === column);
      return filter ? valueOf(filter, step) : null;
    };
    const isById = (step: Step): boolean =>
      statementOf(step)?.filters.some((one) => one.column.endsWith('id')) ?? false;
    let first = Infinity;
    for (const step of this.#byTable.get(table)?.steps ?? []) {
      const choice = chosen(step);
      if (choice === value || (choice === null && !isById(step))) return Infinity;
      if (choice !== null) first = Math.min(first, step.index);
    }
    return first;
  }

  #tableAskedFor(guard: Guard): string | null {
    const query = this.#finder.walk.steps[guard.stepsBefore - 1];
    const read = query && statementOf(query);
    return read?.operation === 'read' && BY_KEY.test(read.text) ? read.table : null;
  }
}

function holdsFor(record: Step, work: Step): (guard: Guard) => boolean {
  return (guard) => guard.stepsBefore <= record.index && holds(guard, record, work);
}

/** `if status != 'paid': raise` before a record that sets another status. */
function isGuarded({ walk }: Finder, record: Step, work: Step, column: string, value: string): boolean {
  const isColumn = new RegExp(`\\b${column}\\b`, 'i');
  return walk.guards.some((guard) => {
    if (guard.kind !== 'value' || guard.stepsBefore > record.index) return false;
    const isSameColumn = isColumn.test(guard.subject);
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
function pointsToFile({ order, writes }: Finder, record: Step, work: Step): boolean {
  if (work.event.kind !== 'file' || record.event.kind !== 'sql' || record.event.statement.operation !== 'insert')
    return false;
  if (order.firstFollowing(work, writes) !== null) return false;
  const place = work.event.to ?? work.event.path;
  return [...record.event.names].some((name) => new RegExp(`\\b${name}\\b`).test(place));
}

function valueOf(equality: Equality, step: Step): string | null {
  if (equality.literal !== null) return equality.literal;
  if (equality.parameter === null || step.event.kind !== 'sql') return null;
  return step.event.constants[equality.parameter] ?? null;
}
