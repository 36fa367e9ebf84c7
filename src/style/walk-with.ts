// Walks `with` statements: a block of the connection ends with a commit, a manager of the same source runs the block
// where it yields.
import type { SyntaxNode } from '@lezer/common';
import { enterHelper, isManager } from './helpers.ts';
import { closingArgument, type Scope } from './scope.ts';
import type { Ending } from './steps.ts';
import { childrenOf, readCall, withoutParentheses } from './tree.ts';
import { isOpen, walkExpression, walkHelper } from './walk-calls.ts';
import type { Walker } from './walk.ts';

export function walkWith(walker: Walker, node: SyntaxNode, scope: Scope): void {
  const body = node.getChild('Body');
  const items = childrenOf(node).filter((child) => !['async', 'with', ',', 'Body'].includes(child.name));
  const values = items.flatMap((item, index) => {
    if (item.name === 'as' || items[index - 1]?.name === 'as') return [];
    const inner = withoutParentheses(item);
    return inner.name === 'TupleExpression'
      ? childrenOf(inner).filter((one) => !['(', ',', ')'].includes(one.name))
      : [inner];
  });
  walkItems(walker, values, node, body, scope);
}

function walkItems(
  walker: Walker,
  values: readonly SyntaxNode[],
  node: SyntaxNode,
  body: SyntaxNode | null,
  scope: Scope,
): void {
  const [item, ...rest] = values;
  const inside = (): void => {
    if (rest.length > 0) walkItems(walker, rest, node, body, scope);
    else if (body !== null) walker.block(body, scope);
  };
  if (item === undefined) return inside();
  const line = scope.source.lineAt(item.from);
  if (scope.roleOf(item) === 'connection') {
    walker.at.note({ kind: 'with-conn' }, line, node);
    const frame = walker.at.frame('with-conn', node, scope);
    let inner: Ending | null = null;
    let state = walker.at.state;
    const end = walker.at.arm(frame, state, () => {
      inside();
      inner = walker.at.ending;
      state = walker.at.state;
    });
    walker.at.state = end ?? state;
    if (inner !== 'raise') walker.at.note({ kind: 'commit', via: 'with' }, line, node);
    walker.at.ending = inner;
    return;
  }
  const call = item.name === 'CallExpression' ? readCall(scope.source, item) : null;
  const helper = call?.callee.name === 'VariableName' ? scope.functionNamed(scope.source.textOf(call.callee)) : null;
  if (call === null || helper === null || !isManager(helper.node, scope.source) || isOpen(walker, helper.node)) {
    walkExpression(walker, closingArgument(item, scope.source), scope);
    return inside();
  }
  let ending: Ending | null = null;
  let ran = false;
  const outer = walker.onYield;
  walker.onYield = () => {
    if (ran) return;
    ran = true;
    const hook = walker.onYield;
    walker.onYield = outer;
    inside();
    walker.onYield = hook;
    ending = walker.at.ending;
    if (ending !== 'raise') walker.at.ending = null;
  };
  walkHelper(walker, 'manager', call.node, helper.node, enterHelper(call, helper, scope), scope);
  walker.onYield = outer;
  if (!ran) inside();
  else walker.at.ending = ending;
}
