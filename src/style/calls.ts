// Reads one call as an event: database, mail, cache or file. What a call of the source's own functions does is
// for the walk; a call that is not recognised has no event, unless it gets the connection.
import type { SyntaxNode } from '@lezer/common';
import type { Scope } from './scope.ts';
import { readScript, readSql, type SqlStatement } from './sql.ts';
import type { FileAction, StepEvent } from './steps.ts';
import { childrenOf, readMember, type Call } from './tree.ts';
import { constantsOf, isFresh, namesIn, pathText, textValue, type KnownText } from './values.ts';

/** What a call does; null where it does nothing that is known. `at` is the node whose line the call has. */
export function eventOf(call: Call, scope: Scope): StepEvent | null {
  const member = readMember(call.callee, scope.source);
  if (member === null) return plainCall(call, scope);
  const role = scope.roleOf(member.object);
  switch (role) {
    case 'connection':
    case 'cursor':
      return databaseCall(call, member.name, role, scope);
    case 'notifier':
      return member.name === 'send' ? mailEvent(call, scope) : null;
    case 'cache':
      return member.name === 'set' || member.name === 'delete' ? { kind: 'cache', action: member.name } : null;
    case null:
      return fileMethod(call, member.object, member.name, scope) ?? plainCall(call, scope);
  }
}

/** The line a traceback gives to a call: that of the method's name. */
export function lineOfCall(call: Call, scope: Scope): number {
  const member = readMember(call.callee, scope.source);
  return scope.source.lineAt((member?.property ?? call.node).from);
}

const UNKNOWN = readSql('', false);
const STATEMENTS = new WeakMap<KnownText, SqlStatement[]>();
const SCRIPTS = new WeakMap<KnownText, SqlStatement[]>();

/** A text is read once, in however many calls it stands. */
function statementsOf(text: KnownText, isScript: boolean): readonly SqlStatement[] {
  const kept = isScript ? SCRIPTS : STATEMENTS;
  const read = (): SqlStatement[] =>
    isScript ? readScript(text.text, text.complete) : [readSql(text.text, text.complete)];
  const statements = kept.get(text) ?? read();
  kept.set(text, statements);
  return statements;
}

function databaseCall(call: Call, name: string, role: 'connection' | 'cursor', scope: Scope): StepEvent | null {
  const [sql, parameters] = call.positional;
  const text = sql === undefined ? null : textValue(sql, scope);
  switch (name) {
    case 'execute':
    case 'executemany': {
      const [statement = UNKNOWN] = text === null ? [] : statementsOf(text, false);
      const args = parameters === undefined ? [] : [parameters];
      const constants = name === 'execute' ? constantsOf(parameters, scope) : [];
      return { kind: 'sql', statement, args, constants, names: namesIn(args, scope) };
    }
    case 'executescript': {
      if (text === null) return { kind: 'script', statements: [], complete: false };
      const statements = statementsOf(text, true);
      // The semicolons of a trigger are not those of the script.
      const isTrigger = /\btrigger\b/i.test(text.text);
      return {
        kind: 'script',
        statements: isTrigger ? statements.slice(0, 1) : statements,
        complete: text.complete && !isTrigger,
      };
    }
    case 'commit':
      return role === 'connection' ? { kind: 'commit', via: 'method' } : null;
    case 'rollback':
      return role === 'connection' ? { kind: 'rollback' } : null;
    case 'close':
      return role === 'connection' ? { kind: 'close' } : null;
    case '__enter__':
    case '__exit__':
    case 'backup':
    case 'deserialize':
    case 'blobopen':
      return { kind: 'opaque', name };
    default:
      return null;
  }
}

function mailEvent(call: Call, scope: Scope): StepEvent {
  const key = call.keywords.get('idempotency_key') ?? call.positional[3];
  if (call.spread) return { kind: 'mail', key: 'unknown', keyName: null };
  if (key === undefined || key.name === 'None') return { kind: 'mail', key: 'none', keyName: null };
  const keyName = key.name === 'VariableName' ? scope.source.textOf(key) : null;
  return { kind: 'mail', key: isFresh(key, scope) ? 'fresh' : 'given', keyName };
}

const HARMLESS =
  /^(print|len|list|dict|tuple|set|sorted|enumerate|map|zip|next|iter|any|all|sum|max|min|isinstance|str|repr|bool|type|id|hasattr|(contextlib\.)?closing|(log|logger|logging)\.\w+)$/;

function plainCall(call: Call, scope: Scope): StepEvent | null {
  const name = scope.source.textOf(call.callee);
  const [first, second] = call.positional;
  const path = first === undefined ? '' : pathText(first, scope);
  if (name === 'open' || name === 'io.open') {
    const mode = second ?? call.keywords.get('mode');
    return first ? fileEvent(openAction(mode, scope), path) : null;
  }
  if (/^(os\.(remove|unlink))$/.test(name)) return fileEvent('delete', path);
  if (/^(os\.(rename|replace)|shutil\.move)$/.test(name)) return moveEvent(first, second, scope);
  if (/\.(sendmail|send_message)$/.test(name)) return { kind: 'mail', key: 'impossible', keyName: null };
  if (/\.read$/.test(name) && /parser|config/i.test(name) && first) return fileEvent('read', path);
  if (HARMLESS.test(name)) return null;
  const given = [...call.positional, ...call.keywords.values()];
  return given.some((node) => handsOver(node, scope)) ? { kind: 'opaque', name } : null;
}

/** Whether an argument hands the connection or a cursor over, also within a tuple or the like. */
function handsOver(node: SyntaxNode, scope: Scope): boolean {
  if (node.name === 'CallExpression' && scope.roleOf(node) === 'cursor') return false;
  const member = readMember(node, scope.source);
  if (member !== null && scope.roleOf(member.object) !== null)
    return scope.roleOf(node) !== null || isBound(member.name);
  const role = scope.roleOf(node);
  if (role === 'connection' || role === 'cursor') return true;
  const isContainer = /^(Tuple|Array|Dictionary|Parenthesized|Lambda|Conditional)Expression$/.test(node.name);
  return isContainer && childrenOf(node).some((child) => handsOver(child, scope));
}

/** `conn.execute` given away as a function. */
function isBound(name: string): boolean {
  return /^(execute|executemany|executescript|commit|cursor)$/.test(name);
}

function openAction(mode: SyntaxNode | undefined, scope: Scope): FileAction | null {
  if (mode === undefined) return 'read';
  const text = textValue(mode, scope);
  if (!text?.complete) return null;
  if (text.text.includes('w')) return 'truncate';
  if (text.text.includes('a') || text.text.includes('x')) return 'append';
  return text.text.includes('+') ? 'update' : 'read';
}

function fileMethod(call: Call, object: SyntaxNode, name: string, scope: Scope): StepEvent | null {
  const path = pathText(object, scope);
  const [first] = call.positional;
  switch (name) {
    case 'read_text':
    case 'read_bytes':
      return fileEvent('read', path);
    case 'write_text':
    case 'write_bytes':
      return fileEvent('truncate', path);
    case 'open':
      if (/\b(os|io|gzip|zipfile|tarfile|Image)$/.test(path)) return null;
      return fileEvent(openAction(first ?? call.keywords.get('mode'), scope), path);
    case 'unlink':
      return path === 'os' ? null : fileEvent('delete', path);
    case 'rename':
    case 'replace':
      // `text.replace(a, b)` takes two arguments, a path's one.
      return call.positional.length === 1 && path !== 'os' ? moveEvent(object, first, scope) : null;
    default:
      return null;
  }
}

function fileEvent(action: FileAction | null, path: string): StepEvent | null {
  return action === null ? null : { kind: 'file', action, path, to: null };
}

function moveEvent(from: SyntaxNode | undefined, to: SyntaxNode | undefined, scope: Scope): StepEvent | null {
  if (from === undefined || to === undefined) return null;
  return { kind: 'file', action: 'move', path: pathText(from, scope), to: pathText(to, scope) };
}
