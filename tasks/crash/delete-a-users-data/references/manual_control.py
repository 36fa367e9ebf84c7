"""Account deletion."""

import sqlite3
from contextlib import contextmanager


@contextmanager
def manual_commit(conn: sqlite3.Connection):
    """Take over from sqlite3's automatic handling for the length of a block, and commit only at its end."""
    previous = conn.isolation_level
    conn.isolation_level = None
    try:
        yield conn
        conn.commit()
    except sqlite3.Error:
        conn.rollback()
        raise
    finally:
        conn.isolation_level = previous


def delete_user_data(conn: sqlite3.Connection, user_id: int) -> None:
    row = conn.execute("SELECT email FROM users WHERE id = ?", (user_id,)).fetchone()
    if row is None:
        raise ValueError(f"unknown user {user_id}")

    with manual_commit(conn) as db:
        db.execute("INSERT INTO deletions (user_id) VALUES (?)", (user_id,))
        db.execute("UPDATE orders SET user_id = NULL WHERE user_id = ?", (user_id,))
        db.execute("DELETE FROM reviews WHERE user_id = ?", (user_id,))
        db.execute("DELETE FROM addresses WHERE user_id = ?", (user_id,))
        db.execute("DELETE FROM users WHERE id = ?", (user_id,))
