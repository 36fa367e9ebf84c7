// The transaction-style detector: reads a solution's syntax tree and says which style it uses and which patterns
// it shows. It never runs code, and what it cannot know it does not say; what it misses is in docs/style-detector.md.
import type { SyntaxNode } from '@lezer/common';
import { assignedFunction } from './alias.ts';
import { findEffectPatterns } from './effect-patterns.ts';
import { findErrorPatterns } from './error-patterns.ts';
import { sightingsIn, type Sighting } from './class-style.ts';
import { hasBegun, isCommit, writesRows, type Finder } from './finder.ts';
import type { Pattern, PatternId, Style, StyleReport } from './report.ts';
import { Scope } from './scope.ts';
import { isDml } from './sql.ts';
import { innermost, type Step, type StepEvent, type Walk } from './steps.ts';
import { findCommitPatterns } from './commit-patterns.ts';
import { StepOrder } from './order.ts';
import { findStatementPatterns } from './statement-patterns.ts';
import { childrenOf, isScope, Source } from './tree.ts';
import { Walker } from './walk.ts';

const NOTHING: StyleReport = { style: 'no-database', lines: [], patterns: [], connection: null, beginBefore: null };

/** Deeper than any source that Python itself would take. */
const MAX_DEPTH = 500;

/** Never throws: source that does not parse is read as far as it does. */
export function detectStyle(text: string, functionName: string): StyleReport {
  const source = sourceOf(text);
  if (source === null || source.depth() > MAX_DEPTH) return NOTHING;
  const target = findFunction(source.root, functionName, source);
  if (target === null) return NOTHING;
  const scope = Scope.of(source, target, enclosingScope(target, source));
  const walk = new Walker().walkFunction(target, scope);
  const { style, lines } = styleOf(sightingsOf(walk, scope));
  return {
    style,
    lines,
    patterns: patternsOf({ walk, source }, scope),
    connection: style === 'no-database' ? null : connectionOf(scope),
    beginBefore: style === 'none' ? beginBefore(walk, source) : null,
  };
}

/** Null where the parser's own recursion does not come to its end: no engine takes brackets a hundred thousand deep. */
function sourceOf(text: string): Source | null {
  try {
    return new Source(text);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Of a name that is assigned, the function that it stands for. */
function findFunction(root: SyntaxNode, name: string, source: Source): SyntaxNode | null {
  const assigned = assignedFunction(name, source);
  return definitionOf(root, name, source) ?? (assigned === null ? null : definitionOf(root, assigned, source));
}

/** The last definition of the name wins, as in Python; one at module level before any other. */
function definitionOf(root: SyntaxNode, name: string, source: Source): SyntaxNode | null {
  const all: SyntaxNode[] = [];
  const visit = (node: SyntaxNode): void => {
    for (const child of childrenOf(node)) {
      const own = child.name === 'FunctionDefinition' ? child.getChild('VariableName') : null;
      if (own !== null && source.textOf(own) === name) all.push(child);
      visit(child);
    }
  };
  visit(root);
  return all.findLast((node) => depthOf(node) === 0) ?? all.at(-1) ?? null;
}

function depthOf(node: SyntaxNode): number {
  let depth = 0;
  for (let parent = node.parent; parent !== null; parent = parent.parent) if (isScope(parent)) depth += 1;
  return depth;
}

function enclosingScope(node: SyntaxNode, source: Source): Scope {
  for (let parent = node.parent; parent !== null; parent = parent.parent) {
    if (parent.name === 'FunctionDefinition') return Scope.of(source, parent, enclosingScope(parent, source));
  }
  return Scope.of(source, source.root, null);
}

/** The steps, and in place of a class of the same source what its methods do. */
function sightingsOf({ steps }: Walk, scope: Scope): readonly Sighting[] {
  // A class shows the same each time it is given the connection.
  const seen = new Set<string>();
  return steps.flatMap((step) => {
    if (step.event.kind !== 'opaque' || seen.has(step.event.name)) return [step];
    seen.add(step.event.name);
    return [step, ...sightingsIn(step.event.name, scope.outermost())];
  });
}

function styleOf(sightings: readonly Sighting[]): { readonly style: Style; readonly lines: readonly number[] } {
  const linesOf = (test: (event: StepEvent) => boolean): number[] =>
    [...new Set(sightings.filter((one) => test(one.event)).map((one) => one.line))].sort((a, b) => a - b);
  const begins = linesOf((event) => {
    if (event.kind === 'script') return event.statements.some((one) => isBegin(one.operation));
    return event.kind === 'sql' && isBegin(event.statement.operation);
  });
  if (begins.length > 0) return { style: 'begin', lines: begins };
  const changes = linesOf((event) => event.kind === 'mode');
  if (changes.length > 0) return { style: 'mode-change', lines: changes };
  const blocks = linesOf((event) => event.kind === 'with-conn');
  if (blocks.length > 0) return { style: 'with-conn', lines: blocks };
  const uses = linesOf(({ kind }) => ['sql', 'script', 'commit', 'opaque', 'rollback'].includes(kind));
  if (uses.length === 0) return { style: 'no-database', lines: [] };
  const writes = linesOf((event) => {
    if (event.kind === 'script') return true;
    return event.kind === 'sql' && (isDml(event.statement) || event.statement.operation === 'ddl');
  });
  return { style: 'none', lines: writes };
}

function isBegin(operation: string): boolean {
  return operation === 'begin' || operation === 'savepoint';
}

function patternsOf(parts: Pick<Finder, 'walk' | 'source'>, scope: Scope): readonly Pattern[] {
  const found = new Map<string, Pattern>();
  const add = (id: PatternId, line: number, sentence: string): void => {
    const key = `${id} ${line}`;
    if (!found.has(key)) found.set(key, { id, line, sentence });
  };
  const order = new StepOrder(parts.walk.steps);
  const finder = { ...parts, order, writes: order.list(writesRows), commits: order.list(isCommit), add };
  findCommitPatterns(finder);
  findStatementPatterns(finder);
  findEffectPatterns(finder);
  findErrorPatterns(finder, scope);
  // That the helper commits says it all.
  for (const { id, line } of [...found.values()]) if (id === 'helper-commits') found.delete(`split-commit ${line}`);
  return [...found.values()].sort((a, b) => a.line - b.line || (a.id < b.id ? -1 : 1));
}

function connectionOf(scope: Scope): string | null {
  for (const [name, role] of scope.roles) if (role === 'connection') return name;
  return null;
}

/**
 * Where the code's own BEGIN belongs: before the first statement of what one commit saves, reads included. Null
 * where no row is written, or where something begins a transaction that the walk cannot see into.
 */
function beginBefore({ steps }: Walk, source: Source): number | null {
  const write = steps.find(writesRows);
  if (write === undefined || steps.some((step) => step.event.kind === 'opaque' || hasBegun(step.before))) return null;
  const commit = steps.find((step) => isCommit(step) && step.index > write.index);
  const shared = write.frames.filter((frame) => frame.kind === 'loop' && commit?.frames.includes(frame));
  const loop = shared.at(-1) ?? null;
  const first = steps.find(
    (step) =>
      step.event.kind === 'sql' &&
      (loop === null ? true : innermost(step, 'loop') === loop || step.frames.includes(loop)),
  );
  if (first === undefined) return null;
  const inner = first.frames[loop === null ? 0 : first.frames.indexOf(loop) + 1];
  return inner === undefined ? statementLine(first, source) : inner.line;
}

/** A call may stand in the middle of a statement of several lines. */
function statementLine(step: Step, source: Source): number {
  let node: SyntaxNode | null = step.node;
  while (node !== null && !/Statement$/.test(node.name)) node = node.parent;
  return node === null ? step.line : source.lineAt(node.from);
}
