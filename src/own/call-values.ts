// The values of a call's literals, read from their syntax tree. The call around them is read in `call.ts`, the text of
// single strings and numbers in `python-text.ts`.
import type { SyntaxNode } from '@lezer/common';
import type { Json } from '../model/task.ts';
import { excerpt } from './problems.ts';
import { type LiteralReading, readNumber, readString } from './python-text.ts';

const DEEPEST_VALUE = 50;

/** What cannot be taken from a call, at an offset of its text, from 0. */
export class CallFault extends Error {
  constructor(
    readonly at: number,
    message: string,
  ) {
    super(message);
  }
}

export class ValueReader {
  constructor(readonly text: string) {}

  /** Throws `CallFault`. `depth` counts the lists and dicts around the node. */
  value(node: SyntaxNode, depth = 0): Json {
    if (depth > DEEPEST_VALUE) {
      throw new CallFault(node.from, `expected lists and dicts at most ${DEEPEST_VALUE} levels deep`);
    }
    switch (node.name) {
      case 'None':
        return null;
      case 'Boolean':
        return this.textOf(node) === 'True';
      case 'Number':
        return this.#literal(node, readNumber);
      case 'String':
        return this.#literal(node, readString);
      case 'ContinuedString':
        return partsOf(node)
          .map((part) => this.value(part, depth + 1))
          .join('');
      case 'UnaryExpression':
        return this.#signed(node);
      case 'ParenthesizedExpression':
        return this.value(partsOf(node)[1] ?? node, depth + 1);
      case 'ArrayExpression':
        return partsOf(node)
          .filter((part) => !['[', ']', ','].includes(part.name))
          .map((part) => this.value(part, depth + 1));
      case 'DictionaryExpression':
        return this.#dict(node, depth);
      case 'TupleExpression':
        throw new CallFault(node.from, 'expected a list in square brackets: a tuple cannot be passed here');
      case 'FormatString':
        throw new CallFault(node.from, 'expected a plain text: an f-string would have to be run');
      default:
        throw new CallFault(node.from, this.notALiteral(node.from, node.to));
    }
  }

  #literal<T>(node: SyntaxNode, read: (literal: string) => LiteralReading<T>): T {
    const reading = read(this.textOf(node));
    if (!reading.ok) throw new CallFault(node.from, reading.message);
    return reading.value;
  }

  #signed(node: SyntaxNode): number {
    const [sign, number] = partsOf(node);
    const text = sign === undefined ? '' : this.textOf(sign);
    if (number?.name !== 'Number' || (text !== '-' && text !== '+')) {
      throw new CallFault(node.from, this.notALiteral(node.from, node.to));
    }
    const value = this.#literal(number, readNumber);
    return text === '-' && value !== 0 ? -value : value;
  }

  /** Keys keep their order in Python; where JavaScript would give them another one, that is refused. */
  #dict(node: SyntaxNode, depth: number): Json {
    const entries: [string, Json][] = [];
    const seen = new Set<string>();
    const parts = partsOf(node).filter((part) => !['{', '}', ','].includes(part.name));
    for (let at = 0; at < parts.length; at += 3) {
      const [key, colon, value] = parts.slice(at, at + 3) as [SyntaxNode, SyntaxNode?, SyntaxNode?];
      if (colon?.name !== ':' || !value) throw new CallFault(key.from, 'expected entries such as "key": value');
      const name = key.name === 'String' || key.name === 'ContinuedString' ? this.value(key, depth + 1) : null;
      if (typeof name !== 'string') {
        throw new CallFault(key.from, `expected a text as the key, found ${excerpt(this.textOf(key))}`);
      }
      if (seen.has(name)) {
        throw new CallFault(key.from, `expected each key once, "${excerpt(name)}" stands here twice`);
      }
      seen.add(name);
      entries.push([name, this.value(value, depth + 1)]);
    }
    const dict = Object.fromEntries(entries);
    if (Object.keys(dict).some((key, index) => key !== entries[index]?.[0])) {
      throw new CallFault(
        node.from,
        'expected keys that are whole numbers to come first and in order, such as "1", "2"',
      );
    }
    return dict;
  }

  notALiteral(from: number, to: number): string {
    const found = excerpt(this.text.slice(from, to));
    return `expected a literal or conn, notifier or cache as an argument of its own, found ${found}`;
  }

  textOf(node: SyntaxNode): string {
    return this.text.slice(node.from, node.to);
  }
}

/** Children, comments left out. */
export function partsOf(node: SyntaxNode): SyntaxNode[] {
  const parts: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (child.name !== 'Comment') parts.push(child);
  }
  return parts;
}
