// Which blocks belong together where an assistant spread the code over several: a helper in one, the function in the
// next. Which block is the candidate is decided in `answer.ts`.
import type { Piece } from './pieces.ts';
import { namesIn, type Names } from './names.ts';
import { outlineOf } from './python.ts';

/** More blocks than an answer has that belongs together; beyond it nothing is joined. */
const MAX_BLOCKS = 24;

/** The piece at an index, from 0, with the blocks that it needs, in the order of the text. */
export function joined(pieces: readonly Piece[], at: number, wanted: string): Piece {
  const alone = pieces[at];
  if (alone === undefined) throw new Error(`there is no piece ${at}`);
  const needed = blocksNeeded(pieces, at, wanted);
  const parts = pieces.filter((_, index) => needed.includes(index));
  const [first] = parts;
  if (first === undefined || parts.length === 1 || parts.some(({ block }) => block === 0)) return alone;
  const source = `${parts.map((part) => part.source.trimEnd()).join('\n\n\n')}\n`;
  const numbers = listed(parts.map(({ block }) => `${block}`));
  const lines = `lines ${listed(parts.map((part) => part.lines.replace(/^lines? /, '')))}`;
  return {
    source,
    outline: outlineOf(source),
    block: alone.block,
    lines,
    where: `code blocks ${numbers}, ${lines}`,
    startLine: first.startLine,
    remarks: [
      ...parts.flatMap(({ remarks }) => remarks),
      `Code blocks ${numbers} were put together, as one uses the other.`,
    ],
  };
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** Each piece is asked for its names once for every other one: reading them is what takes long. */
const NAMES = new WeakMap<Piece, Names>();

function namesOf(piece: Piece): Names {
  const names = NAMES.get(piece) ?? namesIn(piece.source);
  NAMES.set(piece, names);
  return names;
}

/**
 * Indices, ascending, of the blocks that make one program with `pieces[at]`, itself included: those that define a
 * name which it, or another of them, uses and does not bind. A block that does something when it is imported is never
 * taken, nor a later one that defines `wanted` too, as that is another version.
 */
function blocksNeeded(pieces: readonly Piece[], at: number, wanted: string): readonly number[] {
  if (pieces.length > MAX_BLOCKS) return [at];
  const names = pieces.map(namesOf);
  const needed = new Set([at]);
  for (;;) {
    const provider = missingIn(names, needed)
      .map((name) => providerOf(name, names, at, wanted))
      .find((index) => index !== null && !needed.has(index));
    if (provider === undefined || provider === null) return [...needed].sort((a, b) => a - b);
    needed.add(provider);
  }
}

function missingIn(names: readonly Names[], needed: ReadonlySet<number>): string[] {
  const all = [...needed].flatMap((index) => names[index] ?? []);
  return all.flatMap(({ used }) => [...used]).filter((name) => !all.some(({ bound }) => bound.has(name)));
}

/** The nearest earlier block that offers the name, else the next later one. */
function providerOf(name: string, names: readonly Names[], at: number, wanted: string): number | null {
  const offers = ({ isQuiet, offered }: Names): boolean => isQuiet && offered.has(name);
  const earlier = names.slice(0, at).findLastIndex(offers);
  if (earlier >= 0) return earlier;
  const later = names.slice(at + 1).findIndex((block) => offers(block) && !block.offered.has(wanted));
  return later < 0 ? null : at + 1 + later;
}
