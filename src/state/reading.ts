// What the text of a tested solution shows beside its verdict: style, patterns, and the one change that fits both.
// Nothing here was run or tried.
import type { Verdict } from '../model/verdict.ts';
import { oneChange } from '../style/advice.ts';
import type { StyleReading } from '../reader/reader.ts';
import type { StyleReport } from '../style/report.ts';

export interface Reading {
  /** Null where the text was not read. */
  readonly report: StyleReport | null;
  /** Null where no change fits what was observed. */
  readonly change: string | null;
  /** Why the text was not read; null where it was. */
  readonly problem: string | null;
}

/** Called once, when the verdict arrives. */
export function readingOf(style: StyleReading, verdict: Verdict): Reading {
  if (style.kind === 'unread') return { report: null, change: null, problem: style.sentence };
  return { report: style.report, change: oneChange(style.report, verdict), problem: null };
}
