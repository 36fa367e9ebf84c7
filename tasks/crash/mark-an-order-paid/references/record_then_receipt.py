"""Payments: what was recorded decides which receipt is still due."""

import sqlite3
from contextlib import contextmanager


@contextmanager
def transaction(conn: sqlite3.Connection):
    conn.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        conn.execute("ROLLBACK")
        raise
    else:
        conn.execute("COMMIT")


def mark_order_paid(conn: sqlite3.Connection, notifier, order_id: int, payment_id: str) -> None:
    """Record a payment once, however often it is reported, and send its receipt."""
    order = conn.execute("SELECT email, total FROM orders WHERE id = ?", (order_id,)).fetchone()
    if order is None:
        raise ValueError(f"order {order_id} does not exist")
    email, total = order

    with transaction(conn):
        conn.execute(
            "INSERT INTO payments (id, order_id, amount) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING",
            (payment_id, order_id, total),
        )
        conn.execute("UPDATE orders SET status = 'paid' WHERE id = ?", (order_id,))

    (receipt_sent,) = conn.execute("SELECT receipt_sent FROM payments WHERE id = ?", (payment_id,)).fetchone()
    if receipt_sent:
        return
    notifier.send(
        email,
        f"Receipt for order {order_id}",
        f"We received your payment of {total}. Thank you.",
        idempotency_key=f"receipt-{payment_id}",
    )
    with transaction(conn):
        conn.execute("UPDATE payments SET receipt_sent = 1 WHERE id = ?", (payment_id,))
