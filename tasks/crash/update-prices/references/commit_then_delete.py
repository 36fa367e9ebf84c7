from __future__ import annotations

import logging
import sqlite3
from datetime import datetime, timezone
from typing import Iterable

logger = logging.getLogger(__name__)


class PriceUpdater:
    """Writes prices to the database, then invalidates the cache."""

    def __init__(self, conn: sqlite3.Connection, cache) -> None:
        self.conn = conn
        self.cache = cache

    def apply(self, changes: Iterable[tuple[int, int]]) -> None:
        changed = []
        self.conn.execute("BEGIN")
        try:
            for product_id, new_price in changes:
                if self._apply_one(product_id, new_price):
                    changed.append(product_id)
            self.conn.commit()
        except Exception:
            self.conn.rollback()
            raise
        # Only after the commit, or a reader could cache the old price again.
        for product_id in changed:
            self.cache.delete(f"price:{product_id}")
        logger.info("%d prices changed", len(changed))

    def _apply_one(self, product_id: int, new_price: int) -> bool:
        row = self.conn.execute("SELECT price FROM products WHERE id = ?", (product_id,)).fetchone()
        if row is None:
            raise ValueError(f"unknown product: {product_id}")
        (old_price,) = row
        if old_price == new_price:
            return False
        now = datetime.now(timezone.utc).isoformat(timespec="seconds")
        self.conn.execute("UPDATE products SET price = ? WHERE id = ?", (new_price, product_id))
        self.conn.execute("INSERT INTO price_changes VALUES (?, ?, ?, ?)", (product_id, old_price, new_price, now))
        return True


def update_prices(conn, cache, changes):
    PriceUpdater(conn, cache).apply(changes)
