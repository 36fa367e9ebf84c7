"""Marks orders as paid; a receipt that was not noted is sent again by the next report of the payment."""

import sqlite3
from uuid import uuid4


def mark_order_paid(conn, notifier, order_id, payment_id):
    cur = conn.cursor()
    cur.execute("SELECT email, total FROM orders WHERE id = ?", (order_id,))
    order = cur.fetchone()
    if not order:
        raise ValueError(f"Unknown order {order_id}")
    email, total = order

    try:
        cur.execute("BEGIN")
        cur.execute("INSERT INTO payments (id, order_id, amount) VALUES (?, ?, ?)", (payment_id, order_id, total))
        cur.execute("UPDATE orders SET status = 'paid' WHERE id = ?", (order_id,))
        conn.commit()
    except sqlite3.IntegrityError:
        conn.rollback()  # reported before

    cur.execute("SELECT receipt_sent FROM payments WHERE id = ?", (payment_id,))
    if cur.fetchone()[0]:
        return

    notifier.send(
        email,
        f"Receipt for order {order_id}",
        f"We received your payment of {total}. Thank you.",
        idempotency_key=uuid4().hex,
    )
    cur.execute("UPDATE payments SET receipt_sent = 1 WHERE id = ?", (payment_id,))
    conn.commit()
