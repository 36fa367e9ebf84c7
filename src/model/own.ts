// A function of a person's own, without a task: what must be known to crash-test it, as it is typed. Checking it and
// making a task of it live in `own/`; links carry it as it stands.

/** One text file of the starting world. */
export interface OwnFile {
  /** Relative to the world's root, `/` between the parts. */
  readonly path: string;
  readonly text: string;
}

export interface OwnFunction {
  /** What the person calls it; free text on one line. */
  readonly title: string;
  /** The call as Python writes it, literals only: `refund_order(conn, 7)`. `conn`, `notifier` and `cache` are the helpers. */
  readonly call: string;
  /** Schema and rows of `app.db`, SQL; '' for a function without a database. */
  readonly sql: string;
  readonly files: readonly OwnFile[];
  /** The three views `torn`, `missing`, `repeated`, SQL; '' for the default judge. */
  readonly judgeSql: string;
  /** True where the re-run is part of the job (a † task). */
  readonly finishesInterruptedWork: boolean;
}
