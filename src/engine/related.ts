// Which of several sentences tells of the same thing as another one: by the names in them, and then by their words.
// Pure. A judge's sentences are free text, so this is a guess; where nothing fits, nothing is chosen.

const STOP = new Set(
  'a an the is are was were be been has have had it its of to in on at by for from and or but not no never none yet still already there their that this which with as says said times time does do did will than out into'.split(
    ' ',
  ),
);
/** An id tells more than a word with a capital, and that more than several plain words. */
const ID_WEIGHT = 3;
const CAPITAL_WEIGHT = 2;
const WORD_WEIGHT = 0.1;

interface Words {
  /** Numbers, addresses, paths, names with an underscore. */
  readonly ids: ReadonlySet<string>;
  /** Words with a capital, but not one that begins a title: `: Your invoice`. */
  readonly capitals: ReadonlySet<string>;
  readonly others: ReadonlySet<string>;
}

export interface Related {
  readonly one: string;
  readonly other: string;
}

/** The pair that has most in common; of equals the first. Null where no two have anything in common. */
export function mostRelated(ones: readonly string[], others: readonly string[]): Related | null {
  const words = ones.map(wordsOf);
  const seenIn = new Map<string, number>();
  for (const { ids, capitals, others: rest } of words) {
    for (const word of [...ids, ...capitals, ...rest]) seenIn.set(word, (seenIn.get(word) ?? 0) + 1);
  }
  let best: Related | null = null;
  let highest = 0;
  for (const other of others) {
    const wanted = wordsOf(other);
    ones.forEach((one, at) => {
      const score = inCommon(words[at] ?? wordsOf(one), wanted, seenIn);
      if (score <= highest) return;
      highest = score;
      best = { one, other };
    });
  }
  return best;
}

/** A word that many sentences have tells little. Sentences that name different things have nothing in common. */
function inCommon(one: Words, other: Words, seenIn: ReadonlyMap<string, number>): number {
  const shared = (list: keyof Words): readonly string[] => [...one[list]].filter((word) => other[list].has(word));
  const atOdds = (list: keyof Words): boolean =>
    one[list].size > 0 && other[list].size > 0 && shared(list).length === 0;
  if (atOdds('ids') || (shared('ids').length === 0 && atOdds('capitals'))) return 0;
  // Of two ids the longer one tells more: a path more than the number in it.
  const weigh = (list: keyof Words, weight: number): number =>
    shared(list).reduce(
      (sum, word) => sum + (weight * (1 + Math.min(word.length, 50) / 100)) / (seenIn.get(word) ?? 1),
      0,
    );
  return weigh('ids', ID_WEIGHT) + weigh('capitals', CAPITAL_WEIGHT) + weigh('others', WORD_WEIGHT);
}

function wordsOf(sentence: string): Words {
  // How often something was done is not the name of a thing.
  const said = sentence.replace(/\b\d+ times\b/g, ' ').replace(/^\d+ /, ' ');
  const words = { ids: new Set<string>(), capitals: new Set<string>(), others: new Set<string>() };
  for (const found of said.matchAll(/[\p{L}\p{N}_@./#-]+/gu)) {
    const word = found[0].replace(/^[./-]+|[./-]+$/g, '');
    const begins = /[:.'"(]\s*$/.test(said.slice(0, found.index));
    if (/[\p{N}@/_]/u.test(word)) words.ids.add(word.toLowerCase());
    else if (!begins && /^\p{Lu}/u.test(word) && !STOP.has(word.toLowerCase())) words.capitals.add(word.toLowerCase());
    else if (word !== '' && !STOP.has(word.toLowerCase())) words.others.add(word.toLowerCase());
  }
  return words;
}
