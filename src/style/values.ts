// Constant texts, paths and keys: what an expression is known to be without running it.
import type { SyntaxNode } from '@lezer/common';
import type { Scope } from './scope.ts';
import { childrenOf, elementsOf, ownNodes, readCall, readMember, withoutParentheses } from './tree.ts';

/** A text of which at least the beginning is known. */
export interface KnownText {
  readonly text: string;
  readonly complete: boolean;
}

const MAX_DEPTH = 8;
/** Of a longer text only the beginning counts as known, in UTF-16 units: a few names can double it a few times. */
const MAX_TEXT = 100_000;

/**
 * What is known of an expression in a scope, found out once. Names lead from one expression to the next: without this,
 * one is read again for each way that leads to it, and their number grows with a power of the text's length.
 */
class Memory<Found> {
  readonly #scopes = new WeakMap<Scope, Map<string, Found>>();

  recall(node: SyntaxNode, scope: Scope, depth: number, find: () => Found): Found {
    const known = this.#scopes.get(scope) ?? new Map<string, Found>();
    this.#scopes.set(scope, known);
    const key = `${node.type.id} ${node.from} ${node.to} ${depth}`;
    const kept = known.get(key);
    if (kept !== undefined) return kept;
    const found = find();
    known.set(key, found);
    return found;
  }
}

const TEXTS = new Memory<KnownText | null>();
const FRESHNESS = new Memory<boolean>();

export function textValue(expression: SyntaxNode, scope: Scope, depth = 0): KnownText | null {
  const node = withoutParentheses(expression);
  return depth > MAX_DEPTH ? null : TEXTS.recall(node, scope, depth, () => readText(node, scope, depth));
}

function readText(node: SyntaxNode, scope: Scope, depth: number): KnownText | null {
  const { source } = scope;
  switch (node.name) {
    case 'String':
      return { text: literalText(source.textOf(node)), complete: true };
    case 'FormatString': {
      const hole = childrenOf(node).find((child) => child.name === 'FormatReplacement');
      const text = literalText(source.textOf(node));
      if (hole === undefined) return { text, complete: true };
      return { text: text.slice(0, Math.max(0, text.indexOf('{'))), complete: false };
    }
    case 'ContinuedString':
      return joined(childrenOf(node).map((child) => textValue(child, scope, depth + 1)));
    case 'BinaryExpression': {
      const [left, operator, right] = childrenOf(node);
      if (!left || !operator || !right) return null;
      const start = textValue(left, scope, depth + 1);
      if (source.textOf(operator) === '+') return joined([start, textValue(right, scope, depth + 1)]);
      const cut = source.textOf(operator) === '%' ? start?.text.indexOf('%') : -1;
      return start && cut !== undefined && cut >= 0 ? { text: start.text.slice(0, cut), complete: false } : null;
    }
    case 'VariableName': {
      const value = scope.onlyValue(source.textOf(node));
      return value === null ? null : textValue(value.node, value.scope, depth + 1);
    }
    case 'CallExpression': {
      const member = node.firstChild && readMember(node.firstChild, source);
      if (!member) return null;
      const start = textValue(member.object, scope, depth + 1);
      if (start === null) return null;
      if (['strip', 'dedent'].includes(member.name)) return start;
      return member.name === 'format' ? { text: start.text.split('{')[0] ?? '', complete: false } : null;
    }
    default:
      return null;
  }
}

function joined(parts: readonly (KnownText | null)[]): KnownText | null {
  let text = '';
  for (const [index, part] of parts.entries()) {
    if (part === null) return index === 0 ? null : { text, complete: false };
    text += part.text;
    if (text.length > MAX_TEXT) return { text: text.slice(0, MAX_TEXT), complete: false };
    if (!part.complete) return { text, complete: false };
  }
  return { text, complete: true };
}

function literalText(written: string): string {
  const match = /^([a-z]*)("""|'''|"|')([\s\S]*)\2$/i.exec(written);
  if (match === null) return '';
  const text = match[3] ?? '';
  if ((match[1] ?? '').toLowerCase().includes('r')) return text;
  return text.replace(/\\(\n|.)/g, (_all, char: string) =>
    char === '\n' ? '' : char === 'n' || char === 't' ? ' ' : char,
  );
}

/** Constants of a tuple or list of parameters, in order. */
export function constantsOf(node: SyntaxNode | undefined, scope: Scope): (string | null)[] {
  if (node === undefined || !['TupleExpression', 'ArrayExpression'].includes(node.name)) return [];
  return elementsOf(node).map((one) => {
    if (one.name === 'Number') return scope.source.textOf(one);
    const value = textValue(one, scope);
    return value?.complete ? value.text : null;
  });
}

/** Names that an expression mentions. */
export function namesIn(nodes: readonly SyntaxNode[], scope: Scope): Set<string> {
  const all = nodes.flatMap((node) => [node, ...ownNodes(node)]);
  return new Set(all.filter((node) => node.name === 'VariableName').map((node) => scope.source.textOf(node)));
}

/** A path as its text, with aliases such as `target = Path(path)` replaced by what they stand for. */
export function pathText(expression: SyntaxNode, scope: Scope, depth = 0): string {
  const node = withoutParentheses(expression);
  const { source } = scope;
  if (depth > MAX_DEPTH) return source.textOf(node);
  if (node.name === 'VariableName') {
    const value = scope.onlyValue(source.textOf(node));
    const isAlias = value !== null && ['VariableName', 'CallExpression', 'String'].includes(value.node.name);
    return isAlias ? pathText(value.node, value.scope, depth + 1) : source.textOf(node);
  }
  if (node.name !== 'CallExpression') return source.textOf(node);
  const call = readCall(source, node);
  const wraps =
    call !== null && /^((pathlib\.)?Path|str|os\.fspath|os\.path\.abspath)$/.test(source.textOf(call.callee));
  const [only] = call?.positional ?? [];
  return wraps && only && call.positional.length === 1 ? pathText(only, scope, depth + 1) : source.textOf(node);
}

const FRESH =
  /\b(uuid\.)?uuid[14]\(|\btime\.(time|time_ns|monotonic|perf_counter)\(|\b(datetime\.)?(now|utcnow)\(|\brandom\.\w+\(|\bsecrets\.\w+\(|\burandom\(|\btoken_(hex|urlsafe|bytes)\(/;
/** A day is the same for a re-run: such keys may be meant. */
const DAILY = /\.date\(|\.strftime\(|\.today\(|\[:10\]|\.isocalendar\(/;

const MAX_FRESH_DEPTH = 3;

/** Whether an expression is made anew each time it runs, from the clock or from randomness. */
export function isFresh(expression: SyntaxNode, scope: Scope, depth = 0): boolean {
  return (
    depth <= MAX_FRESH_DEPTH && FRESHNESS.recall(expression, scope, depth, () => looksFresh(expression, scope, depth))
  );
}

function looksFresh(expression: SyntaxNode, scope: Scope, depth: number): boolean {
  const text = scope.source.textOf(expression);
  if (DAILY.test(text)) return false;
  if (/\bif\b|\bor\b/.test(text)) return false;
  if (FRESH.test(text)) return true;
  return [expression, ...ownNodes(expression)].some((node) => {
    if (node.name === 'VariableName') {
      const value = scope.onlyValue(scope.source.textOf(node));
      return value !== null && isFresh(value.node, value.scope, depth + 1);
    }
    if (node.name !== 'CallExpression' || node.firstChild?.name !== 'VariableName') return false;
    const helper = scope.functionNamed(scope.source.textOf(node.firstChild));
    const returned = helper && ownNodes(helper.node).filter((one) => one.name === 'ReturnStatement');
    const value = returned?.length === 1 ? returned[0]?.lastChild : null;
    return helper !== null && value ? isFresh(value, helper.scope, depth + 1) : false;
  });
}
