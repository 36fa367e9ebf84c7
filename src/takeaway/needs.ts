// Which pieces of Python the crash of a scene needs, and which write points they count. Pure.
import type { TaskCase } from '../model/task.ts';
import type { WritePointKind } from '../model/trace.ts';
import { unreachable } from '../model/unreachable.ts';
import type { PieceName } from './pieces.ts';
import type { Scene } from './words.ts';

export function firstCase({ task }: Pick<Scene, 'task'>): TaskCase {
  const [taskCase] = task.cases;
  if (!taskCase) throw new Error(`task ${task.id} has no case`);
  return taskCase;
}

export interface Needs {
  readonly pieces: ReadonlySet<PieceName>;
  /** Kind of the write points that are counted; null for all, where not all are known. */
  readonly kind: WritePointKind | null;
  /** Number of the crash point among those, from 0. */
  readonly at: number;
  readonly helpers: ReadonlySet<'conn' | 'notifier' | 'cache'>;
}

/** Words by which code looks at the time. A clock that nobody asks does no harm. */
const LOOKS_AT_TIME = /\b(time|datetime|date|uuid|calendar|email|smtplib)\b/;
const SQL_LOOKS_AT_TIME =
  /current_(timestamp|date|time)|'now'|\b(date|time|datetime|julianday|unixepoch|strftime)\s*\(/i;

/** Points of other kinds need not be seen: this crash comes before one of a known kind. */
export function needsOf(scene: Scene): Needs {
  const { task, source, report, point } = scene;
  const { args, sql } = firstCase(scene);
  const helpers = new Set(args.flatMap((argument) => ('helper' in argument ? [argument.helper] : [])));
  const same = report.points.filter(({ kind }) => kind === point.kind);
  const kind = report.points.length === report.pointsReached ? point.kind : null;
  const pieces = new Set<PieceName>(['writePoints', 'running', 'world', 'harness']);
  for (const piece of kind ? piecesOf(kind) : ALL_POINTS) pieces.add(piece);
  if (task.judgeSql === null) pieces.add('differences').add('defaultJudge').add('learned').add('tables');
  else pieces.add('judge');
  if (/\b(database_)?cell\b/i.test(task.judgeSql ?? '')) pieces.add('tables');
  const sendsBySmtp = /\bsmtplib\b/.test(source);
  if (helpers.has('notifier') || sendsBySmtp) pieces.add('notifier');
  if (sendsBySmtp) pieces.add('smtp');
  if (helpers.has('cache')) pieces.add('cache');
  if (SQL_LOOKS_AT_TIME.test(`${source}\n${sql ?? ''}`)) pieces.add('sqlClock').add('sqlitePoints');
  if (LOOKS_AT_TIME.test(source) || pieces.has('notifier') || pieces.has('sqlClock')) pieces.add('clock');
  return { pieces, kind, at: kind ? same.indexOf(point) : point.index, helpers };
}

const ALL_POINTS: readonly PieceName[] = ['sqlitePoints', 'blobPoints', 'filePoints', 'mappingPoints'];

function piecesOf(kind: WritePointKind): readonly PieceName[] {
  switch (kind) {
    case 'statement':
    case 'commit':
      return ['sqlitePoints'];
    case 'blob':
    case 'backup':
      return ['sqlitePoints', 'blobPoints'];
    case 'open':
    case 'write':
    case 'truncate':
    case 'rename':
    case 'delete':
    case 'mkdir':
    case 'link':
      return ['filePoints'];
    case 'store':
      return ['filePoints', 'mappingPoints'];
    case 'mail':
    case 'cache':
      return [];
    default:
      return unreachable(kind);
  }
}
