"""Gift card redemption for the checkout."""

import sqlite3


def log_redemption(conn: sqlite3.Connection, request_id: str, code: str, customer_id: int, amount: int) -> None:
    """Add a row to the redemption log."""
    with conn:
        conn.execute(
            """
            INSERT INTO redemptions (request_id, code, customer_id, amount)
            VALUES (?, ?, ?, ?)
            """,
            (request_id, code, customer_id, amount),
        )


def charge_card(conn: sqlite3.Connection, code: str, amount: int) -> None:
    charged = conn.execute(
        "UPDATE gift_cards SET balance = balance - ? WHERE code = ? AND balance >= ?",
        (amount, code, amount),
    )
    if charged.rowcount == 0:
        raise ValueError("Unknown gift card, or not enough money on it")


def add_credit(conn: sqlite3.Connection, customer_id: int, amount: int) -> None:
    credited = conn.execute("UPDATE customers SET credit = credit + ? WHERE id = ?", (amount, customer_id))
    if credited.rowcount == 0:
        raise ValueError("Unknown customer")


def redeem_gift_card(conn, request_id, code, customer_id, amount):
    """Redeem a gift card in one explicit transaction."""
    if amount <= 0:
        raise ValueError("The amount must be positive")
    if not conn.execute("SELECT 1 FROM customers WHERE id = ?", (customer_id,)).fetchone():
        raise ValueError("Unknown customer")

    conn.execute("BEGIN")
    try:
        charge_card(conn, code, amount)
        log_redemption(conn, request_id, code, customer_id, amount)
        add_credit(conn, customer_id, amount)
        conn.commit()
    except Exception:
        conn.rollback()
        raise
