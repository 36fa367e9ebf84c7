// Patterns of how transactions begin and end. Each rule says only what every run of that text does.
import { endsEarly, follows, innermost, type Step } from './steps.ts';
import { isDml } from './sql.ts';
import { hasBegun, isCommit, isOrdinary, statementOf, writesRows, type Finder } from './finder.ts';

export function findTransactionPatterns(finder: Finder): void {
  commitInLoop(finder);
  splitCommit(finder);
  commitInFinally(finder);
  helperCommits(finder);
  scriptInTransaction(finder);
  definitionOutside(finder);
  withInsert(finder);
  modeMidway(finder);
  replaceParent(finder);
}

function commitInLoop({ walk, add }: Finder): void {
  for (const step of walk.steps.filter(isCommit)) {
    const loop = innermost(step, 'loop');
    if (loop === null || !isOrdinary(step)) continue;
    const inner = step.frames.slice(step.frames.indexOf(loop));
    if (endsEarly(inner, ['continue'])) continue;
    if (!walk.steps.some((one) => one.frames.includes(loop) && writesRows(one))) continue;
    const what =
      step.event.kind === 'commit' && step.event.via === 'with' ? 'The `with` block commits' : 'The commit is';
    add(
      'commit-in-loop',
      step.line,
      `${what} inside the loop of line ${loop.line}, so a crash leaves some repetitions saved and the others not.`,
    );
  }
}

/** Only where nothing but rows is written: with an outside effect, two commits may be the right way. */
function splitCommit({ walk, add }: Finder): void {
  const isOutside = ({ event }: Step): boolean =>
    event.kind === 'mail' ||
    event.kind === 'cache' ||
    event.kind === 'opaque' ||
    event.kind === 'script' ||
    (event.kind === 'file' && event.action !== 'read') ||
    (event.kind === 'sql' && event.statement.operation === 'ddl');
  if (walk.steps.some(isOutside)) return;
  const straight = walk.steps.filter((step) => isOrdinary(step) && innermost(step, 'loop') === null);
  const first = straight.find((step) => isCommit(step) && step.before.pending === 'yes');
  if (first === undefined) return;
  const write = straight.find(
    (step) =>
      writesRows(step) &&
      follows(first, step) &&
      step.frames.every((frame) => frame.kind !== 'branch' || first.frames.includes(frame)),
  );
  const second = write && straight.find((step) => isCommit(step) && follows(write, step));
  if (write === undefined || second === undefined) return;
  add(
    'split-commit',
    first.line,
    `This commit saves only a part of the work; a crash before line ${write.line} leaves that part without the rest.`,
  );
}

function commitInFinally({ walk, add }: Finder): void {
  for (const step of walk.steps.filter(isCommit)) {
    const frame = innermost(step, 'finally');
    if (frame === null || (step.event.kind === 'commit' && step.event.via === 'with')) continue;
    const within = (kind: string): Step[] =>
      walk.steps.filter((one) => one.frames.some((each) => each.group === frame.group && each.kind === kind));
    const undoes = within('handler').some(
      (one) => one.event.kind === 'rollback' || statementOf(one)?.operation === 'rollback',
    );
    if (undoes || !within('try').some(writesRows)) continue;
    add(
      'commit-in-finally',
      step.line,
      'A commit in `finally` also runs after an error and saves the half that was done.',
    );
  }
}

function helperCommits({ walk, add }: Finder): void {
  for (const step of walk.steps.filter(isCommit)) {
    const helper = innermost(step, 'helper');
    if (helper === null) continue;
    const own = walk.steps.filter((one) => one.frames.includes(helper));
    const entry = own[0]?.before;
    if (entry === undefined || !own.some(writesRows)) continue;
    if (entry.pending !== 'yes' && !hasBegun(entry)) continue;
    // A commit of the helper's own, made after one that it has begun itself, ends nothing of the caller's.
    if (own.some((one) => isCommit(one) && one.index < step.index)) continue;
    const goesOn = walk.steps.some(
      (one) => !one.frames.includes(helper) && follows(step, one) && (writesRows(one) || isCommit(one)),
    );
    if (!goesOn) continue;
    add(
      'helper-commits',
      step.line,
      `The helper called on line ${helper.line} commits what its caller has open, so the caller's work is saved half-way.`,
    );
  }
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
