// What a reader must know beside the class: limits of what was tested, told by what the runs did. Pure.
import { pragmasWithoutEffect, withoutEffect } from '../model/pragmas.ts';
import { createdName, isWord, sqlStatements, type SqlToken } from '../model/sql-tokens.ts';
import type { Task } from '../model/task.ts';
import type { Exit, RunFact } from '../model/trace.ts';
import { NOTE_CODES, type ModeReport, type Note, type NoteCode } from '../model/verdict.ts';

export interface NoteParts {
  readonly task: Pick<Task, 'cases' | 'judgeSql' | 'finishesInterruptedWork'>;
  readonly modes: readonly Pick<ModeReport, 'normal'>[];
  /** Every exit that the verdict names. */
  readonly exits: readonly Exit[];
  /** Why the code does not work in autocommit where no other sentence says so; else null. */
  readonly brokenInAutocommit: string | null;
}

type Rule = (parts: NoteParts) => string | null;

/** Each gives its sentence, or null where there is nothing to say. */
const RULES: Readonly<Record<NoteCode, Rule>> = {
  'changes-lost'(parts) {
    const clean = workingExits(parts);
    if (did(clean, 'changes-lost-in-close')) {
      return 'The code closed a connection with a transaction open, so what it had written in that transaction was lost.';
    }
    // Without a judge of its own such code does not work, and that is said first.
    return parts.task.judgeSql !== null && did(clean, 'changes-lost-at-end')
      ? 'The function returned with a transaction open, so what it had written in it was lost; the judge found nothing missing.'
      : null;
  },
  'transaction-left-open': (parts) =>
    workingExits(parts).some((exit) => exit.transactionOpen && !did([exit], 'changes-lost-at-end'))
      ? 'The function returned with a transaction open. It had written nothing in it, so nothing was lost.'
      : null,
  'autocommit-broken': ({ brokenInAutocommit }) =>
    brokenInAutocommit === null ? null : `In autocommit it does not work: ${continued(brokenInAutocommit)}`,
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
  'torn-reads-nothing': ({ task }) =>
    !task.finishesInterruptedWork && task.judgeSql !== null && readsNothing(task.judgeSql, 'torn')
      ? "The judge's view torn reads nothing, so it can call no world half-updated, whatever a crash leaves."
      : null,
};

/** A sentence that goes on after a colon. */
export function continued(sentence: string): string {
  return sentence.replace(/^(?:The|An?|After) /, (word) => word.toLowerCase());
}

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
  return cleanExits({ modes, exits }).every((exit) => exit.facts.includes('only-own-connections'))
    ? 'only-own'
    : 'also-own';
}

/** Of clean runs that did what was asked; what is wrong with the others is said first. */
function workingExits({ modes, exits }: NoteParts): readonly Exit[] {
  return modes.flatMap(({ normal }) => normal.flatMap(({ works, exit }) => (works ? (exits[exit] ?? []) : [])));
}

function cleanExits({ modes, exits }: Pick<NoteParts, 'modes' | 'exits'>): readonly Exit[] {
  return modes.flatMap(({ normal }) => normal.flatMap(({ exit }) => exits[exit] ?? []));
}

/** Whether a view of a judge has no table to look at; one that reads a table and drops every row is not found out. */
function readsNothing(judgeSql: string, view: string): boolean {
  const isView = (one: readonly SqlToken[]): boolean => createdName(one, 'VIEW', 'TABLE')?.name.toLowerCase() === view;
  const statement = sqlStatements(judgeSql).find(isView);
  return statement !== undefined && !statement.some((token) => isWord(token, 'FROM', 'EXISTS', 'IN'));
}

function did(exits: readonly Exit[], fact: RunFact): boolean {
  return exits.some((exit) => exit.facts.includes(fact));
}
