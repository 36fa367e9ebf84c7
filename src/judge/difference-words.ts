// The words for one thing in which two worlds differ: what is wrong with it, and what of it is already right. Which
// of them are said, and in which order, is decided in `differences.ts`.
import { brief, contrast, sizeOf } from './contrast.ts';
import type { Item, Items } from './items.ts';

/** How much a difference matters to whoever reads it; the smallest is said first. */
export const RANK = { lost: 0, wrong: 1, behind: 2, leftOver: 3 } as const;

export interface Wrong {
  readonly rank: number;
  readonly subject: string;
  /** Begins with the subject and says what is wrong with it. */
  readonly core: string;
  /** In parentheses after it: what a clean run leaves; empty where that is plain. */
  readonly wanted: string;
}

/** What is already as after a clean run. */
export interface Right {
  readonly subject: string;
  /** Without the subject: ` is already there`, `: balance is already 70`. */
  readonly said: string;
}

/** One thing at three moments: now, in the starting world, after a clean run. */
export interface Moments {
  readonly id: string;
  readonly now: Item | undefined;
  readonly was: Item | undefined;
  readonly goal: Item | undefined;
}

const MOST_FIELDS = 2;
/** Fields of text files, which are said only where no line tells more. */
const LINES = 'number of lines';
const LINE_END = 'end of the last line';

export function wrongOf({ id, now, was, goal }: Moments, world: Items): readonly Wrong[] {
  const isMail = id.startsWith('mail ');
  if (!now && goal) {
    if (was) return [wrong(RANK.lost, goal.subject, ' is gone')];
    return [wrong(RANK.behind, goal.subject, isMail ? ' was not sent' : ' is missing')];
  }
  if (now && !goal) {
    if (was) return [wrong(RANK.behind, now.subject, ' is still there', 'a clean run removes it')];
    const original = now.copyOf === null ? undefined : world.get(now.copyOf);
    if (original) {
      const count = times(copies(world, now.copyOf ?? ''));
      return [wrong(RANK.wrong, original.subject, ` ${isMail ? 'was sent' : 'is there'} ${count}`)];
    }
    if (id.startsWith('file ')) return [wrong(RANK.leftOver, now.subject, ' is left behind')];
    if (/^(?:table|schema) /.test(id))
      return [wrong(RANK.leftOver, now.subject, ' is there', 'a clean run leaves none')];
    return isMail
      ? [wrong(RANK.wrong, now.subject, ' was sent', 'a clean run sends no such mail')]
      : [wrong(RANK.wrong, now.subject, ' is there', 'a clean run leaves none')];
  }
  return now && goal ? fieldsWrong(now, was, goal) : [];
}

function fieldsWrong(now: Item, was: Item | undefined, goal: Item): readonly Wrong[] {
  const names = [...new Set([...goal.fields.keys(), ...now.fields.keys()])];
  const differing = names.filter((name) => now.fields.get(name) !== goal.fields.get(name));
  if (now.fields.get(LINES) === 'n0') {
    const still = was?.fields.get(LINES) === 'n0';
    const wanted = `a clean run leaves ${extent(goal)}`;
    return [wrong(still ? RANK.behind : RANK.wrong, now.subject, ` is ${still ? 'still ' : ''}empty`, wanted)];
  }
  const telling = differing.filter((name) => name !== LINES && name !== LINE_END);
  return (telling.length > 0 ? telling : differing).slice(0, MOST_FIELDS).map((name) => {
    const values = [now.fields.get(name), was?.fields.get(name), goal.fields.get(name)] as const;
    return fieldWrong(now.subject, was === undefined ? ' is there, but its' : ':', name, ...values);
  });
}

/** `joint` is what stands between the subject and the name of the field. */
function fieldWrong(
  subject: string,
  joint: string,
  name: string,
  value: string | undefined,
  old: string | undefined,
  wanted: string | undefined,
): Wrong {
  if (name === LINE_END) {
    const ends = value === 'na line end';
    return wrong(RANK.wrong, subject, `${joint === ':' ? ': the' : joint} last line has ${ends ? 'a' : 'no'} line end`);
  }
  if (value === undefined) {
    const [rank, is] = old === undefined ? ([RANK.behind, 'missing'] as const) : ([RANK.lost, 'gone'] as const);
    return wrong(rank, subject, `${joint} ${name} is ${is}`, wanted === undefined ? '' : leaves(brief(wanted)));
  }
  if (wanted === undefined) {
    const still = value === old ? 'still there' : brief(value);
    return wrong(RANK.wrong, subject, `${joint} ${name} is ${still}`, leaves('none'));
  }
  const apart = contrast(value, wanted);
  const where = apart.where === '' ? '' : ` ${apart.where}`;
  const is = value === old ? 'is still' : 'is';
  const before = old === undefined || old === wanted || old === value || where !== '' ? '' : `it was ${brief(old)}, `;
  // What a new row or column has so far is not finished; what was there and is neither old nor new is damaged.
  const rank = value === old || old === undefined ? RANK.behind : RANK.wrong;
  return wrong(rank, subject, `${joint} ${name} ${is} ${apart.value}${where}`, before + leaves(apart.wanted));
}

function wrong(rank: number, subject: string, said: string, wanted = ''): Wrong {
  return { rank, subject, core: subject + said, wanted };
}

function leaves(what: string): string {
  return `a clean run leaves ${what}`;
}

/** What of one thing is as after a clean run and was not so before; null where nothing is. */
export function rightOf({ id, now, was, goal }: Moments): Right | null {
  if (!goal) return was && !now ? { subject: was.subject, said: ' is already gone' } : null;
  if (!now) return null;
  const { subject } = goal;
  if (!was) {
    if (!sameItem(now, goal)) return null;
    return { subject, said: id.startsWith('mail ') ? ' has already been sent' : ' is already there' };
  }
  for (const [name, value] of goal.fields) {
    if (name === LINES || name === LINE_END) continue;
    const old = was.fields.get(name);
    if (value === old || value !== now.fields.get(name)) continue;
    if (old === undefined) return { subject, said: `: ${name} is already there` };
    const apart = contrast(value, old);
    return {
      subject,
      said: apart.where === '' ? `: ${name} is already ${apart.value}` : ` already has the new ${name}`,
    };
  }
  return null;
}

export function sameItem(left: Item | undefined, right: Item | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  if (left.fields.size !== right.fields.size) return false;
  for (const [name, value] of left.fields) if (right.fields.get(name) !== value) return false;
  return true;
}

/** How often a thing without a key is there; `id` is that of its first copy. */
export function copies(items: Items, id: string): number {
  return 1 + [...items.values()].filter(({ copyOf }) => copyOf === id).length;
}

export function times(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`;
}

/** How much a file holds. */
function extent(file: Item): string {
  const lines = file.fields.get(LINES)?.slice(1);
  if (lines !== undefined) return lines === '1' ? '1 line' : `${lines} lines`;
  const content = file.fields.get('content');
  return content?.startsWith('b') ? sizeOf((content.length - 1) / 2) : 'something in it';
}
