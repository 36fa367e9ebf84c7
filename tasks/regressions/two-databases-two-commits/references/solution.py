import contextlib
import sqlite3


def book(conn, path, seat):
    changed = conn.execute("UPDATE seat SET taken = 1 WHERE name = ? AND taken = 0", (seat,)).rowcount
    conn.commit()
    if changed:
        with contextlib.closing(sqlite3.connect(path)) as stats, stats:
            stats.execute("UPDATE stat SET n = n + 1")
