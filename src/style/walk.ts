// Walks a function's statements in the order of the text and notes its steps, with what is known of the
// transaction before each. Runs nothing; helpers of the same source are walked where they are called.
import type { SyntaxNode } from '@lezer/common';
import { guardOf, testsTransaction } from './guards.ts';
import type { Scope } from './scope.ts';
import { Recorder } from './recorder.ts';
import type { Ending, Guard, Handler, TransactionState, Walk } from './steps.ts';
import { childrenOf, isScope, readAssignment, readMember } from './tree.ts';
import { walkExpression } from './walk-calls.ts';
import { walkTry } from './walk-try.ts';
import { walkWith } from './walk-with.ts';

export class Walker {
  readonly at = new Recorder();
  readonly guards: Guard[] = [];
  readonly handlers: Handler[] = [];
  /** States at the returns of the function that is being walked. */
  returns: TransactionState[] = [];
  /** States at the `break` and `continue` of the loop that is being walked. */
  turns: TransactionState[] = [];
  /** Helpers walked so far. */
  calls = 0;
  /** Their length, all in all. */
  characters = 0;
  /** Helpers being walked, outermost first. */
  readonly open: SyntaxNode[] = [];
  /** Runs the block of a `with` where its manager yields. */
  onYield: (() => void) | null = null;

  walkFunction(node: SyntaxNode, scope: Scope): Walk {
    this.open.push(node);
    const body = node.getChild('Body');
    if (body !== null) this.block(body, scope);
    this.open.pop();
    return { steps: this.at.steps, guards: this.guards, handlers: this.handlers, targetNode: node };
  }

  block(body: SyntaxNode, scope: Scope): void {
    for (const statement of childrenOf(body)) {
      if (this.at.ending !== null) return;
      this.#statement(statement, scope);
    }
  }

  #statement(node: SyntaxNode, scope: Scope): void {
    switch (node.name) {
      case 'IfStatement':
      case 'MatchStatement':
        return this.#branches(node, scope);
      case 'ForStatement':
      case 'WhileStatement':
        return this.#loop(node, scope);
      case 'WithStatement':
        return walkWith(this, node, scope);
      case 'TryStatement':
        return walkTry(this, node, scope);
      case 'AssignStatement': {
        walkExpression(this, node, scope);
        return noteModeChange(this, node, scope);
      }
      case 'ReturnStatement':
      case 'RaiseStatement':
      case 'BreakStatement':
      case 'ContinueStatement': {
        walkExpression(this, node, scope);
        if (node.name === 'ReturnStatement') this.returns.push(this.at.state);
        else if (node.name !== 'RaiseStatement') this.turns.push(this.at.state);
        const endings = { Return: 'return', Raise: 'raise', Break: 'break', Continue: 'continue' } as const;
        this.at.ending = endings[node.name.slice(0, -'Statement'.length) as keyof typeof endings];
        return;
      }
      default:
        if (!isScope(node) && node.name !== 'DecoratedStatement') walkExpression(this, node, scope);
    }
  }

  #branches(node: SyntaxNode, scope: Scope): void {
    const group = this.at.newGroup();
    const ends: (TransactionState | null)[] = [];
    const endings: (Ending | null)[] = [];
    const match = node.getChild('MatchBody');
    const parts = match === null ? childrenOf(node) : childrenOf(match).flatMap((clause) => childrenOf(clause));
    let from = this.at.state;
    let isWhole = false;
    let test: SyntaxNode | null = null;
    for (const part of parts) {
      if (part.name === 'else') isWhole = true;
      if (part.name !== 'Body') {
        test = part;
        walkExpression(this, part, scope);
        from = this.at.state;
        continue;
      }
      const before = this.at.steps.length;
      const frame = this.at.frame('branch', node, scope, ends.length, group);
      ends.push(
        this.at.arm(frame, from, () => {
          this.block(part, scope);
          endings.push(this.at.ending);
        }),
      );
      const endsBy = this.at.steps.length === before ? endings.at(-1) : null;
      const guard = test && (endsBy === 'return' || endsBy === 'raise') ? guardOf(test, scope.source) : null;
      if (guard !== null)
        this.guards.push({
          ...guard,
          endsBy: endsBy === 'raise' ? endsBy : 'return',
          stepsBefore: before,
          frames: this.at.frames,
        });
      // `if not conn.in_transaction: BEGIN` leaves a transaction open either way.
      if (test !== null && testsTransaction(test, scope.source)) isWhole = true;
      this.at.state = from;
    }
    if (!isWhole) ends.push(from);
    this.at.meet(ends, endings.find((one) => one !== null) ?? 'return');
  }

  #loop(node: SyntaxNode, scope: Scope): void {
    const parts = childrenOf(node);
    const isFor = node.name === 'ForStatement';
    const group = this.at.newGroup();
    for (const part of parts) if (isFor && part.name !== 'Body') walkExpression(this, part, scope);
    const from = this.at.state;
    const outerTurns = this.turns;
    this.turns = [];
    const bodies = parts.filter((part) => part.name === 'Body');
    const end = this.at.arm(this.at.frame('loop', node, scope, 0, group), from, () => {
      for (const part of parts) if (!isFor && part.name !== 'Body') walkExpression(this, part, scope);
      if (bodies[0]) this.block(bodies[0], scope);
    });
    this.at.meet([from, end, ...this.turns], 'return');
    this.turns = outerTurns;
    if (bodies[1]) this.block(bodies[1], scope);
  }
}

function noteModeChange(walker: Walker, node: SyntaxNode, scope: Scope): void {
  const read = readAssignment(node);
  for (const target of read?.targets ?? []) {
    const member = readMember(target, scope.source);
    if (read === null || member === null || scope.roleOf(member.object) !== 'connection') continue;
    const value = scope.source.textOf(read.value);
    const line = scope.source.lineAt(target.from);
    const commits = { isolation_level: 'None', autocommit: 'True' }[member.name];
    if (commits === undefined) continue;
    const isKnown = read.value.name === 'String' || value === 'False';
    walker.at.note(
      { kind: 'mode', value: value === commits ? 'none' : isKnown ? 'transactions' : 'unknown' },
      line,
      node,
    );
  }
}
