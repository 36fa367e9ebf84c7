import contextlib
import sqlite3


def archive(conn, path, before):
    with contextlib.closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE IF NOT EXISTS orders (id INTEGER PRIMARY KEY, day TEXT NOT NULL, total INTEGER NOT NULL)")
    conn.execute("ATTACH DATABASE ? AS old", (path,))
    conn.execute("BEGIN IMMEDIATE")
    conn.execute("INSERT INTO old.orders SELECT * FROM main.orders WHERE day < ?", (before,))
    conn.execute("DELETE FROM main.orders WHERE day < ?", (before,))
    conn.execute("COMMIT")
    conn.execute("DETACH DATABASE old")
