// The Python that an exported file is put together from: its imports and bodies. What is needed when is decided
// in `takeaway.ts`.
import blobPoints from '../native/blob_points.py?raw';
import cache from '../native/cache.py?raw';
import clock from '../native/clock.py?raw';
import filePoints from '../native/file_points.py?raw';
import judge from '../native/judge.py?raw';
import mappingPoints from '../native/mapping_points.py?raw';
import notifier from '../native/notifier.py?raw';
import smtp from '../native/smtp.py?raw';
import running from '../native/running.py?raw';
import sqlClock from '../native/sql_clock.py?raw';
import sqlitePoints from '../native/sqlite_points.py?raw';
import tables from '../native/tables.py?raw';
import world from '../native/world.py?raw';
import writePoints from '../native/write_points.py?raw';
import defaultJudge from './python/default_judge.py?raw';
import differences from './python/differences.py?raw';
import harness from './python/harness.py?raw';
import learned from './python/learned.py?raw';

const TEXTS = {
  harness,
  running,
  world,
  tables,
  judge,
  differences,
  defaultJudge,
  learned,
  notifier,
  smtp,
  cache,
  clock,
  sqlClock,
  writePoints,
  sqlitePoints,
  blobPoints,
  filePoints,
  mappingPoints,
} as const;

export type PieceName = keyof typeof TEXTS;
/** In the order in which they stand in a file. */
export const PIECE_NAMES = Object.keys(TEXTS) as readonly PieceName[];

interface Piece {
  /** First line of the docstring. */
  readonly title: string;
  readonly modules: readonly string[];
  readonly body: string;
}

/** Modules of our own, all in one namespace once they are put together. */
const OWN_IMPORT = /^from \w+ import .*$/;

function pieceOf(text: string): Piece {
  const [, docstring = '', rest = ''] = /^"""([\s\S]*?)"""\n([\s\S]*)$/.exec(text) ?? [];
  const lines = rest.split('\n');
  const first = lines.findIndex((line) => line !== '' && !line.startsWith('import ') && !OWN_IMPORT.test(line));
  const modules = lines.slice(0, first).flatMap((line) => /^import (.*)$/.exec(line)?.[1]?.split(', ') ?? []);
  return { title: docstring.split('\n')[0] ?? '', modules, body: lines.slice(first).join('\n').trim() };
}

export interface JoinedPieces {
  readonly imports: string;
  readonly body: string;
}

const WIDTH = 118;

/** The pieces of these names, whatever the order of the names. */
export function joinPieces(names: ReadonlySet<PieceName>): JoinedPieces {
  const pieces = PIECE_NAMES.filter((name) => names.has(name)).map((name) => pieceOf(TEXTS[name]));
  const modules = [...new Set(pieces.flatMap((piece) => piece.modules))].sort();
  const imports: string[] = [];
  for (const module of modules) {
    const line = imports.at(-1);
    if (line && line.length + module.length < WIDTH) imports.push(`${imports.pop()}, ${module}`);
    else imports.push(`import ${module}`);
  }
  const body = pieces.map(({ title, body: text }) => `# --- ${title}\n\n\n${text}\n`);
  return { imports: imports.join('\n'), body: body.join('\n\n') };
}
