def remind(conn, notifier):
    for member_id, email in conn.execute("SELECT id, email FROM member WHERE reminded = 0 ORDER BY id").fetchall():
        notifier.send(email, "Reminder", "Your book is due.", idempotency_key=f"reminder-{member_id}")
        conn.execute("UPDATE member SET reminded = 1 WHERE id = ?", (member_id,))
        conn.commit()
