// In the worker: the worlds of its last result, for queries. They end with the worker, or with the next result.
import type { WorldCopy } from '../engine/ports.ts';
import type { WorldReader } from '../judge/sql-judge.ts';
import type { QueryReply, WorldQuery } from '../model/query.ts';
import type { Task } from '../model/task.ts';
import type { Verdict } from '../model/verdict.ts';

interface Kept {
  readonly verdict: Verdict;
  readonly task: Task;
  /** By digest. */
  readonly worlds: ReadonlyMap<string, WorldCopy>;
}

export class KeptWorlds {
  #last: Kept | null = null;

  /** Called after each crash test. */
  keep(verdict: Verdict, task: Task, worlds: ReadonlyMap<string, WorldCopy>): void {
    this.#last = { verdict, task, worlds };
  }

  /** Called before each crash test: a result that is being replaced can no longer be asked. */
  drop(): void {
    this.#last = null;
  }

  query(reader: WorldReader, { verdict: digest, world: at, exit, sql }: WorldQuery): QueryReply {
    if (this.#last?.verdict.digest !== digest) return { kind: 'gone' };
    const { verdict, task, worlds } = this.#last;
    const find = (index: number | undefined) => worlds.get(verdict.worlds[index ?? -1]?.digest ?? '');
    const [world, start] = [find(at), find(verdict.modes[0]?.startWorld)];
    if (world === undefined || start === undefined) return { kind: 'gone' };
    const context = {
      start: start.data(),
      args: task.cases[0]?.args ?? [],
      exit: exit === null ? null : (verdict.exits[exit] ?? null),
    };
    return reader.query(world.data(), context, sql);
  }
}
