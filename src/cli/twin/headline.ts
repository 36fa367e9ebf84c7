// What machine and twin say of code that does not work in the default mode, in a line each. Pure.
import type { Verdict } from '../../model/verdict.ts';
import type { TwinReport } from './native.ts';

/** Empty where both say that it works. */
export function headlineOf(verdict: Verdict, report: TwinReport): string[] {
  const why = report.modes[0]?.why ?? null;
  if (verdict.reason === null && why === null) return [];
  return [`    machine: ${verdict.reason?.sentence ?? 'works'}`, `    native:  ${why ?? 'works'}`];
}
