// The judge as the engine gets it: all four calls, over worlds of one small case.
import { expect, test } from 'vitest';
import { createJudge } from './sql-judge.ts';
import { KILLED } from './killed.fixture.ts';
import { WASM, contextOf, dataOf, makeDatabase } from './testing.ts';

const judge = await createJudge(WASM.buffer);
const SQL = `CREATE TEMP VIEW torn(what) AS SELECT 'the sum is ' || sum(balance) FROM accounts HAVING sum(balance) <> 100;
  CREATE TEMP VIEW missing(what) AS SELECT 'nothing moved' FROM accounts WHERE id = 1 AND balance = 100;
  CREATE TEMP VIEW repeated(what) AS SELECT 'moved twice' FROM accounts WHERE id = 1 AND balance = 40;`;
const world = (a: number, b: number) =>
  dataOf({
    database: makeDatabase(`CREATE TABLE accounts(id INTEGER PRIMARY KEY, balance INTEGER);
      INSERT INTO accounts VALUES (1, ${a}), (2, ${b})`),
  });

test('a killed process leaves a journal; settled, judged and shown, its world is the one before', () => {
  const killed = dataOf({ database: KILLED.spilled, files: { 'app.db-journal': KILLED.spilledJournal } });
  const bytes = judge.settle(killed)?.get('app.db') ?? new Uint8Array();
  const settled = dataOf({ database: bytes });
  expect(judge.settle(settled)).toBeNull();
  for (const one of [killed, settled]) {
    expect(judge.judge(SQL, one, contextOf(settled))).toEqual({
      ok: true,
      findings: { torn: [], missing: ['nothing moved'], repeated: [] },
    });
    expect(judge.view(one).tables[0]?.rows).toEqual([
      ['1', '100'],
      ['2', '0'],
    ]);
  }
});

test('the judge of a task and the one that learned agree on a transfer', () => {
  const start = world(100, 0);
  const learned = judge.learn({
    clock: 'running',
    before: start,
    after: world(70, 30),
    afterElsewhere: world(70, 30),
    afterTwice: world(40, 60),
  });
  const named = (a: number, b: number): string[] =>
    [judge.judge(SQL, world(a, b), contextOf(start)), learned.judge(world(a, b))].map((answer) => {
      if (!answer.ok) throw new Error(answer.message);
      const { torn, missing, repeated } = answer.findings;
      return [torn.length && 'torn', missing.length && 'missing', repeated.length && 'repeated'].filter(Boolean).join();
    });
  expect(named(100, 0)).toEqual(['missing', 'missing']);
  expect(named(70, 0)).toEqual(['torn', 'torn']);
  expect(named(70, 30)).toEqual(['', '']);
  expect(named(40, 60)).toEqual(['repeated', 'repeated']);
});

test('a thousand judgements do not use up the instance', () => {
  const start = world(100, 0);
  const torn = world(70, 0);
  for (let round = 0; round < 1000; round++) {
    const answer = judge.judge(SQL, torn, contextOf(round % 2 === 0 ? start : world(100, round)));
    if (!answer.ok) throw new Error(answer.message);
    if (answer.findings.torn[0] !== 'the sum is 70') throw new Error(`round ${round}: ${answer.findings.torn[0]}`);
  }
  expect(judge.judge(SQL, start, contextOf(start))).toMatchObject({ ok: true });
});
