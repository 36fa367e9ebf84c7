from datetime import datetime, timezone

CONFIRMATION = "Your {plan} subscription has been cancelled."


def utc_now():
    return datetime.now(timezone.utc).isoformat(timespec="seconds")


def cancel_subscription(conn, notifier, subscription_id):
    subscription = conn.execute(
        "SELECT email, plan, status FROM subscriptions WHERE id = ?",
        (subscription_id,),
    ).fetchone()
    if subscription is None:
        raise ValueError(f"Unknown subscription: {subscription_id}")

    email, plan, status = subscription
    if status == "cancelled":
        # Nothing to do, and no second email.
        return

    conn.execute("DELETE FROM renewals WHERE subscription_id = ?", (subscription_id,))
    conn.execute(
        "UPDATE subscriptions SET status = 'cancelled', cancelled_at = ? WHERE id = ?",
        (utc_now(), subscription_id),
    )
    conn.commit()

    notifier.send(
        email,
        "Subscription cancelled",
        CONFIRMATION.format(plan=plan),
        idempotency_key=f"cancel-{subscription_id}",
    )
    conn.execute(
        "UPDATE subscriptions SET confirmed_at = ? WHERE id = ?",
        (utc_now(), subscription_id),
    )
    conn.commit()
