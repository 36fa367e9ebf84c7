// Tells one world from another, and says in words what is wrong with it. Which worlds are compared, and what that
// means, is decided in `default-judge.ts`; the words for one thing are in `difference-words.ts`.
import {
  copies,
  type Moments,
  RANK,
  type Right,
  rightOf,
  sameItem,
  times,
  type Wrong,
  wrongOf,
} from './difference-words.ts';
import type { Items } from './items.ts';

const MOST_SENTENCES = 5;
const LONGEST_SENTENCE = 300;

export function same(left: Items, right: Items): boolean {
  if (left.size !== right.size) return false;
  for (const [id, item] of left) if (!sameItem(item, right.get(id))) return false;
  return true;
}

/**
 * Up to five sentences about what is not as after a clean run, the worst first: what is lost, what is neither old nor
 * new, what is still old while the rest is new, what is left over. What is already as after a clean run is said once, in the first
 * sentence, where the two contradict each other.
 */
export function differences(world: Items, before: Items, after: Items): readonly string[] {
  const all = moments(world, before, after);
  const right = rightest(all);
  // Where nothing is done yet, what is still old is not at odds with anything.
  const wrong = worstFirst(all, world, right ? RANK.behind : RANK.leftOver + 1);
  return wrong.slice(0, MOST_SENTENCES).map((one, index) => {
    const contradicts = one.rank === RANK.lost || one.rank === RANK.behind;
    if (index > 0 || !contradicts || !right) return cut(withWanted(one));
    const lead = one.wanted === 'a clean run removes it' ? one.core : withWanted(one);
    return cut(`${lead}, while ${shortened(right, one.subject)}`);
  });
}

/** Sentences for a world that is as after two clean runs; `after` is as after one. */
export function doneTwice(world: Items, after: Items): readonly string[] {
  return worstFirst(moments(world, after, after), world, RANK.behind)
    .slice(0, MOST_SENTENCES)
    .map(({ core, wanted }) => {
      const one = wanted.startsWith('a clean run leaves') ? ` (${wanted.replace('a clean run', 'one')})` : '';
      return cut(`${core}, as after two clean runs${one}`);
    });
}

/**
 * Sentences for what is there more often than after a clean run, where nothing else differs; else empty.
 * Only things without a key can be told to be copies: mails, and rows without a primary key.
 */
export function surplusCopies(world: Items, after: Items): readonly string[] {
  for (const [id, item] of after) if (!sameItem(item, world.get(id))) return [];
  const surplus = [...world].filter(([id]) => !after.has(id)).map(([, item]) => item.copyOf);
  const sentences = new Set<string>();
  for (const id of surplus) {
    const original = id === null ? undefined : after.get(id);
    if (id === null || !original) return [];
    const isMail = id.startsWith('mail ');
    const leaves = isMail ? 'sends it' : 'leaves it';
    sentences.add(
      `${original.subject} ${isMail ? 'was sent' : 'is there'} ${times(copies(world, id))} (a clean run ${leaves} ${times(copies(after, id))})`,
    );
  }
  return [...sentences].slice(0, MOST_SENTENCES).map(cut);
}

function moments(world: Items, before: Items, after: Items): readonly Moments[] {
  const ids = new Set([...after.keys(), ...world.keys(), ...before.keys()]);
  return [...ids].map((id) => ({ id, now: world.get(id), was: before.get(id), goal: after.get(id) }));
}

function worstFirst(all: readonly Moments[], world: Items, behind: number): readonly Wrong[] {
  const wrong = all.flatMap((one) => (sameItem(one.now, one.goal) ? [] : wrongOf(one, world)));
  const said = new Set<string>();
  const distinct = wrong.filter(({ core }) => !said.has(core) && said.add(core));
  const rankOf = ({ rank }: Wrong): number => (rank === RANK.behind ? behind : rank);
  return distinct.sort((a, b) => rankOf(a) - rankOf(b));
}

/** What is already as after a clean run: a mail before the rest, which can be put back. */
function rightest(all: readonly Moments[]): Right | null {
  const done = all
    .filter(({ was, goal }) => !sameItem(was, goal))
    .sort((a, b) => Number(b.id.startsWith('mail ')) - Number(a.id.startsWith('mail ')));
  for (const one of done) {
    const right = rightOf(one);
    if (right) return right;
  }
  return null;
}

function withWanted({ core, wanted }: Wrong): string {
  return wanted === '' ? core : `${core} (${wanted})`;
}

/** Names the thing no further than needed in a sentence about `subject`: `accounts, row id = 1` is then `row id = 1`. */
function shortened(right: Right, subject: string): string {
  if (right.subject === subject) return right.said.replace(/^: /, 'its ').replace(/^ (?=is|already)/, 'it ');
  const table = /^[^,:']+, (?=row )/.exec(subject)?.[0];
  const named =
    table !== undefined && right.subject.startsWith(table) ? right.subject.slice(table.length) : right.subject;
  return named + right.said;
}

/** Names come from the database and may be of any length. */
function cut(sentence: string): string {
  return sentence.length > LONGEST_SENTENCE ? `${sentence.slice(0, LONGEST_SENTENCE - 1)}…` : sentence;
}
