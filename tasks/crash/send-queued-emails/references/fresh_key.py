import logging
import uuid
from datetime import datetime, timezone

log = logging.getLogger("outbox")

SELECT_QUEUED = """
    SELECT id, recipient, subject, body
    FROM outbox
    WHERE status = 'queued'
    ORDER BY id
"""

MARK_SENT = """
    UPDATE outbox
    SET status = 'sent', sent_at = :now
    WHERE id = :id
"""


def send_queued_emails(conn, notifier):
    """Send every queued email exactly once.

    Each send carries a unique idempotency key, so the client can drop duplicates.
    """
    sent = 0
    for email_id, recipient, subject, body in conn.execute(SELECT_QUEUED).fetchall():
        key = str(uuid.uuid4())
        notifier.send(to=recipient, subject=subject, body=body, idempotency_key=key)

        now = datetime.now(timezone.utc).isoformat()
        conn.execute(MARK_SENT, {"now": now, "id": email_id})
        conn.commit()
        sent += 1

    log.info("sent %d emails", sent)
    return sent
