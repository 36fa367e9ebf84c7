// The two halves of a story: what is wrong right after the crash, and what the re-run makes of it. Pure.
import type { Exit } from '../model/trace.ts';
import { unreachable } from '../model/unreachable.ts';
import type { Findings, Outcome } from '../model/verdict.ts';
import type { LeftBehind } from './left-behind.ts';
import { failed } from './reasons.ts';
import { mostRelated } from './related.ts';

export interface MomentFacts {
  readonly outcome: Outcome;
  readonly crashed: Findings;
  readonly rerun: Findings;
  readonly rerunExit: Exit | undefined;
  /** What the crash left that was not there before; null where nothing can be said. */
  readonly left: () => LeftBehind | null;
}

export interface Moments {
  readonly afterCrash: string;
  readonly afterRerun: string;
}

export function tellMoments(facts: MomentFacts): Moments {
  const { crashed, outcome } = facts;
  const ends = wrongInTheEnd(facts);
  // A contradiction is what is wrong; work that is not done yet merely waits.
  const candidates = crashed.torn.length > 0 ? crashed.torn : [...crashed.repeated, ...crashed.missing];
  const stays = candidates.find((one) => ends.some((end) => wrongIn(end) === wrongIn(one)));
  if (stays !== undefined) {
    const afterCrash = ends.includes(stays) ? withWhatIsLeft(stays, facts) : againstWhatIsLeft(stays, facts);
    return { afterCrash, afterRerun: `${howRerunEnds(facts)}, and it stays that way` };
  }
  // A judge says the gravest contradiction first; work that waits stands in any order.
  const gravest = crashed.torn.length > 0 ? mostRelated(crashed.torn.slice(0, 1), ends) : null;
  const best = gravest ?? mostRelated(candidates, ends);
  const waits = outcome === 'double-applied' && crashed.torn.length + crashed.repeated.length === 0;
  const afterCrash = waits ? onceDone(best?.one, facts) : best?.one;
  return {
    afterCrash: afterCrash ?? candidates[0] ?? 'nothing is wrong yet',
    afterRerun: tellRerun(facts, best?.other ?? ends[0]),
  };
}

/** What the re-run will do again had been done once, though the judge says only what still waits. */
function onceDone(sentence: string | undefined, { left }: MomentFacts): string | undefined {
  const found = left();
  if (found === null) return sentence;
  if (sentence === undefined) return found.said;
  const saysSo = /(?<!\b(?:not|never|nor) )\b(?:sent|delivered|mailed|out)\b/.test(sentence);
  return found.kind === 'mail' && !saysSo ? `${found.said}, ${sentence}` : sentence;
}

/** Sentences about the world after the re-run that the outcome stands on, what is new in them first. */
function wrongInTheEnd({ outcome, crashed, rerun }: MomentFacts): readonly string[] {
  switch (outcome) {
    case 'recovered':
      return [];
    case 'double-applied': {
      const known = [...crashed.torn, ...crashed.missing, ...crashed.repeated];
      const again = rerun.repeated.filter((one) => !known.includes(one));
      return again.length > 0 ? again : rerun.repeated;
    }
    case 'half-done':
    case 're-run-fails':
      return [...rerun.torn, ...rerun.missing];
    default:
      return unreachable(outcome);
  }
}

/**
 * Work that stays undone is at odds with what the crash left, which made the re-run fail or believe that all is done. A
 * sentence with two halves says both already.
 */
function withWhatIsLeft(sentence: string, { crashed, left }: MomentFacts): string {
  const isHalf = crashed.torn.length === 0 && !/,| and | but | still /.test(sentence);
  const found = isHalf ? left() : null;
  return found === null ? sentence : `${found.said}, ${sentence}`;
}

/** The same for a sentence of the default judge that stands without what is already right. */
function againstWhatIsLeft(sentence: string, { left }: MomentFacts): string {
  const found = sentence === wrongIn(sentence) ? left() : null;
  return found === null ? sentence : `${found.said}, ${sentence}`;
}

/** A sentence without what is already right: the default judge says that of one sentence only, whichever is the first. */
function wrongIn(sentence: string): string {
  return sentence.split(', while ')[0] ?? sentence;
}

function tellRerun(facts: MomentFacts, wrong: string | undefined): string {
  const { outcome, crashed, rerun } = facts;
  const end = howRerunEnds(facts);
  if (outcome === 'recovered') return 'the re-run then finishes the work';
  if (wrong === undefined) return end;
  if (outcome === 'double-applied') return `the re-run does it again: ${wrong}`;
  const known = [...crashed.torn, ...crashed.missing, ...crashed.repeated];
  const left = [...rerun.torn, ...rerun.missing];
  const still = known.includes(wrong) ? wrong : known.find((one) => left.includes(one));
  if (outcome === 'half-done') return still === undefined ? `${end}, but ${wrong}` : `${end}, and still ${still}`;
  // That the work is not done is plain where the re-run fails.
  if (still !== undefined && rerun.torn.includes(still)) return `${end}, and still ${still}`;
  return rerun.torn.includes(wrong) ? `${end}, and then ${wrong}` : end;
}

function howRerunEnds({ rerunExit: exit }: MomentFacts): string {
  if (!exit || !failed(exit.status)) return 'the re-run ends without an error';
  if (exit.status.kind !== 'raised') return 'the re-run does not finish either';
  const message = exit.status.message.trim();
  const said = message.endsWith('.') ? message.slice(0, -1) : message;
  return `the re-run fails with ${exit.status.errorType}${said === '' ? '' : `: ${said}`}`;
}
