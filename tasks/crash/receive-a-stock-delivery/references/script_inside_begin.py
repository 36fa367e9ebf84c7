"""Book deliveries into the stock, all or nothing."""

import sqlite3
from datetime import datetime, timezone


def _mark_received(conn: sqlite3.Connection, delivery_id: int) -> None:
    now = datetime.now(timezone.utc).isoformat(timespec="seconds")
    conn.execute(
        "UPDATE deliveries SET status = 'received', received_at = ? WHERE id = ? AND status = 'expected'",
        (now, delivery_id),
    )


def _book_items(conn: sqlite3.Connection, delivery_id: int) -> None:
    conn.executescript(
        f"""
        UPDATE products
        SET stock = stock + (
            SELECT quantity FROM delivery_items
            WHERE delivery_id = {delivery_id:d} AND product_id = products.id
        )
        WHERE id IN (SELECT product_id FROM delivery_items WHERE delivery_id = {delivery_id:d});

        INSERT INTO stock_movements (product_id, delivery_id, quantity)
        SELECT product_id, delivery_id, quantity FROM delivery_items WHERE delivery_id = {delivery_id:d};
        """
    )


def receive_delivery(conn: sqlite3.Connection, delivery_id: int) -> None:
    # Take the write lock before looking, so that nobody receives the same delivery at the same time.
    conn.execute("BEGIN IMMEDIATE")
    try:
        expected = conn.execute(
            "SELECT 1 FROM deliveries WHERE id = ? AND status = 'expected'", (delivery_id,)
        ).fetchone()
        if expected is None:
            raise ValueError(f"Delivery {delivery_id} is not expected")
        _mark_received(conn, delivery_id)
        _book_items(conn, delivery_id)
        conn.commit()
    except Exception:
        conn.rollback()
        raise
