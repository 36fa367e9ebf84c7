// Errors that end a process by being thrown through the interpreter's stack. None of them can be caught by
// Python: they are not errors of its file system, and the process's memory is restored afterwards.
import { TaskFault } from '../model/task-fault.ts';
import type { TaskCase } from '../model/task.ts';

/** The plan said: crash here. */
export class Killed extends Error {
  override readonly name = 'Killed';
}

/** The deterministic budget is used up. */
export class BudgetExhausted extends Error {
  override readonly name = 'BudgetExhausted';
  constructor(
    /** Line of the solution that was running, from 1. */
    readonly line: number | null,
  ) {
    super('budget exhausted');
  }
}

/** `os._exit` and its like: the process ends at once, with no handler run. */
export class ProcessExit extends Error {
  override readonly name = 'ProcessExit';
  constructor(readonly code: number) {
    super(`exit ${code}`);
  }
}

/** The interpreter called a function of the host that no process may call. */
export class Forbidden extends Error {
  override readonly name = 'Forbidden';
  constructor(readonly what: string) {
    super(`${what} is cut`);
  }
}

/** A case whose schema or rows do not run: a fault of the task, not of the solution. `why` is mostly in SQLite's words. */
export class SetupError extends TaskFault {
  override readonly name = 'SetupError';
  constructor(taskCase: Pick<TaskCase, 'name' | 'sqlFile'>, line: number | null, why: string) {
    const what = line === null ? 'the schema and rows do not run' : 'the statement that begins here does not run';
    super('world', taskCase.sqlFile ?? 'world.sql', line, why, `${what} (case "${taskCase.name}"): ${why}`);
  }
}
