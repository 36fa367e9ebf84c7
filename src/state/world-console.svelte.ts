// What a visitor asks the worlds of a scenario, and what came back. How it is run lives behind the client.
import type { QueryAnswer, WorldQuery } from '../model/query.ts';
import type { Step } from '../model/shared.ts';
import type { Mode } from '../model/trace.ts';
import type { Scenario } from './scenario.ts';

/** The worlds that a query is put to: the same moment of the scenario in each mode. */
export interface Target {
  /** Digest of the verdict. */
  readonly verdict: string;
  /** Of the matrix; what was asked of another row is told apart by it. */
  readonly row: string;
  readonly fault: string;
  readonly step: Step;
  readonly scenarios: readonly Scenario[];
}

export interface Asked {
  readonly sql: string;
  readonly target: Target;
  /** Null where the mode has no such world. */
  readonly answers: Readonly<Partial<Record<Mode, QueryAnswer | null>>>;
}

export class WorldConsole {
  readonly #query: (query: WorldQuery) => Promise<QueryAnswer>;
  /** What waits while another query goes on; only the last one counts. */
  #next: Target | null = null;

  sql: string = $state('');
  busy: boolean = $state(false);
  asked: Asked | null = $state.raw(null);

  constructor(query: (query: WorldQuery) => Promise<QueryAnswer>) {
    this.#query = query;
  }

  /** Puts the query to each mode, one after the other. */
  async ask(target: Target): Promise<void> {
    this.#next = target;
    if (this.busy) return;
    this.busy = true;
    try {
      for (let now = this.#take(); now !== null; now = this.#take()) {
        const { sql } = this;
        this.asked = { sql, target: now, answers: await this.#answers(now, sql) };
      }
    } finally {
      this.busy = false;
    }
  }

  /** The moment has changed: what was asked is asked again there. */
  follow(target: Target): void {
    if (this.asked !== null) void this.ask(target);
  }

  #take(): Target | null {
    const next = this.#next;
    this.#next = null;
    return next;
  }

  async #answers(target: Target, sql: string): Promise<Asked['answers']> {
    const answers: Partial<Record<Mode, QueryAnswer | null>> = {};
    for (const { mode, moments } of target.scenarios) {
      const moment = moments.find(({ step }) => step === target.step);
      answers[mode] =
        moment === undefined
          ? null
          : await this.#query({ verdict: target.verdict, world: moment.world, exit: moment.exit, sql });
    }
    return answers;
  }
}

/** Whether an answer is about what is looked at now. */
export function isAbout({ target }: Asked, now: Target): boolean {
  return (
    target.verdict === now.verdict && target.row === now.row && target.fault === now.fault && target.step === now.step
  );
}
