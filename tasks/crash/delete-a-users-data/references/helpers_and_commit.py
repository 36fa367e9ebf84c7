"""GDPR: right to erasure."""

from __future__ import annotations

import logging
import sqlite3

logger = logging.getLogger(__name__)


def _require_user(cur: sqlite3.Cursor, user_id: int) -> None:
    cur.execute("SELECT 1 FROM users WHERE id = ?", (user_id,))
    if cur.fetchone() is None:
        raise ValueError(f"User {user_id} does not exist")


def _delete_rows(cur: sqlite3.Cursor, table: str, column: str, user_id: int) -> int:
    cur.execute(f"DELETE FROM {table} WHERE {column} = ?", (user_id,))
    return cur.rowcount


def _anonymise_orders(cur: sqlite3.Cursor, user_id: int) -> int:
    cur.execute("UPDATE orders SET user_id = NULL WHERE user_id = ?", (user_id,))
    return cur.rowcount


def _log_deletion(cur: sqlite3.Cursor, user_id: int) -> None:
    cur.execute("INSERT INTO deletions (user_id) VALUES (?)", (user_id,))


def delete_user_data(conn: sqlite3.Connection, user_id: int) -> dict[str, int]:
    """Delete a user's data and return the number of rows affected per table."""
    cur = conn.cursor()
    _require_user(cur, user_id)

    affected = {
        "addresses": _delete_rows(cur, "addresses", "user_id", user_id),
        "reviews": _delete_rows(cur, "reviews", "user_id", user_id),
        "orders": _anonymise_orders(cur, user_id),
        "users": _delete_rows(cur, "users", "id", user_id),
    }
    _log_deletion(cur, user_id)
    conn.commit()

    logger.info("Deleted data of user %d: %s", user_id, affected)
    return affected
