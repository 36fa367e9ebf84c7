// What is said where the process that makes the starting world of a case fails. Its source is `python/set_up.py`; when it
// is run is known to `machine.ts`.
import type { TaskCase } from '../model/task.ts';
import type { ExitStatus } from '../model/trace.ts';
import { SetupError } from './errors.ts';

export function setupError(taskCase: Pick<TaskCase, 'name' | 'sqlFile'>, status: ExitStatus): SetupError {
  switch (status.kind) {
    case 'raised': {
      const [, line, why] = /^line (\d+): ([^]*)$/.exec(status.message) ?? [];
      if (line !== undefined && why !== undefined) return new SetupError(taskCase, Number(line), why);
      return new SetupError(taskCase, null, status.message);
    }
    case 'timed-out':
      return new SetupError(taskCase, null, 'they take too many steps, as an endless recursion does');
    case 'over-limit':
      return new SetupError(taskCase, null, `it ${status.what}`);
    case 'died':
      return new SetupError(taskCase, null, status.detail);
    default:
      return new SetupError(taskCase, null, 'message' in status ? status.message : status.kind);
  }
}
