// What a reader must know beside the class: limits of what was tested, told by what the runs did. Pure.
import { pragmasWithoutEffect, withoutEffect } from '../model/pragmas.ts';
import type { Task } from '../model/task.ts';
import type { Exit, RunFact } from '../model/trace.ts';
import { NOTE_CODES, type ModeReport, type Note, type NoteCode } from '../model/verdict.ts';

export interface NoteParts {
  readonly task: Pick<Task, 'cases'>;
  readonly modes: readonly Pick<ModeReport, 'normal'>[];
  /** Every exit that the verdict names. */
  readonly exits: readonly Exit[];
}

type Rule = (parts: NoteParts) => string | null;

/** Each gives its sentence, or null where there is nothing to say. */
const RULES: Readonly<Record<NoteCode, Rule>> = {
  'own-connection'(parts) {
    const used = connectionsOf(parts);
    if (parts.modes.length < 2 || used === 'handed') return null;
    return used === 'only-own'
      ? "The code opens its own connection and writes with no other, so the transaction mode was the code's own in both columns."
      : "The code also opens a connection of its own; there the transaction mode was the code's own in both columns.";
  },
  'one-file-system': ({ exits }) =>
    did(exits, 'moved-across-tmp')
      ? 'The code moves a file between /tmp and the working directory, which are one file system here. Where /tmp is another one, os.replace and os.rename fail with EXDEV, and shutil.move copies, which a crash can cut short.'
      : null,
  'pragma-without-effect'({ task }) {
    const [first] = task.cases.flatMap(({ sql }) => pragmasWithoutEffect(sql ?? ''));
    return first === undefined ? null : `In the schema and rows, ${withoutEffect(first)}.`;
  },
  'wal-with-attach': ({ exits }) =>
    did(exits, 'wal-with-attach')
      ? 'One transaction writes to several databases, and at least one of them is in WAL mode: such a commit is atomic in each file, not over all of them. A kill inside the commit is not tested here.'
      : null,
};

export function notesOf(parts: NoteParts): readonly Note[] {
  return NOTE_CODES.flatMap((code) => {
    const sentence = RULES[code](parts);
    return sentence === null ? [] : [{ code, sentence }];
  });
}

/** Which connections the code used: the one it is handed, its own beside it, or, for every write of a clean run, its own. */
export type Connections = 'handed' | 'also-own' | 'only-own';

export function connectionsOf({ modes, exits }: Pick<NoteParts, 'modes' | 'exits'>): Connections {
  if (!did(exits, 'own-connection')) return 'handed';
  const clean = modes.flatMap(({ normal }) => normal.flatMap(({ exit }) => exits[exit] ?? []));
  return clean.every((exit) => exit.facts.includes('only-own-connections')) ? 'only-own' : 'also-own';
}

function did(exits: readonly Exit[], fact: RunFact): boolean {
  return exits.some((exit) => exit.facts.includes(fact));
}
