"""Monthly archiving of closed orders."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from typing import Iterator

CLOSED_BEFORE = "status <> 'open' AND ordered_on < :before"


@contextmanager
def transaction(conn: sqlite3.Connection) -> Iterator[sqlite3.Cursor]:
    """Begin now, commit at the end of the block, roll back if anything goes wrong in it."""
    cursor = conn.cursor()
    cursor.execute("BEGIN IMMEDIATE")
    try:
        yield cursor
    except BaseException:
        conn.rollback()
        raise
    else:
        conn.commit()


def archive_old_orders(conn: sqlite3.Connection, before: str) -> int:
    """Move closed orders from before the given date, with their items. Returns how many."""
    args = {"before": before}
    with transaction(conn) as cursor:
        cursor.execute(
            f"""
            INSERT INTO archived_items (order_id, product, quantity)
            SELECT order_id, product, quantity FROM order_items
            WHERE order_id IN (SELECT id FROM orders WHERE {CLOSED_BEFORE})
            """,
            args,
        )
        cursor.execute(
            f"""
            INSERT INTO archived_orders (id, customer, total, status, ordered_on)
            SELECT id, customer, total, status, ordered_on FROM orders WHERE {CLOSED_BEFORE}
            """,
            args,
        )
        cursor.execute(
            f"DELETE FROM order_items WHERE order_id IN (SELECT id FROM orders WHERE {CLOSED_BEFORE})",
            args,
        )
        cursor.execute(f"DELETE FROM orders WHERE {CLOSED_BEFORE}", args)
        return cursor.rowcount
