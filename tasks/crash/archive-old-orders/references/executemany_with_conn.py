def archive_old_orders(conn, before):
    """Moves all non-open orders older than `before` into the archive tables.

    Returns the number of archived orders.
    """
    orders = conn.execute(
        "SELECT id, customer, total, status, ordered_on FROM orders "
        "WHERE ordered_on < ? AND status != 'open'",
        (before,),
    ).fetchall()
    if not orders:
        return 0

    ids = [order[0] for order in orders]
    placeholders = ", ".join("?" * len(ids))
    items = conn.execute(
        f"SELECT order_id, product, quantity FROM order_items WHERE order_id IN ({placeholders})",
        ids,
    ).fetchall()

    with conn:  # one atomic transaction
        conn.executemany("INSERT INTO archived_orders VALUES (?, ?, ?, ?, ?)", orders)
        conn.executemany("INSERT INTO archived_items VALUES (?, ?, ?)", items)
        conn.execute(f"DELETE FROM order_items WHERE order_id IN ({placeholders})", ids)
        conn.execute(f"DELETE FROM orders WHERE id IN ({placeholders})", ids)

    return len(orders)
