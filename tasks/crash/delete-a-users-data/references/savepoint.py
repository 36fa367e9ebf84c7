"""Deletes what we store about a user."""

import sqlite3

OWNED_TABLES = ("addresses", "reviews")


class UserNotFound(ValueError):
    pass


def delete_user_data(conn: sqlite3.Connection, user_id: int) -> None:
    """Delete the user and everything that belongs to them; keep their orders without a name.

    Works inside a larger transaction of the caller, too.
    """
    conn.execute("SAVEPOINT delete_user")
    try:
        deleted = conn.execute("DELETE FROM users WHERE id = ?", (user_id,)).rowcount
        if deleted == 0:
            raise UserNotFound(f"there is no user {user_id}")
        for table in OWNED_TABLES:
            conn.execute(f"DELETE FROM {table} WHERE user_id = ?", (user_id,))
        conn.execute("UPDATE orders SET user_id = NULL WHERE user_id = ?", (user_id,))
        conn.execute("INSERT INTO deletions (user_id) VALUES (?)", (user_id,))
    except BaseException:
        conn.execute("ROLLBACK TO delete_user")
        conn.execute("RELEASE delete_user")
        raise
    conn.execute("RELEASE delete_user")
