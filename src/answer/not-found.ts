// Says what a paste holds instead of the function that was asked for. Finding it lives in `answer.ts`.
import { isDiff, type Piece } from './pieces.ts';
import type { CodeBlock } from './blocks.ts';
import { definedText, wantedText, type Wanted } from './fit.ts';

const MAX_NAMED = 4;

/** One or two sentences: what the task asks for, what was found, what to do. */
export function notFound(pieces: readonly Piece[], blocks: readonly CodeBlock[], wanted: Wanted): string {
  const asks = `The task asks for ${wantedText(wanted)}.`;
  if (pieces.length === 0) return `${asks} ${withoutPython(blocks)}`;
  const definitions = pieces.flatMap((piece) => piece.outline.definitions);

  const inner = definitions.find((definition) => definition.name === wanted.function);
  if (inner?.place.kind === 'class') {
    const owner = `a method of the class \`${inner.place.name}\``;
    return `${asks} The code defines it only as ${owner}. Move it out of the class, then run again.`;
  }
  if (inner?.place.kind === 'function') {
    const owner = `inside the function \`${inner.place.name}\``;
    return `${asks} The code defines it only ${owner}. Move it out, then run again.`;
  }

  const functions = definitions.filter((one) => one.place.kind === 'module' && one.parameters !== null);
  const [only, another] = functions;
  if (only === undefined) {
    const method = definitions.find((definition) => definition.place.kind === 'class');
    if (method?.place.kind !== 'class') return `${asks} The code defines no function.`;
    return `${asks} The code defines only methods of the class \`${method.place.name}\`.`;
  }
  const listed = functions.slice(0, MAX_NAMED).map(definedText).join(', ');
  const more = functions.length > MAX_NAMED ? ` and ${functions.length - MAX_NAMED} more` : '';
  const advice = another === undefined ? 'Rename it' : 'Rename the one that is meant';
  return `${asks} The code defines ${listed}${more}. ${advice}, then run again.`;
}

function withoutPython(blocks: readonly CodeBlock[]): string {
  const fenced = blocks.filter((block) => block.kind === 'fenced');
  if (fenced.length === 0) return 'The text has no Python code in it.';
  if (fenced.every(isDiff)) return 'The text has only a diff, which says what to change. Paste the whole code.';
  const languages = [...new Set(fenced.map((block) => block.language).filter((language) => language !== ''))];
  const named = languages.length === 0 ? '' : ` (${languages.slice(0, MAX_NAMED).join(', ')})`;
  return fenced.length === 1
    ? `The text has one code block${named}, and it is not Python.`
    : `The text has ${fenced.length} code blocks${named}, none of them Python.`;
}
