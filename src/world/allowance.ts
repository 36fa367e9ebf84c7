// How much one process may write and a world may hold, counted in bytes like steps: the same on every machine, so that a
// process which writes for ever ends soon, in the same place everywhere, and takes no page along.

const MB = 1_000_000;
/** What a process writes to files, mailbox and cache. Of SQLite's own writes, many for each of its statements, what counts is
 * by how much its files grow, and the steps that they take. */
export const MOST_WRITTEN_BYTES = 64 * MB;
/** What files, mailbox and cache come to at any moment. */
export const MOST_HELD_BYTES = 32 * MB;
/** What an entry costs beside its content: a file, a folder, a link, a mail. */
export const ENTRY_BYTES = 500;

/** Ends the process that went beyond what it is allowed. `what` goes on a sentence that begins with the process. */
export class TooMuch extends Error {
  override readonly name = 'TooMuch';
  constructor(readonly what: string) {
    super(what);
  }
}

export class Allowance {
  #written = 0;
  #held = 0;

  /** Bytes held now. */
  get held(): number {
    return this.#held;
  }

  /** A process begins in a world that holds so much. */
  begin(held: number): void {
    this.#written = 0;
    this.#held = held;
  }

  /** Before bytes are written, of which `grows` are added to what is held. Throws `TooMuch`, and nothing has changed. */
  spend(bytes: number, grows: number): void {
    if (this.#written + bytes > MOST_WRITTEN_BYTES) throw new TooMuch(`wrote more than ${MOST_WRITTEN_BYTES / MB} MB`);
    if (grows > 0 && this.#held + grows > MOST_HELD_BYTES) {
      throw new TooMuch(`left more than ${MOST_HELD_BYTES / MB} MB in files, mail and cache`);
    }
    this.#written += bytes;
    this.#held += grows;
  }

  /** What was held is gone. */
  free(bytes: number): void {
    this.#held -= bytes;
  }
}
