// Calls of functions that the same source defines: which expression each parameter stands for.
import type { SyntaxNode } from '@lezer/common';
import { Scope, type Role } from './scope.ts';
import { childrenOf, type Call, type Source } from './tree.ts';

/** The scope of a helper's body for one call. A parameter that is not passed keeps what its name tells. */
export function enterHelper(
  call: Call,
  helper: { readonly node: SyntaxNode; readonly scope: Scope },
  caller: Scope,
): Scope {
  const inner = Scope.of(caller.source, helper.node, helper.scope);
  const names = [...inner.parameters];
  const pass = (name: string | undefined, node: SyntaxNode): void => {
    if (name === undefined || !inner.parameters.has(name)) return;
    inner.passed.set(name, { node, scope: caller });
    const role: Role | null = caller.roleOf(node);
    if (role !== null) inner.roles.set(name, role);
  };
  if (!call.spread) call.positional.forEach((node, index) => pass(names[index], node));
  for (const [name, node] of call.keywords) pass(name, node);
  return inner;
}

/** Whether a function is a context manager made by `@contextmanager`. */
export function isManager(node: SyntaxNode, source: Source): boolean {
  const parent = node.parent;
  if (parent?.name !== 'DecoratedStatement') return false;
  return childrenOf(parent).some(
    (child) => child.name === 'Decorator' && /contextmanager\s*$/.test(source.textOf(child)),
  );
}
