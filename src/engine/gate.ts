// The gate: does the harness classify a reference as intended, and break it where the reference says? Pure.
import type { Reference } from '../model/task.ts';
import type { JudgedCell, Verdict } from '../model/verdict.ts';

export interface GateCheck {
  readonly ok: boolean;
  /** The class found, and what was expected where it differs. */
  readonly sentence: string;
  /** What task.json says of the reference and should not; null where it is as intended. */
  readonly wrong: 'intended' | 'breaksAt' | 'onlyHard' | null;
}

export function checkReference(reference: Reference, verdict: Verdict): GateCheck {
  const found = verdict.safety ?? verdict.status;
  if (verdict.safety !== reference.intended) {
    const reason = verdict.reason ? ` (${verdict.reason.sentence})` : '';
    return { ok: false, sentence: `${found}${reason}, expected ${reference.intended}`, wrong: 'intended' };
  }
  if (verdict.counts.notJudged > 0)
    return {
      ok: false,
      sentence: `${found}, but ${verdict.counts.notJudged} scenarios were not judged`,
      wrong: 'intended',
    };
  const place = earliestBad(verdict);
  const expected = reference.breaksAt;
  if (expected === null) return { ok: true, sentence: found, wrong: null };
  const where = place ? `${place.mode}, ${place.fault}, line ${place.line}` : 'nowhere';
  if (!place || place.mode !== expected.mode || place.fault !== expected.fault || place.line !== expected.line) {
    return {
      ok: false,
      sentence: `${found}, but breaks first at ${where}; expected ${expected.mode}, ${expected.fault}, line ${expected.line}`,
      wrong: 'breaksAt',
    };
  }
  const soft = allBad(verdict, expected.mode).some((cell) => cell.fault === 'soft');
  if (reference.onlyHard && soft)
    return { ok: false, sentence: `${found}, but an error breaks it too; expected only a kill to`, wrong: 'onlyHard' };
  return { ok: true, sentence: `${found}, breaks first at ${where}`, wrong: null };
}

function allBad(verdict: Verdict, mode: string): JudgedCell[] {
  return verdict.modes
    .filter((report) => report.mode === mode)
    .flatMap((report) => report.cells)
    .filter((cell): cell is JudgedCell => cell.status === 'judged' && cell.bad);
}

/** Default before autocommit, then the order of the run, then soft before hard. */
function earliestBad(verdict: Verdict): { mode: string; fault: string; line: number | null } | null {
  for (const report of verdict.modes) {
    const cell = allBad(verdict, report.mode)[0];
    if (cell) return { mode: report.mode, fault: cell.fault, line: report.points[cell.point]?.line ?? null };
  }
  return null;
}
