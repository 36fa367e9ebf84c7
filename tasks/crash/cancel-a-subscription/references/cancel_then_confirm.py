"""Cancelling subscriptions."""

from __future__ import annotations

import sqlite3
from datetime import datetime, timezone


def _now() -> str:
    return datetime.now(timezone.utc).isoformat()


def _cancel(conn: sqlite3.Connection, subscription_id: int) -> None:
    """Mark the subscription and drop its renewals, both or neither."""
    conn.execute("BEGIN IMMEDIATE")
    try:
        conn.execute(
            "UPDATE subscriptions SET status = 'cancelled', cancelled_at = ? WHERE id = ? AND status = 'active'",
            (_now(), subscription_id),
        )
        conn.execute("DELETE FROM renewals WHERE subscription_id = ?", (subscription_id,))
        conn.execute("COMMIT")
    except BaseException:
        conn.rollback()
        raise


def cancel_subscription(conn: sqlite3.Connection, notifier, subscription_id: int) -> None:
    """Cancel a subscription and confirm it by email.

    The confirmation is due until `confirmed_at` is set; the key keeps it from being sent twice.
    """
    row = conn.execute(
        "SELECT email, plan, status, confirmed_at FROM subscriptions WHERE id = ?", (subscription_id,)
    ).fetchone()
    if row is None:
        raise ValueError(f"subscription {subscription_id} does not exist")
    email, plan, status, confirmed_at = row

    if status == "active":
        _cancel(conn, subscription_id)

    if confirmed_at is None:
        notifier.send(
            email,
            "Subscription cancelled",
            f"Your {plan} subscription has been cancelled.",
            idempotency_key=f"subscription-cancelled-{subscription_id}",
        )
        conn.execute("UPDATE subscriptions SET confirmed_at = ? WHERE id = ?", (_now(), subscription_id))
        conn.commit()
