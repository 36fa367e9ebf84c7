// Patterns of errors that nobody hears of, and of work that nobody commits.
import type { SyntaxNode } from '@lezer/common';
import { isCommit, statementOf, writesRows, type Finder } from './finder.ts';
import type { Scope } from './scope.ts';
import type { Step } from './steps.ts';
import { childrenOf, ownNodes, readCall, type Source } from './tree.ts';

export function findErrorPatterns(finder: Finder, scope: Scope): void {
  swallowed(finder);
  leftOpen(finder, scope);
}

const WIDE = /^((\w+\.)?(Error|DatabaseError|OperationalError)|Exception|BaseException|OSError|IOError)$/;

function swallowed({ walk, source, order, add }: Finder): void {
  const changes = order.list(changesWorld);
  for (const { frame, body, outer } of walk.handlers) {
    if (!catchesWidely(frame.node, source)) continue;
    if (!changes.hasIn(order.rangeOf(body)) || !isSilent(frame.node, source)) continue;
    // One item's work is undone and stays to be done, while the others go on: that may be meant.
    const isPerItem = outer.some((one) => one.kind === 'loop');
    if (isPerItem && /rollback/i.test(source.textOf(frame.node))) continue;
    add(
      'error-swallowed',
      frame.line,
      'This handler neither raises again nor returns an error, so the caller takes work that failed for done.',
    );
  }
}

function changesWorld(step: Step): boolean {
  const { event } = step;
  if (event.kind === 'file') return event.action === 'truncate' || event.action === 'append';
  return event.kind === 'mail' || isCommit(step) || writesRows(step);
}

/** Bare, or one of the errors that a failing write raises. */
function catchesWidely(body: SyntaxNode, source: Source): boolean {
  const types: SyntaxNode[] = [];
  for (let node = body.prevSibling; node !== null && node.name !== 'except'; node = node.prevSibling)
    types.unshift(node);
  const as = types.findIndex((node) => node.name === 'as');
  const named = (as < 0 ? types : types.slice(0, as)).filter((node) => !node.type.isError);
  if (named.length === 0) return true;
  return named.some((node) => {
    const options = node.name === 'TupleExpression' ? childrenOf(node) : [node];
    return options.some((one) => WIDE.test(source.textOf(one)));
  });
}

/** Only statements that tell the caller nothing: pass, continue, break, a bare return, a rollback, a log entry. */
function isSilent(body: SyntaxNode, source: Source): boolean {
  return childrenOf(body).every((statement) => {
    if (['PassStatement', 'ContinueStatement', 'BreakStatement', ':'].includes(statement.name)) return true;
    if (statement.name === 'ReturnStatement') return childrenOf(statement).length === 1;
    if (statement.name !== 'ExpressionStatement') return false;
    const call = statement.firstChild;
    if (call?.name === 'String' || call?.name === 'Ellipsis') return true;
    const read = call?.name === 'CallExpression' ? readCall(source, call) : null;
    if (read === null) return false;
    const name = source.textOf(read.callee);
    if (/\.execute$/.test(name))
      return /^["']\s*rollback/i.test(read.positional[0] ? source.textOf(read.positional[0]) : '');
    return /^(print|traceback\.print_exc)$|\.rollback$|^(_?log|_?logger|LOG|LOGGER|logging|self\.log|self\.logger)\.\w+$/.test(
      name,
    );
  });
}

/** No commit anywhere in the source, and nothing that could hide one. */
function leftOpen({ walk, source, add }: Finder, scope: Scope): void {
  const { steps, targetNode } = walk;
  const hides = steps.some(
    ({ event, before }) =>
      ['opaque', 'script', 'mode', 'with-conn'].includes(event.kind) ||
      before.mode !== 'given' ||
      (event.kind === 'sql' && ['unknown', 'release', 'commit'].includes(event.statement.operation)),
  );
  if (hides || steps.some(isCommit) || targetNode.parent?.name === 'DecoratedStatement') return;
  const writes = steps.filter((step) => writesRows(step) && step.before.mode === 'given');
  const last = writes.at(-1);
  const opened = writes.some((step) => statementOf(step)?.operation !== 'with-write' || step.before.begun !== 'no');
  if (last === undefined || !opened || mentionsCommit(source) || handsOut(targetNode, scope)) return;
  add(
    'no-commit',
    last.line,
    'Nothing commits this write, so in the default mode it is undone when the connection closes.',
  );
}

function mentionsCommit(source: Source): boolean {
  return ownAndNested(source.root).some((node) => {
    if (node.name === 'VariableName' || node.name === 'PropertyName')
      return /commit|atomic|transaction|isolation/i.test(source.textOf(node));
    if (node.name !== 'String' && node.name !== 'FormatString') return false;
    const isDocumentation = node.parent?.name === 'ExpressionStatement';
    return !isDocumentation && /\b(commit|release|end)\b/i.test(source.textOf(node));
  });
}

function ownAndNested(node: SyntaxNode): SyntaxNode[] {
  return childrenOf(node).flatMap((child) => [child, ...ownAndNested(child)]);
}

/** Whether the function is a generator, makes its own connection, returns or stores it, or keeps code for later. */
function handsOut(target: SyntaxNode, scope: Scope): boolean {
  const { source } = scope;
  const isConnection = (node: SyntaxNode | null): boolean => node !== null && scope.roleOf(node) === 'connection';
  return (
    ownNodes(target).some((node) => {
      if (node.name === 'yield') return true;
      if (node.name === 'ReturnStatement')
        return isConnection(node.lastChild) || scope.roleOf(node.lastChild ?? node) === 'cursor';
      if (node.name === 'AssignStatement')
        return isConnection(node.lastChild) && node.firstChild?.name !== 'VariableName';
      if (node.name === 'CallExpression') return isConnection(node) || isPassedFunction(node, scope);
      return false;
    }) || source.text.length > 200_000
  );
}

function isPassedFunction(node: SyntaxNode, scope: Scope): boolean {
  const call = readCall(scope.source, node);
  const given = call === null ? [] : [...call.positional, ...call.keywords.values()];
  return given.some((one) => one.name === 'VariableName' && scope.functionNamed(scope.source.textOf(one)) !== null);
}
