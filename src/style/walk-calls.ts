// Walks expressions: every call in the order in which Python makes them, helpers of the same source in place.
import type { SyntaxNode } from '@lezer/common';
import { eventOf, lineOfCall } from './calls.ts';
import { enterHelper } from './helpers.ts';
import type { Scope } from './scope.ts';
import { joinStates } from './transaction.ts';
import { childrenOf, isScope, readCall } from './tree.ts';
import type { Walker } from './walk.ts';

/** Helpers within helpers beyond this are not looked into. */
const MAX_DEPTH = 4;
/** Calls of helpers, all in all. */
const MAX_CALLS = 400;
/** Characters of helpers, each counted as often as it is called; more than any source that calls them has. */
const MAX_CHARACTERS = 500_000;

/** Calls of an expression in the order in which Python makes them. */
export function walkExpression(walker: Walker, node: SyntaxNode, scope: Scope): void {
  if (isScope(node)) return;
  if (/^(Array|Set|Dictionary)?ComprehensionExpression$/.test(node.name)) {
    walker.at.arm(walker.at.frame('loop', node, scope), walker.at.state, () => walkOperands(walker, node, scope));
    return;
  }
  walkOperands(walker, node, scope);
  if (node.name === 'yield') walker.onYield?.();
  if (node.name === 'CallExpression') walkCall(walker, node, scope);
}

function walkOperands(walker: Walker, node: SyntaxNode, scope: Scope): void {
  const isChoice = node.name === 'ConditionalExpression';
  const isShort = node.name === 'BinaryExpression' && (node.getChild('and') ?? node.getChild('or')) !== null;
  childrenOf(node).forEach((child, index) => {
    if (!isChoice && (!isShort || index === 0)) return walkExpression(walker, child, scope);
    const before = walker.at.state;
    const end = walker.at.arm(walker.at.frame('branch', child, scope), before, () =>
      walkExpression(walker, child, scope),
    );
    walker.at.state = joinStates(end ? [before, end] : [before]) ?? before;
  });
}

function walkCall(walker: Walker, node: SyntaxNode, scope: Scope): void {
  const call = readCall(scope.source, node);
  if (call === null) return;
  const helper = call.callee.name === 'VariableName' ? scope.functionNamed(scope.source.textOf(call.callee)) : null;
  if (helper === null || isOpen(walker, helper.node)) {
    const event = eventOf(call, scope);
    if (event !== null) walker.at.note(event, lineOfCall(call, scope), node);
    return;
  }
  const outer = walker.onYield;
  walker.onYield = null;
  walkHelper(walker, 'helper', node, helper.node, enterHelper(call, helper, scope), scope);
  walker.onYield = outer;
}

export function isOpen(walker: Walker, node: SyntaxNode): boolean {
  return (
    walker.open.length > MAX_DEPTH ||
    walker.calls > MAX_CALLS ||
    walker.characters > MAX_CHARACTERS ||
    walker.open.some((one) => one.from === node.from)
  );
}

export function walkHelper(
  walker: Walker,
  kind: 'helper' | 'manager',
  call: SyntaxNode,
  node: SyntaxNode,
  inner: Scope,
  scope: Scope,
): void {
  const body = node.getChild('Body');
  if (body === null) return;
  const outerReturns = walker.returns;
  walker.returns = [];
  walker.open.push(node);
  walker.calls += 1;
  walker.characters += node.to - node.from;
  const end = walker.at.arm(walker.at.frame(kind, call, scope), walker.at.state, () => {
    walker.block(body, inner);
    if (walker.at.ending === 'return') walker.at.ending = null;
  });
  const last = walker.at.state;
  walker.open.pop();
  walker.at.state = joinStates([...(end ? [end] : []), ...walker.returns]) ?? last;
  walker.returns = outerReturns;
}
