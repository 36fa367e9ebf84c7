// Follows a name that is assigned rather than defined: `refund_order = process_refund`, or a lambda that is given the
// function as a default. Other values are not followed, as they may be anything.
import type { SyntaxNode } from '@lezer/common';
import { childrenOf, readAssignment, type Source } from './tree.ts';

/** The name of the function that the last assignment of a name at module level stands for; null where none is told. */
export function assignedFunction(name: string, source: Source): string | null {
  const values = childrenOf(source.root).flatMap((node) => {
    const read = node.name === 'AssignStatement' ? readAssignment(node) : null;
    return read?.targets.some((target) => source.textOf(target) === name) === true ? [read.value] : [];
  });
  const value = values.at(-1);
  if (value === undefined) return null;
  if (value.name === 'VariableName') return source.textOf(value);
  return value.name === 'LambdaExpression' ? defaultOf(value, source) : null;
}

/** The one default of a lambda that is a plain name. */
function defaultOf(lambda: SyntaxNode, source: Source): string | null {
  const parameters = lambda.getChild('ParamList');
  if (parameters === null) return null;
  const children = childrenOf(parameters);
  const defaults = children.filter((child, at) => children[at - 1]?.name === 'AssignOp');
  const [only, another] = defaults;
  return only?.name === 'VariableName' && another === undefined ? source.textOf(only) : null;
}
