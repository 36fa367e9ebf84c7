"""Sends the emails that wait in the outbox."""

from datetime import datetime, timezone


def send_queued_emails(conn, notifier):
    """Send all queued emails and mark each one as sent."""
    conn.execute("PRAGMA journal_mode=WAL")
    rows = conn.execute(
        "SELECT id, recipient, subject, body FROM outbox WHERE status = 'queued' ORDER BY id"
    ).fetchall()

    for email_id, recipient, subject, body in rows:
        notifier.send(recipient, subject, body, idempotency_key=f"outbox-{email_id}")
        conn.execute(
            "UPDATE outbox SET status = 'sent', sent_at = ? WHERE id = ?",
            (datetime.now(timezone.utc).isoformat(), email_id),
        )
        conn.commit()
