// The check of the instrument in words: one for its heading, one sentence for its end.
import { unreachable } from '../../model/unreachable.ts';
import type { GateState, Tally } from '../../state/gate.ts';
import { count } from '../words.ts';

/** Stands beside the heading, also while the panel is closed. */
export function gateWord(state: GateState): string {
  switch (state.kind) {
    case 'not-checked':
      return 'not checked yet in this browser';
    case 'checking':
      return `checking, ${progressWord(state.tally)}`;
    case 'stopped':
      return `stopped at ${progressWord(state.tally)}`;
    case 'broken-off':
      return 'could not be checked';
    case 'checked':
      return resultWord(state.tally);
    default:
      return unreachable(state);
  }
}

/** `12 of 66`: references that have been checked. */
export function progressWord({ done, total }: Tally): string {
  return `${done} of ${total}`;
}

function resultWord({ total, failures }: Tally): string {
  return `${total - failures.length} of ${total} as intended`;
}

/** What the end of a check says; null before it. */
export function gateSentence(state: GateState): string | null {
  switch (state.kind) {
    case 'not-checked':
    case 'checking':
      return null;
    case 'stopped':
      return `Stopped after ${progressWord(state.tally)}. The references that were left say nothing yet.`;
    case 'broken-off':
      return `The check could not go on after ${progressWord(state.tally)}: ${state.sentence}`;
    case 'checked': {
      const missing = state.tally.unloaded.length;
      const rest = missing === 0 ? '' : ` ${count(missing, 'problem', 'problems')} kept tasks from being loaded.`;
      return `${resultWord(state.tally)}.${rest}`;
    }
    default:
      return unreachable(state);
  }
}

export const NO_TRUST = 'This instrument is not right in this browser: no verdict of this page should be trusted.';
