// How much a person may look at beside a verdict: one size for the page and the command line. More is cut, by a rule that
// knows nothing but the evidence itself, so that equal runs are cut alike; a verdict is never lost to the size of what
// surrounds it. What was judged is not cut: that is done before.
import { digestText } from '../model/digest.ts';
import type { Evidence } from '../model/verdict.ts';
import type { FileView, WorldView } from '../model/world.ts';

/** Of the worlds as JSON, in UTF-16 units. 16 million took 0.65 s of the page's thread. */
export const EVIDENCE_LIMIT_CHARS = 5_000_000;

/** What is left of each world; each level keeps less. The last one keeps nothing. */
const LEVELS = [
  { text: 1_000, entries: 1_000, rows: 200 },
  { text: 200, entries: 200, rows: 50 },
  { text: 60, entries: 100, rows: 20 },
  { text: 60, entries: 50, rows: 10 },
  { text: 0, entries: 0, rows: 0 },
] as const;
type Level = (typeof LEVELS)[number];

const NOTHING: WorldView = { tables: [], files: [], mail: [], cache: [], unreadable: null };

export const CUT_SENTENCE =
  'The worlds of this test are too large to show whole: long texts, rows and files are cut. The verdict was made from all of them.';

/** `worlds` by digest; unchanged where they are within the limit. */
export function withinLimit(
  worlds: Evidence['worlds'],
  limit = EVIDENCE_LIMIT_CHARS,
): Pick<Evidence, 'worlds' | 'cut'> {
  if (fits(worlds, limit)) return { worlds };
  for (const level of LEVELS) {
    const cut = mapped(worlds, (view) => cutView(view, level));
    if (fits(cut, limit)) return { worlds: cut, cut: CUT_SENTENCE };
  }
  return { worlds: mapped(worlds, () => NOTHING), cut: CUT_SENTENCE };
}

function mapped(worlds: Evidence['worlds'], change: (view: WorldView) => WorldView): Evidence['worlds'] {
  return Object.fromEntries(Object.entries(worlds).map(([digest, view]) => [digest, change(view)]));
}

/** Stops at the first world that is too much. */
function fits(worlds: Evidence['worlds'], limit: number): boolean {
  let left = limit;
  for (const view of Object.values(worlds)) {
    left -= JSON.stringify(view).length;
    if (left < 0) return false;
  }
  return true;
}

function cutView(view: WorldView, { text, entries, rows }: Level): WorldView {
  const hidden = {
    files: Math.max(0, view.files.length - entries),
    mail: Math.max(0, view.mail.length - entries),
    cache: Math.max(0, view.cache.length - entries),
  };
  const isHidden = hidden.files + hidden.mail + hidden.cache > 0;
  const short = (whole: string): string => shortened(whole, text);
  return {
    tables: view.tables.map((table) => ({ ...table, rows: table.rows.slice(0, rows) })),
    files: view.files.slice(0, entries).map((file) => cutFile(file, text)),
    mail: view.mail.slice(0, entries).map((mail) => ({
      ...mail,
      to: short(mail.to),
      subject: short(mail.subject),
      body: short(mail.body),
    })),
    cache: view.cache.slice(0, entries).map(([key, value]) => [key, short(value)] as const),
    unreadable: view.unreadable,
    ...(isHidden ? { hidden } : view.hidden === undefined ? {} : { hidden: view.hidden }),
  };
}

/** A digest takes the place of what is cut: two files that look alike may differ. */
function cutFile(file: FileView, most: number): FileView {
  if (file.text === null || file.text.length <= most) return file;
  return { ...file, text: shortened(file.text, most), digest: file.digest ?? digestText(file.text) };
}

/** Never between the halves of a surrogate pair. */
function shortened(whole: string, most: number): string {
  if (whole.length <= most) return whole;
  const last = whole.charCodeAt(most - 1);
  return `${whole.slice(0, last >= 0xd800 && last < 0xdc00 ? most - 1 : most)}…`;
}
