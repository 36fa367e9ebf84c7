// Compares two rounds of a repair: what is gone, what is new, whether it is the same code again, whether it is done.
// Pure; which rounds are compared is for the caller to say.
import type { Safety } from '../model/verdict.ts';
import { isSameKind, type FailureKind, type ModeFailures } from './failures.ts';
import { kindsText } from './kind-words.ts';
import { isRepaired, works, type Round } from './rounds.ts';
import { isSameCode } from './same-code.ts';

export interface Comparison {
  /** Whether the later code works in the default mode; null where that could not be decided. */
  readonly works: boolean | null;
  readonly safety: { readonly before: Safety | null; readonly after: Safety | null };
  /** Kinds of failure that the earlier code had and the later one was seen to be free of. */
  readonly fixed: readonly FailureKind[];
  /** Kinds that the later code has and the earlier one was seen to be free of. */
  readonly introduced: readonly FailureKind[];
  /** Index, from 0, of the last earlier round with the same code; null where there is none. */
  readonly sameCodeAs: number | null;
  readonly repaired: boolean;
  /** One for each of the above. `sameCode` is null where the code is new. */
  readonly sentences: {
    readonly works: string;
    readonly safety: string;
    readonly fixed: string;
    readonly introduced: string;
    readonly sameCode: string | null;
    readonly repaired: string;
  };
}

/**
 * `before` is the round that `after` is measured by: the one right before it, or the first one, whose failures are
 * those of the original. `earlier` holds all rounds before `after` that are kept, in order; `firstNumber` is what a
 * person calls the first of them.
 */
export function compareRounds(before: Round, after: Round, earlier: readonly Round[], firstNumber = 1): Comparison {
  const fixed = kindsWithout(before.modes, after.modes);
  const introduced = kindsWithout(after.modes, before.modes);
  const at = earlier.findLastIndex((round) => isSameCode(round.source, after.source));
  return {
    works: works(after),
    safety: { before: before.safety, after: after.safety },
    fixed,
    introduced,
    sameCodeAs: at < 0 ? null : at,
    repaired: isRepaired(after),
    sentences: {
      works: worksSentence(before, after),
      safety: safetySentence(before, after),
      fixed: kindsSentence(fixed, 'Gone', before, after),
      introduced: kindsSentence(introduced, 'New', before, after),
      sameCode: at < 0 ? null : sameCodeSentence(earlier, at, firstNumber, after),
      repaired: repairedSentence(after),
    },
  };
}

/** Kinds of `some` that `others` lack. What a mode lacks is known only where all of it was judged. */
function kindsWithout(some: readonly ModeFailures[], others: readonly ModeFailures[]): FailureKind[] {
  return some.flatMap(({ mode, kinds }) => {
    const other = others.find((one) => one.mode === mode);
    return other?.complete === true ? kinds.filter((kind) => !other.kinds.some((one) => isSameKind(kind, one))) : [];
  });
}

function worksSentence(before: Round, after: Round): string {
  const [worked, worksNow] = [works(before), works(after)];
  if (worksNow === null) return `Whether it works could not be decided. ${after.headline}`;
  if (worksNow) return worked === false ? 'It works; the earlier code did not.' : 'It works.';
  return `${worked === true ? 'It no longer works.' : 'It does not work.'} ${after.headline}`;
}

const SAFETY_WORDS: Readonly<Record<Safety, string>> = {
  unsafe: 'unsafe',
  'safe-by-accident': 'safe by accident',
  'safe-by-design': 'safe by design',
};

function safetySentence(before: Round, after: Round): string {
  if (after.safety === null) {
    return after.status === 'does-not-work'
      ? 'It has no class, as it does not work.'
      : 'It has no class, as not all of it could be judged.';
  }
  const now = SAFETY_WORDS[after.safety];
  if (before.safety === null) return `It is ${now}.`;
  return before.safety === after.safety ? `Still ${now}.` : `It was ${SAFETY_WORDS[before.safety]} and is ${now}.`;
}

function kindsSentence(kinds: readonly FailureKind[], label: 'Gone' | 'New', before: Round, after: Round): string {
  if (kinds.length > 0) return `${label}: ${kindsText(kinds, after.modes.length > 1)}.`;
  // What is gone must be seen to be absent in the later code, what is new in the earlier one.
  const [known, whose] = label === 'Gone' ? [after, 'this code'] : [before, 'the earlier code'];
  if (known.modes.some((mode) => !mode.complete)) {
    return `No kind of failure is known to be ${label.toLowerCase()}: ${whose} was not judged in full.`;
  }
  if (label === 'New') return 'No new kind of failure.';
  const had = before.modes.some((mode) => mode.kinds.length > 0);
  return had ? 'No kind of failure is gone.' : 'The earlier code had no failure.';
}

function sameCodeSentence(earlier: readonly Round[], at: number, firstNumber: number, after: Round): string {
  const exactly = earlier[at]?.source === after.source;
  const place = at === earlier.length - 1 ? 'as in the round before' : `as in round ${firstNumber + at}`;
  return `The same code again, ${place}${exactly ? '' : '; only comments or layout differ'}.`;
}

function repairedSentence(after: Round): string {
  if (isRepaired(after)) {
    return `Repaired: it works, and no crash scenario fails${after.modes.length > 1 ? ' in either mode' : ''}.`;
  }
  if (works(after) === false) return 'Not repaired: it does not work.';
  const left = after.modes.flatMap((mode) => mode.kinds);
  if (left.length > 0) return `Not repaired: ${kindsText(left, after.modes.length > 1)}.`;
  return 'Not known to be repaired: no failure was found, but not everything could be judged.';
}
