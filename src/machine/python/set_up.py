"""Makes the starting world of a case. Where the script fails, it is run again statement by statement, elsewhere,
to know the line."""

import sqlite3


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
            return line + statement.count("\n", 0, blank)
        line += statement.count("\n")
        statement = ""


def without_comments(statement):
    rest = statement.lstrip()
    while rest.startswith(("--", "/*")):
        end = "\n" if rest.startswith("--") else "*/"
        rest = rest.partition(end)[2].lstrip()
    return rest
