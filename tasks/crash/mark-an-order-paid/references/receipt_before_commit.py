from __future__ import annotations

import logging
import sqlite3

log = logging.getLogger(__name__)


def mark_order_paid(conn: sqlite3.Connection, notifier, order_id: int, payment_id: str) -> None:
    """Mark an order as paid. If the receipt cannot be sent, nothing is saved."""
    row = conn.execute("SELECT email, total FROM orders WHERE id = ?", (order_id,)).fetchone()
    if row is None:
        raise ValueError(f"No such order: {order_id}")
    email, total = row

    if conn.execute("SELECT 1 FROM payments WHERE id = ?", (payment_id,)).fetchone():
        log.info("payment %s was reported before", payment_id)
        return

    conn.execute("BEGIN")
    try:
        conn.execute("UPDATE orders SET status = 'paid' WHERE id = ?", (order_id,))
        conn.execute(
            "INSERT INTO payments (id, order_id, amount, receipt_sent) VALUES (?, ?, ?, 1)",
            (payment_id, order_id, total),
        )
        notifier.send(
            email,
            f"Receipt for order {order_id}",
            f"We received your payment of {total}. Thank you.",
        )
        conn.execute("COMMIT")
    except Exception:
        conn.execute("ROLLBACK")
        raise
