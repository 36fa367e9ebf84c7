"""Gift cards: each request is honoured once."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from sqlite3 import Connection


@dataclass(frozen=True)
class Redemption:
    request_id: str
    code: str
    customer_id: int
    amount: int


def _already_redeemed(conn: Connection, request_id: str) -> bool:
    (count,) = conn.execute("SELECT count(*) FROM redemptions WHERE request_id = ?", (request_id,)).fetchone()
    return count > 0


def _check(conn: Connection, redemption: Redemption) -> None:
    if redemption.amount <= 0:
        raise ValueError("the amount must be positive")
    card = conn.execute("SELECT balance FROM gift_cards WHERE code = ?", (redemption.code,)).fetchone()
    if card is None or card[0] < redemption.amount:
        raise ValueError("the card does not exist or has not enough money on it")
    if conn.execute("SELECT 1 FROM customers WHERE id = ?", (redemption.customer_id,)).fetchone() is None:
        raise ValueError("the customer does not exist")


def redeem_gift_card(conn: Connection, request_id: str, code: str, customer_id: int, amount: int) -> bool:
    """Redeem a card. Returns False if this request was handled before."""
    if _already_redeemed(conn, request_id):
        return False

    redemption = Redemption(request_id, code, customer_id, amount)
    _check(conn, redemption)

    # The record comes first: from here on, the request counts as handled.
    conn.execute("INSERT INTO redemptions (request_id, code, customer_id, amount) VALUES (?, ?, ?, ?)",
                 astuple(redemption))
    conn.execute("UPDATE gift_cards SET balance = balance - ? WHERE code = ?", (amount, code))
    conn.execute("UPDATE customers SET credit = credit + ? WHERE id = ?", (amount, customer_id))
    conn.commit()
    return True
