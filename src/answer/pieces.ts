// Cuts a paste into the stretches that are taken for Python. Which of them define the function is asked here only to
// tell code from prose; what becomes of them is decided in `answer.ts`.
import type { CodeBlock } from './blocks.ts';
import { isTranscript, TRANSCRIPT_SENTENCE, withoutPrompts } from './clean.ts';
import type { Wanted } from './fit.ts';
import { cutProgram } from './prose.ts';
import { outlineOf, type Outline } from './python.ts';
import { isCode } from './statements.ts';
import { countLines, dedent, lineRange } from './text.ts';

/** A stretch of the paste that is taken for Python. */
export interface Piece {
  readonly source: string;
  readonly outline: Outline;
  /** Position among the fenced blocks, from 1; 0 for other stretches. */
  readonly block: number;
  /** Lines of the paste on which it stands: "lines 14–40". */
  readonly lines: string;
  readonly where: string;
  readonly startLine: number;
  /** What was done to it, in sentences. */
  readonly remarks: readonly string[];
}

const PYTHON_LANGUAGES = new Set(['python', 'py', 'py3', 'python3', 'ipython', 'ipython3', 'pycon']);

export function piecesOf(pasted: string, blocks: readonly CodeBlock[], wanted: Wanted): readonly Piece[] {
  if (isCode(dedent(pasted))) return [wholeOf(pasted)];
  const fenced = blocks.filter((block) => block.kind === 'fenced').flatMap((block) => pythonIn(block, wanted));
  if (fenced.some((one) => defines(one, wanted))) return fenced;
  const indented = blocks.filter((block) => block.kind === 'indented').flatMap((block) => pythonIn(block, wanted));
  if (indented.some((one) => defines(one, wanted))) return indented;
  const whole = wholeOf(pasted);
  if (whole.remarks.length > 0 && blocks.every((block) => block.kind === 'indented')) return [whole];
  const cut = cutProgram(whole.source, whole.outline, wanted.function);
  if (cut !== null) return [piece(cut.source, 0, cut.startLine)];
  if (blocks.some((block) => block.kind === 'fenced')) return [...fenced, ...indented];
  const other = whole.outline.definitions.findLast(({ place, parameters }) => place.kind === 'module' && parameters);
  const cutOther = other === undefined ? null : cutProgram(whole.source, whole.outline, other.name);
  if (cutOther !== null) return [piece(cutOther.source, 0, cutOther.startLine)];
  const definesFunctions = whole.outline.definitions.some((definition) => definition.parameters !== null);
  return definesFunctions ? [whole] : indented;
}

/** Blocks that say they are Python are taken at their word; of the others, those that read as a program. */
function pythonIn(block: CodeBlock, wanted: Wanted): Piece[] {
  if (isDiff(block)) return [];
  const found = piece(block.source, block.number, block.startLine);
  if (PYTHON_LANGUAGES.has(block.language)) return [found];
  const hasFunction = found.outline.definitions.some((definition) => definition.parameters !== null);
  if (hasFunction && isCode(found.source)) return [found];
  return block.language === '' && defines(found, wanted) ? [found] : [];
}

/** Also one that does not say so. Its code may define the function, but not as it is to be. */
export function isDiff({ language, source }: CodeBlock): boolean {
  if (language === 'diff' || language === 'patch') return true;
  return /^@@ .*@@/m.test(source) && /^[-+]/m.test(source);
}

function wholeOf(pasted: string): Piece {
  const whole = piece(pasted, 0, 1);
  return { ...whole, where: `the whole text, ${whole.lines}` };
}

function piece(text: string, block: number, startLine: number): Piece {
  const typed = isTranscript(text) && !isCode(dedent(text));
  const source = dedent(typed ? withoutPrompts(text) : text);
  const lines = lineRange(startLine, countLines(source));
  const where = block === 0 ? lines : `code block ${block}, ${lines}`;
  const remarks = typed ? [TRANSCRIPT_SENTENCE] : [];
  return { source, outline: outlineOf(source), block, lines, where, startLine, remarks };
}

export function defines({ outline }: Piece, wanted: Wanted): boolean {
  return outline.definitions.some((one) => one.name === wanted.function && one.place.kind === 'module');
}
