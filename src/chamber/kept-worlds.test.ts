// Queries of the worlds of a real crash test, by the indices that its verdict has.
import { beforeAll, describe, expect, it } from 'vitest';
import { loadTask, openLab, sourceOf } from '../engine/testing.ts';
import { createJudge, type WorldReader } from '../judge/sql-judge.ts';
import { WASM } from '../judge/testing.ts';
import type { QueryReply } from '../model/query.ts';
import type { JudgedCell, ModeReport, Verdict } from '../model/verdict.ts';
import { KeptWorlds } from './kept-worlds.ts';

let reader: WorldReader;
let verdict: Verdict;
let autocommit: ModeReport;
/** Killed before the second update. */
let cell: JudgedCell;
let kept: KeptWorlds;

beforeAll(async () => {
  const task = await loadTask('refund-an-order');
  const [lab, judge] = await Promise.all([openLab(), createJudge(WASM)]);
  reader = judge;
  kept = new KeptWorlds();
  let worlds: Parameters<KeptWorlds['keep']>[2] = new Map();
  verdict = lab.test(task, sourceOf(task, 'commit_at_the_end'), { onWorlds: (named) => (worlds = named) }).verdict;
  kept.keep(verdict, task, worlds);
  const report = verdict.modes.find(({ mode }) => mode === 'autocommit');
  const found = report?.cells.find((one) => one.status === 'judged' && one.torn && one.fault === 'hard');
  if (report === undefined || found?.status !== 'judged') throw new Error('the refund is safe now');
  autocommit = report;
  cell = found;
});

const ask = (world: number, exit: number | null, sql: string): QueryReply =>
  kept.query(reader, { verdict: verdict.digest, world, exit, sql });
const rows = (reply: QueryReply): unknown => (reply.kind === 'rows' ? reply.rows : reply);

describe('the worlds of the last result', () => {
  it('are the three of each scenario: before, after the crash, after the re-run', () => {
    const sql = 'SELECT credit FROM customers LIMIT 1';
    expect(rows(ask(autocommit.startWorld, null, sql))).toEqual([['0']]);
    expect(rows(ask(cell.crashWorld, cell.crashExit, sql))).toEqual([['50']]);
    expect(rows(ask(cell.rerunWorld, cell.rerunExit, sql))).toEqual([['100']]);
  });

  it('come with how their process ended, and with the call', () => {
    expect(rows(ask(cell.crashWorld, cell.crashExit, 'SELECT status FROM world.run'))).toEqual([['killed']]);
    expect(rows(ask(cell.rerunWorld, cell.rerunExit, 'SELECT status FROM world.run'))).toEqual([['returned']]);
    expect(rows(ask(autocommit.startWorld, null, 'SELECT status FROM world.run'))).toEqual([]);
    expect(rows(ask(cell.crashWorld, null, 'SELECT count(*) FROM world.argument'))).toEqual([['2']]);
  });

  it('are gone for another verdict, for a world that is not there, and once the next test begins', () => {
    const query = { verdict: 'another', world: 0, exit: null, sql: 'SELECT 1' };
    expect(kept.query(reader, query)).toEqual({ kind: 'gone' });
    expect(ask(999, null, 'SELECT 1')).toEqual({ kind: 'gone' });
    kept.drop();
    expect(ask(cell.crashWorld, null, 'SELECT 1')).toEqual({ kind: 'gone' });
  });
});
