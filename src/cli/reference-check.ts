// A verdict held against what task.json says of a reference, with the place that is wrong. The rules are those of the gate.
import { checkReference } from '../engine/gate.ts';
import { formatProblem, type Problem } from '../model/result.ts';
import type { Reference, Task } from '../model/task.ts';
import type { Verdict } from '../model/verdict.ts';

export interface ReferenceCheck {
  readonly ok: boolean;
  readonly sentence: string;
  /** Where task.json says otherwise; null where it does not. */
  readonly problem: Problem | null;
}

export function checkListed(task: Task, reference: Reference, verdict: Verdict): ReferenceCheck {
  const { ok, sentence, wrong } = checkReference(reference, verdict);
  if (wrong === null) return { ok, sentence, problem: null };
  const { line = null, field = 'references' } = reference.listedAt ?? {};
  const message = `${reference.name}.py is ${sentence}`;
  return { ok, sentence, problem: { where: `${task.id}/task.json`, line, field: `${field}.${wrong}`, message } };
}

/** Of code that is a reference of the task, word for word: what task.json says wrongly of it, else null. */
export function wronglyListed(task: Task, source: string, verdict: Verdict): string | null {
  const reference = task.references.find((one) => one.source.trimEnd() === source.trimEnd());
  const problem = reference ? checkListed(task, reference, verdict).problem : null;
  return problem && formatProblem(problem);
}
