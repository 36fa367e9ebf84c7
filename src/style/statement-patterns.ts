// Patterns of statements that do not stand in the transaction they seem to stand in. Each rule says only what every
// run of that text does.
import { hasBegun, statementOf, type Finder } from './finder.ts';
import { isDml } from './sql.ts';
import { innermost, type Step } from './steps.ts';

export function findStatementPatterns(finder: Finder): void {
  scriptInTransaction(finder);
  definitionOutside(finder);
  withInsert(finder);
  modeMidway(finder);
  replaceParent(finder);
}

function scriptInTransaction({ walk, order, writes: rowWrites, add }: Finder): void {
  for (const step of walk.steps) {
    if (step.event.kind !== 'script') continue;
    const { mode } = step.before;
    if (mode === 'transactions' || mode === 'unknown') continue;
    const isOpen = step.before.pending === 'yes' || hasBegun(step.before);
    const { statements } = step.event;
    const block = innermost(step, 'with-conn');
    const isBare =
      step.event.complete && statements.every((one) => one.operation !== 'begin' && one.operation !== 'savepoint');
    const writes = statements.filter((one) => isDml(one) || (one.operation === 'ddl' && !one.repeatable));
    const others = block !== null && rowWrites.hasIn(order.rangeOf(block));
    const trusts = block !== null && isBare && writes.length + Number(others) > 1;
    if (isOpen) {
      add(
        'executescript-in-transaction',
        step.line,
        '`executescript` first commits the open transaction, so what was written before it is saved at once.',
      );
    } else if (trusts) {
      add(
        'executescript-in-transaction',
        step.line,
        '`executescript` runs outside the transaction of the `with` block: each of its statements is saved on its own.',
      );
    } else if (isBare && writes.length > 1) {
      add(
        'script-without-begin',
        step.line,
        '`executescript` saves each statement of its script on its own, in every mode, unless the script itself says BEGIN and COMMIT.',
      );
    }
  }
}

function definitionOutside({ order, writes, add }: Finder): void {
  const isDefinition = (step: Step): boolean => {
    const statement = statementOf(step);
    return statement?.operation === 'ddl' && !statement.repeatable;
  };
  const definitions = order.list(isDefinition);
  for (const step of definitions.steps) {
    const { begun, pending, mode } = step.before;
    if (begun !== 'no' || pending !== 'no' || mode === 'transactions' || mode === 'unknown') continue;
    // Where the rest also runs when the definition is there already, a re-run can finish it.
    const branch = innermost(step, 'branch');
    const part = branch === null ? null : order.rangeOf(branch);
    const hasPart = [writes, definitions].some((list) => {
      const next = order.firstFollowing(step, list);
      if (next !== null && (part === null || next.index < part.end)) return true;
      return order.isPreceded(step, list, part?.start);
    });
    if (!hasPart) continue;
    add(
      'ddl-outside-transaction',
      step.line,
      'A definition (CREATE, ALTER, DROP) opens no transaction, so it is saved at once and apart from the rest.',
    );
  }
}

function withInsert({ order, writes, commits, add }: Finder): void {
  for (const step of writes.steps) {
    if (statementOf(step)?.operation !== 'with-write') continue;
    const { begun, pending, mode } = step.before;
    if (begun !== 'no' || pending !== 'no' || mode !== 'given') continue;
    const next = order.firstFollowing(step, writes);
    if (next === null || commits.firstFrom(step.index + 1) < next.index) continue;
    add(
      'with-insert',
      step.line,
      `A write that starts with WITH opens no transaction in sqlite3, so it is saved before line ${next.line} runs.`,
    );
  }
}

function modeMidway({ walk, add }: Finder): void {
  for (const step of walk.steps) {
    if (step.event.kind !== 'mode' || step.event.value !== 'none') continue;
    if (step.before.pending !== 'yes' && !hasBegun(step.before)) continue;
    add(
      'mode-changed-midway',
      step.line,
      'Switching the connection to autocommit commits what is pending, in the middle of the work.',
    );
  }
}

/** Only where the same source says that deleting the row deletes others. */
function replaceParent({ walk, source, add }: Finder): void {
  const replaced = walk.steps.filter((step) => statementOf(step)?.replaces);
  const parents = replaced.length === 0 ? new Set<string>() : cascadingParents(source.text);
  for (const step of replaced) {
    if (!parents.has(statementOf(step)?.table ?? '')) continue;
    add(
      'replace-parent',
      step.line,
      'INSERT OR REPLACE deletes the old row first, and the rows that refer to it go with it.',
    );
  }
}

/** Tables of which a text says, in one clause, that rows that refer to them are deleted with theirs. */
function cascadingParents(text: string): ReadonlySet<string> {
  const parents = new Set<string>();
  for (const clause of text.split(/[,;]/)) {
    const cascade = [...clause.matchAll(/on\s+delete\s+cascade/gi)].at(-1);
    if (cascade === undefined) continue;
    for (const match of clause.slice(0, cascade.index).matchAll(/references(?=\s+["']?(\w+)\b)/gi))
      parents.add((match[1] ?? '').toLowerCase());
  }
  return parents;
}
