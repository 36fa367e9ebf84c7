// Names of one function: which hold the connection, a cursor or the mail client, what is assigned to them, and
// which functions they call. Follows plain assignments only; what it cannot follow has no role.
import type { SyntaxNode } from '@lezer/common';
import {
  childrenOf,
  isScope,
  ownNodes,
  readAssignment,
  readCall,
  readMember,
  withoutParentheses,
  type Source,
} from './tree.ts';

export type Role = 'connection' | 'cursor' | 'notifier' | 'cache';

const CONNECTION_NAME = /^(_?conn|_?connection|con|cnx|db|database|db_conn|sqlite_conn|\w+_conn|\w+_connection)$/;
const CURSOR_NAME = /^(cur|curs|cursor)$/;
const EXECUTES = new Set(['execute', 'executemany', 'executescript']);

export class Scope {
  readonly source: Source;
  readonly parent: Scope | null;
  readonly functions = new Map<string, SyntaxNode>();
  readonly roles = new Map<string, Role>();
  /** Values assigned to a name; null stands for one that cannot be told (loop variables, unpacking). */
  readonly values = new Map<string, (SyntaxNode | null)[]>();
  /** Expressions of the caller that this function's parameters stand for, with the caller's scope. */
  readonly passed = new Map<string, { readonly node: SyntaxNode; readonly scope: Scope }>();
  readonly parameters = new Set<string>();

  constructor(source: Source, parent: Scope | null) {
    this.source = source;
    this.parent = parent;
  }

  /** The scope of a module, or of a function whose parameters have the roles that their names tell. */
  static of(source: Source, node: SyntaxNode, parent: Scope | null): Scope {
    const scope = new Scope(source, parent);
    const list = node.getChild('ParamList');
    if (list !== null) scope.#readParameters(list);
    const body = node.name === 'FunctionDefinition' ? node.getChild('Body') : node;
    if (body !== null) scope.#readBody(body);
    return scope;
  }

  outermost(): Scope {
    return this.parent?.outermost() ?? this;
  }

  functionNamed(name: string): { readonly node: SyntaxNode; readonly scope: Scope } | null {
    const node = this.functions.get(name);
    if (node !== undefined) return { node, scope: this };
    if (this.parameters.has(name) || this.values.has(name)) return null;
    return this.parent?.functionNamed(name) ?? null;
  }

  /** The scope that binds a name. */
  binding(name: string): Scope | null {
    if (this.parameters.has(name) || this.values.has(name) || this.roles.has(name)) return this;
    return this.parent?.binding(name) ?? null;
  }

  /** The one value that a name ever gets; null where there are more, or where it cannot be told. */
  onlyValue(name: string): { readonly node: SyntaxNode; readonly scope: Scope } | null {
    const owner = this.binding(name);
    if (owner === null) return null;
    const values = owner.values.get(name);
    if (values === undefined) return owner.passed.get(name) ?? null;
    if (owner.parameters.has(name) || values.length !== 1) return null;
    const [node] = values;
    return node ? { node, scope: owner } : null;
  }

  roleOf(expression: SyntaxNode): Role | null {
    const node = withoutParentheses(expression);
    if (node.name === 'VariableName') {
      const name = this.source.textOf(node);
      return this.binding(name)?.roles.get(name) ?? null;
    }
    if (node.name === 'CallExpression') {
      const callee = node.firstChild;
      const member = callee && readMember(callee, this.source);
      if (!member) return callee !== null && this.source.textOf(callee) === 'connect' ? 'connection' : null;
      if (member.name === 'connect' && this.source.textOf(member.object) === 'sqlite3') return 'connection';
      const role = this.roleOf(member.object);
      if (member.name === 'cursor' && role === 'connection') return 'cursor';
      return EXECUTES.has(member.name) && (role === 'connection' || role === 'cursor') ? 'cursor' : null;
    }
    const member = readMember(node, this.source);
    if (member === null) return null;
    if (member.name === 'connection' && this.roleOf(member.object) === 'cursor') return 'connection';
    if (this.source.textOf(member.object) !== 'self') return null;
    return roleOfName(member.name.replace(/^_/, ''));
  }

  #readParameters(list: SyntaxNode): void {
    let name: string | null = null;
    let isDefault = false;
    for (const child of childrenOf(list)) {
      if (child.name === ',') isDefault = false;
      if (child.name === 'AssignOp') isDefault = true;
      if (child.name === 'VariableName' && !isDefault) {
        name = this.source.textOf(child);
        this.parameters.add(name);
        const role = roleOfName(name);
        if (role !== null) this.roles.set(name, role);
      }
      if (child.name === 'TypeDef' && name !== null) {
        const type = this.source.textOf(child);
        if (/\bConnection\b/.test(type)) this.roles.set(name, 'connection');
        else if (/\bCursor\b/.test(type)) this.roles.set(name, 'cursor');
      }
    }
  }

  #readBody(body: SyntaxNode): void {
    const nodes = ownNodes(body);
    for (const child of functionsIn(body)) {
      const name = child.getChild('VariableName');
      if (name !== null) this.functions.set(this.source.textOf(name), child);
    }
    for (const node of nodes) this.#readBinding(node);
    // Twice: an alias may stand before what it stands for in the text of a loop.
    for (let round = 0; round < 2; round += 1) {
      for (const [name, values] of this.values) {
        const role = values.map((value) => (value ? this.roleOf(value) : null)).find((found) => found !== null);
        if (role) this.roles.set(name, role);
      }
    }
  }

  #readBinding(node: SyntaxNode): void {
    const add = (target: SyntaxNode, value: SyntaxNode | null): void => {
      const name = this.source.textOf(target);
      const known = this.values.get(name);
      if (known === undefined) this.values.set(name, [value]);
      else known.push(value);
    };
    if (node.name === 'AssignStatement' || node.name === 'NamedExpression') {
      const read = readAssignment(node);
      for (const child of childrenOf(node)) {
        if (child === read?.value || child.name === 'AssignOp') continue;
        const isTarget = read?.targets.some((target) => target.from === child.from) ?? false;
        if (child.name === 'VariableName' && child.from !== read?.value.from)
          add(child, isTarget ? (read?.value ?? null) : null);
        else if (child.name === 'TupleExpression')
          for (const one of childrenOf(child)) if (one.name === 'VariableName') add(one, null);
      }
    } else if (node.name === 'UpdateStatement' || node.name === 'ForStatement') {
      for (const child of childrenOf(node)) {
        if (child.name === 'in' || child.name === 'UpdateOp') break;
        if (child.name === 'VariableName') add(child, null);
        else if (child.name === 'TupleExpression')
          for (const one of ownNodes(child)) if (one.name === 'VariableName') add(one, null);
      }
    } else if (node.name === 'WithStatement') {
      const children = childrenOf(node);
      children.forEach((child, index) => {
        const value = children[index - 1];
        const target = children[index + 1];
        if (child.name === 'as' && value && target?.name === 'VariableName')
          add(target, closingArgument(value, this.source));
      });
    }
  }
}

/** Functions defined directly in a body, also inside `if`, `try` or a decorator; not those of nested scopes. */
function functionsIn(node: SyntaxNode): SyntaxNode[] {
  return childrenOf(node).flatMap((child) => {
    if (child.name === 'FunctionDefinition') return [child];
    return isScope(child) ? [] : functionsIn(child);
  });
}

/** `closing(x)` hands out x. */
export function closingArgument(node: SyntaxNode, source: Source): SyntaxNode {
  if (node.name !== 'CallExpression') return node;
  const call = readCall(source, node);
  if (call === null || !/^(contextlib\.)?closing$/.test(source.textOf(call.callee))) return node;
  return call.positional[0] ?? node;
}

export function roleOfName(name: string): Role | null {
  if (CONNECTION_NAME.test(name)) return 'connection';
  if (CURSOR_NAME.test(name)) return 'cursor';
  return name === 'notifier' || name === 'cache' ? name : null;
}
