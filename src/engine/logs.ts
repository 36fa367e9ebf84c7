// Records the statement logs of one mode, packed against the clean run. Nothing here decides anything: logs are
// evidence and not part of the verdict.
import { LOG_LAST_POINTS, LOG_POINTS, type LoggedPoint, type ModeLogs, type PackedLog } from '../model/log.ts';
import type { WritePoint } from '../model/trace.ts';
import type { ProcessRecord } from './ports.ts';
import { Table } from './tables.ts';

/** What a process reached: the points that were recorded, and how many there were in all. */
export type Reached = Pick<ProcessRecord, 'points' | 'pointsReached'>;

export class LogBook {
  readonly #clean: Reached;
  readonly #points = new Table<LoggedPoint>();
  readonly #runs = new Table<PackedLog>();
  /** Where the re-runs stand: the same one is the answer to many crashes. */
  readonly #reruns = new Map<Reached, number>();
  readonly #cells: ModeLogs['cells'][number][] = [];
  /** How many points of the clean run can be referred to. */
  readonly #referable: number;

  /** Begins with the clean run of the first case. */
  constructor(clean: Reached) {
    this.#clean = clean;
    this.#referable = 0;
    this.#runs.add(this.#pack(clean));
    this.#referable = headOf(clean.points.length);
  }

  /** Called once for each cell, in order; null where it was not judged. */
  addCell(runs: { readonly crash: Reached; readonly rerun: Reached } | null): void {
    this.#cells.push(runs && { crash: this.#runs.add(this.#pack(runs.crash)), rerun: this.#addRerun(runs.rerun) });
  }

  get logs(): ModeLogs {
    return { points: this.#points.rows, runs: this.#runs.rows, cells: this.#cells };
  }

  #addRerun(rerun: Reached): number {
    const known = this.#reruns.get(rerun) ?? this.#runs.add(this.#pack(rerun));
    this.#reruns.set(rerun, known);
    return known;
  }

  #pack({ points, pointsReached }: Reached): PackedLog {
    const head = headOf(points.length);
    const most = Math.min(head, this.#referable);
    let shared = 0;
    while (shared < most && same(points[shared], this.#clean.points[shared])) shared += 1;
    const last = points.length > head ? points.slice(-LOG_LAST_POINTS) : [];
    return {
      shared,
      own: this.#name(points.slice(shared, head)),
      skipped: points.length - head - last.length,
      last: this.#name(last),
      more: pointsReached - points.length,
    };
  }

  #name(points: readonly WritePoint[]): number[] {
    return points.map(({ kind, text, line }) => this.#points.add({ kind, text, line }));
  }
}

function headOf(length: number): number {
  return length > LOG_POINTS ? LOG_POINTS - LOG_LAST_POINTS : length;
}

function same(a: WritePoint | undefined, b: WritePoint | undefined): boolean {
  return a !== undefined && b !== undefined && a.kind === b.kind && a.line === b.line && a.text === b.text;
}
