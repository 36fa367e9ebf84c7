// docs/verdict.schema.json describes the verdicts that the engine gives, and no others.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { digestJson } from '../model/digest.ts';
import type { Verdict } from '../model/verdict.ts';
import { loadTasks, openLab, sourceOf, type Lab } from './testing.ts';

const SCHEMA = path.join(import.meta.dirname, '../../docs/verdict.schema.json');
const tasks = await loadTasks();
const references = tasks.flatMap((task) =>
  task.references.map((reference) => [`${task.id}/${reference.name}`, task, reference.source] as const),
);
let validate: ValidateFunction;
let lab: Lab;
let accident: Verdict;

beforeAll(async () => {
  const schema = JSON.parse(await readFile(SCHEMA, 'utf8')) as object;
  validate = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allErrors: true }).compile(schema);
  lab = await openLab();
  accident = lab.test(refund(), sourceOf(refund(), 'commit_at_the_end')).verdict;
});

function problemsOf(verdict: unknown): string[] {
  validate(JSON.parse(JSON.stringify(verdict)));
  return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}

const bodies: Readonly<Record<string, string>> = {
  'does not work': 'raise KeyError(1)',
  'is not judged': 'while True: pass',
  exits: 'raise SystemExit(2)',
  'uses threads': '__import__("threading").Thread(target=print).start()',
  'writes nothing': 'pass',
};

describe('the schema fits', () => {
  it.each(references)('the verdict of %s', (_name, task, source) => {
    expect(problemsOf(lab.test(task, source).verdict)).toEqual([]);
  });

  it.each(Object.entries(bodies))('the verdict of code that %s', (_name, body) => {
    const { verdict } = lab.test(refund(), `def refund_order(conn, order_id):\n    ${body}`);
    expect(problemsOf(verdict)).toEqual([]);
    expect(verdict.status).not.toBe('judged');
  });

  it('the verdict of code that cannot be started', () => {
    expect(problemsOf(lab.test(refund(), 'def refund_order(').verdict)).toEqual([]);
  });

  it('a verdict with scenarios that were not judged', () => {
    const source = `def refund_order(conn, order_id):
    try:
        conn.execute("UPDATE customers SET credit = 50 WHERE id = 1")
    except Exception:
        while True: pass
    conn.execute("UPDATE orders SET status = 'refunded' WHERE id = 7")
    conn.execute("INSERT INTO refunds VALUES (7, 50)")
    conn.commit()`;
    const task = { ...refund(), cases: refund().cases.slice(0, 1) };
    const { verdict } = lab.test(task, source);
    expect(verdict).toMatchObject({ status: 'not-judged', reason: { code: 'timed-out' }, counts: { notJudged: 2 } });
    expect(problemsOf(verdict)).toEqual([]);
  });
});

describe('the schema refuses', () => {
  it.each<[string, (verdict: Record<string, unknown> & Verdict) => unknown, string]>([
    ['a field that is missing', ({ counts: _, ...rest }) => rest, " must have required property 'counts'"],
    ['a field that is not known', (verdict) => ({ ...verdict, score: 1 }), ' must NOT have additional properties'],
    [
      'another class',
      (verdict) => ({ ...verdict, safety: 'safe' }),
      '/safety must be equal to one of the allowed values',
    ],
    ['a class beside a reason', (verdict) => ({ ...verdict, status: 'not-judged' }), '/safety must be null'],
    ['a judged verdict without a class', (verdict) => ({ ...verdict, safety: null }), '/safety must be string'],
    ['a short digest', (verdict) => ({ ...verdict, digest: 'abc' }), '/digest must match pattern "^[0-9a-f]{64}$"'],
    [
      'another version',
      (verdict) => ({ ...verdict, schema: 'by-accident/verdict@1' }),
      '/schema must be equal to constant',
    ],
    [
      'an index below 0',
      (verdict) => ({ ...verdict, story: { ...verdict.story, point: -1 } }),
      '/story/point must be >= 0',
    ],
    [
      'a cell without an outcome',
      (verdict) => ({
        ...verdict,
        modes: verdict.modes.map((report) => ({
          ...report,
          cells: report.cells.map((cell) => ({ ...cell, outcome: undefined })),
        })),
      }),
      "/modes/0/cells/0 must have required property 'outcome'",
    ],
  ])('%s', (_name, damage, problem) => {
    expect(problemsOf(damage(accident as Record<string, unknown> & Verdict))).toContain(problem);
  });
});

it('the digest is over the canonical JSON of all the other fields', () => {
  const { digest, ...rest } = lab.test(refund(), 'x = 1').verdict;
  expect(digest).toBe(digestJson(rest));
});

function refund() {
  const task = tasks.find((one) => one.id === 'refund-an-order');
  if (!task) throw new Error('the refund is gone');
  return task;
}
