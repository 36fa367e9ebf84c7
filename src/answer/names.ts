// Names of a piece of Python: what it binds, what it offers to other code, what it uses. Reads the syntax tree only.
import { parser } from '@lezer/python';
import type { SyntaxNode } from '@lezer/common';
import { withYieldedValues } from './python.ts';

export interface Names {
  /** Bound at module level. */
  readonly offered: ReadonlySet<string>;
  /** Bound anywhere: a parameter, a target or an import counts wherever it stands. */
  readonly bound: ReadonlySet<string>;
  readonly used: ReadonlySet<string>;
  /** True where importing the code does little but bind names. */
  readonly isQuiet: boolean;
}

const QUIET = new Set([
  'ImportStatement',
  'FunctionDefinition',
  'ClassDefinition',
  'DecoratedStatement',
  'AssignStatement',
  'Comment',
]);
const SCOPES = new Set(['FunctionDefinition', 'ClassDefinition', 'LambdaExpression']);

export function namesIn(text: string): Names {
  const source = withYieldedValues(text);
  const root = parser.parse(source).topNode;
  const offered = new Set<string>();
  const bound = new Set<string>();
  const used = new Set<string>();
  /** Offsets of names that an assignment or a loop binds. */
  const targets = new Set<number>();
  let depth = 0;
  root.toTree().iterate({
    enter({ node }) {
      if (SCOPES.has(node.name)) depth += 1;
      for (const target of targetsOf(node)) targets.add(target.from);
      if (node.name !== 'VariableName' || isKeyword(node)) return;
      const name = source.slice(node.from, node.to);
      const before = node.prevSibling?.name ?? '';
      const isDefined = before === 'def' || before === 'class';
      if (!isDefined && !targets.has(node.from) && !isNamedElsewhere(node, before)) used.add(name);
      else {
        bound.add(name);
        if (depth === (isDefined ? 1 : 0)) offered.add(name);
      }
    },
    leave({ name }) {
      if (SCOPES.has(name)) depth -= 1;
    },
  });
  return { offered, bound, used, isQuiet: childrenOf(root).every(isQuiet) };
}

/** Left of `=` or `:=`, and between `for` and `in`; also inside a tuple there. */
function targetsOf(node: SyntaxNode): SyntaxNode[] {
  const children = (): SyntaxNode[] => childrenOf(node);
  if (node.name === 'AssignStatement' || node.name === 'NamedExpression') {
    const all = children();
    return variablesIn(
      all.slice(
        0,
        all.findLastIndex(({ name }) => name === 'AssignOp'),
      ),
    );
  }
  if (node.name !== 'ForStatement' && !node.name.endsWith('ComprehensionExpression')) return [];
  let isTarget = false;
  const found = children().filter(({ name }) => {
    if (name === 'for') isTarget = true;
    else if (name === 'in') isTarget = false;
    return isTarget;
  });
  return variablesIn(found);
}

function variablesIn(nodes: readonly SyntaxNode[]): SyntaxNode[] {
  return nodes.flatMap((node) => {
    if (node.name === 'VariableName') return [node];
    return node.name === 'TupleExpression' || node.name === 'ArrayExpression' ? variablesIn(childrenOf(node)) : [];
  });
}

/** A parameter, an import, or what stands after `as`. */
function isNamedElsewhere(node: SyntaxNode, before: string): boolean {
  if (before === 'as' || node.parent?.name === 'ImportStatement') return true;
  return node.parent?.name === 'ParamList' && before !== 'AssignOp';
}

/** The `key` of `f(key=1)`. */
function isKeyword(node: SyntaxNode): boolean {
  return node.parent?.name === 'ArgList' && node.nextSibling?.name === 'AssignOp';
}

function isQuiet(node: SyntaxNode): boolean {
  return QUIET.has(node.name) || (node.name === 'ExpressionStatement' && node.firstChild?.name === 'String');
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
  return children;
}
