"""Goods receipt.

Uses a savepoint, so that the function also works inside a transaction of its caller.
"""

import sqlite3
from datetime import datetime, timezone


def receive_delivery(conn: sqlite3.Connection, delivery_id: int) -> None:
    """Book an expected delivery into the stock.

    Raises ValueError if there is no such delivery or it is not expected.
    """
    conn.execute("SAVEPOINT receive_delivery")
    try:
        _receive(conn, delivery_id)
    except BaseException:
        conn.execute("ROLLBACK TO receive_delivery")
        conn.execute("RELEASE receive_delivery")
        raise
    conn.execute("RELEASE receive_delivery")


def _receive(conn: sqlite3.Connection, delivery_id: int) -> None:
    now = datetime.now(timezone.utc).isoformat(timespec="seconds")
    claimed = conn.execute(
        "UPDATE deliveries SET status = 'received', received_at = ? WHERE id = ? AND status = 'expected'",
        (now, delivery_id),
    )
    if claimed.rowcount == 0:
        raise ValueError(f"delivery {delivery_id} is not expected")

    conn.execute(
        """
        UPDATE products
        SET stock = stock + item.quantity
        FROM delivery_items AS item
        WHERE item.product_id = products.id AND item.delivery_id = ?
        """,
        (delivery_id,),
    )
    conn.execute(
        """
        INSERT INTO stock_movements (product_id, delivery_id, quantity)
        SELECT product_id, delivery_id, quantity FROM delivery_items WHERE delivery_id = ?
        """,
        (delivery_id,),
    )
