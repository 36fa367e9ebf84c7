"""New prices for the shop."""

from __future__ import annotations

import sqlite3
from datetime import datetime, timezone


def _current_prices(conn: sqlite3.Connection, product_ids: list[int]) -> dict[int, int]:
    prices = {}
    for product_id in product_ids:
        row = conn.execute("SELECT price FROM products WHERE id = ?", (product_id,)).fetchone()
        if row is None:
            raise ValueError(f"product {product_id} does not exist")
        prices[product_id] = row[0]
    return prices


def update_prices(conn: sqlite3.Connection, cache, changes: list[tuple[int, int]]) -> None:
    """Put a list of prices into effect, all of them or none.

    The cached prices are dropped before the commit, so there is never an old one beside a new row, and once more
    after it, in case a reader brought an old one back in the meantime.
    """
    keys = [f"price:{product_id}" for product_id, _ in changes]
    conn.execute("BEGIN IMMEDIATE")
    try:
        current = _current_prices(conn, [product_id for product_id, _ in changes])
        now = datetime.now(timezone.utc).isoformat()
        for product_id, new_price in changes:
            old_price = current[product_id]
            if new_price == old_price:
                continue
            conn.execute("UPDATE products SET price = ? WHERE id = ?", (new_price, product_id))
            conn.execute("INSERT INTO price_changes VALUES (?, ?, ?, ?)", (product_id, old_price, new_price, now))
        for key in keys:
            cache.delete(key)
        conn.execute("COMMIT")
    except BaseException:
        conn.rollback()
        raise

    for key in keys:
        cache.delete(key)
