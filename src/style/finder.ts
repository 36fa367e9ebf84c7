// What the pattern files share: questions about steps, and the list that a pattern is added to.
import type { StepList, StepOrder } from './order.ts';
import type { PatternId } from './report.ts';
import type { Source } from './tree.ts';
import { isDml, type SqlStatement } from './sql.ts';
import type { Step, TransactionState, Walk } from './steps.ts';

/** Given to each pattern's rule; `add` may be called twice for one place. */
export interface Finder {
  readonly walk: Walk;
  readonly source: Source;
  readonly order: StepOrder;
  /** Steps that write rows, and those that commit: nearly every rule asks for them. */
  readonly writes: StepList;
  readonly commits: StepList;
  readonly add: (id: PatternId, line: number, sentence: string) => void;
}

export function statementOf(step: Step): SqlStatement | null {
  return step.event.kind === 'sql' ? step.event.statement : null;
}

/** Writes rows by a single statement. */
export function writesRows(step: Step): boolean {
  const statement = statementOf(step);
  return statement !== null && isDml(statement);
}

/** Ends the outermost transaction and saves it. */
export function isCommit(step: Step): boolean {
  if (step.event.kind === 'commit') return true;
  const operation = statementOf(step)?.operation;
  return operation === 'commit' || (operation === 'release' && step.before.begun === 'savepoint');
}

export function hasBegun(state: TransactionState): boolean {
  return state.begun === 'begin' || state.begun === 'savepoint' || state.begun === 'inner';
}

/** What stands in an error handler or a `finally` is not the ordinary course. */
export function isOrdinary(step: Step): boolean {
  return step.frames.every((frame) => frame.kind !== 'handler' && frame.kind !== 'finally');
}
