// The file form of what a link holds, for code that is too long for one: JSON that a person can read.
import * as v from 'valibot';
import { fail, type Problem, type Result } from '../model/result.ts';
import type { Shared } from '../model/shared.ts';
import { checkShared, expectSharable } from './check.ts';

const FORMAT = 'by-accident/shared@1';

/** Longest file that is read, in UTF-16 units. Everything that `checkShared` passes fits, even if every byte is escaped. */
export const MAX_FILE_CHARACTERS = 2_000_000;

/** Throws where `checkShared` has a problem: ask it first about what a person typed. */
export function encodeFile(shared: Shared): string {
  expectSharable(shared);
  const { subject, code, view, expected } = shared;
  return `${JSON.stringify({ format: FORMAT, subject, code, view, expected }, null, 2)}\n`;
}

/** Nothing is thrown; a problem's message is a whole sentence, `field` is the path in the file. The first is told. */
export function decodeFile(text: string): Result<Shared> {
  if (text.length > MAX_FILE_CHARACTERS) return refuse('This file is larger than any that By Accident saves.');
  const json = readJson(text);
  if (json === null) return refuse('This file is damaged, or it is not one that By Accident saved.');
  if (json.format !== FORMAT) return refuse(formatProblem(json.format));
  const parsed = v.safeParse(file, json, { abortEarly: true });
  if (!parsed.success) return fail(problemOf(parsed.issues[0]));
  const { subject, code, view, expected } = parsed.output;
  return checkShared({ subject, code, view, expected }, WHERE);
}

const WHERE = 'file';

type Schema<T> = v.GenericSchema<unknown, T>;

/** To valibot a list is an object too; here it is not. */
const object = v.custom<Record<string, unknown>>(isObject);

const own = v.pipe(
  object,
  v.strictObject({
    title: v.string(),
    call: v.string(),
    sql: v.string(),
    files: v.array(v.pipe(object, v.strictObject({ path: v.string(), text: v.string() }))),
    judgeSql: v.string(),
    finishesInterruptedWork: v.boolean(),
  }),
);

const file: Schema<Shared> = v.pipe(
  object,
  v.strictObject({
    format: v.literal(FORMAT),
    subject: v.pipe(
      object,
      v.variant('kind', [
        v.strictObject({ kind: v.literal('task'), id: v.string() }),
        v.strictObject({ kind: v.literal('own'), own }),
      ]),
    ),
    code: v.string(),
    view: v.nullable(
      v.pipe(
        object,
        v.strictObject({
          mode: v.picklist(['default', 'autocommit']),
          fault: v.picklist(['soft', 'hard']),
          line: v.nullable(v.number()),
          point: v.number(),
          step: v.picklist(['before', 'after-crash', 'after-rerun']),
        }),
      ),
    ),
    expected: v.nullable(v.pipe(object, v.strictObject({ engine: v.string(), rules: v.number(), digest: v.string() }))),
  }),
);

function readJson(text: string): Record<string, unknown> | null {
  try {
    // Some editors put a byte order mark in front.
    const value: unknown = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function formatProblem(format: unknown): string {
  const later = typeof format === 'string' && /^by-accident\/shared@[0-9]{1,6}$/.test(format);
  return later
    ? 'This file was saved by a newer version of By Accident. Reload the page, then open it again.'
    : `This file is not one that By Accident saved: expected "format": "${FORMAT}" in it.`;
}

function problemOf(issue: v.BaseIssue<unknown>): Problem {
  const path = v.getDotPath(issue);
  const place = path === null ? 'The file' : `“${path.length > 60 ? `${path.slice(0, 59)}…` : path}” in the file`;
  const unknown = issue.type === 'strict_object' && issue.expected === 'never';
  const message = unknown
    ? 'is not known here'
    : issue.received === 'undefined'
      ? 'is missing'
      : 'has a value of the wrong kind';
  return { where: WHERE, line: null, field: path, message: `${place} ${message}.` };
}

function refuse(message: string): Result<never> {
  return fail({ where: WHERE, line: null, field: null, message });
}
