// One scenario as it is looked at: its three moments and its two processes, put together from the verdict and its
// evidence. Pure; nothing is decided here.
import { linesOfLog, type LogLine } from '../model/log.ts';
import type { Step } from '../model/shared.ts';
import type { Exit, Fault, Mode } from '../model/trace.ts';
import type { CrashTestResult, JudgedWorld } from '../model/verdict.ts';
import type { WorldView } from '../model/world.ts';
import { slotAt, type Matrix, type MatrixRow, type Slot } from './matrix.ts';

export interface Moment {
  readonly step: Step;
  /** Index into `Verdict.worlds`. */
  readonly world: number;
  readonly judged: JudgedWorld;
  /** Null where the evidence does not have it. */
  readonly view: WorldView | null;
  /** Index into `Verdict.exits` of the process that left this world; null before the first. */
  readonly exit: number | null;
}

export interface ProcessRun {
  readonly which: 'crashed' | 're-run';
  readonly exit: Exit;
  readonly log: readonly LogLine[];
  /** Position of the point it was crashed at, from 0; null for the re-run. */
  readonly crashedAt: number | null;
}

export interface Scenario {
  readonly mode: Mode;
  readonly slot: Slot;
  /** In the order of `STEPS`; empty where the scenario was not judged. */
  readonly moments: readonly Moment[];
  /** The crashed run and the re-run; empty where the scenario was not judged. */
  readonly runs: readonly ProcessRun[];
}

export function scenarioOf(
  { verdict, evidence }: CrashTestResult,
  matrix: Matrix,
  row: MatrixRow,
  mode: Mode,
  fault: Fault,
): Scenario {
  const slot = slotAt(matrix, row, mode, fault);
  const none = { mode, slot, moments: [], runs: [] };
  const at = verdict.modes.findIndex((report) => report.mode === mode);
  const report = verdict.modes[at];
  if (slot.kind !== 'cell' || slot.cell.status !== 'judged' || report === undefined) return none;
  const { cell } = slot;
  const moment = (step: Step, world: number, exit: number | null): Moment[] => {
    const judged = verdict.worlds[world];
    if (judged === undefined) return [];
    return [{ step, world, judged, view: evidence.worlds[judged.digest] ?? null, exit }];
  };
  const logs = evidence.logs[at];
  const logged = logs?.cells[report.cells.indexOf(cell)] ?? null;
  const run = (
    which: ProcessRun['which'],
    exit: number,
    log: number | undefined,
    point: number | null,
  ): ProcessRun[] => {
    const ended = verdict.exits[exit];
    if (ended === undefined) return [];
    const lines = logs === undefined || log === undefined ? [] : linesOfLog(logs, log);
    return [{ which, exit: ended, log: lines, crashedAt: point }];
  };
  return {
    mode,
    slot,
    moments: [
      ...moment('before', report.startWorld, null),
      ...moment('after-crash', cell.crashWorld, cell.crashExit),
      ...moment('after-rerun', cell.rerunWorld, cell.rerunExit),
    ],
    runs: [
      ...run('crashed', cell.crashExit, logged?.crash, report.points[cell.point]?.index ?? null),
      ...run('re-run', cell.rerunExit, logged?.rerun, null),
    ],
  };
}
