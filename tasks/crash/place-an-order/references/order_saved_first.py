"""
Order placement.

Steps:
1. validate the request
2. create the order
3. add the lines and update the stock
"""

import sqlite3
from typing import Iterable, Tuple


def create_order(conn: sqlite3.Connection, request_id: str, customer_id: int, total: int) -> int:
    """Create the order and return its id."""
    cur = conn.cursor()
    cur.execute(
        "INSERT INTO orders (request_id, customer_id, total) VALUES (?, ?, ?)",
        (request_id, customer_id, total),
    )
    conn.commit()  # the lines need the id of a saved order
    return cur.lastrowid


def place_order(
    conn: sqlite3.Connection, request_id: str, customer_id: int, items: Iterable[Tuple[int, int]]
) -> None:
    items = list(items)
    if not items:
        raise ValueError("Order must contain at least one item")

    cur = conn.cursor()
    if cur.execute("SELECT id FROM customers WHERE id = ?", (customer_id,)).fetchone() is None:
        raise ValueError(f"Customer {customer_id} does not exist")

    total = 0
    lines = []
    for product_id, quantity in items:
        if quantity <= 0:
            raise ValueError("Quantity must be positive")
        row = cur.execute("SELECT price, stock FROM products WHERE id = ?", (product_id,)).fetchone()
        if row is None:
            raise ValueError(f"Product {product_id} does not exist")
        price, stock = row
        if stock < quantity:
            raise ValueError(f"Product {product_id}: only {stock} left")
        lines.append((product_id, quantity, price))
        total += price * quantity

    order_id = create_order(conn, request_id, customer_id, total)

    try:
        for product_id, quantity, price in lines:
            cur.execute(
                "INSERT INTO order_lines (order_id, product_id, quantity, price) VALUES (?, ?, ?, ?)",
                (order_id, product_id, quantity, price),
            )
            cur.execute("UPDATE products SET stock = stock - ? WHERE id = ?", (quantity, product_id))
        conn.commit()
    except sqlite3.Error:
        # Do not leave an order behind that has no lines.
        conn.rollback()
        cur.execute("DELETE FROM orders WHERE id = ?", (order_id,))
        conn.commit()
        raise
