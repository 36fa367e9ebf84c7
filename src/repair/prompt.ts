// The text that goes back to an assistant: request, code, requirement, and one of three kinds of feedback. A person
// pastes it wherever they like, so it stands on its own. Source: method, "Repair".
import { usesDatabase, type Task } from '../model/task.ts';
import { unreachable } from '../model/unreachable.ts';
import type { Verdict } from '../model/verdict.ts';
import type { StyleReport } from '../style/report.ts';
import { isRepaired } from './rounds.ts';
import { failingScenario, fence, scenarioParagraphs } from './scenario.ts';
import { styleFindings } from './style-words.ts';

export type FeedbackKind = 'generic' | 'static' | 'runtime';
export const FEEDBACK_KINDS: readonly FeedbackKind[] = ['generic', 'static', 'runtime'];

export interface RepairInput {
  readonly task: Pick<
    Task,
    'category' | 'function' | 'parameters' | 'finishesInterruptedWork' | 'judgesRepeats' | 'prompt'
  >;
  /** The code that the verdict is about. */
  readonly source: string;
  readonly verdict: Verdict;
  /** What the detector says of that code; null where it was not read. */
  readonly report: StyleReport | null;
}

/** `sentence` says why there is nothing to send back. */
export type RepairPrompt =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly sentence: string };

export function repairPrompt(kind: FeedbackKind, input: RepairInput): RepairPrompt {
  const { task, source, verdict } = input;
  const nothing = nothingToRepair(verdict);
  if (nothing !== null) return { ok: false, sentence: nothing };
  const request = task.prompt.trim();
  const parts = [
    request === ''
      ? `Below is Python code that defines ${signature(task)}. Please correct it.`
      : 'Below are a request and Python code that was written for it. Please correct the code.',
    ...(request === '' ? [] : ['## The request', request]),
    '## The code',
    fence(source, 'python'),
    '## What it must do',
    ...requirement(task),
    finding(verdict),
    ...feedback(kind, input),
    '## Your answer',
    `Answer with the whole corrected Python code in one code block, not with parts of it or a diff. Keep ${signature(task)} as it is called, and use only Python's standard library.`,
  ];
  return { ok: true, text: `${parts.join('\n\n')}\n` };
}

/** Null where the code has been seen to fail. */
function nothingToRepair(verdict: Verdict): string | null {
  if (isRepaired(verdict)) return 'There is nothing to repair: this code is safe by design and fully crash-safe.';
  if (verdict.status === 'not-judged') {
    return `There is nothing to send back: the code could not be judged. ${verdict.reason?.sentence ?? ''}`.trimEnd();
  }
  if (verdict.safety === 'safe-by-design' && verdict.fullyCrashSafe === null) {
    return 'There is nothing to send back: no scenario failed, but not all of them could be judged.';
  }
  return null;
}

function signature(task: Pick<Task, 'function' | 'parameters'>): string {
  return `\`${task.function}(${task.parameters.join(', ')})\``;
}

/** The same for all kinds of feedback, and all that is tested. */
function requirement(task: RepairInput['task']): string[] {
  const torn = task.finishesInterruptedWork ? '' : 'the data must not be left half-updated, and ';
  const once = task.judgesRepeats ? 'must finish the work exactly once' : 'must work';
  const lines = [
    `The process can be killed at any point of the call. Whenever that happens, ${torn}calling the function again with the same arguments, in a new process, ${once}. The same holds if one of its calls fails and raises an error.`,
  ];
  if (task.judgesRepeats) {
    lines.push('A second call with the same arguments after a first one that went well must not do the work again.');
  }
  if (usesDatabase(task)) {
    lines.push(
      "All this must hold in both transaction modes: if `conn` was opened in sqlite3's default mode, and if it was opened in autocommit mode (`isolation_level=None`).",
    );
  }
  return lines;
}

function finding(verdict: Verdict): string {
  return verdict.status === 'does-not-work'
    ? 'Testing found that the code does not meet this requirement: it does not do what was asked even when nothing interrupts it.'
    : 'Testing found that the code does not meet this requirement.';
}

function feedback(kind: FeedbackKind, { task, verdict, report }: RepairInput): string[] {
  const lines = 'Lines are counted from the first line of the code above.';
  switch (kind) {
    case 'generic':
      return [];
    case 'static': {
      if (report === null) return [];
      const found = styleFindings(report);
      return [
        '## What a check of the text found',
        ...(found.length === 0
          ? ['The code was read without running it, and nothing was found in it that the check knows.']
          : [`The code was read without running it. ${lines}`, found.map((line) => `- ${line}`).join('\n')]),
      ];
    }
    case 'runtime': {
      const scenario = failingScenario(verdict);
      if (scenario === null) throw new Error('a verdict that asks for a repair shows no failure');
      const { story } = verdict;
      return [
        '## What the test saw',
        story === null ? lines : `${story.sentence} ${lines}`,
        ...scenarioParagraphs(verdict, scenario, usesDatabase(task)),
      ];
    }
    default:
      return unreachable(kind);
  }
}
