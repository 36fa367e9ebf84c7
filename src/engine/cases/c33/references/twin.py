def mark_paid(conn, notifier, sale_id):
    if not conn.in_transaction:
        conn.execute("BEGIN")
    try:
        conn.execute("UPDATE sale SET status = 'paid' WHERE id = ?", (sale_id,))
        conn.execute("INSERT OR IGNORE INTO receipt (sale_id, status) VALUES (?, 'pending')", (sale_id,))
        conn.commit()
    except BaseException:
        conn.rollback()
        raise
    send_receipts(conn, notifier)


def send_receipts(conn, notifier):
    pending = conn.execute("SELECT id, sale_id FROM receipt WHERE status = 'pending'").fetchall()
    for row_id, sale in pending:
        notifier.send("ada@example.com", "Receipt", f"Sale {sale} is paid.", idempotency_key=f"receipt-{sale}")
        conn.execute("UPDATE receipt SET status = 'sent' WHERE id = ?", (row_id,))
        conn.commit()
