// Walks a function's statements in the order of the text and notes its steps, with what is known of the
// transaction before each. Runs nothing; helpers of the same source are walked where they are called.
import type { SyntaxNode } from '@lezer/common';
import { eventOf, lineOfCall } from './calls.ts';
import { enterHelper, isManager } from './helpers.ts';
import { guardOf, testsTransaction } from './guards.ts';
import { closingArgument, type Scope } from './scope.ts';
import {
  START,
  type Ending,
  type Frame,
  type FrameKind,
  type Guard,
  type Handler,
  type Step,
  type StepEvent,
} from './steps.ts';
import type { TransactionState, Walk } from './steps.ts';
import { afterEvent, joinStates } from './transaction.ts';
import { childrenOf, isScope, readAssignment, readCall, readMember, withoutParentheses } from './tree.ts';

/** More steps than any function that a person wrote has; what comes after them is not seen. */
const MAX_STEPS = 2000;
const MAX_HELPERS = 4;

export class Walker {
  readonly steps: Step[] = [];
  readonly guards: Guard[] = [];
  readonly handlers: Handler[] = [];
  #state: TransactionState = START;
  #frames: readonly Frame[] = [];
  /** Set behind a statement that leaves the block. */
  #ending: Ending | null = null;
  /** States at the returns of the function that is being walked. */
  #returns: TransactionState[] = [];
  /** States at the `break` and `continue` of the loop that is being walked. */
  #turns: TransactionState[] = [];
  /** Helpers being walked, outermost first. */
  readonly #open: SyntaxNode[] = [];
  /** Runs the block of a `with` where its manager yields. */
  #onYield: (() => void) | null = null;
  #groups = 0;

  walkFunction(node: SyntaxNode, scope: Scope): Walk {
    this.#open.push(node);
    const body = node.getChild('Body');
    if (body !== null) this.#block(body, scope);
    this.#open.pop();
    return { steps: this.steps, guards: this.guards, handlers: this.handlers, targetNode: node };
  }

  #note(event: StepEvent, line: number, node: SyntaxNode): void {
    if (this.steps.length >= MAX_STEPS) return;
    this.steps.push({ index: this.steps.length, event, line, node, before: this.#state, frames: this.#frames });
    this.#state = afterEvent(this.#state, event);
  }

  #block(body: SyntaxNode, scope: Scope): void {
    for (const statement of childrenOf(body)) {
      if (this.#ending !== null) return;
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
        return this.#with(node, scope);
      case 'TryStatement':
        return this.#try(node, scope);
      case 'AssignStatement': {
        this.#expression(node, scope);
        return this.#modeChange(node, scope);
      }
      case 'ReturnStatement':
      case 'RaiseStatement':
      case 'BreakStatement':
      case 'ContinueStatement': {
        this.#expression(node, scope);
        if (node.name === 'ReturnStatement') this.#returns.push(this.#state);
        else if (node.name !== 'RaiseStatement') this.#turns.push(this.#state);
        const endings = { Return: 'return', Raise: 'raise', Break: 'break', Continue: 'continue' } as const;
        this.#ending = endings[node.name.slice(0, -'Statement'.length) as keyof typeof endings];
        return;
      }
      default:
        if (!isScope(node) && node.name !== 'DecoratedStatement') this.#expression(node, scope);
    }
  }

  /** Runs an arm in its frame; null where the arm never runs off its end. */
  #arm(frame: Omit<Frame, 'endsBy'>, from: TransactionState, run: () => void): TransactionState | null {
    const outer = this.#frames;
    const own: Frame = { ...frame, endsBy: null };
    this.#frames = [...outer, own];
    this.#state = from;
    this.#ending = null;
    run();
    own.endsBy = this.#ending;
    const end = this.#ending === null ? this.#state : null;
    this.#ending = null;
    this.#frames = outer;
    return end;
  }

  #frame(kind: FrameKind, node: SyntaxNode, scope: Scope, group: number, arm = 0): Omit<Frame, 'endsBy'> {
    return { kind, node, group, arm, line: scope.source.lineAt(node.from) };
  }

  /** Goes on with what is known after all arms; where none goes on, nor does the block. */
  #meet(ends: readonly (TransactionState | null)[], ending: Ending): void {
    const state = joinStates(ends.filter((end) => end !== null));
    if (state === null) this.#ending = ending;
    else this.#state = state;
  }

  #branches(node: SyntaxNode, scope: Scope): void {
    const group = (this.#groups += 1);
    const ends: (TransactionState | null)[] = [];
    const endings: (Ending | null)[] = [];
    const match = node.getChild('MatchBody');
    const parts = match === null ? childrenOf(node) : childrenOf(match).flatMap((clause) => childrenOf(clause));
    let from = this.#state;
    let isWhole = false;
    let test: SyntaxNode | null = null;
    for (const part of parts) {
      if (part.name === 'else') isWhole = true;
      if (part.name !== 'Body') {
        test = part;
        this.#expression(part, scope);
        from = this.#state;
        continue;
      }
      const before = this.steps.length;
      const frame = this.#frame('branch', node, scope, group, ends.length);
      ends.push(
        this.#arm(frame, from, () => {
          this.#block(part, scope);
          endings.push(this.#ending);
        }),
      );
      const isBare = this.steps.length === before && isExit(endings.at(-1));
      const guard = test && isBare ? guardOf(test, scope.source) : null;
      if (guard !== null) this.guards.push({ ...guard, stepsBefore: before, frames: this.#frames });
      // `if not conn.in_transaction: BEGIN` leaves a transaction open either way.
      if (test !== null && testsTransaction(test, scope.source)) isWhole = true;
      this.#state = from;
    }
    if (!isWhole) ends.push(from);
    this.#meet(ends, endings.find((one) => one !== null) ?? 'return');
  }

  #loop(node: SyntaxNode, scope: Scope): void {
    const parts = childrenOf(node);
    const isFor = node.name === 'ForStatement';
    const group = (this.#groups += 1);
    for (const part of parts) if (isFor && part.name !== 'Body') this.#expression(part, scope);
    const from = this.#state;
    const outerTurns = this.#turns;
    this.#turns = [];
    const bodies = parts.filter((part) => part.name === 'Body');
    const end = this.#arm(this.#frame('loop', node, scope, group), from, () => {
      for (const part of parts) if (!isFor && part.name !== 'Body') this.#expression(part, scope);
      if (bodies[0]) this.#block(bodies[0], scope);
    });
    this.#meet([from, end, ...this.#turns], 'return');
    this.#turns = outerTurns;
    if (bodies[1]) this.#block(bodies[1], scope);
  }

  #with(node: SyntaxNode, scope: Scope): void {
    const body = node.getChild('Body');
    const items = childrenOf(node).filter((child) => !['async', 'with', ',', 'Body'].includes(child.name));
    const values = items.flatMap((item, index) => {
      if (item.name === 'as' || items[index - 1]?.name === 'as') return [];
      const inner = withoutParentheses(item);
      return inner.name === 'TupleExpression'
        ? childrenOf(inner).filter((one) => !['(', ',', ')'].includes(one.name))
        : [inner];
    });
    this.#items(values, node, body, scope);
  }

  #items(values: readonly SyntaxNode[], node: SyntaxNode, body: SyntaxNode | null, scope: Scope): void {
    const [item, ...rest] = values;
    const inside = (): void => {
      if (rest.length > 0) this.#items(rest, node, body, scope);
      else if (body !== null) this.#block(body, scope);
    };
    if (item === undefined) return inside();
    const line = scope.source.lineAt(item.from);
    if (scope.roleOf(item) === 'connection') {
      this.#note({ kind: 'with-conn' }, line, node);
      const frame = this.#frame('with-conn', node, scope, (this.#groups += 1));
      let inner: Ending | null = null;
      let state = this.#state;
      const end = this.#arm(frame, state, () => {
        inside();
        inner = this.#ending;
        state = this.#state;
      });
      this.#state = end ?? state;
      if (inner !== 'raise') this.#note({ kind: 'commit', via: 'with' }, line, node);
      this.#ending = inner;
      return;
    }
    const call = item.name === 'CallExpression' ? readCall(scope.source, item) : null;
    const helper = call?.callee.name === 'VariableName' ? scope.functionNamed(scope.source.textOf(call.callee)) : null;
    if (call === null || helper === null || !isManager(helper.node, scope.source) || this.#isOpen(helper.node)) {
      this.#expression(closingArgument(item, scope.source), scope);
      return inside();
    }
    let ending: Ending | null = null;
    let ran = false;
    const outer = this.#onYield;
    this.#onYield = () => {
      if (ran) return;
      ran = true;
      const hook = this.#onYield;
      this.#onYield = outer;
      inside();
      this.#onYield = hook;
      ending = this.#ending;
      if (ending !== 'raise') this.#ending = null;
    };
    this.#helper('manager', call.node, helper.node, enterHelper(call, helper, scope), scope);
    this.#onYield = outer;
    if (!ran) inside();
    else this.#ending = ending;
  }

  #try(node: SyntaxNode, scope: Scope): void {
    const group = (this.#groups += 1);
    const entry = this.#state;
    const first = this.steps.length;
    let word = 'try';
    let bodyFrame: Frame | null = null;
    let end: TransactionState | null = null;
    let ending: Ending | null = null;
    const ends: (TransactionState | null)[] = [];
    const parts = childrenOf(node);
    const alternative = parts.find((part, index) => part.name === 'Body' && parts[index - 1]?.name === 'else');
    for (const part of parts) {
      if (part.name !== 'Body') {
        if (['except', 'else', 'finally'].includes(part.name)) word = part.name;
      } else if (word === 'try') {
        end = this.#arm(this.#frame('try', node, scope, group), entry, () => {
          bodyFrame = this.#frames.at(-1) ?? null;
          this.#block(part, scope);
          if (alternative && this.#ending === null) this.#block(alternative, scope);
          ending = this.#ending;
        });
        ends.push(end);
      } else if (word === 'except') {
        const isTouched = this.steps.length > first;
        const from: TransactionState = isTouched ? { ...entry, begun: 'maybe', pending: 'maybe' } : entry;
        const except = part.prevSibling === null ? node : exceptOf(part);
        const frame = {
          ...this.#frame('handler', node, scope, group, ends.length),
          line: scope.source.lineAt(except.from),
          node: part,
        };
        ends.push(
          this.#arm(frame, from, () => {
            const own = this.#frames.at(-1);
            if (own && bodyFrame) this.handlers.push({ frame: own, body: bodyFrame, outer: this.#frames.slice(0, -1) });
            this.#block(part, scope);
          }),
        );
      } else if (word === 'finally') {
        this.#meet(ends, ending ?? 'return');
        const before = this.#ending;
        this.#ending = null;
        const state = joinStates(ends.filter((one) => one !== null)) ?? { ...entry, begun: 'maybe', pending: 'maybe' };
        const last = this.#arm(this.#frame('finally', node, scope, group, ends.length), state, () =>
          this.#block(part, scope),
        );
        if (last !== null) this.#state = last;
        this.#ending = last === null ? 'return' : before;
        return;
      }
    }
    this.#meet(ends, ending ?? 'return');
  }

  #modeChange(node: SyntaxNode, scope: Scope): void {
    const read = readAssignment(node);
    for (const target of read?.targets ?? []) {
      const member = readMember(target, scope.source);
      if (read === null || member === null || scope.roleOf(member.object) !== 'connection') continue;
      const value = scope.source.textOf(read.value);
      const line = scope.source.lineAt(target.from);
      const commits = { isolation_level: 'None', autocommit: 'True' }[member.name];
      if (commits === undefined) continue;
      const isKnown = read.value.name === 'String' || value === 'False';
      this.#note(
        { kind: 'mode', value: value === commits ? 'none' : isKnown ? 'transactions' : 'unknown' },
        line,
        node,
      );
    }
  }

  /** Calls of an expression in the order in which Python makes them. */
  #expression(node: SyntaxNode, scope: Scope): void {
    if (isScope(node)) return;
    if (/^(Array|Set|Dictionary)?ComprehensionExpression$/.test(node.name)) {
      this.#arm(this.#frame('loop', node, scope, (this.#groups += 1)), this.#state, () => this.#operands(node, scope));
      return;
    }
    this.#operands(node, scope);
    if (node.name === 'yield') this.#onYield?.();
    if (node.name === 'CallExpression') this.#call(node, scope);
  }

  #operands(node: SyntaxNode, scope: Scope): void {
    const isShort =
      node.name === 'ConditionalExpression' ||
      (node.name === 'BinaryExpression' && node.getChild('and') !== null) ||
      (node.name === 'BinaryExpression' && node.getChild('or') !== null);
    childrenOf(node).forEach((child, index) => {
      if (!isShort || index === 0) return this.#expression(child, scope);
      const before = this.#state;
      const end = this.#arm(this.#frame('branch', child, scope, (this.#groups += 1)), before, () =>
        this.#expression(child, scope),
      );
      this.#state = joinStates(end ? [before, end] : [before]) ?? before;
    });
  }

  #call(node: SyntaxNode, scope: Scope): void {
    const call = readCall(scope.source, node);
    if (call === null) return;
    const helper = call.callee.name === 'VariableName' ? scope.functionNamed(scope.source.textOf(call.callee)) : null;
    if (helper === null || this.#isOpen(helper.node)) {
      const event = eventOf(call, scope);
      if (event !== null) this.#note(event, lineOfCall(call, scope), node);
      return;
    }
    const outer = this.#onYield;
    this.#onYield = null;
    this.#helper('helper', node, helper.node, enterHelper(call, helper, scope), scope);
    this.#onYield = outer;
  }

  #isOpen(node: SyntaxNode): boolean {
    return this.#open.length > MAX_HELPERS || this.#open.some((one) => one.from === node.from);
  }

  #helper(kind: 'helper' | 'manager', call: SyntaxNode, node: SyntaxNode, inner: Scope, scope: Scope): void {
    const body = node.getChild('Body');
    if (body === null) return;
    const outerReturns = this.#returns;
    this.#returns = [];
    this.#open.push(node);
    const end = this.#arm(this.#frame(kind, call, scope, (this.#groups += 1)), this.#state, () => {
      this.#block(body, inner);
      if (this.#ending === 'return') this.#ending = null;
    });
    const last = this.#state;
    this.#open.pop();
    this.#state = joinStates([...(end ? [end] : []), ...this.#returns]) ?? last;
    this.#returns = outerReturns;
  }
}

function isExit(ending: Ending | null | undefined): boolean {
  return ending === 'return' || ending === 'raise';
}

function exceptOf(body: SyntaxNode): SyntaxNode {
  let node = body;
  while (node.name !== 'except' && node.prevSibling !== null) node = node.prevSibling;
  return node;
}
