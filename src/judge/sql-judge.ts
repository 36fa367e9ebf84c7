// The judge over sql.js, put together from the files beside this one. No rule lives here.
import type { Judge } from '../engine/ports.ts';
import type { QueryReply } from '../model/query.ts';
import type { WorldData } from '../model/world.ts';
import { learn } from './default-judge.ts';
import { SqlJudge } from './judge-sql.ts';
import { settle } from './settle.ts';
import { query } from './query.ts';
import { loadSqlite } from './sqlite.ts';
import { view } from './view.ts';
import type { TablesContext } from './world-tables.ts';

/** Reads worlds for a person; the engine needs none of it. */
export interface WorldReader {
  /** Only reads. Its answer is capped; how long it takes is not. */
  query(world: WorldData, context: TablesContext, sql: string): QueryReply;
}

/**
 * Called once a worker or command; everything is synchronous afterwards. `wasmBinary` is `sql-wasm.wasm` of the
 * installed sql.js; nothing is fetched and no code is made from text.
 */
export async function createJudge(wasmBinary: Uint8Array | ArrayBuffer): Promise<Judge & WorldReader> {
  const sqlite = await loadSqlite(wasmBinary);
  const sqlJudge = new SqlJudge(sqlite);
  return {
    settle: (world) => settle(sqlite, world),
    judge: (judgeSql, world, context) => sqlJudge.judge(judgeSql, world, context),
    learn: (runs) => learn(sqlite, runs),
    view: (world) => view(sqlite, world),
    query: (world, context, sql) => query(sqlite, world, context, sql),
  };
}
