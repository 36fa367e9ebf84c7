// Errors that end a process by being thrown through the interpreter's stack. None of them can be caught by
// Python: they are not errors of its file system, and the process's memory is restored afterwards.

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

/** A case whose schema or rows do not run: a fault of the task, not of the solution. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
  constructor(
    taskCase: string,
    /** Line of the case's SQL, from 1, where the statement at fault begins; null where no statement can be named. */
    readonly line: number | null,
    /** What is wrong with it, mostly in SQLite's words. */
    readonly why: string,
  ) {
    super(`the schema and rows of case "${taskCase}" do not run${line === null ? '' : ` at line ${line}`}: ${why}`);
  }
}
