"""Archive old orders: copy them, check the copy, and only then delete the originals."""

import logging
import sqlite3
from typing import List

log = logging.getLogger(__name__)


def _find(conn: sqlite3.Connection, before: str) -> List[int]:
    rows = conn.execute("SELECT id FROM orders WHERE ordered_on < ? AND status <> 'open'", (before,))
    return [row[0] for row in rows]


def _copy(conn: sqlite3.Connection, ids: List[int]) -> None:
    for order_id in ids:
        conn.execute("INSERT OR IGNORE INTO archived_orders SELECT * FROM orders WHERE id = ?", (order_id,))
        conn.execute("INSERT INTO archived_items SELECT * FROM order_items WHERE order_id = ?", (order_id,))
    conn.commit()


def _check(conn: sqlite3.Connection, ids: List[int]) -> None:
    for order_id in ids:
        if conn.execute("SELECT 1 FROM archived_orders WHERE id = ?", (order_id,)).fetchone() is None:
            raise RuntimeError(f"order {order_id} did not arrive in the archive")


def _delete(conn: sqlite3.Connection, ids: List[int]) -> None:
    for order_id in ids:
        conn.execute("DELETE FROM order_items WHERE order_id = ?", (order_id,))
        conn.execute("DELETE FROM orders WHERE id = ?", (order_id,))
    conn.commit()


def archive_old_orders(conn: sqlite3.Connection, before: str) -> int:
    ids = _find(conn, before)
    _copy(conn, ids)
    _check(conn, ids)
    _delete(conn, ids)
    log.info("archived %d orders from before %s", len(ids), before)
    return len(ids)
