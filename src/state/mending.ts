// What mending needs of a finished test: the prompt that goes back, and the chosen scenario as a file to take home.
// Pure but for the part that is fetched only when somebody wants a file.
import { lazy } from '../lazy.ts';
import type { OwnFunction } from '../model/own.ts';
import type { Task } from '../model/task.ts';
import type { Fault, Mode, WritePoint } from '../model/trace.ts';
import { unreachable } from '../model/unreachable.ts';
import type { CrashTestResult } from '../model/verdict.ts';
import { taskOf } from '../own/task.ts';
import { repairPrompt, type FeedbackKind, type RepairPrompt } from '../repair/prompt.ts';
import type { TakeawayFile } from '../takeaway/takeaway.ts';
import { slotAt, type Choice, type Matrix } from './matrix.ts';
import type { Reading } from './reading.ts';

export { isRepaired, works } from '../repair/rounds.ts';
export { FEEDBACK_KINDS, type FeedbackKind } from '../repair/prompt.ts';

/** The part of a finished phase that is read here. */
export interface Tested {
  readonly result: CrashTestResult;
  /** The code that was tested, which need not be the editor's text any more. */
  readonly source: string;
  /** The own function as it was tested; null for a task. */
  readonly own: OwnFunction | null;
  readonly reading: Reading;
}

/** The task that was tested: what is typed around an own function may have changed since. */
function testedTask(task: Task, { own }: Tested): Task {
  const read = own === null ? null : taskOf(own);
  return read?.ok ? read.value : task;
}

/** `task` is the page's. */
export function promptFor(kind: FeedbackKind, task: Task, tested: Tested): RepairPrompt {
  const { result, source, reading } = tested;
  const input = { task: testedTask(task, tested), source, verdict: result.verdict, report: reading.report };
  return repairPrompt(kind, input);
}

export type ChosenScenario =
  | {
      readonly ok: true;
      readonly mode: Mode;
      readonly fault: Fault;
      /** Position among the points planned in that mode, from 0. */
      readonly index: number;
      readonly point: WritePoint;
    }
  /** `sentence` says why there is no file for it. */
  | { readonly ok: false; readonly sentence: string };

export function chosenScenario(matrix: Matrix, choice: Choice | null): ChosenScenario {
  const row = matrix.rows.find(({ key }) => key === choice?.row);
  if (choice === null || row === undefined) {
    const sentence = matrix.rows.length === 0 ? 'Nothing was crashed.' : 'Choose a crash in the matrix first.';
    return { ok: false, sentence };
  }
  const { mode, fault } = choice;
  const slot = slotAt(matrix, row, mode, fault);
  switch (slot.kind) {
    case 'cell': {
      const { cell } = slot;
      if (cell.status === 'judged') return { ok: true, mode, fault, index: cell.point, point: row.point };
      return { ok: false, sentence: 'The chosen crash was not judged. Choose another one in the matrix.' };
    }
    case 'pending':
      return { ok: false, sentence: 'The chosen crash was not made. Choose another one in the matrix.' };
    case 'absent':
      return { ok: false, sentence: 'This mode does not reach the chosen crash. Choose another one in the matrix.' };
    case 'mode-does-not-work':
      return { ok: false, sentence: 'The code does not work in this mode, so nothing was crashed in it.' };
    default:
      return unreachable(slot);
  }
}

const takeaway = lazy(() => import('../takeaway/takeaway.ts'));

/** Rejects where the writer of the files could not be fetched; called again, it asks again. */
export async function pytestOf(
  task: Task,
  tested: Tested,
  { mode, fault, index }: Extract<ChosenScenario, { ok: true }>,
): Promise<TakeawayFile> {
  const { pytestFile } = await takeaway();
  const { result, source } = tested;
  return pytestFile({ task: testedTask(task, tested), source, verdict: result.verdict, mode, fault, point: index });
}
