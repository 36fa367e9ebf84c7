def refund_order(conn, order_id):
    row = conn.execute("SELECT total, customer_id, status FROM orders WHERE id = ?", (order_id,)).fetchone()
    if row is None or row[2] != "paid":
        raise ValueError("order is not paid")
    total, customer, _status = row
    conn.execute("UPDATE customers SET credit = credit + ?"
                 " WHERE id = ?", (total, customer))
    conn.execute("UPDATE orders SET status = 'refunded'"
                 " WHERE id = ?", (order_id,))
    conn.execute("INSERT INTO refunds (order_id, amount) VALUES (?, ?)", (order_id, total))
    conn.commit()
