import logging

logger = logging.getLogger("payments")


def _send_receipt(notifier, email, order_id, total, payment_id):
    try:
        notifier.send(
            to=email,
            subject=f"Receipt for order {order_id}",
            body=f"We received your payment of {total}. Thank you.",
            idempotency_key=f"receipt-{payment_id}",
        )
    except Exception:
        # The payment counts even if the email service is down.
        logger.exception("receipt for order %s could not be sent", order_id)
        return False
    return True


def mark_order_paid(conn, notifier, order_id, payment_id):
    """Mark an order as paid, record its payment and send a receipt."""
    order = conn.execute("SELECT email, total, status FROM orders WHERE id = ?", (order_id,)).fetchone()
    if order is None:
        raise ValueError(f"Order {order_id} not found")
    email, total, status = order
    if status == "paid":
        return

    with conn:
        conn.execute("UPDATE orders SET status = 'paid' WHERE id = ?", (order_id,))
        conn.execute(
            "INSERT OR IGNORE INTO payments (id, order_id, amount) VALUES (?, ?, ?)", (payment_id, order_id, total)
        )

    if _send_receipt(notifier, email, order_id, total, payment_id):
        with conn:
            conn.execute("UPDATE payments SET receipt_sent = 1 WHERE id = ?", (payment_id,))
