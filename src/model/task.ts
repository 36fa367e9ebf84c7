// A task as plain data: what is asked for, the worlds it starts in, how it is judged, and its references.
// Loading and validating a task folder live in `tasks/`.
import type { Fault, Mode } from './trace.ts';
import type { Safety } from './verdict.ts';

export type TaskCategory = 'database' | 'database-and-effect' | 'files';

/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** An argument of the call: one of the task's helpers, or a JSON value. */
export type Argument = { readonly helper: 'conn' | 'notifier' | 'cache' } | { readonly value: Json };

/** One starting world and the arguments of the call. */
export interface TaskCase {
  readonly name: string;
  readonly args: readonly Argument[];
  /** Schema and rows of `app.db`; null for tasks without a database. */
  readonly sql: string | null;
  /** Its file in the task's folder, to name faults by; absent where there is no folder. */
  readonly sqlFile?: string;
  /** Starting files, paths relative to the world's root. */
  readonly files: readonly { readonly path: string; readonly bytes: Uint8Array }[];
  /** Starting cache entries; values are JSON texts. */
  readonly cache: readonly (readonly [key: string, value: string])[];
}

/** Where a reference that is not safe by design breaks first. */
export interface BreaksAt {
  readonly mode: Mode;
  readonly fault: Fault;
  /** Line of the reference, from 1. */
  readonly line: number;
}

/** A solution whose class is known; the gate checks that the harness agrees. */
export interface Reference {
  readonly name: string;
  readonly source: string;
  readonly intended: Safety;
  readonly note: string;
  /** Earliest bad crash point; null for safe by design. */
  readonly breaksAt: BreaksAt | null;
  /** True where only a hard crash breaks it. */
  readonly onlyHard: boolean;
  /** Where task.json lists it: line, from 1, and field; absent where there is no file. */
  readonly listedAt?: { readonly line: number; readonly field: string };
}

export interface Task {
  readonly id: string;
  readonly title: string;
  readonly category: TaskCategory;
  /** The function that a solution must define. */
  readonly function: string;
  readonly parameters: readonly string[];
  /** The † tasks: the re-run is part of the job. */
  readonly finishesInterruptedWork: boolean;
  /** False where applying the work twice is not judged (counting a page view). */
  readonly judgesRepeats: boolean;
  /** The plain request, Markdown. */
  readonly prompt: string;
  /** At least one; crashes use the first. */
  readonly cases: readonly TaskCase[];
  /** Three views `torn`, `missing`, `repeated`; null means the default judge. */
  readonly judgeSql: string | null;
  readonly references: readonly Reference[];
}

export function usesDatabase(task: Pick<Task, 'category'>): boolean {
  return task.category !== 'files';
}
