// Which values two equally good runs would not share: times, and tokens that are drawn at random. Told from how a value
// looks, from what was there before, and from the simulated clock; what differs between runs is seen by the callers.
import { SCHEDULE } from '../model/schedule.ts';

const DAY_MS = 24 * 3600 * 1000;
/** The simulated day of every run, and a day on each side for time zones. */
const NEAR_MS = 2 * DAY_MS;
const NOW_MS = SCHEDULE.firstRunMs;
const JULIAN_DAY_OF_1970 = 2_440_587.5;

const EDGE = { before: '(?<![A-Za-z0-9])', after: '(?![A-Za-z0-9])' };
const between = (inner: string): RegExp => new RegExp(EDGE.before + inner + EDGE.after, 'g');

/** Dates: `2026-01-15`, `20260115`, `15.01.2026`, `1/15/2026`. */
const DATES = [/(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/g, /(?<!\d)\d{8}(?!\d)/g, /(?<!\d)\d{1,2}[./]\d{1,2}[./]\d{4}(?!\d)/g];
const TIME = /(?<!\d)\d{1,2}:\d{2}:\d{2}(?!\d)/g;
const NUMBER = /(?<![\d.])\d{7,20}(?:\.\d+)?(?!\d)/g;
const TOKENS = [
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi,
  between('(?=[0-9a-f]*[0-9])(?=[0-9a-f]*[a-f])[0-9a-f]{8,}'),
  between('(?=[0-9A-F]*[0-9])(?=[0-9A-F]*[A-F])[0-9A-F]{8,}'),
  /(?<![A-Za-z0-9_-])(?=[\w-]*[0-9])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{16,}(?![A-Za-z0-9_-])/g,
];

/**
 * `known` are the texts that were there before: the starting world and the arguments. A date or token that stands in
 * one of them was copied, not made up, and can be compared; a time near the simulated clock never can.
 */
export class Varying {
  readonly #known: string;

  constructor(known: readonly string[]) {
    this.#known = known.join('\n');
  }

  has(text: string): boolean {
    return this.#places(text).length > 0;
  }

  /** True where the whole text is one token, drawn at random and not a time. */
  isToken(text: string): boolean {
    return !this.#known.includes(text) && TOKENS.some((expression) => text.match(expression)?.[0] === text);
  }

  /** The text as a GLOB pattern, with `*` for each part that varies. */
  pattern(text: string): string {
    let pattern = '';
    let at = 0;
    for (const [from, to] of this.#places(text)) {
      if (from < at) continue;
      pattern += `${escaped(text.slice(at, from))}*`;
      at = to;
    }
    return pattern + escaped(text.slice(at));
  }

  /** Start and end of each part that varies, in order. */
  #places(text: string): [number, number][] {
    const places: [number, number][] = [];
    const add = (expressions: readonly RegExp[], varies: (found: string) => boolean): void => {
      for (const expression of expressions) {
        for (const match of text.matchAll(expression)) {
          if (varies(match[0])) places.push([match.index, match.index + match[0].length]);
        }
      }
    };
    const isNew = (found: string): boolean => !this.#known.includes(found);
    add(DATES, (found) => isDate(found) && (isNew(found) || isNearDate(found)));
    add([TIME], (found) => isNew(found) || isNearTime(found));
    add([NUMBER], isNearNumber);
    add(TOKENS, isNew);
    return places.sort(([a, aEnd], [b, bEnd]) => a - b || bEnd - aEnd);
  }
}

function escaped(text: string): string {
  return text.replace(/[[*?]/g, '[$&]');
}

/** Eight digits are a date only where they can be one. */
function isDate(found: string): boolean {
  return datesOf(found).length > 0;
}

function isNearDate(found: string): boolean {
  return datesOf(found).some((ms) => Math.abs(ms - NOW_MS) <= NEAR_MS);
}

/** Each day that the text can mean, milliseconds since 1970. */
function datesOf(found: string): number[] {
  const parts = found.split(/[-./]/).map(Number);
  const [a = 0, b = 0, c = 0] = parts;
  if (/^\d{8}$/.test(found)) {
    return dayOf(Number(found.slice(0, 4)), Number(found.slice(4, 6)), Number(found.slice(6)));
  }
  return found[4] === '-' ? dayOf(a, b, c) : [...dayOf(c, b, a), ...dayOf(c, a, b)];
}

function dayOf(year: number, month: number, day: number): number[] {
  if (year < 1900 || year > 2199 || month < 1 || month > 12 || day < 1 || day > 31) return [];
  return [Date.UTC(year, month - 1, day)];
}

/** The hour in which a first run and its re-run take place. */
function isNearTime(found: string): boolean {
  return Number(found.split(':')[0]) === new Date(NOW_MS).getUTCHours();
}

/** Seconds, milli-, micro- or nanoseconds since 1970, or a Julian day. */
function isNearNumber(found: string): boolean {
  const value = Number(found);
  const times = [1000, 1, 1e-3, 1e-6].map((factor) => value * factor);
  times.push((value - JULIAN_DAY_OF_1970) * DAY_MS);
  return times.some((ms) => Math.abs(ms - NOW_MS) <= NEAR_MS);
}
