// Whether a run here gave what the sender saw. The link's word is only ever compared, never shown as a verdict.
import type { SharedExpectation } from '../model/shared.ts';
import type { Verdict } from '../model/verdict.ts';

export type SenderComparison =
  | { readonly kind: 'same'; readonly sentence: string }
  | { readonly kind: 'differs'; readonly why: 'rules' | 'engine' | 'verdict'; readonly sentence: string };

/**
 * Called after a run of the sender's code, unchanged. Digests cover engine and rules too, so another version always
 * differs; what else would differ cannot be known then.
 */
export function compareWithSender(
  expected: SharedExpectation,
  verdict: Pick<Verdict, 'engine' | 'rules' | 'digest'>,
): SenderComparison {
  if (expected.digest === verdict.digest) return { kind: 'same', sentence: "Same as the sender's." };
  const rules = rulesChange(expected.rules, verdict.rules);
  const engine = engineChange(expected.engine, verdict.engine);
  if (rules !== null) return differs('rules', engine === null ? rules : `${rules}, and ${engine}`);
  if (engine !== null) return differs('engine', engine);
  return { kind: 'differs', why: 'verdict', sentence: SAME_VERSIONS };
}

const SAME_VERSIONS =
  "Differs from the sender's, although engine and rules are the same: the task has changed since, " +
  'or the link does not tell what the sender saw.';

function rulesChange(there: number, here: number): string | null {
  if (there === here) return null;
  return there < here
    ? `the rules changed from ${there} to ${here}`
    : `the sender has newer rules, ${there} instead of ${here}`;
}

function engineChange(there: string, here: string): string | null {
  return there === here ? null : `the engine changed from ${there} to ${here}`;
}

function differs(why: 'rules' | 'engine', change: string): SenderComparison {
  return { kind: 'differs', why, sentence: `Differs from the sender's: ${change}.` };
}
