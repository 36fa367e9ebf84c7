// The process that makes the starting world of a case: its source, and what is said where it fails. When it is run is
// known to `machine.ts`.
import type { ExitStatus } from '../model/trace.ts';
import { SetupError } from './errors.ts';

/** Where the script fails, it is run again statement by statement, elsewhere, to know the line. */
export const SETUP_SOURCE = `import sqlite3

def set_up(conn, script):
    try:
        conn.executescript(script)
        conn.commit()
    except sqlite3.Error as error:
        line = failing_line(script)
        if line is None:
            raise
        raise type(error)(f"line {line}: {error}") from None

def failing_line(script):
    scratch = sqlite3.connect(":memory:", isolation_level=None)
    statement, line = "", 1
    for piece in [*(part + ";" for part in script.split(";")[:-1]), script.split(";")[-1]]:
        statement += piece
        if piece.endswith(";") and not sqlite3.complete_statement(statement):
            continue
        try:
            scratch.execute(statement)
        except (sqlite3.Error, sqlite3.Warning):
            blank = len(statement) - len(without_comments(statement))
            return line + statement.count("\\n", 0, blank)
        line += statement.count("\\n")
        statement = ""

def without_comments(statement):
    rest = statement.lstrip()
    while rest.startswith(("--", "/*")):
        end = "\\n" if rest.startswith("--") else "*/"
        rest = rest.partition(end)[2].lstrip()
    return rest
`;

export function setupError(taskCase: string, status: ExitStatus): SetupError {
  switch (status.kind) {
    case 'raised': {
      const [, line, why] = /^line (\d+): ([^]*)$/.exec(status.message) ?? [];
      if (line !== undefined && why !== undefined) return new SetupError(taskCase, Number(line), why);
      return new SetupError(taskCase, null, status.message);
    }
    case 'timed-out':
      return new SetupError(taskCase, null, 'they take too many steps, as an endless recursion does');
    case 'died':
      return new SetupError(taskCase, null, status.detail);
    default:
      return new SetupError(taskCase, null, 'message' in status ? status.message : status.kind);
  }
}
