// How the arguments of a task's call reach the parameters of a function, or of a class and its method. Pure; the text
// that passes them on is written in `adapt.ts`.
import { misfitOf, type Wanted } from './fit.ts';
import type { Definition, Parameter } from './python.ts';

/** Names under which a connection is passed. What else a first parameter is called, it may not be one. */
const CONNECTION = /^_?(conn|connection|con|cnx|db|database|\w+_conn|\w+_connection)$/;

export type Passing =
  /** One by one, in the task's order. */
  | { readonly kind: 'in-place' }
  /** All by keyword: they stand elsewhere, or are keyword-only. */
  | { readonly kind: 'by-name' };

/** Null where it is not plain which argument is meant for which parameter. */
export function passingTo(definition: Definition, wanted: Wanted): Passing | null {
  const { parameters, signature } = definition;
  if (parameters === null) return null;
  const positional = parameters.filter(({ kind }) => kind === 'positional').map(({ name }) => name);
  const isMisplaced = wanted.parameters.some((name, at) => positional.includes(name) && positional[at] !== name);
  if (!isMisplaced && misfitOf(parameters, wanted.parameters.length) === null) return { kind: 'in-place' };
  const byName = parameters.filter(({ kind }) => kind === 'positional' || kind === 'keyword-only');
  const takesAll = wanted.parameters.every((name) => byName.some((parameter) => parameter.name === name));
  const isPositionalOnly = signature.split(', ').includes('/');
  return takesAll && needsOnly(byName, wanted.parameters) && !isPositionalOnly ? { kind: 'by-name' } : null;
}

/** True where a function of another name can still be meant: what stands for `conn` is called like a connection. */
export function looksLike(definition: Definition, wanted: Wanted): boolean {
  const positional = (definition.parameters ?? []).filter(({ kind }) => kind === 'positional');
  return wanted.parameters.every((name, at) => name !== 'conn' || CONNECTION.test(positional[at]?.name ?? ''));
}

export interface MethodCall {
  /** Arguments as Python writes them: `conn`, `cache=cache`. */
  readonly constructor: readonly string[];
  readonly method: readonly string[];
}

/**
 * How to make the object and call its method; both lists of parameters without `self`. A sentence's end where that is
 * not plain: what the constructor or the method asks for.
 */
export function methodCall(
  constructor: readonly Parameter[],
  method: Definition,
  own: readonly Parameter[],
  wanted: Wanted,
): MethodCall | string {
  const taken: string[] = [];
  const made: string[] = [];
  for (const parameter of constructor) {
    const { name, kind, hasDefault } = parameter;
    if (kind === 'rest' || kind === 'keyword-rest') continue;
    const argument =
      wanted.parameters.find((one) => one === name) ?? (CONNECTION.test(name) ? connOf(wanted) : undefined);
    if (argument === undefined && !hasDefault)
      return `whose constructor needs \`${name}\`, which the task does not pass`;
    if (argument === undefined) continue;
    made.push(hasDefault || kind === 'keyword-only' ? `${name}=${argument}` : argument);
    taken.push(argument);
  }
  const called = methodArguments(
    own,
    wanted.parameters.filter((name) => !taken.includes(name)),
    wanted.parameters,
  );
  return called === null ? `whose method takes \`${method.signature}\`` : { constructor: made, method: called };
}

function connOf(wanted: Wanted): string | undefined {
  return wanted.parameters.find((name) => name === 'conn');
}

/** `left` are the arguments that the constructor has not taken; the method may take the others once more. */
function methodArguments(
  own: readonly Parameter[],
  left: readonly string[],
  all: readonly string[],
): readonly string[] | null {
  const named = own.filter(({ kind }) => kind === 'positional' || kind === 'keyword-only');
  const hasAll = left.every((name) => named.some((parameter) => parameter.name === name));
  if (hasAll && needsOnly(named, all)) {
    const passed = named.filter(({ name, hasDefault }) => left.includes(name) || !hasDefault);
    return passed.map(({ name, kind, hasDefault }) =>
      hasDefault || kind === 'keyword-only' ? `${name}=${name}` : name,
    );
  }
  const positional = own.filter(({ kind }) => kind === 'positional').map(({ name }) => name);
  const isMisplaced = positional.some((name, at) => all.includes(name) && left[at] !== name);
  return isMisplaced || misfitOf(own, left.length) !== null ? null : left;
}

function needsOnly(parameters: readonly Parameter[], names: readonly string[]): boolean {
  return parameters.every(({ name, hasDefault }) => hasDefault || names.includes(name));
}
