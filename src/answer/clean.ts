// Undoes what programs between an assistant and the clipboard do to code: curly quotes, HTML entities, the prompts of
// a Python shell. Lines stay where they are. Code that reads as Python is never touched.
import { parser } from '@lezer/python';
import { isProgram } from './python.ts';

export interface Cleaning {
  readonly clean: (text: string) => string;
  /** What was done, for a person. */
  readonly sentence: string;
}

const CURLY = /[“”„‟«»‘’‚‛]/;

/** For the whole paste, the one that applies first. */
export const CLEANINGS: readonly Cleaning[] = [
  {
    clean: (text) => text.replace(/[“”„‟]/g, '"').replace(/[‘’‚‛]/g, "'"),
    sentence: 'Curly quotes were made straight.',
  },
  { clean: unescapeHtml, sentence: 'HTML entities such as &lt; were turned back into signs.' },
  {
    clean: (text) =>
      unescapeHtml(text)
        .replace(/[“”„‟]/g, '"')
        .replace(/[‘’‚‛]/g, "'"),
    sentence: 'Curly quotes were made straight, and HTML entities such as &lt; turned back into signs.',
  },
];

/** A program without names that hold quotes: the parser takes a curly one for a letter. */
export function readsAsPython(source: string): boolean {
  return isProgram(source) && (!CURLY.test(source) || !hasCurlyNames(source));
}

function hasCurlyNames(source: string): boolean {
  let found = false;
  parser.parse(source).iterate({
    enter({ name, from, to }) {
      if ((name === 'VariableName' || name === 'PropertyName') && CURLY.test(source.slice(from, to))) found = true;
    },
  });
  return found;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&#39;': "'",
  '&#x27;': "'",
  '&#34;': '"',
  '&nbsp;': ' ',
  '&amp;': '&',
};

function unescapeHtml(text: string): string {
  return text.replace(/&(lt|gt|quot|apos|nbsp|amp|#39|#34|#x27);/g, (entity) => ENTITIES[entity] ?? entity);
}

const PROMPT = /^\s*>>>( |$)/;
const CONTINUATION = /^\s*\.\.\.( |$)/;
export const TRANSCRIPT_SENTENCE =
  'Prompts and output of the Python shell were left out, and so were the calls that were typed there.';

export function isTranscript(text: string): boolean {
  return text.split('\n').some((line) => PROMPT.test(line));
}

/** Statements typed at the prompt, without those that only call or show something; all other lines become blank. */
export function withoutPrompts(transcript: string): string {
  const lines = transcript.split('\n').map(() => '');
  let typed: { at: number; code: string }[] = [];
  const close = (): void => {
    const code = typed.map((line) => line.code).join('\n');
    if (keeps(code)) for (const line of typed) lines[line.at] = line.code;
    typed = [];
  };
  transcript.split('\n').forEach((line, at) => {
    const isContinued = typed.length > 0 && CONTINUATION.test(line);
    if (!isContinued) close();
    if (PROMPT.test(line)) typed.push({ at, code: line.replace(/^\s*>>> ?/, '') });
    else if (isContinued) typed.push({ at, code: line.replace(/^\s*\.\.\. ?/, '') });
  });
  close();
  return lines.join('\n');
}

function keeps(code: string): boolean {
  const first = parser.parse(code).topNode.firstChild;
  return first !== null && first.name !== 'ExpressionStatement';
}
