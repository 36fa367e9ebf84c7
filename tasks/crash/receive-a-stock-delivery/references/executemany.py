"""Warehouse: receiving deliveries."""

from __future__ import annotations

import sqlite3
from datetime import datetime, timezone
from typing import NamedTuple


class Item(NamedTuple):
    product_id: int
    quantity: int


def _expected_items(conn: sqlite3.Connection, delivery_id: int) -> list[Item]:
    delivery = conn.execute("SELECT status FROM deliveries WHERE id = ?", (delivery_id,)).fetchone()
    match delivery:
        case None:
            raise ValueError(f"delivery {delivery_id} not found")
        case ("expected",):
            rows = conn.execute(
                "SELECT product_id, quantity FROM delivery_items WHERE delivery_id = ? ORDER BY product_id",
                (delivery_id,),
            )
            return [Item(*row) for row in rows]
        case (status,):
            raise ValueError(f"delivery {delivery_id} is {status}, not expected")


def receive_delivery(conn: sqlite3.Connection, delivery_id: int) -> None:
    """Add the goods of a delivery to the stock, atomically."""
    items = _expected_items(conn, delivery_id)
    received_at = datetime.now(timezone.utc).isoformat()

    with conn:
        conn.executemany(
            "UPDATE products SET stock = stock + :quantity WHERE id = :product_id",
            [item._asdict() for item in items],
        )
        conn.executemany(
            "INSERT INTO stock_movements (product_id, delivery_id, quantity) VALUES (?, ?, ?)",
            [(item.product_id, delivery_id, item.quantity) for item in items],
        )
        conn.execute(
            "UPDATE deliveries SET status = 'received', received_at = ? WHERE id = ?",
            (received_at, delivery_id),
        )
