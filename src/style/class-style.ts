// The style of a class that gets the connection. Its methods are read one by one, not followed: which are called,
// and when, is not known, so no pattern is ever found here.
import type { SyntaxNode } from '@lezer/common';
import { eventOf, lineOfCall } from './calls.ts';
import { Scope } from './scope.ts';
import type { Step, StepEvent } from './steps.ts';
import { childrenOf, ownNodes, readAssignment, readCall, readMember, type Source } from './tree.ts';

export type Sighting = Pick<Step, 'event' | 'line'>;

/** Everything that the class's methods do with a connection, in the order of the text. */
export function sightingsIn(name: string, module: Scope): Sighting[] {
  const { source } = module;
  const found = childrenOf(source.root)
    .flatMap((node) => (node.name === 'DecoratedStatement' ? childrenOf(node) : [node]))
    .find((node) => node.name === 'ClassDefinition' && textOfName(node, source) === name);
  return found === undefined ? [] : methodsOf(found).flatMap((method) => inMethod(method, module));
}

function inMethod(method: SyntaxNode, module: Scope): Sighting[] {
  const { source } = module;
  const scope = Scope.of(source, method, module);
  return ownNodes(method).flatMap((node): Sighting[] => {
    const at = (event: StepEvent): Sighting[] => [{ event, line: source.lineAt(node.from) }];
    const isItem = node.parent?.name === 'WithStatement' && node.prevSibling?.name !== 'as';
    if (isItem && node.name === 'MemberExpression' && scope.roleOf(node) === 'connection')
      return at({ kind: 'with-conn' });
    if (node.name === 'AssignStatement') return setsMode(node, scope) ? at({ kind: 'mode', value: 'unknown' }) : [];
    const call = node.name === 'CallExpression' ? readCall(source, node) : null;
    const event = call && eventOf(call, scope);
    if (!call || !event || (event.kind !== 'sql' && event.kind !== 'script')) return [];
    return [{ event, line: lineOfCall(call, scope) }];
  });
}

function setsMode(node: SyntaxNode, scope: Scope): boolean {
  const [target] = readAssignment(node)?.targets ?? [];
  const member = target === undefined ? null : readMember(target, scope.source);
  if (member === null || scope.roleOf(member.object) !== 'connection') return false;
  return member.name === 'isolation_level' || member.name === 'autocommit';
}

function methodsOf(node: SyntaxNode): SyntaxNode[] {
  const body = node.getChild('Body');
  const parts = body === null ? [] : childrenOf(body);
  return parts
    .flatMap((part) => (part.name === 'DecoratedStatement' ? childrenOf(part) : [part]))
    .filter((part) => part.name === 'FunctionDefinition');
}

function textOfName(node: SyntaxNode, source: Source): string {
  const name = node.getChild('VariableName');
  return name === null ? '' : source.textOf(name);
}
