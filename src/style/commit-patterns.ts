// Patterns of commits: where they stand, and whose work they save. Each rule says only what every run of that text does.
import type { StepList } from './order.ts';
import { endsEarly, follows, innermost, type Frame, type FrameKind, type Step } from './steps.ts';
import { hasBegun, isCommit, isOrdinary, statementOf, writesRows, type Finder } from './finder.ts';

export function findCommitPatterns(finder: Finder): void {
  commitInLoop(finder);
  splitCommit(finder);
  commitInFinally(finder);
  helperCommits(finder);
}

function commitInLoop({ order, writes, commits, add }: Finder): void {
  for (const step of commits.steps) {
    const loop = innermost(step, 'loop');
    if (loop === null || !isOrdinary(step)) continue;
    const inner = step.frames.slice(step.frames.indexOf(loop));
    if (endsEarly(inner, ['continue'])) continue;
    if (!writes.hasIn(order.rangeOf(loop))) continue;
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

function commitInFinally({ walk, order, writes, commits, add }: Finder): void {
  const rollbacks = order.list((one) => one.event.kind === 'rollback' || statementOf(one)?.operation === 'rollback');
  /** The arms of each `try` statement, by group. */
  const arms = new Map<number, Set<Frame>>();
  for (const frame of new Set(walk.steps.flatMap((step) => step.frames))) {
    if (frame.kind === 'handler' || frame.kind === 'try')
      arms.set(frame.group, (arms.get(frame.group) ?? new Set()).add(frame));
  }
  for (const step of commits.steps) {
    const frame = innermost(step, 'finally');
    if (frame === null || (step.event.kind === 'commit' && step.event.via === 'with')) continue;
    const has = (kind: FrameKind, list: StepList): boolean =>
      [...(arms.get(frame.group) ?? [])].some((arm) => arm.kind === kind && list.hasIn(order.rangeOf(arm)));
    if (has('handler', rollbacks) || !has('try', writes)) continue;
    add(
      'commit-in-finally',
      step.line,
      'A commit in `finally` also runs after an error and saves the half that was done.',
    );
  }
}

function helperCommits({ walk, order, writes, commits, add }: Finder): void {
  for (const step of commits.steps) {
    const helper = innermost(step, 'helper');
    if (helper === null) continue;
    const own = order.rangeOf(helper);
    const entry = walk.steps[own.start]?.before;
    if (entry === undefined || !writes.hasIn(own)) continue;
    if (entry.pending !== 'yes' && !hasBegun(entry)) continue;
    // A commit of the helper's own, made after one that it has begun itself, ends nothing of the caller's.
    if (commits.firstFrom(own.start) < step.index) continue;
    const goesOn = [writes, commits].some((list) => order.firstFollowing(step, list, helper) !== null);
    if (!goesOn) continue;
    add(
      'helper-commits',
      step.line,
      `The helper called on line ${helper.line} commits what its caller has open, so the caller's work is saved half-way.`,
    );
  }
}
