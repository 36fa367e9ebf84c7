// What a link says about its sender, in sentences. Nothing of it is believed; comparing lives in `share/compare.ts`.
import type { Shared, SharedView } from '../../model/shared.ts';
import type { Task } from '../../model/task.ts';
import { FAULT_WORD, MODE_WORD, STEP_WORD } from '../words.ts';

/** What the code is for. The title of an own function is the sender's text. */
export function subjectSentence({ subject }: Shared, task: Pick<Task, 'title'>): string {
  return subject.kind === 'own'
    ? `It is a function of the sender's own, with its own world: “${task.title}”.`
    : `It is an answer to the task “${task.title}”.`;
}

/** What the sender saw, as far as the link tells. */
export function senderSentence({ expected, view }: Shared): string {
  if (expected === null) return 'The sender had not run it.';
  const ran = `The sender ran it with engine ${expected.engine} and rules ${expected.rules}`;
  return view === null ? `${ran}.` : `${ran}, and had open: ${viewWords(view)}.`;
}

/** `a kill before line 8 in autocommit mode, after the re-run` */
function viewWords({ mode, fault, line, point, step }: SharedView): string {
  const place = line === null ? `at write point ${point + 1}` : `before line ${line}`;
  const article = fault === 'soft' ? 'an' : 'a';
  return `${article} ${FAULT_WORD[fault]} ${place} in ${MODE_WORD[mode]} mode, ${STEP_WORD[step]}`;
}
