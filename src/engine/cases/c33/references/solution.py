def mark_paid(conn, notifier, sale_id):
    if not conn.in_transaction:
        conn.execute("BEGIN")
    try:
        (status,) = conn.execute("SELECT status FROM sale WHERE id = ?", (sale_id,)).fetchone()
        if status != "paid":
            conn.execute("UPDATE sale SET status = 'paid' WHERE id = ?", (sale_id,))
            notifier.send("ada@example.com", "Receipt", f"Sale {sale_id} is paid.")
        conn.commit()
    except BaseException:
        conn.rollback()
        raise
