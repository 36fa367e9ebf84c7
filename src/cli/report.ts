// A verdict as text, for the command line. It shows what the verdict says and derives nothing.
import type { Task } from '../model/task.ts';
import { mendedNote, type Cell, type ModeReport, type Safety, type Verdict } from '../model/verdict.ts';

const WORD: Record<Safety, string> = {
  unsafe: '✕ UNSAFE',
  'safe-by-accident': '◐ SAFE BY ACCIDENT',
  'safe-by-design': '● SAFE BY DESIGN',
};
const STATEMENT_WIDTH = 44;

export function reportOf(verdict: Verdict, task: Task): string {
  const word = verdict.safety
    ? WORD[verdict.safety]
    : verdict.status === 'does-not-work'
      ? '○ DOES NOT WORK'
      : '○ NOT JUDGED';
  const lines = [`${word}  ${task.title}`, verdict.headline];
  if (verdict.story) lines.push(verdict.story.sentence);
  if (verdict.status === 'judged') {
    lines.push(`fully crash-safe: ${yesNo(verdict.fullyCrashSafe)} · double-applies: ${yesNo(verdict.doubleApplies)}`);
  }
  const note = mendedNote(verdict);
  if (note !== null) lines.push(note);
  for (const { sentence } of verdict.notes) lines.push(sentence);
  lines.push('', ...matrix(verdict));
  const { planned, fired, notJudged } = verdict.counts;
  lines.push(`${planned} planned · ${fired} fired · ${notJudged} not judged`, ...samplingNotes(verdict), '');
  lines.push(`engine ${verdict.engine} · rules ${verdict.rules} · digest ${verdict.digest.slice(0, 16)}`);
  return lines.join('\n');
}

function matrix(verdict: Verdict): string[] {
  const lines: string[] = [];
  for (const report of verdict.modes) {
    if (!report.works && verdict.status === 'judged') lines.push(`${report.mode}: does not work`);
    if (report.points.length === 0) continue;
    lines.push(
      `${report.mode}${report.mode === 'default' ? ' ★' : ''}`.padEnd(STATEMENT_WIDTH + 12) + 'error           kill',
    );
    report.points.forEach((point, at) => {
      const line = point.line === null ? 'at the end' : `line ${point.line}`;
      const again = point.repetition > 1 ? ` (${point.repetition})` : '';
      const text = `${point.text.slice(0, STATEMENT_WIDTH)}${again}`.padEnd(STATEMENT_WIDTH + 2);
      lines.push(
        `  ${line.padEnd(10)}${text}${cellText(report, at, 'soft').padEnd(16)}${cellText(report, at, 'hard')}`,
      );
    });
  }
  return lines;
}

function cellText(report: ModeReport, at: number, fault: Cell['fault']): string {
  const cell = report.cells.find((candidate) => candidate.point === at && candidate.fault === fault);
  if (!cell) return '○';
  if (cell.status === 'not-judged') return `○ ${cell.reason}`;
  return `${cell.bad ? '✕' : '✓'} ${cell.outcome}`;
}

function samplingNotes(verdict: Verdict): string[] {
  return verdict.modes
    .filter((report) => report.sampled)
    .map(
      (report) =>
        `${report.mode}: ${report.points.length} of ${report.pointsReached} write points were crashed (first, middle and last of each line)`,
    );
}

function yesNo(value: boolean | null): string {
  return value === null ? 'not judged' : value ? 'yes' : 'no';
}
