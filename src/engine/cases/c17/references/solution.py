import sqlite3


def raise_prices(conn):
    products = [row[0] for row in conn.execute("SELECT id FROM product ORDER BY id")]
    for product in products:
        try:
            conn.execute("UPDATE product SET price = price + 1 WHERE id = ?", (product,))
            conn.commit()
        except sqlite3.Error:
            conn.rollback()
            raise
