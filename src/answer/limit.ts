// How long a pasted text may be. Apart from the reading, so that the page can say it before it hands the text over.
import { grouped } from '../model/grouped.ts';

/** Longer pastes are refused, in UTF-16 units. */
export const MAX_ANSWER_LENGTH = 200_000;

/** A sentence where the text is too long to be read; null where it is not. */
export function tooLong(text: string): string | null {
  if (text.length <= MAX_ANSWER_LENGTH) return null;
  const [length, most] = [text.length, MAX_ANSWER_LENGTH].map(grouped);
  return `The text has ${length} characters; at most ${most} are read. Paste only the answer.`;
}
