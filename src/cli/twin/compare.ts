// The verdict of the machine beside the report of its native twin, label by label. Pure.
import type { Cell, ModeReport, Verdict } from '../../model/verdict.ts';
import type { TwinMode, TwinReport } from './native.ts';

export interface Difference {
  /** What the label belongs to, for example `autocommit, point 3 (mail), hard`. */
  readonly where: string;
  readonly machine: string;
  readonly twin: string;
  /** What the twin saw; empty where the labels say everything. */
  readonly detail: string;
}

export interface Comparison {
  /** Labels that were compared: classes, works, numbers and kinds of write points, scenarios, repeats. */
  readonly labels: number;
  readonly scenarios: number;
  readonly differences: readonly Difference[];
}

export function compare(verdict: Verdict, twin: TwinReport): Comparison {
  const differences: Difference[] = [];
  let labels = 0;
  let scenarios = 0;
  const label = (where: string, ofMachine: string, ofTwin: string, detail = ''): void => {
    labels++;
    if (ofMachine !== ofTwin) differences.push({ where, machine: ofMachine, twin: ofTwin, detail });
  };
  label('class', verdict.safety ?? 'none', twin.safety ?? 'none');
  for (const report of verdict.modes) {
    const other = twin.modes.find(({ mode }) => mode === report.mode);
    if (!other) throw new Error(`the twin did not run the mode ${report.mode}`);
    label(`${report.mode}, works`, String(report.works), String(other.works), other.why ?? '');
    if (!report.works || !other.works) continue;
    label(`${report.mode}, write points`, kindsOf(report), kindsOfTwin(other, report), other.points.join('\n'));
    label(`${report.mode}, repeat`, report.repeat?.outcome ?? 'not judged', other.repeat ?? 'not judged');
    for (const cell of report.cells) {
      const point = report.points[cell.point];
      if (!point) continue;
      const twinCell = other.cells.find(({ index, fault }) => index === point.index && fault === cell.fault);
      const where = `${report.mode}, point ${point.index} (${point.kind}, line ${point.line}), ${cell.fault}`;
      scenarios++;
      label(where, labelOf(cell), twinCell?.label ?? 'was not run', twinCell?.detail);
    }
  }
  return { labels, scenarios, differences };
}

function labelOf(cell: Cell): string {
  if (cell.status === 'not-judged') return `not judged: ${cell.reason}`;
  return [cell.outcome, ...(cell.torn ? ['torn'] : []), ...(cell.bad ? ['bad'] : [])].join(', ');
}

/** How many points a clean run reaches, and the kind of each that is crashed. */
function kindsOf(report: ModeReport): string {
  return `${report.pointsReached}: ${report.points.map(({ kind }) => kind).join(' ')}`;
}

function kindsOfTwin(twin: TwinMode, report: ModeReport): string {
  const kinds = twin.points.map((point) => point.slice(0, point.indexOf(' ')));
  // Where the counts differ, all of the twin's are shown.
  const shown = report.sampled ? report.points.map(({ index }) => kinds[index] ?? 'none') : kinds;
  return `${kinds.length}: ${shown.join(' ')}`;
}
