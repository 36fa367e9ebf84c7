// A verdict in a few lines, as the tables of cases write it: class and facts, then the first write of each mode that
// must not be crashed. For tests only.
import type { ModeReport, Verdict } from '../model/verdict.ts';

/** The longest piece of a statement or a path that is quoted. */
const QUOTED = 28;

export function summaryOf(verdict: Verdict): string[] {
  const facts: string[] = [verdict.safety ?? `${verdict.status}: ${verdict.reason?.sentence}`];
  if (verdict.doubleApplies) facts.push('double-applies');
  if (verdict.fullyCrashSafe) facts.push('fully crash-safe');
  return [facts.join(', '), ...verdict.modes.map((report) => `${report.mode}: ${firstBreak(report)}`)];
}

/** The first write that must not be crashed; writes count from 1. */
function firstBreak(report: ModeReport): string {
  if (!report.works) return 'not crashed';
  const bad = report.cells.flatMap((cell) => (cell.status === 'judged' && cell.bad ? [cell] : []));
  const [first] = bad;
  const point = first && report.points[first.point];
  if (!point) return 'never';
  const faults = bad
    .filter((cell) => cell.point === first.point)
    .map((cell) => (cell.fault === 'hard' ? 'kill' : 'error'));
  const text = point.text.length > QUOTED ? `${point.text.slice(0, QUOTED)}…` : point.text;
  return `write ${point.index + 1}, ${text}, ${faults.join(' or ')}: ${first.outcome}`;
}
