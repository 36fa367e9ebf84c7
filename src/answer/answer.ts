// Reads what a person pasted (an assistant's whole answer, or plain Python) and finds the function that a
// task asks for. It runs nothing; whether the code is right is for the crash test to say.
import { unreachable } from '../model/unreachable.ts';
import { adaptDefinition, adaptProgram } from './adapt.ts';
import { codeBlocks, type CodeBlock } from './blocks.ts';
import { CLEANINGS, readsAsPython } from './clean.ts';
import { fit, wantedText, type Usable, type Wanted } from './fit.ts';
import { joined } from './join.ts';
import { tooLong } from './limit.ts';
import { notFound } from './not-found.ts';
import { defines, isDiff, piecesOf, type Piece } from './pieces.ts';
import { normaliseText } from './text.ts';

export type { Usable, Wanted } from './fit.ts';

export interface Candidate {
  readonly source: string;
  /** Where it stands in the paste, for a person: "code block 2, lines 14–40". */
  readonly where: string;
  /** Line of the pasted text, from 1, on which the source starts. */
  readonly startLine: number;
  /** A sentence where calling it as the task does cannot work. */
  readonly usable: Usable;
  /** What was done to the pasted code so that it can be read and called, in sentences; null where nothing was. */
  readonly adapted: string | null;
}

export type AnswerReading =
  | { readonly kind: 'one'; readonly candidate: Candidate }
  /**
   * In the order of the text. `preferred` is an index into them, from 0: the last that is usable, as an
   * improved version follows the first one. Absent where none is usable.
   */
  | { readonly kind: 'several'; readonly candidates: readonly Candidate[]; readonly preferred?: number }
  | { readonly kind: 'none'; readonly sentence: string };

/** Called on every paste. Faults of the paste are sentences in the reading; nothing is thrown. */
export function readAnswer(text: string, wanted: Wanted): AnswerReading {
  const refusal = tooLong(text);
  if (refusal !== null) return none(refusal);
  try {
    return readWhole(text, wanted);
  } catch (error) {
    // The parser's own recursion, in a hundred thousand brackets. How deep it can go is the engine's.
    if (!(error instanceof RangeError)) throw error;
    return none('The text has too many brackets within brackets to be read. Paste only the answer.');
  }
}

/** The same for a text of any length. */
export function readWhole(text: string, wanted: Wanted): AnswerReading {
  const pasted = normaliseText(text);
  if (pasted.trim() === '') {
    return none(`There is nothing here. Paste an answer that defines ${wantedText(wanted)}.`);
  }

  const reading = readText(pasted, wanted);
  if (candidatesOf(reading).some(({ source }) => readsAsPython(source))) return reading;
  for (const { clean, sentence } of CLEANINGS) {
    const text = clean(pasted);
    const cleaned = text === pasted ? reading : remarked(readText(text, wanted), sentence);
    if (cleaned !== reading && candidatesOf(cleaned).some(({ source }) => readsAsPython(source))) return cleaned;
  }
  return reading;
}

export function candidatesOf(reading: AnswerReading): readonly Candidate[] {
  if (reading.kind === 'none') return [];
  return reading.kind === 'one' ? [reading.candidate] : reading.candidates;
}

function readText(pasted: string, wanted: Wanted): AnswerReading {
  const blocks = codeBlocks(pasted);
  const pieces = piecesOf(pasted, blocks, wanted);
  const defining = pieces.flatMap((piece, at) => (defines(piece, wanted) ? [joined(pieces, at, wanted.function)] : []));
  const candidates = defining.flatMap((piece) => candidateOf(piece, wanted));
  if (candidates.length > 0) return chosen(candidates, blocks);
  const meant = pieces.map((piece) => adaptProgram(piece.source, piece.outline, wanted));
  const adapted = meant.flatMap((one, at) => {
    const piece = pieces[at];
    return one?.kind === 'adapted' && piece ? [candidate(piece, one.source, { ok: true }, one.sentence)] : [];
  });
  if (adapted.length > 0) return chosen(adapted, blocks);
  const refused = meant.find((one) => one?.kind === 'refused');
  return none(refused?.sentence ?? notFound(pieces, blocks, wanted));
}

function chosen(all: readonly Candidate[], blocks: readonly CodeBlock[]): AnswerReading {
  const diffs = blocks.filter(isDiff);
  const firsts = new Map<string, Candidate>();
  for (const candidate of all) if (!firsts.has(candidate.source)) firsts.set(candidate.source, candidate);
  const candidates = [...firsts.values()].map((candidate) => withDiffs(candidate, diffs));
  const [first, second] = candidates;
  if (first !== undefined && second === undefined) return { kind: 'one', candidate: first };
  const preferred = candidates.findLastIndex((candidate) => candidate.usable.ok);
  return preferred < 0 ? { kind: 'several', candidates } : { kind: 'several', candidates, preferred };
}

/** Changes that follow the code as a diff are said, not made. */
function withDiffs(candidate: Candidate, diffs: readonly CodeBlock[]): Candidate {
  const diff = diffs.find((block) => block.startLine > candidate.startLine);
  return diff === undefined
    ? candidate
    : withRemark(candidate, `The diff in code block ${diff.number} was not applied.`);
}

function withRemark(candidate: Candidate, remark: string): Candidate {
  return { ...candidate, adapted: candidate.adapted === null ? remark : `${candidate.adapted} ${remark}` };
}

function remarked(reading: AnswerReading, remark: string): AnswerReading {
  switch (reading.kind) {
    case 'none':
      return reading;
    case 'one':
      return { kind: 'one', candidate: withRemark(reading.candidate, remark) };
    case 'several':
      return { ...reading, candidates: reading.candidates.map((candidate) => withRemark(candidate, remark)) };
    default:
      return unreachable(reading);
  }
}

/** The last module-level definition of the name counts, as it does in Python. */
function candidateOf(piece: Piece, wanted: Wanted): Candidate[] {
  const { source, outline } = piece;
  const definition = outline.definitions.findLast((one) => one.name === wanted.function && one.place.kind === 'module');
  if (definition === undefined) return [];
  const adaptation = adaptDefinition(source, definition, wanted);
  switch (adaptation?.kind) {
    case undefined:
      return [candidate(piece, source, fit(definition, wanted), null)];
    case 'adapted':
      return [candidate(piece, adaptation.source, { ok: true }, adaptation.sentence)];
    case 'refused':
      return [candidate(piece, source, { ok: false, sentence: adaptation.sentence }, null)];
    default:
      return unreachable(adaptation);
  }
}

function candidate(piece: Piece, source: string, usable: Usable, sentence: string | null): Candidate {
  const sentences = sentence === null ? piece.remarks : [...piece.remarks, sentence];
  const adapted = sentences.length === 0 ? null : sentences.join(' ');
  return { source, where: piece.where, startLine: piece.startLine, usable, adapted };
}

function none(sentence: string): AnswerReading {
  return { kind: 'none', sentence };
}
