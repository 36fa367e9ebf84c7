"""Orders for the web shop."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence


def place_order(
    conn: sqlite3.Connection,
    request_id: str,
    customer_id: int,
    items: Sequence[tuple[int, int]],
) -> None:
    """Place an order, together with its lines, and take the items out of stock.

    The unique request id decides whether the order is new: a request that has been placed already is left alone.

    Raises:
        ValueError: if the order is not possible. Nothing is changed then.
    """
    if not items:
        raise ValueError("an order needs at least one item")

    conn.execute("BEGIN IMMEDIATE")
    try:
        _place(conn, request_id, customer_id, items)
    except BaseException:
        conn.rollback()
        raise
    conn.commit()


def _place(conn, request_id, customer_id, items):
    if conn.execute("SELECT 1 FROM customers WHERE id = ?", (customer_id,)).fetchone() is None:
        raise ValueError(f"unknown customer {customer_id}")

    order = conn.execute(
        """
        INSERT INTO orders (request_id, customer_id, total) VALUES (?, ?, 0)
        ON CONFLICT (request_id) DO NOTHING
        """,
        (request_id, customer_id),
    )
    if order.rowcount == 0:
        return

    total = 0
    for product_id, quantity in items:
        if quantity <= 0:
            raise ValueError(f"quantity of product {product_id} must be positive")
        row = conn.execute(
            "UPDATE products SET stock = stock - ? WHERE id = ? AND stock >= ? RETURNING price",
            (quantity, product_id, quantity),
        ).fetchone()
        if row is None:
            raise ValueError(f"product {product_id} does not exist, or there is not enough of it")
        conn.execute(
            "INSERT INTO order_lines (order_id, product_id, quantity, price) VALUES (?, ?, ?, ?)",
            (order.lastrowid, product_id, quantity, row[0]),
        )
        total += quantity * row[0]

    conn.execute("UPDATE orders SET total = ? WHERE id = ?", (total, order.lastrowid))
