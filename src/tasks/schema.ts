// The shape of task.json, field by field. What the fields mean together is checked in `load.ts`.
import * as v from 'valibot';
import type { Json } from '../model/task.ts';
import type { JsonPath } from './json-places.ts';

const name = v.pipe(v.string(), v.regex(/^[A-Za-z_][A-Za-z0-9_]*$/));
const text = v.pipe(v.string(), v.trim(), v.nonEmpty());
const json = v.unknown() as unknown as v.GenericSchema<Json>;

/** To valibot a list is an object too; here it is not. */
const object = v.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

const caseSchema = v.pipe(
  object,
  v.strictObject({
    name: text,
    args: v.array(json),
    world: v.optional(text),
    files: v.optional(text),
    cache: v.optional(v.pipe(object, v.record(v.string(), json)), {}),
  }),
);

const breaksAtSchema = v.pipe(
  object,
  v.strictObject({
    mode: v.picklist(['default', 'autocommit']),
    fault: v.picklist(['soft', 'hard']),
    line: v.pipe(v.number(), v.integer(), v.minValue(1)),
  }),
);

const referenceSchema = v.pipe(
  object,
  v.strictObject({
    file: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]+\.py$/)),
    intended: v.picklist(['unsafe', 'safe-by-accident', 'safe-by-design']),
    note: v.optional(v.string(), ''),
    breaksAt: v.optional(v.nullable(breaksAtSchema)),
    onlyHard: v.optional(v.boolean(), false),
  }),
);

export const taskSchema = v.pipe(
  object,
  v.strictObject({
    $schema: v.optional(v.string()),
    title: text,
    category: v.picklist(['database', 'database-and-effect', 'files']),
    function: name,
    parameters: v.array(name),
    finishesInterruptedWork: v.boolean(),
    judgesRepeats: v.optional(v.boolean(), true),
    cases: v.pipe(v.array(caseSchema), v.minLength(1)),
    references: v.optional(v.array(referenceSchema), []),
  }),
);

export type TaskJson = v.InferOutput<typeof taskSchema>;
export type CaseJson = v.InferOutput<typeof caseSchema>;
export type ReferenceJson = v.InferOutput<typeof referenceSchema>;

/** A field that is not as expected. */
export interface Misfit {
  readonly path: JsonPath;
  readonly message: string;
}

/** What a field should hold, by its name; items of a list go by the list's name with `[]`. */
const EXPECTED: Readonly<Record<string, string>> = {
  '': 'an object',
  $schema: 'a text',
  title: 'a text',
  category: '"database", "database-and-effect" or "files"',
  function: 'the name of a Python function',
  parameters: 'a list of parameter names',
  'parameters[]': 'the name of a parameter',
  finishesInterruptedWork: 'true or false',
  judgesRepeats: 'true or false',
  cases: 'a list with at least one case',
  'cases[]': 'an object with "name" and "args"',
  name: 'a text',
  args: 'a list of arguments',
  world: 'the name of an SQL file of this folder',
  files: 'the name of a folder with starting files',
  cache: 'an object of cache entries',
  references: 'a list of references',
  'references[]': 'an object with "file" and "intended"',
  file: 'the name of a .py file in references/',
  intended: '"unsafe", "safe-by-accident" or "safe-by-design"',
  note: 'a text',
  breaksAt: 'an object with "mode", "fault" and "line"',
  mode: '"default" or "autocommit"',
  fault: '"soft" or "hard"',
  line: 'a line number of the reference, from 1',
  onlyHard: 'true or false',
};

/** Checks the shape and lists every misfit, unknown keys included. */
export function readTaskJson(
  value: Json,
): { readonly ok: true; readonly value: TaskJson } | { readonly ok: false; readonly misfits: readonly Misfit[] } {
  const parsed = v.safeParse(taskSchema, value);
  if (parsed.success) return { ok: true, value: parsed.output };
  return { ok: false, misfits: parsed.issues.map(misfitOf) };
}

function misfitOf(issue: v.BaseIssue<unknown>): Misfit {
  const path = (issue.path ?? []).map((item) => item.key as string | number);
  if (issue.type === 'strict_object' && issue.expected === 'never') {
    return { path, message: 'is not a key that is known here' };
  }
  const expected = EXPECTED[nameOf(path)] ?? 'another value';
  if (issue.received === 'undefined') return { path, message: `is missing; expected ${expected}` };
  return { path, message: `expected ${expected}, found ${found(issue.input)}` };
}

function nameOf(path: JsonPath): string {
  const last = path.at(-1) ?? '';
  return typeof last === 'number' ? `${path.at(-2)}[]` : last;
}

function found(input: unknown): string {
  if (Array.isArray(input)) return input.length === 0 ? 'an empty list' : 'a list';
  if (typeof input === 'object' && input !== null) return 'an object';
  const written = JSON.stringify(input);
  return written.length > 60 ? `${written.slice(0, 59)}…` : written;
}
