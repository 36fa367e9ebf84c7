// Reads what a person pasted (an assistant's whole answer, or plain Python) and finds the function that a
// task asks for. It runs nothing; whether the code is right is for the crash test to say.
import { codeBlocks, type CodeBlock } from './blocks.ts';
import { fit, wantedText, type Usable, type Wanted } from './fit.ts';
import { cutProgram } from './prose.ts';
import { isProgram, outlineOf, type Outline } from './python.ts';
import { notFound } from './not-found.ts';
import { countLines, dedent, lineRange, normaliseText } from './text.ts';

export type { Usable, Wanted } from './fit.ts';

export interface Candidate {
  readonly source: string;
  /** Where it stands in the paste, for a person: "code block 2, lines 14–40". */
  readonly where: string;
  /** Line of the pasted text, from 1, on which the source starts. */
  readonly startLine: number;
  /** A sentence where calling it as the task does cannot work. */
  readonly usable: Usable;
}

export type AnswerReading =
  | { readonly kind: 'one'; readonly candidate: Candidate }
  /**
   * In the order of the text. `preferred` is an index into them, from 0: the last that is usable, as an
   * improved version follows the first one. Absent where none is usable.
   */
  | { readonly kind: 'several'; readonly candidates: readonly Candidate[]; readonly preferred?: number }
  | { readonly kind: 'none'; readonly sentence: string };

/** Longer pastes are refused, in UTF-16 units. */
export const MAX_ANSWER_LENGTH = 200_000;

/** A stretch of the paste that is taken for Python. */
export interface Piece {
  readonly source: string;
  readonly outline: Outline;
  readonly where: string;
  readonly startLine: number;
}

const PYTHON_LANGUAGES = new Set(['python', 'py', 'py3', 'python3', 'ipython', 'ipython3']);

/** Called on every paste. Faults of the paste are sentences in the reading; nothing is thrown. */
export function readAnswer(text: string, wanted: Wanted): AnswerReading {
  if (text.length > MAX_ANSWER_LENGTH) {
    const [length, most] = [text.length, MAX_ANSWER_LENGTH].map((size) => size.toLocaleString('en'));
    return none(`The text has ${length} characters; at most ${most} are read. Paste only the answer.`);
  }
  const pasted = normaliseText(text);
  if (pasted.trim() === '') {
    return none(`There is nothing here. Paste an answer that defines ${wantedText(wanted)}.`);
  }

  const blocks = codeBlocks(pasted);
  const pieces = piecesOf(pasted, blocks, wanted);
  const candidates = pieces.flatMap((piece) => candidateOf(piece, wanted));
  const distinct = candidates.filter(
    (candidate, index) => candidates.findIndex((other) => other.source === candidate.source) === index,
  );
  const [first, second] = distinct;
  if (first === undefined) return none(notFound(pieces, blocks, wanted));
  if (second === undefined) return { kind: 'one', candidate: first };
  const preferred = distinct.findLastIndex((candidate) => candidate.usable.ok);
  return preferred < 0
    ? { kind: 'several', candidates: distinct }
    : { kind: 'several', candidates: distinct, preferred };
}

function piecesOf(pasted: string, blocks: readonly CodeBlock[], wanted: Wanted): readonly Piece[] {
  if (isProgram(dedent(pasted))) return [wholeOf(pasted)];
  const fenced = blocks.filter((block) => block.kind === 'fenced').flatMap((block) => pythonIn(block, wanted));
  if (fenced.some((one) => defines(one, wanted))) return fenced;
  const indented = blocks.filter((block) => block.kind === 'indented').flatMap((block) => pythonIn(block, wanted));
  if (indented.some((one) => defines(one, wanted))) return indented;
  const whole = wholeOf(pasted);
  const cut = cutProgram(whole.source, whole.outline, wanted.function);
  if (cut !== null) return [piece(cut.source, '', cut.startLine)];
  if (blocks.some((block) => block.kind === 'fenced')) return [...fenced, ...indented];
  const definesFunctions = whole.outline.definitions.some((definition) => definition.parameters !== null);
  return definesFunctions ? [whole] : indented;
}

/** Blocks that say they are Python are taken at their word; of the others, those that read as a program. */
function pythonIn(block: CodeBlock, wanted: Wanted): Piece[] {
  if (block.language === 'diff') return [];
  const found = piece(block.source, block.kind === 'fenced' ? `code block ${block.number}` : '', block.startLine);
  if (PYTHON_LANGUAGES.has(block.language)) return [found];
  const hasFunction = found.outline.definitions.some((definition) => definition.parameters !== null);
  if (hasFunction && isProgram(found.source)) return [found];
  return block.language === '' && defines(found, wanted) ? [found] : [];
}

function wholeOf(pasted: string): Piece {
  return piece(pasted, 'the whole text', 1);
}

function piece(text: string, name: string, startLine: number): Piece {
  const source = dedent(text);
  const lines = lineRange(startLine, countLines(source));
  return { source, outline: outlineOf(source), where: name === '' ? lines : `${name}, ${lines}`, startLine };
}

function defines(one: Piece, wanted: Wanted): boolean {
  return candidateOf(one, wanted).length > 0;
}

/** The last module-level definition of the name counts, as it does in Python. */
function candidateOf({ source, outline, where, startLine }: Piece, wanted: Wanted): Candidate[] {
  const definition = outline.definitions.findLast((one) => one.name === wanted.function && one.place.kind === 'module');
  return definition === undefined ? [] : [{ source, where, startLine, usable: fit(definition, wanted) }];
}

function none(sentence: string): AnswerReading {
  return { kind: 'none', sentence };
}
