// Two texts as the lines that stayed, went and came: the common beginning and end are set aside. Pure.

export interface LineChange {
  /** Number of equal lines above and below the change. */
  readonly sameBefore: number;
  readonly sameAfter: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

export function lineChange(before: string, now: string): LineChange {
  const old = linesOf(before);
  const fresh = linesOf(now);
  const most = Math.min(old.length, fresh.length);
  let sameBefore = 0;
  while (sameBefore < most && old[sameBefore] === fresh[sameBefore]) sameBefore += 1;
  let sameAfter = 0;
  while (sameAfter < most - sameBefore && old.at(-1 - sameAfter) === fresh.at(-1 - sameAfter)) sameAfter += 1;
  return {
    sameBefore,
    sameAfter,
    removed: old.slice(sameBefore, old.length - sameAfter),
    added: fresh.slice(sameBefore, fresh.length - sameAfter),
  };
}

/** A line end at the end of a text starts no further line. */
function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
