import sqlite3

# The whole booking, run in one go. Only the id of the delivery is filled in.
BOOK_DELIVERY = """
BEGIN IMMEDIATE;

UPDATE products
SET stock = stock + (
    SELECT quantity FROM delivery_items
    WHERE delivery_id = {id} AND product_id = products.id
)
WHERE id IN (SELECT product_id FROM delivery_items WHERE delivery_id = {id});

INSERT INTO stock_movements (product_id, delivery_id, quantity)
SELECT product_id, delivery_id, quantity
FROM delivery_items
WHERE delivery_id = {id};

UPDATE deliveries
SET status = 'received', received_at = strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
WHERE id = {id};

COMMIT;
"""


def receive_delivery(conn: sqlite3.Connection, delivery_id: int) -> None:
    row = conn.execute("SELECT status FROM deliveries WHERE id = ?", (delivery_id,)).fetchone()
    if row is None:
        raise ValueError(f"Delivery {delivery_id} does not exist")
    if row[0] != "expected":
        raise ValueError(f"Delivery {delivery_id} is already {row[0]}")

    try:
        conn.executescript(BOOK_DELIVERY.format(id=int(delivery_id)))
    except sqlite3.Error:
        if conn.in_transaction:
            conn.rollback()
        raise
