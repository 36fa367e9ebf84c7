import logging
from datetime import datetime, timezone

logging.basicConfig(level=logging.WARNING)


def receive_delivery(conn, delivery_id):
    """
    Receive a delivery and update the stock.

    Args:
        conn: an open sqlite3 connection
        delivery_id: id of the delivery

    Raises:
        ValueError: if the delivery does not exist or is not expected
    """
    cursor = conn.cursor()

    cursor.execute("SELECT status FROM deliveries WHERE id = ?", (delivery_id,))
    result = cursor.fetchone()
    if result is None:
        raise ValueError(f"Delivery {delivery_id} does not exist")
    if result[0] != "expected":
        raise ValueError(f"Delivery {delivery_id} cannot be received, its status is {result[0]}")

    cursor.execute("SELECT product_id, quantity FROM delivery_items WHERE delivery_id = ?", (delivery_id,))
    items = cursor.fetchall()

    for product_id, quantity in items:
        try:
            cursor.execute("UPDATE products SET stock = stock + ? WHERE id = ?", (quantity, product_id))
            cursor.execute(
                "INSERT INTO stock_movements (product_id, delivery_id, quantity) VALUES (?, ?, ?)",
                (product_id, delivery_id, quantity),
            )
            conn.commit()
        except Exception as error:
            conn.rollback()
            logging.error("Could not book product %s: %s", product_id, error)
            raise

    now = datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    cursor.execute("UPDATE deliveries SET status = 'received', received_at = ? WHERE id = ?", (now, delivery_id))
    conn.commit()
