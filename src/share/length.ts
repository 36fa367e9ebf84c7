// How long a link may get before chats cut it. How long a link is, the page knows: its own address counts too.
import { grouped } from '../model/grouped.ts';

/** Chats and mail programs are known to cut links a little beyond 2,000 characters. */
export const LONG_LINK_CHARACTERS = 1_900;

/** `characters` is the length of the whole link, from `https` on. */
export function linkLengthAdvice(characters: number): 'fine' | 'long' {
  return characters <= LONG_LINK_CHARACTERS ? 'fine' : 'long';
}

/** What the page shows beside the link. */
export function linkLengthSentence(characters: number): string {
  const length = `This link has ${grouped(characters)} characters`;
  return linkLengthAdvice(characters) === 'fine'
    ? `${length}.`
    : `${length}; some chats cut links at about 2,000. Save the file and send that instead.`;
}
