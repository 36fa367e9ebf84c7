import contextlib
import sqlite3


def snapshot(conn, text, target):
    conn.execute("INSERT OR IGNORE INTO note (text) VALUES (?)", (text,))
    conn.commit()
    with contextlib.closing(sqlite3.connect(target)) as copy:
        conn.backup(copy)
