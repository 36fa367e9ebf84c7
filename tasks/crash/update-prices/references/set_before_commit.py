"""Write-through: every new price goes to the database and to the cache."""

from datetime import datetime, timezone

RECORD = """
    INSERT INTO price_changes (product_id, old_price, new_price, changed_at)
    VALUES (:product, :old, :new, :now)
"""


def update_prices(conn, cache, changes):
    cursor = conn.cursor()

    # Check everything first, so that an unknown product changes nothing.
    old_prices = {}
    for product_id, _ in changes:
        cursor.execute("SELECT price FROM products WHERE id = ?", (product_id,))
        product = cursor.fetchone()
        if product is None:
            raise ValueError(f"There is no product {product_id}")
        old_prices[product_id] = product[0]

    now = datetime.now(timezone.utc).isoformat()
    try:
        for product_id, new_price in changes:
            old_price = old_prices[product_id]
            if old_price == new_price:
                continue
            cursor.execute("UPDATE products SET price = ? WHERE id = ?", (new_price, product_id))
            cursor.execute(RECORD, {"product": product_id, "old": old_price, "new": new_price, "now": now})
            cache.set(f"price:{product_id}", new_price)
        conn.commit()
    except Exception:
        conn.rollback()
        for product_id, old_price in old_prices.items():
            cache.set(f"price:{product_id}", old_price)
        raise
