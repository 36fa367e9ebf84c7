from datetime import UTC, datetime


def update_prices(conn, cache, changes):
    """Update the prices of several products and forget what the cache knows about them."""
    todo = []
    for product_id, new_price in changes:
        row = conn.execute("SELECT price FROM products WHERE id = ?", (product_id,)).fetchone()
        if row is None:
            raise ValueError(f"Product {product_id} not found")
        if row[0] != new_price:
            todo.append((product_id, row[0], new_price))

    # Without these keys, readers fall back on the database.
    for product_id, _old, _new in todo:
        cache.delete(f"price:{product_id}")

    changed_at = datetime.now(UTC).isoformat()
    with conn:
        conn.executemany(
            "UPDATE products SET price = ? WHERE id = ?",
            [(new_price, product_id) for product_id, _old, new_price in todo],
        )
        conn.executemany(
            "INSERT INTO price_changes (product_id, old_price, new_price, changed_at) VALUES (?, ?, ?, ?)",
            [(product_id, old_price, new_price, changed_at) for product_id, old_price, new_price in todo],
        )
