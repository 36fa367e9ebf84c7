// Whether two sources are the same code, whatever their layout. Reads the syntax tree; runs nothing.
import { parser } from '@lezer/python';
import type { SyntaxNode } from '@lezer/common';

/** Lists whose last comma means nothing; in a tuple it can. */
const LISTS = new Set(['ArgList', 'ParamList', 'ArrayExpression', 'DictionaryExpression', 'SetExpression']);
const CLOSERS = new Set([')', ']', '}']);

/**
 * True where the two differ at most in comments, docstrings and other texts that stand alone, white space and line
 * breaks without a meaning, the kind of quotes, and commas after a last element. Other names are other code.
 */
export function isSameCode(a: string, b: string): boolean {
  return a === b || canonicalCode(a) === canonicalCode(b);
}

/** The code as a list of tokens, blocks and ends of statements marked. Equal texts are the same code. */
export function canonicalCode(source: string): string {
  const tokens: string[] = [];
  let end = 0;
  /** The grammar has no node for a few tokens, such as the `/` among parameters; they stand between nodes. */
  const take = (node: { readonly from: number; readonly to: number }, token: string | null): void => {
    const between = source.slice(end, node.from).replace(/[\s\\]+/g, '');
    if (between !== '') tokens.push(between);
    if (token !== null) tokens.push(token);
    end = node.to;
  };
  parser.parse(source).iterate({
    enter({ node }) {
      if (node.name === 'Comment' || node.name === ';' || isIdleText(node) || isLastComma(node)) {
        take(node, null);
        return false;
      }
      if (node.name === 'Body') tokens.push('\t{');
      if (node.firstChild !== null && node.name !== 'FormatString') return true;
      if (node.name !== 'Script') take(node, tokenOf(node, source));
      return false;
    },
    leave({ name }) {
      if (name === 'Body') tokens.push('\t}');
      if (name.endsWith('Statement')) tokens.push('\t;');
    },
  });
  return tokens.join('\n');
}

/** A docstring, or another text that stands alone as a statement. */
function isIdleText(node: SyntaxNode): boolean {
  if (node.name !== 'ExpressionStatement') return false;
  const only = node.firstChild;
  return only !== null && only.nextSibling === null && (only.name === 'String' || only.name === 'ContinuedString');
}

function isLastComma(node: SyntaxNode): boolean {
  if (node.name !== ',' || !LISTS.has(node.parent?.name ?? '')) return false;
  let next = node.nextSibling;
  while (next?.name === 'Comment') next = next.nextSibling;
  return next !== null && CLOSERS.has(next.name);
}

function tokenOf(node: SyntaxNode, source: string): string {
  const text = source.slice(node.from, node.to);
  const plain = node.name === 'String' ? /^'([^'"\\\n]*)'$/.exec(text) : null;
  return plain === null ? text : `"${plain[1]}"`;
}
