// Patterns of statements that do not stand in the transaction they seem to stand in. Each rule says only what every
// run of that text does.
import { hasBegun, isCommit, statementOf, writesRows, type Finder } from './finder.ts';
import { isDml } from './sql.ts';
import { follows, innermost, type Step } from './steps.ts';

export function findStatementPatterns(finder: Finder): void {
  scriptInTransaction(finder);
  definitionOutside(finder);
  withInsert(finder);
  modeMidway(finder);
  replaceParent(finder);
}

function scriptInTransaction({ walk, add }: Finder): void {
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
    const others = walk.steps.some((one) => block !== null && one.frames.includes(block) && writesRows(one));
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

function definitionOutside({ walk, add }: Finder): void {
  const isDefinition = (step: Step): boolean => {
    const statement = statementOf(step);
    return statement?.operation === 'ddl' && !statement.repeatable;
  };
  for (const step of walk.steps.filter(isDefinition)) {
    const { begun, pending, mode } = step.before;
    if (begun !== 'no' || pending !== 'no' || mode === 'transactions' || mode === 'unknown') continue;
    const others = walk.steps.filter((one) => one !== step && (writesRows(one) || isDefinition(one)));
    // Where the rest also runs when the definition is there already, a re-run can finish it.
    const branches = step.frames.filter((frame) => frame.kind === 'branch');
    const isPart = (one: Step): boolean => branches.every((frame) => one.frames.includes(frame));
    if (!others.some((one) => isPart(one) && (follows(step, one) || follows(one, step)))) continue;
    add(
      'ddl-outside-transaction',
      step.line,
      'A definition (CREATE, ALTER, DROP) opens no transaction, so it is saved at once and apart from the rest.',
    );
  }
}

function withInsert({ walk, add }: Finder): void {
  for (const step of walk.steps) {
    if (statementOf(step)?.operation !== 'with-write') continue;
    const { begun, pending, mode } = step.before;
    if (begun !== 'no' || pending !== 'no' || mode !== 'given') continue;
    const next = walk.steps.find((one) => writesRows(one) && follows(step, one));
    if (next === undefined) continue;
    if (walk.steps.some((one) => isCommit(one) && one.index > step.index && one.index < next.index)) continue;
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
  for (const step of walk.steps) {
    const statement = statementOf(step);
    if (!statement?.replaces || statement.table === null) continue;
    const cascade = new RegExp(`references\\s+["']?${statement.table}\\b[^,;]*on\\s+delete\\s+cascade`, 'i');
    if (!cascade.test(source.text)) continue;
    add(
      'replace-parent',
      step.line,
      'INSERT OR REPLACE deletes the old row first, and the rows that refer to it go with it.',
    );
  }
}
