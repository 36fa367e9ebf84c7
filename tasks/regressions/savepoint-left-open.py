import sqlite3


def load(conn, rows):
    for value in rows:
        conn.execute("SAVEPOINT item")
        try:
            conn.execute("INSERT INTO item VALUES (?)", (value,))
        except sqlite3.IntegrityError:
            conn.execute("ROLLBACK TO item")
        else:
            conn.execute("RELEASE item")
