// Whether a definition can be called the way a task calls it. What a paste holds is found elsewhere.
import type { Definition } from './python.ts';

/** The function a task asks for; it is called with one positional argument for each parameter. */
export interface Wanted {
  readonly function: string;
  readonly parameters: readonly string[];
}

export type Usable = { readonly ok: true } | { readonly ok: false; readonly sentence: string };

export function wantedText(wanted: Wanted): string {
  return `\`${wanted.function}(${wanted.parameters.join(', ')})\``;
}

export function definedText(definition: Definition): string {
  return `\`${definition.name}(${definition.signature})\``;
}

/** A decorator or an assignment may change anything about the call, so only running it can tell. */
export function fit(definition: Definition, wanted: Wanted): Usable {
  if (definition.decorated || definition.parameters === null) return { ok: true };
  const name = `\`${definition.name}\``;
  if (definition.isAsync) {
    return problem(`${name} is an async function; calling it only makes a coroutine, so nothing would run.`);
  }
  if (definition.isGenerator) {
    return problem(`${name} contains yield; calling it only makes a generator, so nothing would run.`);
  }
  const misfit = misfitOf(definition.parameters, wanted.parameters.length);
  if (misfit === null) return { ok: true };
  return problem(`The task calls ${wantedText(wanted)}. The code defines ${definedText(definition)}, ${misfit}.`);
}

/** What keeps a call with so many positional arguments from working; null where it works. */
export function misfitOf(parameters: NonNullable<Definition['parameters']>, given: number): string | null {
  const positional = parameters.filter((parameter) => parameter.kind === 'positional');
  const required = positional.filter((parameter) => !parameter.hasDefault);
  const keywordOnly = parameters.filter((parameter) => parameter.kind === 'keyword-only' && !parameter.hasDefault);
  const takesRest = parameters.some((parameter) => parameter.kind === 'rest');
  if (required.length > given) return `which needs ${count(required.length)} and gets ${given}`;
  if (positional.length < given && !takesRest) {
    return positional.length === 0
      ? `which takes no positional arguments and gets ${given}`
      : `which takes at most ${count(positional.length)} and gets ${given}`;
  }
  if (keywordOnly.length > 0) {
    return `which also needs ${keywordOnly.map((parameter) => `\`${parameter.name}\``).join(' and ')} by keyword`;
  }
  return null;
}

function count(arguments_: number): string {
  return arguments_ === 1 ? '1 argument' : `${arguments_} arguments`;
}

function problem(sentence: string): Usable {
  return { ok: false, sentence };
}
