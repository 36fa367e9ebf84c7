// What a reader must know beside the class: limits of what was tested, told by what the runs did. Pure.
import type { Exit, RunFact } from '../model/trace.ts';
import { NOTE_CODES, type Note, type NoteCode } from '../model/verdict.ts';

export interface NoteParts {
  /** Every exit that the verdict names. */
  readonly exits: readonly Exit[];
}

type Rule = (parts: NoteParts) => string | null;

/** Each gives its sentence, or null where there is nothing to say. */
const RULES: Readonly<Record<NoteCode, Rule>> = {
  'own-connection': (parts) =>
    did(parts, 'own-connection')
      ? "The code opens a connection of its own, so there the transaction mode is the code's in both columns."
      : null,
};

export function notesOf(parts: NoteParts): readonly Note[] {
  return NOTE_CODES.flatMap((code) => {
    const sentence = RULES[code](parts);
    return sentence === null ? [] : [{ code, sentence }];
  });
}

function did({ exits }: NoteParts, fact: RunFact): boolean {
  return exits.some((exit) => exit.facts.includes(fact));
}
