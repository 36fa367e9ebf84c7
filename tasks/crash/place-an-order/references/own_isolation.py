import logging
import sqlite3

log = logging.getLogger(__name__)


class Transaction:
    """`with Transaction(conn):` - one write transaction, independent of the mode of the connection."""

    def __init__(self, conn):
        self.conn = conn

    def __enter__(self):
        self.saved = self.conn.isolation_level
        self.conn.isolation_level = None  # we send BEGIN and COMMIT ourselves
        self.conn.execute("BEGIN IMMEDIATE")
        return self.conn

    def __exit__(self, exc_type, exc, tb):
        try:
            self.conn.execute("COMMIT" if exc_type is None else "ROLLBACK")
        finally:
            self.conn.isolation_level = self.saved
        return False


def _priced(conn, items):
    """Check every item, and return (product_id, quantity, price) for each."""
    lines = []
    for product_id, quantity in items:
        product = conn.execute("SELECT price, stock FROM products WHERE id = ?", (product_id,)).fetchone()
        if product is None:
            raise ValueError(f"Product {product_id} does not exist")
        price, stock = product
        if not 0 < quantity <= stock:
            raise ValueError(f"Cannot order {quantity} of product {product_id}, stock is {stock}")
        lines.append((product_id, quantity, price))
    if not lines:
        raise ValueError("Empty order")
    return lines


def place_order(conn, request_id, customer_id, items):
    with Transaction(conn):
        if conn.execute("SELECT 1 FROM orders WHERE request_id = ?", (request_id,)).fetchone():
            log.info("request %s was placed before", request_id)
            return
        if not conn.execute("SELECT 1 FROM customers WHERE id = ?", (customer_id,)).fetchone():
            raise ValueError(f"Customer {customer_id} does not exist")

        lines = _priced(conn, items)
        total = sum(quantity * price for _, quantity, price in lines)
        order_id = conn.execute(
            "INSERT INTO orders (request_id, customer_id, total) VALUES (?, ?, ?)",
            (request_id, customer_id, total),
        ).lastrowid
        conn.executemany(
            "INSERT INTO order_lines (order_id, product_id, quantity, price) VALUES (?, ?, ?, ?)",
            [(order_id, *line) for line in lines],
        )
        conn.executemany(
            "UPDATE products SET stock = stock - ? WHERE id = ?",
            [(quantity, product_id) for product_id, quantity, _ in lines],
        )
