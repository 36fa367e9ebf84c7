"""Redeem gift cards."""

import sqlite3
from contextlib import contextmanager


@contextmanager
def _transaction(conn: sqlite3.Connection):
    conn.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        conn.rollback()
        raise
    conn.commit()


def redeem_gift_card(
    conn: sqlite3.Connection, request_id: str, code: str, customer_id: int, amount: int
) -> None:
    """Move `amount` from a gift card to the credit of a customer, once per request id."""
    if amount <= 0:
        raise ValueError(f"amount must be positive, got {amount}")

    with _transaction(conn):
        seen = conn.execute("SELECT 1 FROM redemptions WHERE request_id = ?", (request_id,)).fetchone()
        if seen:
            return

        card = conn.execute("SELECT balance FROM gift_cards WHERE code = ?", (code,)).fetchone()
        if card is None:
            raise ValueError(f"unknown gift card {code!r}")
        if card[0] < amount:
            raise ValueError(f"gift card {code!r} has only {card[0]} left")

        credited = conn.execute("UPDATE customers SET credit = credit + ? WHERE id = ?", (amount, customer_id))
        if credited.rowcount == 0:
            raise ValueError(f"unknown customer {customer_id}")
        conn.execute("UPDATE gift_cards SET balance = balance - ? WHERE code = ?", (amount, code))
        conn.execute(
            "INSERT INTO redemptions (request_id, code, customer_id, amount) VALUES (?, ?, ?, ?)",
            (request_id, code, customer_id, amount),
        )
