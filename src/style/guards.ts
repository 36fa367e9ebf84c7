// Reads the tests of `if` statements: whether one asks for a status, for a row, or for an open transaction.
import type { SyntaxNode } from '@lezer/common';
import type { GuardTest } from './steps.ts';
import { ownNodes, withoutParentheses, type Source } from './tree.ts';

/** What a test asks for, alone or joined by `or`; null for any other test. */
export function guardOf(test: SyntaxNode, source: Source): GuardTest | null {
  const node = withoutParentheses(test);
  if (isFoundTest(node, source)) return { kind: 'found' };
  if (node.name !== 'BinaryExpression') return null;
  const left = node.firstChild;
  const right = node.lastChild;
  if (left === null || right === null) return null;
  if (node.getChild('or') !== null) return guardOf(right, source) ?? guardOf(left, source);
  const compare = node.getChild('CompareOp');
  const operator = compare === null ? '' : source.textOf(compare);
  if (operator !== '==' && operator !== '!=') return null;
  const literal = [left, right].find((side) => side.name === 'String' || side.name === 'Number');
  if (literal === undefined) return null;
  const subject = source.textOf(literal === left ? right : left);
  const value = source.textOf(literal).replace(/^["']|["']$/g, '');
  return { kind: 'value', subject, equal: operator === '==', value };
}

/** `row`, `row is not None`, `conn.execute(…).fetchone()` and the like. */
function isFoundTest(node: SyntaxNode, source: Source): boolean {
  const text = source.textOf(node).replace(/\s+is\s+not\s+None$/, '');
  return /^(\w*row|\w*existing\w*|exists|already\w*|found|duplicate)$/.test(text) || /\.fetchone\(\)$/.test(text);
}

/** `if not conn.in_transaction` */
export function testsTransaction(test: SyntaxNode, source: Source): boolean {
  const node = withoutParentheses(test);
  if (node.name !== 'UnaryExpression') return false;
  return ownNodes(node).some((one) => one.name === 'PropertyName' && source.textOf(one) === 'in_transaction');
}
