// Reads the outline of Python source from its syntax tree: what it defines, where, and with which
// parameters. It runs nothing and decides nothing about a task.
import { parser } from '@lezer/python';
import type { SyntaxNode, SyntaxNodeRef } from '@lezer/common';

export type Place =
  /** Bound when the module is imported, also inside `if`, `try` or `with`. */
  | { readonly kind: 'module' }
  | { readonly kind: 'class'; readonly name: string }
  | { readonly kind: 'function'; readonly name: string };

export interface Parameter {
  readonly name: string;
  readonly kind: 'positional' | 'rest' | 'keyword-only' | 'keyword-rest';
  readonly hasDefault: boolean;
}

export interface Definition {
  readonly name: string;
  readonly place: Place;
  /** Null where the name is assigned rather than defined by `def`. */
  readonly parameters: readonly Parameter[] | null;
  /** Parameters as they are written, without annotations; long defaults are cut. */
  readonly signature: string;
  readonly decorated: boolean;
  readonly isAsync: boolean;
  /** True where the function has a `yield` of its own. */
  readonly isGenerator: boolean;
  /** Line of the source, from 1. */
  readonly line: number;
}

export interface Outline {
  /** Functions in order of appearance, and names assigned at module level. */
  readonly definitions: readonly Definition[];
  readonly hasErrors: boolean;
  /** True where a module-level expression has no effect, such as a stray word of prose that happens to parse. */
  readonly hasIdleWords: boolean;
  readonly isEmpty: boolean;
}

/** Module-level expressions that a program may well have. */
const ACTIVE_EXPRESSIONS = new Set([
  'CallExpression',
  'String',
  'ContinuedString',
  'FormatString',
  'Ellipsis',
  'AwaitExpression',
  'NamedExpression',
]);
const MAX_DEFAULT_LENGTH = 20;

type Scope = {
  readonly place: Place;
  readonly definition: { -readonly [K in keyof Definition]: Definition[K] } | null;
};

/** The parser recovers from errors, which takes long in prose; this one gives up at the first. */
const strictParser = parser.configure({ strict: true });

/**
 * The parser knows no `yield` without a value, which every context manager has. For reading only, each gets one;
 * lines stay where they are.
 */
export function withYieldedValues(source: string): string {
  return source.replace(/\byield\b(?=[ \t]*(?:[\r\n)\]},;#]|$))/g, 'yield None');
}

/** True where the text reads as a program: no syntax error, nothing that must be prose, not empty. */
export function isProgram(source: string): boolean {
  try {
    strictParser.parse(withYieldedValues(source));
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
  const outline = outlineOf(source);
  return !outline.hasErrors && !outline.hasIdleWords && !outline.isEmpty;
}

export function outlineOf(text: string): Outline {
  const source = withYieldedValues(text);
  const definitions: Definition[] = [];
  const scopes: Scope[] = [{ place: { kind: 'module' }, definition: null }];
  const current = (): Scope => scopes.at(-1) as Scope;
  const lineAt = lineCounter(source);
  let hasErrors = false;
  let hasIdleWords = false;
  let isEmpty = true;

  parser.parse(source).iterate({
    enter(node) {
      if (node.type.isError) hasErrors = true;
      if (node.name !== 'Script' && node.name !== 'Comment') isEmpty = false;
      switch (node.name) {
        case 'FunctionDefinition': {
          const definition = readFunction(node.node, source, current().place, lineAt);
          definitions.push(definition);
          scopes.push({ place: { kind: 'function', name: definition.name }, definition });
          break;
        }
        case 'LambdaExpression':
          scopes.push({ place: { kind: 'function', name: 'lambda' }, definition: null });
          break;
        case 'ClassDefinition': {
          const name = childText(node.node, 'VariableName', source);
          scopes.push({ place: { kind: 'class', name }, definition: null });
          break;
        }
        case 'yield': {
          const definition = current().definition;
          if (definition !== null) definition.isGenerator = true;
          break;
        }
        case 'AssignStatement':
          if (current().place.kind === 'module') definitions.push(...readAssignment(node.node, source, lineAt));
          break;
        case 'ExpressionStatement': {
          const expression = node.node.firstChild;
          const isActive = expression === null || ACTIVE_EXPRESSIONS.has(expression.name);
          if (current().place.kind === 'module' && !isActive) hasIdleWords = true;
          break;
        }
      }
    },
    leave(node) {
      if (opensScope(node)) scopes.pop();
    },
  });
  return { definitions, hasErrors, hasIdleWords, isEmpty };
}

function opensScope(node: SyntaxNodeRef): boolean {
  return node.name === 'FunctionDefinition' || node.name === 'LambdaExpression' || node.name === 'ClassDefinition';
}

function readFunction(
  node: SyntaxNode,
  source: string,
  place: Place,
  lineAt: (offset: number) => number,
): NonNullable<Scope['definition']> {
  const list = node.getChild('ParamList');
  const read = list === null ? { parameters: [], signature: '' } : readParameters(list, source);
  return {
    name: childText(node, 'VariableName', source),
    place,
    ...read,
    decorated: node.parent?.name === 'DecoratedStatement',
    isAsync: node.getChild('async') !== null,
    isGenerator: false,
    line: lineAt(node.from),
  };
}

/** `a = …` and `a = b = …`; the value is not looked at. */
function readAssignment(node: SyntaxNode, source: string, lineAt: (offset: number) => number): Definition[] {
  const found: Definition[] = [];
  const children = childrenOf(node);
  const targets = children.slice(
    0,
    Math.max(
      0,
      children.findLastIndex(({ name }) => name === 'AssignOp'),
    ),
  );
  targets.forEach((child) => {
    if (child.name !== 'VariableName') return;
    found.push({
      name: source.slice(child.from, child.to),
      place: { kind: 'module' },
      parameters: null,
      signature: '',
      decorated: false,
      isAsync: false,
      isGenerator: false,
      line: lineAt(child.from),
    });
  });
  return found;
}

/** The tree has no node for the `/` that ends positional-only parameters; it is found in the text between commas. */
function readParameters(list: SyntaxNode, source: string): { parameters: Parameter[]; signature: string } {
  const parameters: Parameter[] = [];
  const written: string[] = [];
  let afterStar = false;
  for (const part of splitAtCommas(list)) {
    const name = part.nodes.find((node) => node.name === 'VariableName');
    const stars = part.nodes[0]?.name ?? '';
    const assign = part.nodes.findIndex((node) => node.name === 'AssignOp');
    const value = assign < 0 ? undefined : part.nodes[assign + 1];
    const nameText = name === undefined ? '' : source.slice(name.from, name.to);
    if (name !== undefined) {
      const kind = stars === '**' ? 'keyword-rest' : stars === '*' ? 'rest' : afterStar ? 'keyword-only' : 'positional';
      parameters.push({ name: nameText, kind, hasDefault: assign >= 0 });
    }
    if (stars === '*') afterStar = true;
    if (name !== undefined || stars === '*') {
      const prefix = stars === '*' || stars === '**' ? stars : '';
      const suffix = value === undefined ? '' : `=${shortened(source.slice(value.from, value.to))}`;
      written.push(prefix + nameText + suffix);
    } else if (source.slice(part.from, part.to).trim() === '/') {
      written.push('/');
    }
  }
  return { parameters, signature: written.join(', ') };
}

function splitAtCommas(list: SyntaxNode): { from: number; to: number; nodes: SyntaxNode[] }[] {
  const parts: { from: number; to: number; nodes: SyntaxNode[] }[] = [];
  let nodes: SyntaxNode[] = [];
  let from = list.from;
  for (const child of childrenOf(list)) {
    if (child.name === '(') from = child.to;
    else if (child.name === ',' || child.name === ')') {
      parts.push({ from, to: child.from, nodes });
      nodes = [];
      from = child.to;
    } else if (!child.type.isError) nodes.push(child);
  }
  if (nodes.length > 0) parts.push({ from, to: list.to, nodes });
  return parts;
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
  return children;
}

function childText(node: SyntaxNode, type: string, source: string): string {
  const child = node.getChild(type);
  return child === null ? '' : source.slice(child.from, child.to);
}

function shortened(text: string): string {
  const line = text.split('\n').join(' ');
  return line.length > MAX_DEFAULT_LENGTH ? '…' : line;
}

/** Line of an offset, from 1. Asked in the order of the text, it goes through the text once. */
function lineCounter(source: string): (offset: number) => number {
  let line = 1;
  let next = source.indexOf('\n');
  let from = 0;
  return (offset) => {
    if (offset < from) [line, next] = [1, source.indexOf('\n')];
    from = offset;
    for (; next >= 0 && next < offset; next = source.indexOf('\n', next + 1)) line += 1;
    return line;
  };
}
