// Between what the page shows and what a link holds. Pure; the codec lives in `share/`.
import type { Shared, SharedSubject, SharedView, Step } from '../model/shared.ts';
import type { Verdict } from '../model/verdict.ts';
import type { Choice, Matrix } from './matrix.ts';

/** `verdict` is that of `code`, or null where it was not run. */
export function sharedOf(
  subject: SharedSubject,
  code: string,
  verdict: Verdict | null,
  matrix: Matrix | null,
  choice: Choice | null,
  step: Step,
): Shared {
  const expected = verdict && { engine: verdict.engine, rules: verdict.rules, digest: verdict.digest };
  return { subject, code, view: verdict && viewOf(matrix, choice, step), expected };
}

function viewOf(matrix: Matrix | null, choice: Choice | null, step: Step): SharedView | null {
  const row = matrix?.rows.find(({ key }) => key === choice?.row);
  const point = choice && row?.at[choice.mode];
  if (choice === null || row === undefined || point == null) return null;
  return { mode: choice.mode, fault: choice.fault, line: row.point.line, point, step };
}

/** The cell that a link points to; null where this run has no such crash point. */
export function choiceIn(view: SharedView | null, matrix: Matrix): Choice | null {
  if (view === null) return null;
  const row = matrix.rows.find(({ at }) => at[view.mode] === view.point);
  return row === undefined ? null : { row: row.key, mode: view.mode, fault: view.fault };
}
