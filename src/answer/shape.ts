// Facts about a program that adapting it takes: which functions are called by others, what is awaited, how classes
// are made. Reads the syntax tree; decides nothing about a task.
import { parser } from '@lezer/python';
import type { SyntaxNode } from '@lezer/common';
import { withYieldedValues } from './python.ts';

const SCOPES = new Set(['FunctionDefinition', 'ClassDefinition', 'LambdaExpression']);

export interface ClassShape {
  readonly name: string;
  /** True where its constructor may stand elsewhere: a base class, or a decorator such as `@dataclass`. */
  readonly isDerived: boolean;
  /** Names of the decorators of each method that has any, as they are written, without arguments. */
  readonly decorators: ReadonlyMap<string, readonly string[]>;
}

export interface Shape {
  /** Classes at module level by their names; of several with one name the first. */
  readonly classes: ReadonlyMap<string, ClassShape>;
  /** For each function at module level, the plain names that are called inside it. */
  readonly calls: ReadonlyMap<string, ReadonlySet<string>>;
  /** What is awaited beside the program's own async functions, as it is written: `asyncio.sleep`, `async with`. */
  readonly foreignAwaits: readonly string[];
}

export function shapeOf(text: string): Shape {
  const source = withYieldedValues(text);
  const root = parser.parse(source).topNode;
  const textOf = (node: SyntaxNode | null): string => (node === null ? '' : source.slice(node.from, node.to));
  const nameOf = (node: SyntaxNode): string => textOf(node.getChild('VariableName'));
  const decoratorsOf = (node: SyntaxNode): string[] =>
    node.parent?.name === 'DecoratedStatement'
      ? node.parent.getChildren('Decorator').map((decorator) => /^@\s*([\w.]+)/.exec(textOf(decorator))?.[1] ?? '')
      : [];

  const classes = new Map<string, ClassShape>();
  const calls = new Map<string, Set<string>>();
  const asyncNames = new Set<string>();
  const awaited: { readonly written: string; readonly name: string | null }[] = [];
  /** Functions, classes and lambdas around the place that is read; the outermost first. */
  const around: SyntaxNode[] = [];
  root.toTree().iterate({
    enter({ node }) {
      if (node.name === 'FunctionDefinition' && node.getChild('async') !== null) asyncNames.add(nameOf(node));
      if (node.name === 'async' && node.parent?.name !== 'FunctionDefinition') {
        awaited.push({ written: `async ${textOf(node.nextSibling)}`, name: null });
      }
      if (node.name === 'AwaitExpression') awaited.push(readAwait(node, textOf));
      if (node.name === 'CallExpression' && node.firstChild?.name === 'VariableName') {
        const [owner] = around;
        if (owner?.name === 'FunctionDefinition') addTo(calls, nameOf(owner), textOf(node.firstChild));
      }
      if (node.name === 'ClassDefinition' && around.length === 0 && !classes.has(nameOf(node))) {
        classes.set(nameOf(node), readClass(node, nameOf(node), decoratorsOf, nameOf));
      }
      if (SCOPES.has(node.name)) around.push(node);
    },
    leave({ name }) {
      if (SCOPES.has(name)) around.pop();
    },
  });
  const foreign = awaited.filter(({ name }) => name === null || !asyncNames.has(name));
  return { classes, calls, foreignAwaits: [...new Set(foreign.map(({ written }) => written))] };
}

/** `await f(…)` and `await self.f(…)` wait for `f`; anything else for something that is not known here. */
function readAwait(
  node: SyntaxNode,
  textOf: (node: SyntaxNode | null) => string,
): { readonly written: string; readonly name: string | null } {
  const operand = node.getChild('await')?.nextSibling ?? null;
  const callee = operand?.name === 'CallExpression' ? operand.firstChild : operand;
  const written = textOf(callee);
  if (operand?.name !== 'CallExpression') return { written, name: null };
  if (callee?.name === 'VariableName') return { written, name: written };
  return { written, name: /^self\.(\w+)$/.exec(written)?.[1] ?? null };
}

function readClass(
  node: SyntaxNode,
  name: string,
  decoratorsOf: (node: SyntaxNode) => string[],
  nameOf: (node: SyntaxNode) => string,
): ClassShape {
  const bases = childrenOf(node.getChild('ArgList')).filter((child) => !['(', ')', ','].includes(child.name));
  const methods = childrenOf(node.getChild('Body'))
    .flatMap((child) => (child.name === 'DecoratedStatement' ? childrenOf(child) : [child]))
    .filter((child) => child.name === 'FunctionDefinition');
  const decorators = new Map(methods.map((method) => [nameOf(method), decoratorsOf(method)]));
  return { name, isDerived: bases.length > 0 || decoratorsOf(node).length > 0, decorators };
}

function childrenOf(node: SyntaxNode | null): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node?.firstChild ?? null; child !== null; child = child.nextSibling) children.push(child);
  return children;
}

function addTo(map: Map<string, Set<string>>, key: string, value: string): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, new Set([value]));
  else known.add(value);
}
