// Reads the call of a function of one's own from its syntax tree: a name and literals. Nothing is evaluated; what the
// literals hold is read in `call-values.ts`.
import { parser } from '@lezer/python';
import type { SyntaxNode } from '@lezer/common';
import { fail, ok, type Result } from '../model/result.ts';
import type { Argument } from '../model/task.ts';
import { CallFault, ValueReader, partsOf } from './call-values.ts';
import { excerpt, problemIn } from './problems.ts';

export interface OwnCall {
  readonly function: string;
  /** One name an argument: a helper's own name, else `arg1`, `arg2`, … . A function of the call alone. */
  readonly parameters: readonly string[];
  readonly args: readonly Argument[];
}

export const LONGEST_CALL = 100_000;
const LONGEST_DIAGNOSED = 2000;
const HELPERS = ['conn', 'notifier', 'cache'] as const;
const EXAMPLE = 'transfer(conn, 1, 2, 50)';

/** A string with its closing quote. */
const WHOLE_STRING = /^[A-Za-z]*("""|'''|"|')(?:\\[^]|(?!\1)[^\\])*\1$/;

const strictParser = parser.configure({ strict: true });

/** One problem, the first in the text, with line and column from 1. */
export function readCall(text: string): Result<OwnCall> {
  try {
    return ok(new CallReader(text).read());
  } catch (error) {
    if (!(error instanceof CallFault)) throw error;
    const before = text.slice(0, error.at).split(/\r\n|\r|\n/);
    const column = [...(before.at(-1) ?? '')].length + 1;
    return fail(problemIn('call', `column ${column}: ${error.message}`, before.length));
  }
}

class CallReader {
  readonly #values: ValueReader;

  constructor(readonly text: string) {
    this.#values = new ValueReader(text);
  }

  read(): OwnCall {
    const { text } = this;
    if (text.trim() === '') throw new CallFault(0, `expected a call such as ${EXAMPLE}, found nothing`);
    if (text.length > LONGEST_CALL) throw new CallFault(0, `expected a call of at most ${LONGEST_CALL} characters`);
    const script = this.#parsed();
    const statements = partsOf(script);
    const [call] = statements.length === 1 ? partsOf(statements[0] ?? script) : [];
    const callee = call?.firstChild;
    const list = call?.getChild('ArgList');
    if (statements[0]?.name !== 'ExpressionStatement' || call?.name !== 'CallExpression' || !callee || !list) {
      throw new CallFault(statements[0]?.from ?? 0, `expected one call such as ${EXAMPLE} and nothing else`);
    }
    const name = this.#values.textOf(callee);
    if (callee.name !== 'VariableName' || !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
      const found = `found ${excerpt(name)}`;
      throw new CallFault(callee.from, `expected the plain name of a function, in unaccented letters, ${found}`);
    }
    const args = this.#argumentsOf(list).map((nodes) => this.#argument(nodes));
    return { function: name, parameters: parametersOf(args), args };
  }

  #argumentsOf(list: SyntaxNode): SyntaxNode[][] {
    const found: SyntaxNode[][] = [[]];
    for (const node of partsOf(list)) {
      if (node.name === ',') found.push([]);
      else if (node.name !== '(' && node.name !== ')') found.at(-1)?.push(node);
    }
    return found.filter((nodes) => nodes.length > 0);
  }

  #argument(nodes: readonly SyntaxNode[]): Argument {
    const [node, second] = nodes as [SyntaxNode, SyntaxNode | undefined];
    if (second?.name === 'AssignOp') {
      throw new CallFault(
        node.from,
        `expected the value alone, without ${this.#values.textOf(node)}=: arguments go by place`,
      );
    }
    if (second !== undefined)
      throw new CallFault(node.from, this.#values.notALiteral(node.from, nodes.at(-1)?.to ?? node.to));
    const name = this.#values.textOf(node);
    const helper = HELPERS.find((one) => node.name === 'VariableName' && one === name);
    return helper === undefined ? { value: this.#values.value(node) } : { helper };
  }

  /** The parser recovers from errors, which takes long in a text that is no call; this gives up at the first. */
  #parsed(): SyntaxNode {
    try {
      return strictParser.parse(this.text).topNode;
    } catch (error) {
      const at = error instanceof SyntaxError ? /^No parse at (\d+)$/.exec(error.message)?.[1] : undefined;
      if (at === undefined) throw error;
      throw this.#syntaxFault(Number(at));
    }
  }

  #syntaxFault(at: number): CallFault {
    const opened = this.text.length < LONGEST_DIAGNOSED ? parser.parse(this.text).resolveInner(at, -1) : null;
    const isOpen = opened?.name === 'String' && !WHOLE_STRING.test(this.text.slice(opened.from, opened.to));
    if (opened && isOpen) return new CallFault(opened.from, 'expected a closing quote');
    const rest = excerpt(this.text.slice(at));
    const found = rest === '' ? 'the text ends too early' : `it cannot be read from ${rest}`;
    return new CallFault(at, `expected a complete call such as ${EXAMPLE}; ${found}`);
  }
}

export function parametersOf(args: readonly Argument[]): readonly string[] {
  const seen = new Map<string, number>();
  let values = 0;
  return args.map((one) => {
    if (!('helper' in one)) return `arg${++values}`;
    const times = (seen.get(one.helper) ?? 0) + 1;
    seen.set(one.helper, times);
    return times === 1 ? one.helper : `${one.helper}_${times}`;
  });
}
