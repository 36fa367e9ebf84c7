def send_pending(conn, notifier):
    pending = conn.execute("SELECT id, recipient FROM outbox WHERE status = 'pending'").fetchall()
    for row_id, recipient in pending:
        notifier.send(recipient, "News", "There is something new.", idempotency_key=f"outbox-{row_id}")
        conn.execute("UPDATE outbox SET status = 'sent' WHERE id = ?", (row_id,))
        conn.commit()
