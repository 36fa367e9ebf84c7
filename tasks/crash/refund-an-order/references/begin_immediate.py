"""Refunds for the web shop."""

import sqlite3


def refund_order(conn: sqlite3.Connection, order_id: int) -> None:
    """Refund a paid order: credit the customer, mark the order, record the refund.

    Raises ValueError if the order does not exist or is not paid.
    """
    conn.execute("BEGIN IMMEDIATE")
    try:
        row = conn.execute(
            "SELECT customer_id, total, status FROM orders WHERE id = ?",
            (order_id,),
        ).fetchone()
        if row is None:
            raise ValueError(f"order {order_id} does not exist")
        customer_id, total, status = row
        if status != "paid":
            raise ValueError(f"order {order_id} is {status}, not paid")

        conn.execute(
            "UPDATE customers SET credit = credit + ? WHERE id = ?",
            (total, customer_id),
        )
        conn.execute(
            "UPDATE orders SET status = 'refunded' WHERE id = ?",
            (order_id,),
        )
        conn.execute(
            "INSERT INTO refunds (order_id, amount) VALUES (?, ?)",
            (order_id, total),
        )
        conn.commit()
    except BaseException:
        conn.rollback()
        raise
