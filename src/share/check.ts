// What can be shared, whichever way it travels: the one set of rules for links and files, for making and for reading.
import { fail, ok, type Problem, type Result } from '../model/result.ts';
import type { Shared } from '../model/shared.ts';
import { toParts } from './layout.ts';

/** Most bytes that code, own function and all the rest may have together, as UTF-8. */
export const MAX_SHARED_BYTES = 256 * 1024;
/** Most starting files that an own function may bring. */
export const MAX_SHARED_FILES = 200;
const MAX_ID_LENGTH = 100;

type Found = Omit<Problem, 'where'>;

/**
 * Called before a link or a file is made, because a person can type what neither can carry, and by both decoders.
 * Every problem's message is a whole sentence; `field` names the place, `where` is what is being read or made.
 */
export function checkShared(shared: Shared, where = 'share'): Result<Shared> {
  const subject = subjectProblems(shared);
  // Too many files are not looked into one by one.
  const problems = subject.length > 0 ? subject : [...textProblems(shared), ...numberProblems(shared)];
  if (problems.length === 0) problems.push(...sizeProblems(shared));
  return problems.length === 0 ? ok(shared) : fail(...problems.map((one) => ({ ...one, where })));
}

/** Throws where `checkShared` has a problem: whoever makes a link or a file has asked it before. */
export function expectSharable(shared: Shared): void {
  const checked = checkShared(shared);
  if (!checked.ok) throw new Error(`cannot be shared: ${checked.problems.map((one) => one.message).join(' ')}`);
}

function subjectProblems({ subject }: Shared): Found[] {
  if (subject.kind === 'own') {
    const files = subject.own.files.length;
    if (files <= MAX_SHARED_FILES) return [];
    return [problem('files', `At most ${MAX_SHARED_FILES} starting files can be shared; here are ${files}.`)];
  }
  if (subject.id.length <= MAX_ID_LENGTH && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(subject.id)) return [];
  return [problem('task', 'The name of the task is not one that a task can have.')];
}

function textProblems({ subject, code }: Shared): Found[] {
  const texts: [field: string, name: string, text: string][] = [['code', 'the code', code]];
  if (subject.kind === 'own') {
    const { title, call, sql, judgeSql, files } = subject.own;
    texts.push(['title', 'the title', title], ['call', 'the call', call]);
    texts.push(['sql', 'the schema and rows', sql], ['judgeSql', 'the judge', judgeSql]);
    for (const file of files) {
      texts.push(['files', 'the name of a file', file.path], ['files', 'a starting file', file.text]);
    }
  }
  return texts.flatMap(([field, name, text]) => {
    const at = text.search(/\0|\p{Surrogate}/u);
    if (at === -1) return [];
    const line = text.slice(0, at).split('\n').length;
    const what = text[at] === '\0' ? 'a NUL character' : 'half of a character';
    return [problem(field, `Line ${line} of ${name} holds ${what}, which cannot be shared.`, line)];
  });
}

function numberProblems({ view, expected }: Shared): Found[] {
  const problems: Found[] = [];
  const line = view?.line ?? 1;
  if (view && !(isCount(line) && line > 0 && isCount(view.point))) {
    problems.push(problem('view', 'The crash point to show has a position that no crash point can have.'));
  }
  if (!expected) return problems;
  const versions = /^[0-9A-Za-z.+-]{1,32}$/.test(expected.engine) && isCount(expected.rules);
  if (!versions || !/^[0-9a-f]{64}$/.test(expected.digest)) {
    problems.push(problem('expected', 'The result to compare with is not written as results are.'));
  }
  return problems;
}

function sizeProblems(shared: Shared): Found[] {
  const bytes = toParts(shared).body.length;
  if (bytes <= MAX_SHARED_BYTES) return [];
  const [limit, found] = [MAX_SHARED_BYTES, bytes].map((count) => `${Math.ceil(count / 1024)} KB`);
  return [problem(null, `Code and files can be shared up to ${limit} together; this is ${found}.`)];
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

function problem(field: string | null, message: string, line: number | null = null): Found {
  return { line, field, message };
}
