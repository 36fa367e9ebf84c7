// What the text of a tested solution shows beside its verdict: style, patterns, and the one change that fits both.
// Nothing here was run or tried.
import type { Verdict } from '../model/verdict.ts';
import { oneChange } from '../style/advice.ts';
import { detectStyle } from '../style/detect.ts';
import type { StyleReport } from '../style/report.ts';

export interface Reading {
  readonly report: StyleReport;
  /** Null where no change fits what was observed. */
  readonly change: string | null;
}

/** Called once, when the verdict arrives. */
export function readSolution(source: string, functionName: string, verdict: Verdict): Reading {
  const report = detectStyle(source, functionName);
  return { report, change: oneChange(report, verdict) };
}
