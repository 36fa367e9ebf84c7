// Two texts as the lines that stayed, went and came. Pure.

export type LinePart =
  | { readonly kind: 'same'; readonly count: number }
  | { readonly kind: 'removed'; readonly line: string }
  | { readonly kind: 'added'; readonly line: string };

/** Where more lines than this are left on both sides, they are told as gone and come, all of them. */
const MOST_COMPARED = 400;

/** In reading order; what went stands before what came in its place. */
export function lineChange(before: string, now: string): readonly LinePart[] {
  const [old, fresh] = [linesOf(before), linesOf(now)];
  const most = Math.min(old.length, fresh.length);
  let above = 0;
  while (above < most && old[above] === fresh[above]) above += 1;
  let below = 0;
  while (below < most - above && old.at(-1 - below) === fresh.at(-1 - below)) below += 1;
  const [went, came] = [old.slice(above, old.length - below), fresh.slice(above, fresh.length - below)];
  return [
    ...same(above),
    ...(went.length * came.length > MOST_COMPARED ** 2 ? replaced(went, came) : between(went, came)),
    ...same(below),
  ];
}

function replaced(went: readonly string[], came: readonly string[]): LinePart[] {
  return [
    ...went.map((line): LinePart => ({ kind: 'removed', line })),
    ...came.map((line): LinePart => ({ kind: 'added', line })),
  ];
}

function same(count: number): LinePart[] {
  return count > 0 ? [{ kind: 'same', count }] : [];
}

/** By the longest common run of lines. */
function between(old: readonly string[], fresh: readonly string[]): LinePart[] {
  const width = fresh.length + 1;
  /** At `i * width + j`: how many lines the texts from line i and line j on have in common. */
  const common = new Uint16Array((old.length + 1) * width);
  const at = (i: number, j: number): number => common[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = fresh.length - 1; j >= 0; j--) {
      common[i * width + j] = old[i] === fresh[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const parts: LinePart[] = [];
  let [i, j, kept] = [0, 0, 0];
  let [went, came]: [string[], string[]] = [[], []];
  const flush = (): void => {
    parts.push(...replaced(went, came));
    [went, came] = [[], []];
  };
  for (;;) {
    const [one, other] = [old[i], fresh[j]];
    if (one !== undefined && one === other) {
      flush();
      [i, j, kept] = [i + 1, j + 1, kept + 1];
      continue;
    }
    parts.push(...same(kept));
    kept = 0;
    if (one !== undefined && (other === undefined || at(i + 1, j) >= at(i, j + 1))) {
      went.push(one);
      i += 1;
    } else if (other !== undefined) {
      came.push(other);
      j += 1;
    } else break;
  }
  flush();
  return parts;
}

/** A line end at the end of a text starts no further line. */
function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
