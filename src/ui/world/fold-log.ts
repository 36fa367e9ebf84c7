// A long log, shortened for the eye: its beginning and its end, where it was crashed. Pure.
import type { LogLine } from '../../model/log.ts';

const MOST = 40;
const FIRST = 15;
const LAST = 15;

/** Null where the log is short enough to be shown whole. */
export function foldLog(log: readonly LogLine[]): readonly LogLine[] | null {
  if (log.length <= MOST) return null;
  const hidden = log.slice(FIRST, -LAST);
  const count = hidden.reduce((sum, line) => sum + (line.kind === 'point' ? 1 : line.count), 0);
  return [...log.slice(0, FIRST), { kind: 'left-out', count }, ...log.slice(-LAST)];
}
