// Makes code callable that means the wanted function plainly but does not offer it as such: under another name, in a
// class, async, or with its parameters elsewhere. Lines are only ever added, at the end. It runs nothing.
import { methodCall, looksLike, passingTo } from './arguments.ts';
import { definedText, misfitOf, wantedText, type Wanted } from './fit.ts';
import type { Definition, Outline } from './python.ts';
import { shapeOf, type ClassShape, type Shape } from './shape.ts';

export type Adaptation =
  /** `sentence` tells a person what was added. */
  | { readonly kind: 'adapted'; readonly source: string; readonly sentence: string }
  | { readonly kind: 'refused'; readonly sentence: string };

/** Of a definition that has the wanted name; null where nothing needs to be added, or nothing would help. */
export function adaptDefinition(source: string, definition: Definition, wanted: Wanted): Adaptation | null {
  if (definition.decorated || definition.parameters === null || definition.isGenerator) return null;
  const passing = passingTo(definition, wanted);
  const fits = misfitOf(definition.parameters, wanted.parameters.length) === null;
  if (passing === null) return fits ? refused(otherOrder(definition, wanted)) : null;
  if (definition.isAsync) return adaptAsync(source, shapeOf(source), definition, wanted);
  if (passing.kind === 'in-place') return null;
  return added(
    source,
    [`# Added: the task passes its arguments in another way.`, `${wanted.function} = ${passedOn(definition, wanted)}`],
    `A line at the end passes the arguments on by name, as the code takes them in another way.`,
  );
}

/** Of code that does not define the wanted name at module level; null where nothing there is plainly meant. */
export function adaptProgram(source: string, outline: Outline, wanted: Wanted): Adaptation | null {
  const shape = shapeOf(source);
  const methods = outline.definitions.filter(({ name, place }) => name === wanted.function && place.kind === 'class');
  if (methods.length > 0) return adaptMethods(source, outline, shape, methods, wanted);
  const functions = publicFunctions(outline, shape);
  const meant = functionMeant(functions, wanted);
  if (meant !== null) return adaptFunction(source, shape, meant, wanted);
  if (functions.length > 0) return null;
  const others = outline.definitions.filter(({ name, place }) => place.kind === 'class' && !name.startsWith('_'));
  const [only, another] = others;
  if (only === undefined || another !== undefined) return null;
  const adapted = adaptMethods(source, outline, shape, [only], wanted);
  return adapted.kind === 'adapted' ? adapted : null;
}

/** What a program offers: not `main`, tests and private helpers, nor what another of its functions calls. */
function publicFunctions({ definitions }: Outline, { calls }: Shape): Definition[] {
  const all = definitions.filter(({ place, parameters }) => place.kind === 'module' && parameters !== null);
  const lasts = new Map(all.map((one) => [one.name, one]));
  const offered = all.filter(
    (one) =>
      lasts.get(one.name) === one && !one.name.startsWith('_') && !one.name.startsWith('test') && one.name !== 'main',
  );
  const helpers = new Set<string>();
  for (const { name } of offered) for (const called of calls.get(name) ?? []) if (called !== name) helpers.add(called);
  return offered.filter(({ name }) => !helpers.has(name));
}

/** The one that takes the task's parameters by their names; else the only one there is, if it fits. */
function functionMeant(functions: readonly Definition[], wanted: Wanted): Definition | null {
  const fitting = functions.filter((one) => !one.isGenerator && passingTo(one, wanted) !== null);
  const named = fitting.filter(({ parameters }) =>
    wanted.parameters.every((name) => parameters?.some((parameter) => parameter.name === name)),
  );
  const [first, second] = named.length > 0 ? named : fitting;
  if (first === undefined || second !== undefined) return null;
  if (named.length === 0 && (functions.length > 1 || !looksLike(first, wanted))) return null;
  return first;
}

function adaptFunction(source: string, shape: Shape, definition: Definition, wanted: Wanted): Adaptation {
  if (definition.isAsync && !definition.decorated) return adaptAsync(source, shape, definition, wanted);
  const inPlace = passingTo(definition, wanted)?.kind === 'in-place';
  const comment = `# Added: the task calls it ${wanted.function}.`;
  const value = inPlace ? definition.name : passedOn(definition, wanted);
  return added(
    source,
    [comment, `${wanted.function} = ${value}`],
    `The code defines ${definedText(definition)}; a line at its end gives it the name \`${wanted.function}\`.`,
  );
}

/** What only awaits its own functions needs no event loop; what awaits asyncio's gets one. */
function adaptAsync(source: string, shape: Shape, definition: Definition, wanted: Wanted): Adaptation {
  const foreign = foreignSentence(definition.name, shape);
  if (foreign !== null) return refused(foreign);
  const given = passingTo(definition, wanted)?.kind === 'by-name' ? byName(wanted) : wanted.parameters;
  const parameters = [...wanted.parameters, `_given=${definition.name}`].join(', ');
  const runner = runnerFor(wanted, shape);
  return added(
    source,
    [...runner.lines, `${wanted.function} = lambda ${parameters}: ${runner.name}(_given(${given.join(', ')}))`],
    `${nameOf(definition)} is async; lines at the end run it from a plain \`${wanted.function}\`.`,
  );
}

function adaptMethods(
  source: string,
  outline: Outline,
  shape: Shape,
  methods: readonly Definition[],
  wanted: Wanted,
): Adaptation {
  const constructors = constructorsIn(outline);
  const tried = methods.map((method) => adaptMethod(source, constructors, shape, method, wanted));
  const [first, second] = tried.filter((one) => one.kind === 'adapted');
  if (second !== undefined) {
    return refused(`${asks(wanted)} The code has several classes with that method. Keep one, then run again.`);
  }
  return first ?? tried[0] ?? refused(asks(wanted));
}

/** The last one of each class, by the class's name. */
function constructorsIn({ definitions }: Outline): ReadonlyMap<string, Definition> {
  const constructors = new Map<string, Definition>();
  for (const one of definitions)
    if (one.name === '__init__' && one.place.kind === 'class') constructors.set(one.place.name, one);
  return constructors;
}

function adaptMethod(
  source: string,
  constructors: ReadonlyMap<string, Definition>,
  shape: Shape,
  method: Definition,
  wanted: Wanted,
): Adaptation {
  const owner = method.place.kind === 'class' ? method.place.name : '';
  const refuse = (reason: string): Adaptation =>
    refused(
      `${asks(wanted)} The code defines it only as a method of the class \`${owner}\`${reason}. ` +
        'Move it out of the class, then run again.',
    );
  const classShape = shape.classes.get(owner);
  if (classShape === undefined || method.isGenerator) return refuse('');
  const decorators = classShape.decorators.get(method.name) ?? [];
  const isStatic = decorators.includes('staticmethod');
  const isOfClass = decorators.includes('classmethod');
  const constructor = constructors.get(owner);
  if (!isStatic && !isOfClass && isMadeElsewhere(classShape, constructor)) {
    return refuse(', and how to make an object of it is not written there');
  }
  const own = (method.parameters ?? []).slice(isStatic ? 0 : 1);
  const made = isStatic || isOfClass ? [] : (constructor?.parameters ?? []).slice(1);
  const call = methodCall(made, method, own, wanted);
  if (typeof call === 'string') return refuse(`, ${call}`);
  const foreign = method.isAsync ? foreignSentence(method.name, shape) : null;
  if (foreign !== null) return refused(foreign);

  const object = isStatic || isOfClass ? owner : `${owner}(${call.constructor.join(', ')})`;
  const expression = `${object}.${method.name}(${call.method.join(', ')})`;
  const runner = method.isAsync ? runnerFor(wanted, shape) : null;
  return added(
    source,
    [
      ...(runner?.lines ?? ['# Added: the task calls a function.']),
      `def ${wanted.function}(${wanted.parameters.join(', ')}):`,
      `    return ${runner === null ? expression : `${runner.name}(${expression})`}`,
    ],
    `${nameOf(method)} is a method of the class \`${owner}\`; lines at the end call it from a plain \`${wanted.function}\`.`,
  );
}

function isMadeElsewhere({ isDerived }: ClassShape, constructor: Definition | undefined): boolean {
  return isDerived && constructor === undefined;
}

function foreignSentence(name: string, { foreignAwaits }: Shape): string | null {
  const unknown = foreignAwaits.filter((written) => !isOfAsyncio(written));
  if (unknown.length === 0) return null;
  const waits = unknown.slice(0, 3).map((written) => `\`${written}\``);
  return `\`${name}\` is an async function and waits for ${waits.join(' and ')}; what the task hands in can be called, but not waited for. Ask for a plain function, then run again.`;
}

function isOfAsyncio(written: string): boolean {
  return written.startsWith('asyncio.');
}

function otherOrder(definition: Definition, wanted: Wanted): string {
  return `The task calls ${wantedText(wanted)}. The code defines ${definedText(definition)}, with its parameters in another order.`;
}

function passedOn(definition: Definition, wanted: Wanted): string {
  const parameters = [...wanted.parameters, `_given=${definition.name}`].join(', ');
  return `lambda ${parameters}: _given(${byName(wanted).join(', ')})`;
}

function byName(wanted: Wanted): string[] {
  return wanted.parameters.map((name) => `${name}=${name}`);
}

/** What takes a coroutine to its end: the name that it is called by, and the lines that must stand before. */
function runnerFor(wanted: Wanted, { foreignAwaits }: Shape): { readonly name: string; readonly lines: string[] } {
  const added = `# Added: the task calls ${wanted.function} without await`;
  if (foreignAwaits.some(isOfAsyncio)) {
    return { name: '_asyncio.run', lines: [`${added}.`, 'import asyncio as _asyncio', '', ''] };
  }
  return {
    name: '_run_to_its_end',
    lines: [
      `${added}, and nothing here waits for an event loop.`,
      'def _run_to_its_end(coroutine):',
      '    try:',
      '        coroutine.send(None)',
      '    except StopIteration as end:',
      '        return end.value',
      '',
      '',
    ],
  };
}

function nameOf({ name }: Definition): string {
  return `\`${name}\``;
}

function asks(wanted: Wanted): string {
  return `The task asks for ${wantedText(wanted)}.`;
}

function added(source: string, lines: readonly string[], sentence: string): Adaptation {
  return { kind: 'adapted', source: `${source.trimEnd()}\n\n\n${lines.join('\n')}\n`, sentence };
}

function refused(sentence: string): Adaptation {
  return { kind: 'refused', sentence };
}
