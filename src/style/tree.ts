// Reads nodes of the syntax tree: text, lines, children, arguments. Knows Python's grammar, nothing of databases.
import { parser } from '@lezer/python';
import type { SyntaxNode } from '@lezer/common';

/** One source and its tree. */
export class Source {
  readonly text: string;
  readonly root: SyntaxNode;
  readonly #starts: number[] = [0];

  constructor(text: string) {
    this.text = text;
    this.root = parser.parse(text).topNode;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1);
  }

  /** Depth of the tree, found without recursion. */
  depth(): number {
    let depth = 0;
    let deepest = 0;
    this.root.toTree().iterate({
      enter() {
        depth += 1;
        deepest = Math.max(deepest, depth);
      },
      leave() {
        depth -= 1;
      },
    });
    return deepest;
  }

  textOf(node: SyntaxNode): string {
    return this.text.slice(node.from, node.to);
  }

  /** Line of an offset, from 1. */
  lineAt(offset: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }
}

export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (!child.type.isError && child.name !== 'Comment') children.push(child);
  }
  return children;
}

/** Nodes of a function that run as part of it: nested functions, classes and lambdas are left out. */
export function ownNodes(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  const visit = (parent: SyntaxNode): void => {
    for (const child of childrenOf(parent)) {
      if (isScope(child)) continue;
      found.push(child);
      visit(child);
    }
  };
  visit(node);
  return found;
}

export function isScope(node: SyntaxNode): boolean {
  return node.name === 'FunctionDefinition' || node.name === 'ClassDefinition' || node.name === 'LambdaExpression';
}

export function withoutParentheses(node: SyntaxNode): SyntaxNode {
  let inner = node;
  while (inner.name === 'ParenthesizedExpression') {
    const next = childrenOf(inner).find((child) => child.name !== '(' && child.name !== ')');
    if (next === undefined) break;
    inner = next;
  }
  return inner;
}

export interface Call {
  readonly node: SyntaxNode;
  readonly callee: SyntaxNode;
  readonly positional: readonly SyntaxNode[];
  readonly keywords: ReadonlyMap<string, SyntaxNode>;
  /** True where `*args` or `**kwargs` hide what is passed. */
  readonly spread: boolean;
}

export function readCall(source: Source, node: SyntaxNode): Call | null {
  const callee = node.firstChild;
  const list = node.getChild('ArgList');
  if (callee === null || list === null || callee.type.isError) return null;
  const positional: SyntaxNode[] = [];
  const keywords = new Map<string, SyntaxNode>();
  let spread = false;
  let part: SyntaxNode[] = [];
  const close = (): void => {
    const [first, assign, value] = part;
    if (first?.name === '*' || first?.name === '**') spread = true;
    else if (first && assign?.name === 'AssignOp' && value) keywords.set(source.textOf(first), value);
    else if (first) positional.push(first);
    part = [];
  };
  for (const child of childrenOf(list)) {
    if (child.name === ',' || child.name === ')') close();
    else if (child.name !== '(') part.push(child);
  }
  close();
  return { node, callee, positional, keywords, spread };
}

/** `object.property`; null for anything else, subscripts included. */
export function readMember(
  node: SyntaxNode,
  source: Source,
): { object: SyntaxNode; property: SyntaxNode; name: string } | null {
  if (node.name !== 'MemberExpression') return null;
  const object = node.firstChild;
  const property = node.getChild('PropertyName');
  return object === null || property === null ? null : { object, property, name: source.textOf(property) };
}

/** Targets and value of `a = b = value`; null without a value. Tuple targets are left out. */
export function readAssignment(node: SyntaxNode): { targets: SyntaxNode[]; value: SyntaxNode; plain: boolean } | null {
  const parts: SyntaxNode[][] = [[]];
  for (const child of childrenOf(node)) {
    if (child.name === 'AssignOp') parts.push([]);
    else if (child.name !== 'TypeDef') parts.at(-1)?.push(child);
  }
  const last = parts.at(-1);
  if (parts.length < 2 || last?.length !== 1 || last[0] === undefined) return null;
  const single = parts.slice(0, -1).filter((part) => part.length === 1);
  return {
    targets: single.flatMap((part) => part.slice(0, 1)),
    value: last[0],
    plain: single.length === parts.length - 1,
  };
}

export function elementsOf(node: SyntaxNode): SyntaxNode[] {
  return childrenOf(node).filter((child) => !['(', ')', '[', ']', ','].includes(child.name));
}
