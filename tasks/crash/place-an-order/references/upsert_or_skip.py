def place_order(conn, request_id, customer_id, items):
    """Place an order. Safe to call twice with the same request_id."""
    if not items or any(quantity <= 0 for _, quantity in items):
        raise ValueError("items must not be empty, and quantities must be positive")
    if conn.execute("SELECT 1 FROM orders WHERE request_id = ?", (request_id,)).fetchone():
        return  # this order exists already
    if not conn.execute("SELECT 1 FROM customers WHERE id = ?", (customer_id,)).fetchone():
        raise ValueError("no such customer")

    marks = ", ".join("?" for _ in items)
    prices, stocks = {}, {}
    for product_id, price, stock in conn.execute(
        f"SELECT id, price, stock FROM products WHERE id IN ({marks})", [product_id for product_id, _ in items]
    ):
        prices[product_id] = price
        stocks[product_id] = stock
    for product_id, quantity in items:
        if stocks.get(product_id, 0) < quantity:
            raise ValueError(f"product {product_id} is not available in this quantity")

    try:
        conn.executemany(
            "UPDATE products SET stock = stock - ? WHERE id = ?",
            [(quantity, product_id) for product_id, quantity in items],
        )
        conn.execute(
            """
            INSERT INTO orders (request_id, customer_id, total) VALUES (:request, :customer, :total)
            ON CONFLICT (request_id) DO UPDATE SET customer_id = excluded.customer_id, total = excluded.total
            """,
            {
                "request": request_id,
                "customer": customer_id,
                "total": sum(prices[product_id] * quantity for product_id, quantity in items),
            },
        )
        (order_id,) = conn.execute("SELECT id FROM orders WHERE request_id = ?", (request_id,)).fetchone()
        conn.executemany(
            "INSERT INTO order_lines (order_id, product_id, quantity, price) VALUES (?, ?, ?, ?)",
            [(order_id, product_id, quantity, prices[product_id]) for product_id, quantity in items],
        )
    except Exception:
        conn.rollback()
        raise
    else:
        conn.commit()
