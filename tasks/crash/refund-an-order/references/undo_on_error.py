"""Refund an order step by step, and take the steps back if one of them fails."""

import sqlite3


def _restore(conn, order_id, customer_id, credit_before):
    """Put every table back to what it was before the refund began."""
    conn.rollback()
    conn.execute("UPDATE customers SET credit = ? WHERE id = ?", (credit_before, customer_id))
    conn.execute("UPDATE orders SET status = 'paid' WHERE id = ?", (order_id,))
    conn.execute("DELETE FROM refunds WHERE order_id = ?", (order_id,))
    conn.commit()


def refund_order(conn, order_id):
    row = conn.execute(
        """
        SELECT o.customer_id, o.total, o.status, c.credit
        FROM orders AS o
        JOIN customers AS c ON c.id = o.customer_id
        WHERE o.id = ?
        """,
        (order_id,),
    ).fetchone()
    if row is None:
        raise ValueError(f"unknown order: {order_id}")
    customer_id, total, status, credit_before = row
    if status != "paid":
        raise ValueError(f"order {order_id} is not paid")

    try:
        # Step 1: give the money back.
        conn.execute("UPDATE customers SET credit = ? WHERE id = ?", (credit_before + total, customer_id))
        conn.commit()
        # Step 2: close the order.
        conn.execute("UPDATE orders SET status = 'refunded' WHERE id = ?", (order_id,))
        conn.commit()
        # Step 3: keep a record.
        conn.execute("INSERT INTO refunds (order_id, amount) VALUES (?, ?)", (order_id, total))
        conn.commit()
    except sqlite3.Error:
        _restore(conn, order_id, customer_id, credit_before)
        raise
