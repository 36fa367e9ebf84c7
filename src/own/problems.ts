// Problems of a function of one's own, named by the field of `OwnFunction` they are about. No check lives here.
import type { Problem } from '../model/result.ts';

/** `field` as in the type: `call`, `sql`, `files[0].path`. `line` counts from 1 within that field. */
export function problemIn(field: string, message: string, line: number | null = null): Problem {
  return { where: 'own function', line, field, message };
}

/** A piece of what a person typed, on one line and short enough to stand in a sentence. */
export function excerpt(text: string, mostCharacters = 40): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  return characters.length > mostCharacters
    ? `${characters.slice(0, mostCharacters - 1).join('')}…`
    : characters.join('');
}
