"""Order refunds."""


def add_credit(conn, customer_id, amount):
    conn.execute("UPDATE customers SET credit = credit + :amount WHERE id = :id",
                 {"amount": amount, "id": customer_id})
    conn.commit()


def refund_order(conn, order_id):
    cursor = conn.cursor()
    cursor.execute("SELECT customer_id, total, status FROM orders WHERE id = ?", (order_id,))
    order = cursor.fetchone()

    if not order:
        raise ValueError(f"No order with id {order_id}")

    customer_id, total, status = order
    if status != "paid":
        raise ValueError(f"Only paid orders can be refunded, this one is {status}")

    add_credit(conn, customer_id, total)

    cursor.execute("UPDATE orders SET status = 'refunded' WHERE id = ?", (order_id,))
    cursor.execute("INSERT INTO refunds (order_id, amount) VALUES (?, ?)", (order_id, total))
    conn.commit()
