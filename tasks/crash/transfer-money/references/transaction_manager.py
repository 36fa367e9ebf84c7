from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from typing import Iterator


@contextmanager
def transaction(conn: sqlite3.Connection) -> Iterator[sqlite3.Cursor]:
    """Run the body in one transaction, whatever the isolation level of the connection."""
    cursor = conn.cursor()
    cursor.execute("BEGIN")
    try:
        yield cursor
    except BaseException:
        conn.rollback()
        raise
    else:
        conn.commit()


def transfer_money(conn, transfer_id, from_account, to_account, amount):
    if amount <= 0 or from_account == to_account:
        raise ValueError("Invalid transfer")

    with transaction(conn) as cur:
        # The condition on the balance makes an overdraft impossible.
        cur.execute(
            "UPDATE accounts SET balance = balance - :amount WHERE id = :id AND balance >= :amount",
            {"amount": amount, "id": from_account},
        )
        if cur.rowcount != 1:
            raise ValueError("Unknown account or insufficient funds")

        cur.execute(
            "UPDATE accounts SET balance = balance + :amount WHERE id = :id",
            {"amount": amount, "id": to_account},
        )
        if cur.rowcount != 1:
            raise ValueError("Unknown receiver")

        for account, signed in ((from_account, -amount), (to_account, amount)):
            cur.execute("INSERT INTO ledger (transfer_id, account_id, amount) VALUES (?, ?, ?)",
                        (transfer_id, account, signed))
