// The pieces that random Python functions are made of: single lines, and blocks around them. How they are put together
// at random lives in `programs.testing.ts`. For tests only.
import fc from 'fast-check';

/** Some lines of a function, and at most how many write points they reach. */
export interface Piece {
  readonly lines: readonly string[];
  readonly writes: number;
}

/** A whole source with a function `f`; printed as it stands where a property fails. */
export class Program {
  constructor(readonly source: string) {}

  [fc.toStringMethod](): string {
    return `\n${this.source}`;
  }
}

export function lines(writes: number, ...text: string[]): Piece {
  return { lines: text, writes };
}

export function sequence(pieces: readonly Piece[]): Piece {
  return { lines: pieces.flatMap((one) => one.lines), writes: sum(pieces.map((one) => one.writes)) };
}

/** `head` and the body under it; an empty body passes. */
export function under(head: string, body: Piece, times = 1): Piece {
  const inner = body.lines.length > 0 ? body.lines : ['pass'];
  return { lines: [head, ...inner.map((line) => `    ${line}`)], writes: body.writes * times };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

export function programOf(body: Piece): Program {
  const imports = ['import sqlite3', 'import uuid', 'from pathlib import Path', '', ''];
  return new Program([...imports, ...under('def f(conn, notifier):', body).lines, ''].join('\n'));
}

export const sql = (statement: string): string => `conn.execute("${statement}")`;

/** Writes to the database that belong to whatever transaction is open. */
export const WRITES: readonly Piece[] = [
  lines(1, sql('UPDATE item SET n = n + 1 WHERE id = 1')),
  lines(1, sql('UPDATE item SET n = 0 WHERE id = 2')),
  lines(1, sql("INSERT INTO log (note) VALUES ('a')")),
  lines(1, sql("INSERT OR REPLACE INTO log (id, note) VALUES (7, 'seven')")),
  lines(1, sql('DELETE FROM item WHERE id = 3')),
  lines(1, sql('INSERT OR IGNORE INTO item SELECT id + 10, n FROM item WHERE id < 3')),
  lines(1, sql('WITH one(x) AS (SELECT 1) INSERT INTO log (note) SELECT x FROM one')),
  lines(1, sql('CREATE TABLE IF NOT EXISTS extra (x)')),
  lines(1, 'conn.execute("INSERT INTO log (note) VALUES (?)", (str(uuid.uuid4()),))'),
  lines(1, sql("INSERT INTO log (note) VALUES (datetime('now'))")),
  lines(2, 'conn.executemany("INSERT INTO log (note) VALUES (?)", [("b",), ("c",)])'),
];

/** What begins, ends or changes transactions; much of it fails where it does not fit. */
export const TRANSACTION_LINES: readonly Piece[] = [
  lines(1, 'conn.commit()'),
  lines(0, 'conn.rollback()'),
  lines(0, sql('BEGIN')),
  lines(0, sql('BEGIN IMMEDIATE')),
  lines(1, sql('COMMIT')),
  lines(0, sql('SAVEPOINT s')),
  lines(1, sql('RELEASE s')),
  lines(0, sql('ROLLBACK TO s')),
  lines(1, 'conn.isolation_level = None'),
  lines(3, 'conn.executescript("UPDATE item SET n = 5 WHERE id = 1; INSERT INTO log (note) VALUES (\'d\');")'),
];

export const EFFECTS: readonly Piece[] = [
  lines(2, 'with open("out.txt", "a") as file:', '    file.write("one line\\n")'),
  lines(2, 'Path("whole.txt").write_text("whole\\n")'),
  lines(1, 'notifier.send("ada@example.org", "Hello", "Text")'),
  lines(1, 'notifier.send("ada@example.org", "Hello", "Text", idempotency_key="one")'),
];

/** What a loop does to its item `i`. */
export const LOOP_WRITES: readonly Piece[] = [
  lines(1, 'conn.execute("UPDATE item SET n = n + 1 WHERE id = ?", (i + 1,))'),
  lines(1, 'conn.execute("UPDATE item SET n = 0 WHERE id = ?", (i + 1,))'),
  lines(1, 'conn.execute("INSERT OR REPLACE INTO log (id, note) VALUES (?, ?)", (i, "x"))'),
  lines(1, 'conn.execute("INSERT INTO log (note) VALUES (?)", (f"item {i}",))'),
  lines(1, 'conn.execute("INSERT INTO log (id, note) VALUES (?, ?)", (i, str(uuid.uuid4())))'),
  lines(1, 'notifier.send("ada@example.org", f"Item {i}", "Text")'),
  lines(1, 'notifier.send("ada@example.org", f"Item {i}", "Text", idempotency_key=f"item-{i}")'),
  lines(2, 'with open("out.txt", "a") as file:', '    file.write(f"{i}\\n")'),
  lines(1, 'conn.commit()'),
  lines(1, 'if i % 2:', '    conn.commit()'),
  lines(1, 'if i == 3:', '    conn.commit()'),
  lines(1, 'if i % 3 == 2:', '    conn.rollback()'),
];

export const LOOP_GUARDS: readonly string[] = [
  'if conn.execute("SELECT 1 FROM log WHERE id = ?", (i,)).fetchone():',
  'if conn.execute("SELECT n FROM item WHERE id = ?", (i + 1,)).fetchone() == (0,):',
];

/** A block in a transaction that it begins itself where none is open. */
export function begun(body: Piece): Piece {
  return sequence([lines(0, 'if not conn.in_transaction:', `    ${sql('BEGIN')}`), body, lines(1, 'conn.commit()')]);
}

export function savepoint(body: Piece, undone: boolean): Piece {
  const end = undone ? [lines(0, sql('ROLLBACK TO s')), lines(1, sql('RELEASE s'))] : [lines(1, sql('RELEASE s'))];
  return sequence([lines(0, sql('SAVEPOINT s')), body, ...end]);
}

export function attempt(body: Piece, handler: string, handling: Piece): Piece {
  return sequence([under('try:', body), under(handler, handling)]);
}

export const RAISE = lines(0, 'raise ValueError("no")');
export const RERAISE = lines(0, 'raise');
