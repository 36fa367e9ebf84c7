// What is wrong with a task so that nothing can be judged by it: bad input of whoever wrote it, whatever the solution does.

/** Which part of the task; the page shows the sentence beside that field. */
export const TASK_PARTS = ['world', 'judge'] as const;
export type TaskPart = (typeof TASK_PARTS)[number];

/** Ends a crash test before there is a verdict. The message has file and line, from 1. */
export class TaskFault extends Error {
  override readonly name: string = 'TaskFault';
  constructor(
    readonly part: TaskPart,
    /** In the task's folder. */
    readonly file: string,
    /** Null where no line can be named. */
    readonly line: number | null,
    /** What is wrong there, for whoever knows the place already. */
    readonly why: string,
    /** The same for whoever reads only the message. */
    said: string = why,
  ) {
    super(`${file}${line === null ? '' : `:${line}`}: ${said}`);
  }
}
