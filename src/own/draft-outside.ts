// What a clean run did to the mailbox and the cache, as lines of the drafted judge.
import type { Mail, WorldView } from '../model/world.ts';
import { type Change, type Draft, closest, countOf, presenceOf, surplus } from './draft-change.ts';
import { sqlText } from './sql-write.ts';
import type { Varying } from './varying.ts';

const MAIL_FIELDS = ['to', 'subject', 'body'] as const;
const MAIL_COLUMNS = ['recipient', 'subject', 'body'] as const;

/** The mailbox only grows, and is read in the order of sending. The key of a mail is a means, and not compared. */
export function draftMail(before: WorldView, after: WorldView, twice: WorldView | null, varying: Varying): Draft {
  const fieldsOf = (mail: Mail): string[] => MAIL_FIELDS.map((field) => mail[field]);
  const [old, now] = [before.mail.map(fieldsOf), after.mail.map(fieldsOf)];
  const later = twice && twice.mail.map(fieldsOf);
  const sent = surplus(now, old, (mail) => mail.join('\0'));
  const again = later ? surplus(later, now, (mail) => mail.join('\0')) : [];
  const every = [0, 1, 2];
  const loose = new Set(every.filter((at) => sent.some((mail) => varying.has(mail[at] ?? ''))));
  const foreign: string[][] = [];
  for (const mail of again) {
    const differing = closest(mail, sent, every);
    if (differing === null) foreign.push(mail);
    else for (const at of differing) loose.add(at);
  }
  // The body matters only where nothing shorter tells two mails apart.
  const address = [0, 1].filter((at) => !loose.has(at));
  const isShared = sent.some((mail) =>
    sent.some((other) => mail[2] !== other[2] && address.every((at) => mail[at] === other[at])),
  );
  const fields = isShared && !loose.has(2) ? [...address, 2] : address;
  const wheres = new Map<string, Change>();
  for (const mail of [...sent, ...foreign]) {
    const kept = sent.includes(mail) ? fields : every.slice(0, 2).filter((at) => !varying.has(mail[at] ?? ''));
    const where = kept.map((at) => `${MAIL_COLUMNS[at]} = ${sqlText(mail[at] ?? '')}`).join(' AND ');
    const count = (mails: readonly string[][]): number =>
      mails.filter((other) => kept.every((at) => other[at] === mail[at])).length;
    const shown = [kept.includes(0) ? ` to ${mail[0]}` : '', kept.includes(1) ? ` about “${mail[1]}”` : ''].join('');
    const counts = [count(old), count(now), later && count(later)] as const;
    wheres.set(where, countOf(3, `mails${shown}`, { from: 'world.mail', where }, counts));
  }
  const guards = now.length > 0 ? mailGuards([...wheres.keys()]) : [];
  return { changes: [...wheres.values()], guards, notes: [] };
}

function mailGuards(wheres: readonly string[]): string[] {
  if (wheres.includes('')) return [];
  const except = wheres
    .map((where) => ` AND NOT (${where})`)
    .join('')
    .replace(' AND ', '');
  return [
    `  SELECT 'a mail was sent that a clean run does not send: to ' || recipient || ', ' || subject\n` +
      `  FROM world.mail${except === '' ? '' : ` WHERE ${except}`}`,
  ];
}

export function draftCache(before: WorldView, after: WorldView, twice: WorldView | null, varying: Varying): Draft {
  const [old, now, later] = [new Map(before.cache), new Map(after.cache), new Map(twice?.cache)];
  const changes: Change[] = [];
  const patterns = new Set<string>();
  for (const [key, value] of now) {
    if (old.get(key) === value) continue;
    if (!old.has(key) && varying.has(key)) patterns.add(varying.pattern(key));
    else changes.push(entryChange(key, old.get(key) ?? null, value, later.get(key) ?? null, varying));
  }
  for (const pattern of patterns) {
    const count = (entries: ReadonlyMap<string, string>): number =>
      [...entries.keys()].filter((key) => varying.pattern(key) === pattern).length;
    const counted = { from: 'world.cache', where: `key GLOB ${sqlText(pattern)}` };
    const counts = [count(old), count(now), twice && count(later)] as const;
    changes.push(countOf(3, `cache entries such as ${pattern}`, counted, counts));
  }
  for (const key of old.keys()) {
    if (!now.has(key)) {
      changes.push(presenceOf(1, `the cache entry ${key}`, 'before', `world.cache WHERE key = ${sqlText(key)}`));
    }
  }
  return { changes, guards: [], notes: [] };
}

function entryChange(key: string, was: string | null, is: string, later: string | null, varying: Varying): Change {
  const read = (value: string): string =>
    `coalesce((SELECT ${value} FROM world.cache WHERE key = ${sqlText(key)}), 'not there')`;
  const before = was === null ? `'not there'` : sqlText(was);
  const line = { rank: 3, what: `the cache entry ${key}` } as const;
  const second = later === null || later === is || later === was ? null : later;
  if (varying.has(is) || (second !== null && !follows(was, is, second))) {
    const words = was === null ? `'there'` : `iif(value = ${before}, ${before}, 'changed')`;
    return { ...line, before, after: was === null ? `'there'` : `'changed'`, twice: null, now: read(words) };
  }
  return { ...line, before, after: sqlText(is), twice: second === null ? null : sqlText(second), now: read('value') };
}

/** Whether a third value is what a second run makes of the second one: as far again, or more of the same. */
function follows(was: string | null, is: string, later: string): boolean {
  const [first, second, third] = [was ?? '0', is, later].map(Number) as [number, number, number];
  if ([first, second, third].some(Number.isNaN)) return later.includes(is.replace(/^["[{]|["\]}]$/g, ''));
  return Math.abs(third - second - (second - first)) < 1e-9;
}
