// Reads the hand-labelled snippets in `labelled/*.py`. `#: title | style` begins one; `#! id …` at the end of a line
// says which patterns stand on it, `#? id …` which of them the detector is known to miss. For tests only.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface Snippet {
  readonly title: string;
  readonly style: string;
  readonly source: string;
  /** `line id`, sorted. */
  readonly patterns: readonly string[];
  readonly missed: readonly string[];
}

const FOLDER = path.join(import.meta.dirname, 'labelled');

export function loadSnippets(): readonly Snippet[] {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.py'));
  return files.flatMap((name) =>
    readFileSync(path.join(FOLDER, name), 'utf8').split(/^#: /m).slice(1).map(readSnippet),
  );
}

function readSnippet(text: string): Snippet {
  const [head = '', ...lines] = text.trimEnd().split('\n');
  const [title = '', style = ''] = head.split('|').map((part) => part.trim());
  const marked = (mark: string): string[] =>
    lines
      .flatMap((line, index) => (line.split(`#${mark} `)[1]?.split(/\s+/) ?? []).map((id) => `${index + 1} ${id}`))
      .sort();
  return { title, style, source: lines.join('\n') + '\n', patterns: marked('!'), missed: marked('?') };
}
