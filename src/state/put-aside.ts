// Drafts of one task that a fork took the place of, the newest first, as one text. Where it is kept, `storage/` knows.
import * as v from 'valibot';
import type { OwnFunction } from '../model/own.ts';
import { keptOwn, textOfOwn } from './own-draft.ts';

export interface AsideDraft {
  readonly text: string;
  /** The own function that the text was written for; null for a task. */
  readonly own: OwnFunction | null;
}

/** Each entry is a draft's text and, for an own function, `textOfOwn` of it. */
const schema = v.array(v.object({ text: v.string(), own: v.nullable(v.string()) }));

/** '' for none, so that nothing is kept. */
export function textOfAside(drafts: readonly AsideDraft[]): string {
  if (drafts.length === 0) return '';
  return JSON.stringify(drafts.map(({ text, own }) => ({ text, own: own && textOfOwn(own) })));
}

/** What `textOfAside` wrote; none where it is not one of ours. */
export function keptAside(text: string): readonly AsideDraft[] {
  try {
    const read = v.safeParse(schema, JSON.parse(text));
    if (read.success) return read.output.map(({ text, own }) => ({ text, own: own === null ? null : keptOwn(own) }));
  } catch {
    // Nothing was put aside yet, or it is not one of ours.
  }
  return [];
}

/** A fork takes the place of `draft`. What is there already, or holds nothing, is not kept again. */
export function putAside(drafts: readonly AsideDraft[], draft: AsideDraft): readonly AsideDraft[] {
  const rest = drafts.filter((one) => !isSame(one, draft));
  return draft.text.trim() === '' && draft.own === null ? rest : [draft, ...rest];
}

/** The newest comes back, and `current` goes behind the last: bringing back again and again shows every one. */
export function exchange(
  drafts: readonly AsideDraft[],
  current: AsideDraft,
): { readonly back: AsideDraft; readonly rest: readonly AsideDraft[] } | null {
  const [back, ...others] = drafts;
  if (back === undefined) return null;
  const rest = others.filter((one) => !isSame(one, current) && !isSame(one, back));
  const isEmpty = current.text.trim() === '' && current.own === null;
  return { back, rest: isEmpty || isSame(back, current) ? rest : [...rest, current] };
}

function isSame(a: AsideDraft, b: AsideDraft): boolean {
  return a.text === b.text && (a.own && textOfOwn(a.own)) === (b.own && textOfOwn(b.own));
}
