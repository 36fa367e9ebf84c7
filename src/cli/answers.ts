// A folder of whole answers, `<set>/<task id>.md`, each read as the page reads a pasted one.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { readAnswer } from '../answer/answer.ts';
import { chosenCandidate } from '../answer/chosen.ts';
import type { Task } from '../model/task.ts';

export interface Answer {
  /** `<set>/<task id>`. */
  readonly name: string;
  readonly set: string;
  readonly task: Task;
  readonly code: { readonly ok: true; readonly source: string } | { readonly ok: false; readonly sentence: string };
}

/** Sorted by name. Throws where the folder cannot be read, or where a file is of no task in `tasks`. */
export async function readAnswers(folder: string, tasks: readonly Task[]): Promise<readonly Answer[]> {
  const files = (await readdir(folder, { recursive: true })).map((file) => file.split(path.sep).join('/'));
  const answers = files.filter((file) => /^[^/]+\/[^/]+\.md$/.test(file)).sort();
  return Promise.all(
    answers.map(async (file) => {
      const [set = '', id] = file.slice(0, -'.md'.length).split('/');
      const task = tasks.find((one) => one.id === id);
      if (!task) throw new Error(`${path.join(folder, file)}: there is no task ${id}`);
      return { name: `${set}/${id}`, set, task, code: codeOf(await readFile(path.join(folder, file), 'utf8'), task) };
    }),
  );
}

function codeOf(text: string, task: Task): Answer['code'] {
  const reading = readAnswer(text, { function: task.function, parameters: task.parameters });
  const candidate = chosenCandidate(reading);
  if (!candidate) return { ok: false, sentence: reading.kind === 'none' ? reading.sentence : 'no code was found' };
  if (!candidate.usable.ok) return { ok: false, sentence: candidate.usable.sentence };
  return { ok: true, source: candidate.source };
}
