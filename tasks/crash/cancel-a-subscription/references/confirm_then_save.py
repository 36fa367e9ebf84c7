import sqlite3
from datetime import datetime, timezone


def cancel_subscription(conn, notifier, subscription_id):
    """
    Cancel a subscription.

    The email goes out first, under a key of its own, and the database is saved in one go at the end.
    """
    cur = conn.cursor()
    cur.execute("SELECT email, plan, status FROM subscriptions WHERE id = ?", (subscription_id,))
    row = cur.fetchone()
    if row is None:
        raise ValueError(f"No subscription with id {subscription_id}")

    email, plan, status = row
    if status == "cancelled":
        return

    notifier.send(
        to=email,
        subject="Subscription cancelled",
        body=f"Your {plan} subscription has been cancelled.",
        idempotency_key=f"cancel:{subscription_id}",
    )

    now = datetime.now(timezone.utc).isoformat()
    try:
        cur.execute(
            """
            UPDATE subscriptions
            SET status = 'cancelled', cancelled_at = ?, confirmed_at = ?
            WHERE id = ?
            """,
            (now, now, subscription_id),
        )
        cur.execute("DELETE FROM renewals WHERE subscription_id = ?", (subscription_id,))
        conn.commit()
    except sqlite3.Error:
        conn.rollback()
        raise
