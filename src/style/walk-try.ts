// Walks `try` statements: after an error nothing is known of the transaction that the block worked on.
import type { SyntaxNode } from '@lezer/common';
import type { Scope } from './scope.ts';
import type { Ending, Frame, TransactionState } from './steps.ts';
import { joinStates } from './transaction.ts';
import { childrenOf } from './tree.ts';
import type { Walker } from './walk.ts';

export function walkTry(walker: Walker, node: SyntaxNode, scope: Scope): void {
  const group = walker.at.newGroup();
  const entry = walker.at.state;
  const first = walker.at.steps.length;
  let word = 'try';
  let bodyFrame: Frame | null = null;

  let ending: Ending | null = null;
  const ends: (TransactionState | null)[] = [];
  const parts = childrenOf(node);
  const alternative = parts.find((part, index) => part.name === 'Body' && parts[index - 1]?.name === 'else');
  for (const part of parts) {
    if (part.name !== 'Body') {
      if (['except', 'else', 'finally'].includes(part.name)) word = part.name;
    } else if (word === 'try') {
      const end = walker.at.arm(walker.at.frame('try', node, scope, 0, group), entry, () => {
        bodyFrame = walker.at.frames.at(-1) ?? null;
        walker.block(part, scope);
        if (alternative && walker.at.ending === null) walker.block(alternative, scope);
        ending = walker.at.ending;
      });
      ends.push(end);
    } else if (word === 'except') {
      const isTouched = walker.at.steps.length > first;
      const from: TransactionState = isTouched ? { ...entry, begun: 'maybe', pending: 'maybe' } : entry;
      const except = part.prevSibling === null ? node : exceptOf(part);
      const frame = {
        ...walker.at.frame('handler', node, scope, ends.length, group),
        line: scope.source.lineAt(except.from),
        node: part,
      };
      ends.push(
        walker.at.arm(frame, from, () => {
          const own = walker.at.frames.at(-1);
          if (own && bodyFrame)
            walker.handlers.push({ frame: own, body: bodyFrame, outer: walker.at.frames.slice(0, -1) });
          walker.block(part, scope);
        }),
      );
    } else if (word === 'finally') {
      walker.at.meet(ends, ending ?? 'return');
      const before = walker.at.ending;
      walker.at.ending = null;
      const state = joinStates(ends.filter((one) => one !== null)) ?? { ...entry, begun: 'maybe', pending: 'maybe' };
      const last = walker.at.arm(walker.at.frame('finally', node, scope, ends.length, group), state, () =>
        walker.block(part, scope),
      );
      if (last !== null) walker.at.state = last;
      walker.at.ending = last === null ? 'return' : before;
      return;
    }
  }
  walker.at.meet(ends, ending ?? 'return');
}

function exceptOf(body: SyntaxNode): SyntaxNode {
  let node = body;
  while (node.name !== 'except' && node.prevSibling !== null) node = node.prevSibling;
  return node;
}
