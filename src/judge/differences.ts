// Says in words what tells one world from another. Which worlds are compared, and what that means, is decided
// in `default-judge.ts`.
import { type Item, type Items, shown } from './items.ts';

const MOST_SENTENCES = 5;
const LONGEST_SENTENCE = 300;
const MOST_ALREADY = 2;
const MOST_FIELDS = 2;

export function same(left: Items, right: Items): boolean {
  if (left.size !== right.size) return false;
  for (const [id, item] of left) if (!sameItem(item, right.get(id))) return false;
  return true;
}

/** Up to five sentences: first what is already as after a clean run, then what is not. */
export function differences(world: Items, before: Items, after: Items): readonly string[] {
  const already: string[] = [];
  const unlike: string[] = [];
  for (const id of new Set([...after.keys(), ...world.keys(), ...before.keys()])) {
    const now = world.get(id);
    const was = before.get(id);
    const goal = after.get(id);
    if (!sameItem(now, goal)) unlike.push(...itemDifference(now, was, goal));
    if (!sameItem(was, goal)) already.push(...itemDone(now, was, goal));
  }
  const first = already.slice(0, MOST_ALREADY);
  return [...first, ...unlike.slice(0, MOST_SENTENCES - first.length)].map(cut);
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
    const wanted = copies(after, id);
    const times = wanted === 1 ? 'once' : `${wanted} times`;
    sentences.add(`${original.subject} is there ${copies(world, id)} times; a clean run leaves it ${times}`);
  }
  return [...sentences].slice(0, MOST_SENTENCES).map(cut);
}

function copies(items: Items, id: string): number {
  return 1 + [...items.values()].filter(({ copyOf }) => copyOf === id).length;
}

/** Names come from the database and may be of any length. */
function cut(sentence: string): string {
  return sentence.length > LONGEST_SENTENCE ? `${sentence.slice(0, LONGEST_SENTENCE - 1)}…` : sentence;
}

function sameItem(left: Item | undefined, right: Item | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  if (left.fields.size !== right.fields.size) return false;
  for (const [name, value] of left.fields) if (right.fields.get(name) !== value) return false;
  return true;
}

function itemDifference(now: Item | undefined, was: Item | undefined, goal: Item | undefined): readonly string[] {
  if (!now && goal) {
    return [
      was
        ? `${goal.subject} is gone; after a clean run it is there, as before`
        : `${goal.subject} is missing; after a clean run it is there`,
    ];
  }
  if (now && !goal) {
    return [
      was
        ? `${now.subject} is still there; after a clean run it is gone`
        : `${now.subject} is there; after a clean run it is not`,
    ];
  }
  if (!now || !goal) return [];
  const sentences: string[] = [];
  for (const name of new Set([...goal.fields.keys(), ...now.fields.keys()])) {
    const value = now.fields.get(name);
    const wanted = goal.fields.get(name);
    if (value === wanted || sentences.length === MOST_FIELDS) continue;
    const old = was?.fields.get(name);
    const leaves = `a clean run leaves ${wanted === undefined ? 'none' : shown(wanted)}`;
    if (value === undefined) sentences.push(`${now.subject}: ${name} is missing; ${leaves}`);
    else if (value === old) sentences.push(`${now.subject}: ${name} is still ${shown(value)}; ${leaves}`);
    else if (old === undefined || old === wanted)
      sentences.push(`${now.subject}: ${name} is ${shown(value)}; ${leaves}`);
    else sentences.push(`${now.subject}: ${name} is ${shown(value)}; it was ${shown(old)} before, ${leaves}`);
  }
  return sentences;
}

/** What of one thing is as after a clean run and was not so before: at most one sentence. */
function itemDone(now: Item | undefined, was: Item | undefined, goal: Item | undefined): readonly string[] {
  if (!goal) return was && !now ? [`${was.subject} is already gone, as after a clean run`] : [];
  if (!now) return [];
  if (!was) return sameItem(now, goal) ? [`${goal.subject} is already there, as after a clean run`] : [];
  for (const [name, value] of goal.fields) {
    if (value === was.fields.get(name) || value !== now.fields.get(name)) continue;
    return [`${goal.subject}: ${name} is already ${shown(value)}, as after a clean run`];
  }
  return [];
}
