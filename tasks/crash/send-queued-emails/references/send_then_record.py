from datetime import datetime, timezone


def send_queued_emails(conn, notifier):
    cursor = conn.cursor()
    cursor.execute("SELECT id, recipient, subject, body FROM outbox WHERE status = 'queued' ORDER BY id")
    queued = cursor.fetchall()

    for email_id, recipient, subject, body in queued:
        notifier.send(recipient, subject, body)
        sent_at = datetime.now(timezone.utc).isoformat()
        cursor.execute("UPDATE outbox SET status = 'sent', sent_at = ? WHERE id = ?", (sent_at, email_id))
        conn.commit()
