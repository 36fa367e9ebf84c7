from __future__ import annotations

import logging
import sqlite3

logger = logging.getLogger(__name__)


def _load_order(conn: sqlite3.Connection, order_id: int) -> tuple[int, int, str]:
    cursor = conn.execute("SELECT customer_id, total, status FROM orders WHERE id = ?", (order_id,))
    order = cursor.fetchone()
    if order is None:
        raise ValueError(f"Order {order_id} not found")
    return order


def refund_order(conn: sqlite3.Connection, order_id: int) -> None:
    """Refund a paid order in a single transaction."""
    customer_id, total, status = _load_order(conn, order_id)
    if status != "paid":
        raise ValueError(f"Order {order_id} cannot be refunded (status: {status})")

    # The context manager commits on success and rolls back on error.
    with conn:
        cur = conn.cursor()
        cur.execute("UPDATE customers SET credit = credit + ? WHERE id = ?", (total, customer_id))
        cur.execute("UPDATE orders SET status = 'refunded' WHERE id = ?", (order_id,))
        cur.execute("INSERT INTO refunds (order_id, amount) VALUES (?, ?)", (order_id, total))

    logger.info("Refunded order %s (%s)", order_id, total)
