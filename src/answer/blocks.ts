// Finds the code blocks of a Markdown text and the lines they stand on. Which of them are Python, and which
// one is meant, is decided in `answer.ts`.
import { Lexer, Tokenizer, type Token, type Tokens } from 'marked';

export interface CodeBlock {
  readonly kind: 'fenced' | 'indented';
  /** Position among the fenced blocks of the text, from 1; 0 for indented code. */
  readonly number: number;
  /** First word after the fence in lower case; '' where there is none. */
  readonly language: string;
  readonly source: string;
  /** Line of the text, from 1, on which the source starts. */
  readonly startLine: number;
}

/** Deeper nesting of lists and quotes than any answer has; lexing it would take for ever. */
const MAX_MARKERS = 40;
/** Lines looked at for where blocks stand, for each line of the text; a text that is in order takes two. */
const LOOKS_PER_LINE = 20;
const CONTAINER_MARKERS = new Set([' ', '\t', '>', '-', '*', '+', '.', ')', ...'0123456789']);
const MARKDOWN_LANGUAGES = new Set(['md', 'markdown']);

/**
 * HTML is no block of its own here: a fence right under `<details>` counts as a fence. A quote is read in parts, as
 * marked reads all of the rest anew each time that one goes on behind lines without its mark.
 */
class AnswerTokenizer extends Tokenizer {
  override html(): undefined {
    return undefined;
  }

  override blockquote(src: string): Tokens.Blockquote | undefined {
    return QUOTED.test(src) ? super.blockquote(src.slice(0, endOfPart(src))) : undefined;
  }
}

const QUOTED = /^ {0,3}>/;
/** How often a quote goes on behind lines without its mark before the rest of it counts as another one. */
const MAX_RESUMED = 24;

/** Where the part ends that is read at once: at a blank line, or where the quote has gone on too often. */
function endOfPart(src: string): number {
  let resumed = 0;
  let wasQuoted = true;
  for (let at = 0; at < src.length;) {
    const end = src.indexOf('\n', at);
    const line = src.slice(at, end < 0 ? src.length : end);
    if (line.trim() === '') return at;
    const isQuoted = QUOTED.test(line);
    if (isQuoted && !wasQuoted) resumed += 1;
    if (resumed > MAX_RESUMED) return at;
    wasQuoted = isQuoted;
    if (end < 0) break;
    at = end + 1;
  }
  return src.length;
}

/** All code blocks in order; `text` is normalised. A block of Markdown is opened and its own blocks are listed. */
export function codeBlocks(text: string): CodeBlock[] {
  const blocks: Blocks = { found: [], fenced: 0 };
  collect(text, 1, blocks, 0);
  return blocks.found;
}

interface Blocks {
  readonly found: CodeBlock[];
  /** How many of them are fenced. */
  fenced: number;
}

function collect(text: string, firstLine: number, blocks: Blocks, depth: number): void {
  const lines = text.split('\n').map(flattenDeepNesting);
  const search = { left: LOOKS_PER_LINE * lines.length };
  let cursor = 0;
  for (const token of codeTokens(new Lexer({ tokenizer: new AnswerTokenizer() }).blockTokens(lines.join('\n')))) {
    const raw = token.raw.trimEnd().split('\n');
    const at = findLines(lines, raw, cursor, search);
    cursor = at + raw.length;
    const fenced = token.codeBlockStyle !== 'indented';
    const startLine = firstLine + at + (fenced ? 1 : 0);
    const language = fenced ? languageOf(token.lang ?? '') : '';
    if (MARKDOWN_LANGUAGES.has(language) && depth === 0) {
      collect(token.text, startLine, blocks, depth + 1);
      continue;
    }
    if (fenced) blocks.fenced += 1;
    const kind = fenced ? 'fenced' : 'indented';
    blocks.found.push({ kind, number: fenced ? blocks.fenced : 0, language, source: token.text, startLine });
  }
}

/** Code tokens in document order, those inside lists and quotes included. */
function codeTokens(tokens: readonly Token[]): Tokens.Code[] {
  return tokens.flatMap((token): Tokens.Code[] => {
    switch (token.type) {
      case 'code':
        return [token as Tokens.Code];
      case 'list':
        return (token as Tokens.List).items.flatMap((item) => codeTokens(item.tokens));
      case 'blockquote':
        return codeTokens((token as Tokens.Blockquote).tokens);
      default:
        return [];
    }
  });
}

/**
 * Index, from 0, of the first line at or after `from` where the block stands. Lists and quotes strip what
 * their lines begin with (and turn tabs into spaces), so ends of lines are compared. Counts the lines it looks at,
 * and gives up where a text with many blocks that stand nowhere has used them up.
 */
function findLines(lines: readonly string[], block: readonly string[], from: number, search: { left: number }): number {
  const wanted = block.map((line) => line.trim());
  const stands = (line: string, at: number): boolean => {
    search.left -= 1;
    return lines[at]?.trimEnd().endsWith(line) ?? false;
  };
  for (let at = from; at + wanted.length <= lines.length && search.left > 0; at += 1) {
    if (wanted.every((line, index) => stands(line, at + index))) return at;
  }
  return from;
}

/** `python title="x.py"`, `{.python}` and `Python:x.py` all say python. */
function languageOf(info: string): string {
  let word = '';
  for (const character of info.trim().toLowerCase()) {
    const isPart = (character >= 'a' && character <= 'z') || (character >= '0' && character <= '9');
    if (isPart || character === '+' || character === '-' || character === '#') word += character;
    else if (word !== '') break;
  }
  return word;
}

function flattenDeepNesting(line: string): string {
  let markers = 0;
  for (const character of line) {
    if (!CONTAINER_MARKERS.has(character)) break;
    if (character === '>' || character === '-' || character === '*' || character === '+') markers += 1;
    if (character === '.' || character === ')') markers += 1;
  }
  return markers > MAX_MARKERS ? '' : line;
}
