// Kinds of failure in words, for a person. What the words are said about is decided in `compare.ts`.
import type { Mode } from '../model/trace.ts';
import { unreachable } from '../model/unreachable.ts';
import type { FailureKind } from './failures.ts';

type Harm = FailureKind['harm'];
type When = FailureKind['when'] | 'either crash';

/**
 * "in autocommit, a kill leaves the data half-updated and makes the re-run fail". What an error and a kill, or both
 * modes, have in common is said once. At least one kind; no mode is named where there is but one.
 */
export function kindsText(kinds: readonly FailureKind[], namesModes: boolean): string {
  const modes = [...new Set(kinds.map((kind) => kind.mode))];
  const texts = modes.map((mode) => textOfMode(kinds.filter((kind) => kind.mode === mode)));
  if (!namesModes) return texts.join('; ');
  const [first, second] = texts;
  if (first === second) return `in either mode, ${first}`;
  return modes.map((mode, at) => `${modeWords(mode)}, ${texts[at]}`).join('; ');
}

function modeWords(mode: Mode): string {
  return mode === 'default' ? 'in the default mode' : 'in autocommit';
}

function textOfMode(kinds: readonly FailureKind[]): string {
  const harms = new Map<When, Harm[]>();
  for (const { when, harm } of kinds) {
    const seen = (other: FailureKind['when']): boolean =>
      kinds.some((kind) => kind.when === other && kind.harm === harm);
    const either = (when === 'soft' || when === 'hard') && seen('soft') && seen('hard');
    const key: When = either ? 'either crash' : when;
    const known = harms.get(key) ?? [];
    if (!known.includes(harm)) harms.set(key, [...known, harm]);
  }
  return [...harms].map(([when, of]) => `${subjectOf(when)} ${of.map(verbOf).join(' and ')}`).join(', ');
}

function subjectOf(when: When): string {
  switch (when) {
    case 'clean':
      return 'it';
    case 'repeat':
      return 'a second call after a clean run';
    case 'soft':
      return 'an error';
    case 'hard':
      return 'a kill';
    case 'either crash':
      return 'a crash';
    default:
      return unreachable(when);
  }
}

function verbOf(harm: Harm): string {
  switch (harm) {
    case 'torn':
      return 'leaves the data half-updated';
    case 'double-applied':
      return 'leads to work done twice';
    case 'half-done':
      return 'leads to work left undone';
    case 're-run-fails':
      return 'leads to a re-run that fails';
    case 'does-not-work':
      return 'does not work';
    default:
      return unreachable(harm);
  }
}
